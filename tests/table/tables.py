"""Tables for tests: a host on loopback, and people without a screen who answer by a rule."""

import asyncio
import contextlib
import ssl
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp
from tests.games import BOARD
from tests.patience import PATIENCE

from codenames_agents.catalogue import build_team
from codenames_agents.seats.turn_limit import NO_LIMIT, TurnLimit
from codenames_core.files.journal import JournalWriter
from codenames_core.files.record import EpisodeRecord
from codenames_core.game.agent import Question
from codenames_core.game.board import Board
from codenames_core.game.config import GameConfig, Seat
from codenames_core.game.events import Clue, DiscussionMessage
from codenames_core.play.episode import EpisodeRunner, new_header
from codenames_core.table.answers import answer_given
from codenames_core.table.invitations import Admits, Invitations
from codenames_core.table.known_game import KnownGame
from codenames_core.table.lobby import Lobby, playable_seats
from codenames_core.table.messages import (
    GiveAnswer,
    SetReady,
    SitDown,
    TurnedDown,
    YourQuestion,
)
from codenames_core.watch.broadcast import End
from codenames_tui.streaming.addresses import Address, listen
from codenames_tui.table.client import TableClient
from codenames_tui.table.hosting.host import TableHost
from codenames_tui.table.hosting.server import TableServer


@dataclass
class OpenTable:
    """A table that is open, and what became of its game."""

    host: TableHost
    url: str
    port: int
    sealed: list[EpisodeRecord] = field(default_factory=list)
    playing: "asyncio.Task[EpisodeRecord] | None" = None

    def token(self, admits: Admits, seat: Seat | None = None) -> str:
        return self.host.invitations.of(admits, seat).token

    def seat_token(self, seat: Seat) -> str:
        return self.token(Admits.SEAT, seat)


def runner_of(
    board: Board | None = None,
    config: GameConfig | None = None,
    agents: str = "ghost:pass",
    journal: Path | None = None,
) -> EpisodeRunner:
    """What plays a game in which agents have all seats."""
    red = blue = build_team(agents, seed=1)
    header = new_header(config or GameConfig(max_turns=6), red.config, blue.config, board=board or BOARD)
    writer = JournalWriter(journal, header) if journal else None
    return EpisodeRunner(header, red, blue, journal=writer)


@contextlib.asynccontextmanager
async def open_table(
    runner: EpisodeRunner | None = None,
    *,
    limit: TurnLimit = NO_LIMIT,
    grace: float = 30.0,
    server_options: Mapping[str, float] | None = None,
    **options: Any,
) -> AsyncIterator[OpenTable]:
    """A host that is waiting for people, on a free port of loopback."""
    runner = runner or runner_of(agents="vector:bold")
    seats = playable_seats(runner.header.config.rules)
    sealed: list[EpisodeRecord] = []
    host = TableHost(
        runner,
        Lobby(runner.header.config.rules, seats),
        Invitations.draw(seats),
        seal=sealed.append,
        limit=limit,
        grace=grace,
        **options,
    )
    async with serve_host(host, sealed, server_options) as table:
        yield table


@contextlib.asynccontextmanager
async def serve_host(
    host: TableHost,
    sealed: list[EpisodeRecord],
    server_options: Mapping[str, float] | None = None,
    port: int = 0,
    tls: ssl.SSLContext | None = None,
) -> AsyncIterator[OpenTable]:
    """A host whose connections come in on loopback."""
    listener = listen(Address("127.0.0.1", port), guarded=True)
    port = listener.getsockname()[1]
    server = TableServer(host, listener, tls=tls, **dict(server_options or {}))  # type: ignore[arg-type]
    table = OpenTable(host, f"ws://127.0.0.1:{port}/table", port, sealed)
    async with asyncio.timeout(PATIENCE), server.serving():
        table.playing = asyncio.create_task(host.run())
        try:
            yield table
        finally:
            table.playing.cancel()
            await asyncio.gather(table.playing, return_exceptions=True)


def by_rule(known: KnownGame, question: YourQuestion) -> Any:
    """What a person answers who thinks no further: a clue of a word that is on no board, and no guess but the first."""
    view = known.view()
    match question.question:
        case Question.CLUE:
            return Clue("XYLOPHONE" if not view.turn_number % 2 else "OBELISK", 1)
        case Question.MESSAGE:
            return DiscussionMessage(seat=question.seat, text="let us go", consensus=True)
        case Question.GUESSES:
            return (view.unrevealed[0],)
        case Question.PENALTY:
            return view.unrevealed[0]


def passing(known: KnownGame, question: YourQuestion) -> Any:
    """The same, but for guesses: there are none."""
    return () if question.question is Question.GUESSES else by_rule(known, question)


@dataclass
class OverheardLine:
    """A connection that is listened in to."""

    url: str
    sent: bytearray = field(default_factory=bytearray)
    """All bytes that the table sent over it."""
    writers: list[asyncio.StreamWriter] = field(default_factory=list)
    is_cut: bool = False
    is_silent: bool = False
    """Whether what is sent goes nowhere."""

    def cut(self) -> None:
        """Have the connection lost, and every other one until it is mended."""
        self.is_cut = True
        for writer in self.writers:
            writer.transport.abort()
        self.writers.clear()

    def mend(self) -> None:
        self.is_cut = False


@contextlib.asynccontextmanager
async def overhearing(table: OpenTable) -> AsyncIterator[OverheardLine]:
    """A way to the table that keeps what is sent over it."""
    line = OverheardLine("")

    async def forward(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, kept: bytearray | None) -> None:
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(65_536):
                if line.is_silent:
                    continue
                if kept is not None:
                    kept += data
                writer.write(data)
                await writer.drain()
        writer.close()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if line.is_cut:
            writer.transport.abort()
            return
        there, back = await asyncio.open_connection("127.0.0.1", table.port)
        line.writers += [writer, back]
        await asyncio.gather(forward(reader, back, None), forward(there, writer, line.sent))

    server = await asyncio.start_server(connected, "127.0.0.1", 0)
    line.url = f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}/table"
    try:
        yield line
    finally:
        server.close()


async def at_once(seconds: float) -> None:
    """Waits for next to nothing between two tries to connect."""
    await asyncio.sleep(0.01)


def client_for(table: OpenTable, token: str, name: str = "", url: str = "") -> TableClient:
    """A connection that comes back at once after it was lost."""
    return TableClient(url or table.url, token, name, sleep=at_once)


class Player:
    """A person without a screen, who answers every question by a rule."""

    def __init__(
        self,
        client: TableClient,
        rule: Callable[[KnownGame, YourQuestion], Any] = by_rule,
        *,
        seat: Seat | None = None,
        ready: bool = True,
    ) -> None:
        self.client = client
        self.known = KnownGame()
        self.rule = rule
        self.wants = seat
        self.ready = ready
        self.heard: list[Any] = []
        self.turned_down: list[str] = []
        self.answered = 0
        self._news = asyncio.Event()

    async def play(self) -> "Player":
        """Follow the table to the end of the game."""
        async for message in self.client.follow():
            self.take(message)
            if isinstance(message, End):
                break
        return self

    def take(self, message: Any) -> None:
        self.heard.append(message)
        self.known.take(message)
        self._news.set()
        self._news = asyncio.Event()
        match message.__class__.__name__:
            case "Welcome" if self.wants is not None:
                self.client.send(SitDown(seat=self.wants))
            case "YourSeat" if self.ready and self.known.seat is not None and not self.known.lobby.begun:
                self.client.send(SetReady(ready=True))
        if isinstance(message, TurnedDown):
            self.turned_down.append(message.reason)
        if isinstance(message, YourQuestion):
            answer = self.rule(self.known, message)
            if answer is not None:
                self.answered += 1
                self.client.send(GiveAnswer(number=message.number, answer=answer_given(answer)))

    def be_ready(self) -> None:
        self.client.send(SetReady(ready=True))

    def answer_now(self, answer: Any) -> None:
        """Answer the open question."""
        assert self.known.question is not None
        self.answered += 1
        self.client.send(GiveAnswer(number=self.known.question.number, answer=answer_given(answer)))

    async def until(self, condition: Callable[["Player"], object]) -> None:
        """Return once `condition` holds."""
        while not condition(self):
            await self._news.wait()


@contextlib.asynccontextmanager
async def raw_connection(table: OpenTable, **headers: str) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    """A connection of somebody who may send anything."""
    async with aiohttp.ClientSession() as session, session.ws_connect(table.url, headers=headers) as socket:
        yield socket


async def all_ready(*players: Player) -> None:
    """Have these say that they are ready once all of them sit."""
    for player in players:
        await player.until(lambda player: player.known.seat)
    for player in players:
        player.client.send(SetReady(ready=True))


@contextlib.asynccontextmanager
async def owner_of(table: OpenTable) -> AsyncIterator[Player]:
    """The owner of the table, who is there for a while and takes no seat."""
    owner = Player(client_for(table, table.token(Admits.OWNER), "Owner"), ready=False)
    plays = asyncio.create_task(owner.play())
    try:
        await owner.until(lambda player: player.known.lobby.people)
        yield owner
    finally:
        plays.cancel()
        await asyncio.gather(plays, return_exceptions=True)
