"""A table with people in all six seats and fifty who watch: what it costs the host, and how soon everybody knows.

The guests are connections of another process, without screens. Somebody answers every second, so that nearly all of the
time of the host goes into telling; nobody thinks, for there are no agents.
"""

import asyncio
import multiprocessing
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection
from typing import Any

from benchmarks.figures import Figure
from codenames_agents.catalogue import build_team
from codenames_core.game.agent import Question
from codenames_core.game.config import GameConfig, Seat
from codenames_core.play.episode import EpisodeRunner, new_header
from codenames_core.table.invitations import Admits, Invitations
from codenames_core.table.known_game import KnownGame
from codenames_core.table.lobby import Lobby, playable_seats
from codenames_core.table.messages import ClueReply, GiveAnswer, MessageReply, SetReady, YourQuestion, YourSeat
from codenames_core.watch.broadcast import Happened
from codenames_tui.streaming.addresses import Address, listen
from codenames_tui.table.client import TableClient
from codenames_tui.table.hosting.host import TableHost
from codenames_tui.table.hosting.server import TableServer

WATCHERS = 50
SECONDS_BETWEEN = 1.0
"""Between two answers."""
PATIENT = 60.0


class Guests:
    """Everybody who is at the table, and when they learn what happened."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.answered_at = 0.0
        self.arrived: dict[int, list[float]] = {}
        """For each event, how long after the answer each guest was told."""
        self.here = 0

    async def sit(self, token: str) -> None:
        """Be a guest until the game is over; whoever has a seat answers after a second."""
        client, known = TableClient(self.url, token), KnownGame()
        async for message in client.follow():
            known.take(message)
            if isinstance(message, YourSeat):
                self.here += 1
                if known.seat is not None and not known.lobby.begun:
                    client.send(SetReady(ready=True))
            if isinstance(message, Happened):
                self.arrived.setdefault(message.at, []).append(time.monotonic() - self.answered_at)
            if isinstance(message, YourQuestion):
                await asyncio.sleep(SECONDS_BETWEEN)
                self.answered_at = time.monotonic()
                client.send(GiveAnswer(number=message.number, answer=reply(message.question, known)))


def reply(question: Question, known: KnownGame) -> Any:
    """Return some answer."""
    match question:
        case Question.CLUE:
            return ClueReply(word="XYLOPHONE", number=1)
        case Question.MESSAGE:
            return MessageReply(text="the first card, I should think " * 5)
        case Question.GUESSES:
            return ()
        case Question.PENALTY:
            return known.view().unrevealed[0]


def be_guests(url: str, watch: str, seats: list[str], told: Connection) -> None:
    """Watch, sit down once all watchers are there, and send what was measured."""

    async def everybody() -> dict[int, list[float]]:
        guests = Guests(url)
        tasks = [asyncio.create_task(guests.sit(watch)) for _ in range(WATCHERS)]
        while guests.here < WATCHERS:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
        tasks += [asyncio.create_task(guests.sit(token)) for token in seats]
        await asyncio.gather(*tasks)
        return guests.arrived

    told.send(asyncio.run(everybody()))


async def hosted(turns: int) -> tuple[float, float, dict[int, list[float]]]:
    """Return seconds of CPU and of the clock that the host took while the game was played, and what guests measured."""
    agents = build_team("ghost:pass")
    header = new_header(GameConfig(seed=7, max_turns=turns), agents.config, agents.config)
    runner = EpisodeRunner(header, agents, agents)
    seats = playable_seats(header.config.rules)
    host = TableHost(runner, Lobby(header.config.rules, seats), Invitations.draw(seats), seal=lambda record: None)
    listener = listen(Address("127.0.0.1", 0), guarded=True)
    url = f"ws://127.0.0.1:{listener.getsockname()[1]}/table"
    here, there = multiprocessing.Pipe()
    tokens = [host.invitations.of(Admits.SEAT, seat).token for seat in Seat]
    watch = host.invitations.of(Admits.WATCH).token
    process = multiprocessing.get_context("spawn").Process(
        target=be_guests, args=(url, watch, tokens, there), daemon=True
    )
    async with TableServer(host, listener).serving():
        process.start()
        playing = asyncio.create_task(host.run())
        while not host.lobby.has_begun:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
        cpu, clock = time.process_time(), time.monotonic()
        await playing
        cpu, clock = time.process_time() - cpu, time.monotonic() - clock
    arrived: dict[int, list[float]] = await asyncio.to_thread(here.recv)
    process.join(PATIENT)
    return cpu, clock, arrived


def figures(quick: bool) -> Iterator[Figure]:
    """Play a game at one answer a second."""
    cpu, clock, arrived = asyncio.run(hosted(turns=3 if quick else 10))
    last = sorted(max(times) * 1_000 for times in arrived.values())
    about = f"6 people, {WATCHERS} watching, {len(last)} events"
    yield Figure("from an answer to everybody", last[len(last) // 2], "ms, median", about=about)
    yield Figure("from an answer to everybody, p95", last[int(len(last) * 0.95)], "ms", aim=100)
    yield Figure("the host", cpu / clock * 100, "% of a core", aim=5, about="an event a second")
