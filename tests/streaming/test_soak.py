"""One game and fifty viewers, half of them slow or vanishing: order holds, nothing grows, nobody holds up the game.

python -m pytest -m soak tests/streaming
"""

import asyncio
import contextlib
import json
import os
import random
import socket
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.patience import PATIENCE
from tests.streaming.hosting import EVENTS, Table

from codenames_core.game.events import DiscussionMessage, Event
from codenames_core.watch.broadcast import Happened, Snapshot, Start
from codenames_tui.streaming.addresses import Address
from codenames_tui.streaming.client import HttpSource, parse
from codenames_tui.streaming.frames import FrameReader
from codenames_tui.streaming.server import EventServer

pytestmark = pytest.mark.soak
VIEWERS = 50
EVENTS_TOLD = 8_000
EVENTS_A_SECOND = 200
REPORT = "SOAK_REPORT"
"""Names a file for the figures."""


def long_game(count: int) -> list[Event]:
    """Messages of some length, which is what games are made of."""
    said = [event for event in EVENTS if isinstance(event, DiscussionMessage)]
    return [said[at % len(said)].model_copy(update={"text": f"{at} " + "word " * 80}) for at in range(count)]


def resident() -> int:
    """Bytes of memory that this process holds."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


async def steady(url: str, seen: list[int]) -> None:
    """Follows to the end as our own client does."""
    async for news in HttpSource(url).follow():
        if isinstance(news, Happened):
            seen.append(news.at)  # noqa: PERF401  it may be cut off


async def bad(url: str, chance: random.Random, orders: list[bool]) -> None:
    """Reads in small sips, stops for a while, vanishes without a word, and comes back, now and then where it was."""
    host, port = url.removeprefix("http://").rstrip("/").split(":")
    last_id = ""
    while True:
        raw = socket.socket()
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8_192)
        raw.setblocking(False)
        try:
            await asyncio.get_running_loop().sock_connect(raw, (host, int(port)))
            reader, writer = await asyncio.open_connection(sock=raw, limit=8_192)
        except OSError:
            raw.close()
            return
        resumes = bool(last_id) and chance.random() < 0.5
        wanted = f"Last-Event-ID: {last_id}\r\n" if resumes else ""
        writer.write(f"GET /events HTTP/1.1\r\nHost: {host}\r\n{wanted}\r\n".encode())
        last_id, over = await sip(reader, chance, orders, int(last_id.partition(".")[2]) if resumes else 0)
        if chance.random() < 0.5:
            writer.transport.abort()
        else:
            writer.close()
        if over:
            return


async def sip(reader: asyncio.StreamReader, chance: random.Random, orders: list[bool], at: int) -> tuple[str, bool]:
    """Read for a while, from event `at` on; returns the last id and whether the game is over."""
    with contextlib.suppress(asyncio.IncompleteReadError):
        await reader.readuntil(b"\r\n\r\n")
    frames, last_id, chunked = FrameReader(), "", b""
    for _ in range(chance.randrange(1, 400)):
        data = await reader.read(4_096)
        if not data:
            return last_id, False
        if chance.random() < 0.05:
            await asyncio.sleep(chance.random())
        chunked += data
        payload, chunked = unchunked(chunked)
        for frame in frames.feed(payload):
            message = parse(frame)
            last_id = frame.id or last_id
            if isinstance(message, Happened):
                orders.append(message.at == at)
                at = message.at + 1
            elif isinstance(message, Snapshot):
                orders.append(message.at > at)
                at = message.at
            elif not isinstance(message, Start):
                return last_id, True
    return last_id, False


def unchunked(data: bytes) -> tuple[bytes, bytes]:
    """The payload of the whole chunks of `data`, and the rest."""
    payload = b""
    while b"\r\n" in data:
        length, _, rest = data.partition(b"\r\n")
        size = int(length, 16)
        if len(rest) < size + 2:
            break
        payload, data = payload + rest[:size], rest[size + 2 :]
    return payload, data


async def play(table: Table, events: list[Event], late: list[float], memory: list[int]) -> None:
    """Tell the events at a steady pace, and note how late each is."""
    begun = time.perf_counter()
    for number, event in enumerate(events):
        due = begun + number / EVENTS_A_SECOND
        await asyncio.sleep(max(due - time.perf_counter(), 0))
        table.happened(event, table.state._replace(public_transcript=(*table.state.public_transcript, event)))
        late.append(time.perf_counter() - due)
        if number % 1_000 == 999:
            memory.append(resident())
    table.end()


def tell(figures: dict[str, object]) -> None:
    """Write the figures down where somebody asks for them."""
    if target := os.environ.get(REPORT):
        Path(target).write_text(json.dumps(figures, indent=1) + "\n", "utf-8")


async def alone(events: list[Event]) -> list[float]:
    late: list[float] = []
    await play(Table(), events, late, [])
    return late


class Seen(NamedTuple):
    """What the viewers saw, told by their own process."""

    whole: int
    """How many saw every event in order."""
    frames: int
    """How many the bad ones read."""
    in_order: bool


def view(url: str) -> Seen:
    """Be fifty viewers until the game is over."""
    return asyncio.run(_view(url))


async def _view(url: str) -> Seen:
    orders: list[bool] = []
    seen: list[list[int]] = [[] for _ in range(VIEWERS // 2)]
    good = [asyncio.create_task(steady(url, one)) for one in seen]
    trials = [asyncio.create_task(bad(url, random.Random(number), orders)) for number in range(VIEWERS // 2)]
    await asyncio.gather(*good)
    for one in trials:
        one.cancel()
    await asyncio.gather(*trials, return_exceptions=True)
    return Seen(sum(one == list(range(EVENTS_TOLD)) for one in seen), len(orders), all(orders))


async def test_fifty_viewers_of_whom_half_are_a_trial() -> None:
    events = long_game(EVENTS_TOLD)
    without = sorted(await alone(events[:2_000]))
    table = Table()
    server = EventServer(Address("127.0.0.1", 0))
    server.publish(table)
    late: list[float] = []
    memory: list[int] = []
    with ProcessPoolExecutor(1, get_context("spawn")) as elsewhere:
        async with server.serving():
            viewers = asyncio.wrap_future(elsewhere.submit(view, server.url))
            async with asyncio.timeout(PATIENCE):
                while server.clients < VIEWERS // 2:  # noqa: ASYNC110
                    await asyncio.sleep(0.05)
            begun = time.process_time()
            await play(table, events, late, memory)
            seconds = time.process_time() - begun
            seen = await asyncio.wait_for(viewers, 100)
            async with asyncio.timeout(PATIENCE):
                while server.clients:  # noqa: ASYNC110
                    await asyncio.sleep(0.05)
    late.sort()
    grown = (memory[-1] - memory[1]) / (1_000 * (len(memory) - 2))
    tell(
        {
            "events": EVENTS_TOLD,
            "viewers": VIEWERS,
            "frames read by bad viewers": seen.frames,
            "CPU of the game's process, % of a core": round(100 * seconds / (EVENTS_TOLD / EVENTS_A_SECOND), 1),
            "late ms, alone: median, p99": [round(without[len(without) * part // 100] * 1000, 2) for part in (50, 99)],
            "late ms, watched: median, p99": [round(late[len(late) * part // 100] * 1000, 2) for part in (50, 99)],
            "resident MB every 1,000 events": [round(one / 1e6, 1) for one in memory],
            "bytes an event": round(grown),
        }
    )
    assert seen.whole == VIEWERS // 2
    assert seen.frames > EVENTS_TOLD
    assert seen.in_order
    assert grown < 4_000  # the event, its frame, and its place in the transcript of the last state
