"""A table that tells what a test wants, and the app of a person at it."""

import asyncio
import contextlib
import json
from collections.abc import AsyncGenerator, AsyncIterator
from typing import Any

from pydantic import BaseModel
from tests.games import BOARD
from tests.tui.table import frame, until
from textual.pilot import Pilot

from codenames_core.files.journal import Header, new_header
from codenames_core.game.agent import Question
from codenames_core.game.config import AgentConfig, GameConfig, Seat, TeamConfig
from codenames_core.game.events import Event
from codenames_core.table.invitations import Invitation, Invitations
from codenames_core.table.lobby import Lobby
from codenames_core.table.messages import GiveAnswer, Welcome
from codenames_core.table.telling import PutQuestion, TableNow, ToldSoFar, agents_of, lobby_now, news
from codenames_tui.app.app import CodenamesApp
from codenames_tui.table.guest import TableGuest
from codenames_tui.table.lobby_screen import LobbyScreen
from codenames_tui.ui.look import Look

AGENT = TeamConfig.homogeneous(AgentConfig(spec="vector:bold"), seed=3)


INVITATIONS = Invitations(
    tuple(
        Invitation(one.admits, f"{number:032}", one.seat)
        for number, one in enumerate(Invitations.draw(tuple(Seat)).all)
    )
)


class FakeTable:
    """A table that tells what a test wants, and keeps what it is asked for.

    The person at the screen is number 2, and does not own it.
    """

    def __init__(self, config: GameConfig | None = None, person: int = 2) -> None:
        self.person = person
        self.header: Header = new_header(config or GameConfig(), AGENT, AGENT, board=BOARD, episode_id="x")
        lobby = Lobby(self.header.config.rules, tuple(Seat))
        for name in ("Ann", "Bob"):
            lobby, _ = lobby.come(name, is_owner=name == "Ann")
        self.lobby = lobby
        self.invitations = INVITATIONS
        self.events: tuple[Event, ...] = ()
        self.asked: list[BaseModel] = []
        self.is_connected = True
        self._told = ToldSoFar()
        self._news: asyncio.Queue[Any] = asyncio.Queue()

    @property
    def answers(self) -> list[Any]:
        """What it was answered."""
        return [json.loads(one.model_dump_json()) for one in self.asked if isinstance(one, GiveAnswer)]

    url = "ws://127.0.0.1:8777/table"

    def send(self, request: BaseModel) -> bool:
        self.asked.append(request)
        return self.is_connected

    async def follow(self) -> AsyncGenerator[Any]:
        yield Welcome(person=self.person, token="x" * 32)
        while True:
            yield await self._news.get()

    def say(self, message: Any) -> None:
        self._news.put_nowait(message)

    def tell(self, lobby: Lobby | None = None, **more: Any) -> None:
        """Tell the person what there is to tell it."""
        self.lobby = lobby or self.lobby
        now = TableNow(
            self.header,
            "0" * 16,
            self.lobby,
            lobby_now(self.lobby, agents_of(self.header)),
            self.invitations,
            self.events,
            (),
            **more,
        )
        messages, self._told = news(self._told, now, self.lobby.person(self.person))
        for message in messages:
            self.say(message)

    def asks(self, seat: Seat, question: Question, number: int = 0) -> None:
        self.tell(awaited=(seat, question), question=PutQuestion(seat, question, number))


@contextlib.asynccontextmanager
async def shown(
    table: FakeTable, size: tuple[int, int] = (80, 24), look: Look | None = None
) -> AsyncIterator[tuple[CodenamesApp, Pilot[int]]]:
    guest = TableGuest(table)  # type: ignore[arg-type]
    look = look or Look()
    app = CodenamesApp(LobbyScreen(guest, glyphs=look.glyphs), look)
    async with app.run_test(size=size) as pilot:
        table.tell()
        await until(pilot, lambda: "red cluer" in frame(app))
        yield app, pilot
