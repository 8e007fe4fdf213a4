"""The lobby and the game as a person at a table has them on the screen."""

import asyncio
import contextlib
import json
from collections.abc import AsyncGenerator, AsyncIterator
from typing import Any

import pytest
from pydantic import BaseModel
from tests.games import BOARD, RED_WORDS
from tests.tui.table import frame, is_on, until
from textual.pilot import Pilot

from codenames_core.files.journal import Header, new_header
from codenames_core.game.agent import Question
from codenames_core.game.config import AgentConfig, GameConfig, Seat, TeamConfig
from codenames_core.game.events import Clue, DiscussionMessage, Event, Guess
from codenames_core.game.rules import process_guess
from codenames_core.game.state import Outcome, Termination, apply
from codenames_core.table.invitations import Invitations
from codenames_core.table.lobby import Lobby, Presence
from codenames_core.table.messages import AskForPause, GiveAnswer, SetReady, SetTyping, SitDown, TurnedDown, Welcome
from codenames_core.table.telling import PutQuestion, TableNow, ToldSoFar, agents_of, lobby_now, news
from codenames_tui.app.app import CodenamesApp
from codenames_tui.streaming.news import Notice
from codenames_tui.table.guest import TableGuest
from codenames_tui.table.lobby_screen import LobbyScreen
from codenames_tui.table.table_game_screen import TableGameScreen
from codenames_tui.ui.lines.lines import UNICODE

AGENT = TeamConfig.homogeneous(AgentConfig(spec="vector:bold"), seed=3)
SIZES = [(80, 24), (120, 40), (200, 60)]


class FakeTable:
    """A table that tells what a test wants, and keeps what it is asked for. The person at the screen is number 2."""

    def __init__(self, config: GameConfig | None = None) -> None:
        self.header: Header = new_header(config or GameConfig(), AGENT, AGENT, board=BOARD, episode_id="x")
        lobby = Lobby(self.header.config.rules, tuple(Seat))
        for name in ("Ann", "Bob"):
            lobby, _ = lobby.come(name, is_owner=name == "Ann")
        self.lobby = lobby
        self.invitations = Invitations.draw(tuple(Seat))
        self.events: tuple[Event, ...] = ()
        self.asked: list[BaseModel] = []
        self.is_connected = True
        self._told = ToldSoFar()
        self._news: asyncio.Queue[Any] = asyncio.Queue()

    @property
    def answers(self) -> list[Any]:
        """What it was answered."""
        return [json.loads(one.model_dump_json()) for one in self.asked if isinstance(one, GiveAnswer)]

    def send(self, request: BaseModel) -> bool:
        self.asked.append(request)
        return self.is_connected

    async def follow(self) -> AsyncGenerator[Any]:
        yield Welcome(person=2, token="x" * 32)
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
        messages, self._told = news(self._told, now, self.lobby.person(2))
        for message in messages:
            self.say(message)

    def asks(self, seat: Seat, question: Question, number: int = 0) -> None:
        self.tell(awaited=(seat, question), question=PutQuestion(seat, question, number))


@contextlib.asynccontextmanager
async def shown(table: FakeTable, size: tuple[int, int] = (80, 24)) -> AsyncIterator[tuple[CodenamesApp, Pilot[int]]]:
    guest = TableGuest(table)  # type: ignore[arg-type]
    app = CodenamesApp(LobbyScreen(guest))
    app.beside = guest.run
    async with app.run_test(size=size) as pilot:
        table.tell()
        await until(pilot, lambda: "red cluer" in frame(app))
        yield app, pilot


@pytest.mark.parametrize("size", SIZES)
async def test_the_lobby_shows_who_sits_where_and_who_is_ready(size: tuple[int, int]) -> None:
    table = FakeTable()
    table.lobby = table.lobby.sit(1, Seat.RED_CLUER).set_ready(1, ready=True).sit(2, Seat.BLUE_GUESSER_1)
    async with shown(table, size) as (app, pilot):
        lines = frame(app).splitlines()
        (ann,) = (line for line in lines if "red cluer" in line)
        (bob,) = (line for line in lines if "blue guesser 1" in line)
        assert "Ann" in ann
        assert "✓ ready" in ann
        assert "Bob" in bob
        assert "you" in bob
        assert "not ready" in bob
        table.tell(table.lobby.present(1, Presence.LOST))
        await until(pilot, lambda: "connection lost" in frame(app))


async def test_a_seat_is_taken_and_given_back_with_enter_and_f4_is_ready() -> None:
    table = FakeTable()
    async with shown(table) as (app, pilot):
        await pilot.press("down", "enter")
        assert table.asked == [SitDown(seat=Seat.RED_GUESSER_1)]
        table.tell(table.lobby.sit(2, Seat.RED_GUESSER_1))
        await until(pilot, lambda: "you" in frame(app))
        await pilot.press("f4", "enter")
        assert table.asked[1:] == [SetReady(ready=True), SitDown(seat=None)]
        table.say(TurnedDown(reason="Ann has the seat [b]of[/b] red cluer"))
        await until(pilot, lambda: "[b]of[/b]" in frame(app))


async def test_names_from_a_table_are_text_and_no_more() -> None:
    table = FakeTable()
    lobby, _ = table.lobby.come("[red]x[/] \x1b]0;t\x07")
    table.lobby = lobby.sit(3, Seat.RED_CLUER)
    async with shown(table) as (app, _pilot):
        assert "[red]x[/]" in frame(app)


async def test_a_guesser_at_a_table_answers_on_the_game_screen_and_sees_no_key() -> None:
    table = FakeTable()
    table.lobby = table.lobby.sit(2, Seat.RED_GUESSER_1)
    async with shown(table, (120, 40)) as (app, pilot):
        table.tell(table.lobby.begin())
        await until(pilot, lambda: is_on(app, TableGameScreen))
        table.events = (Clue("OCEAN", 2, team=Seat.RED_CLUER.team),)
        table.asks(Seat.RED_GUESSER_1, Question.MESSAGE, 5)
        await until(pilot, lambda: "your message" in frame(app))
        screen = app.screen
        assert isinstance(screen, TableGameScreen)
        await pilot.press(*"sure")
        screen.tell_typing()
        await pilot.press("tab", "enter")
        assert SetTyping(typing=True) in table.asked
        assert table.answers == [{"type": "answer", "number": 5, "answer": {"text": "sure", "consensus": True}}]
        assert screen.disclosure.key is False
        assert "yacht" not in frame(app)
        table.asks(Seat.RED_GUESSER_1, Question.GUESSES, 6)
        await until(pilot, lambda: "your guesses" in frame(app))


async def test_a_cluer_at_a_table_has_the_key_and_the_referee() -> None:
    table = FakeTable()
    table.lobby = table.lobby.sit(2, Seat.RED_CLUER)
    async with shown(table, (120, 40)) as (app, pilot):
        table.tell(table.lobby.begin())
        table.asks(Seat.RED_CLUER, Question.CLUE, 0)
        await until(pilot, lambda: "your clue" in frame(app))
        assert isinstance(app.screen, TableGameScreen)
        assert app.screen.disclosure.key is True
        await pilot.press(*"ocean")
        await until(pilot, lambda: "is legal" in frame(app))
        await pilot.press("enter")
        assert table.answers == [{"type": "answer", "number": 0, "answer": {"word": "ocean", "number": 1}}]


async def test_who_types_is_shown_and_a_pause_is_asked_for() -> None:
    table = FakeTable()
    async with shown(table, (120, 40)) as (app, pilot):
        table.tell(table.lobby.begin())
        await until(pilot, lambda: is_on(app, TableGameScreen))
        table.tell(awaited=(Seat.RED_CLUER, Question.CLUE), typing=frozenset({Seat.RED_CLUER}))
        await until(pilot, lambda: "typing" in frame(app))
        await pilot.press("space")
        assert table.asked == [AskForPause(pause=True)]
        table.tell(table.lobby.want_pause(1, pause=True))
        await until(pilot, lambda: f"TABLE {UNICODE.paused}" in frame(app))


async def test_a_lost_connection_is_said_and_the_end_shows_the_key() -> None:
    table = FakeTable()
    async with shown(table, (120, 40)) as (app, pilot):
        table.tell(table.lobby.begin())
        await until(pilot, lambda: is_on(app, TableGameScreen))
        table.say(Notice("reconnecting in 1 s: no connection"))
        await until(pilot, lambda: "TABLE lost" in frame(app))
        table.say(Welcome(person=2, token="y" * 32))
        await until(pilot, lambda: "TABLE lost" not in frame(app))
        table.events = _won()
        table.tell(is_over=True, outcome=Outcome(Seat.RED_CLUER.team, Termination.ALL_WORDS))
        await until(pilot, lambda: "GAME OVER" in frame(app))
        screen = app.screen
        assert isinstance(screen, TableGameScreen)
        assert screen.session.timeline.last_state.board == BOARD
        await pilot.press("N", "r", "f", "i")  # nothing here leads out of the table
        assert app.screen is screen
        await pilot.press("escape")
        await until(pilot, lambda: is_on(app, LobbyScreen))


def _won() -> tuple[Event, ...]:
    """A game that red wins with its first clue."""
    header = new_header(GameConfig(), AGENT, AGENT, board=BOARD)
    state = apply(header.initial_state(), Clue("OCEAN", "unlimited", team=Seat.RED_CLUER.team))
    events: list[Event] = []
    for seat in (Seat.RED_GUESSER_1, Seat.RED_GUESSER_2):
        state = apply(state, DiscussionMessage(seat=seat, text="yes", consensus=True))
    for word in RED_WORDS:
        state, _ = process_guess(word, state)
    events += state.public_transcript
    assert isinstance(events[-1], Guess)
    return tuple(events)
