"""What viewers cost a game: CPU of the game's process for each event and viewer, and memory for each viewer.

The viewers are sockets of another process that read as fast as they can. The game tells messages of 430 bytes and
waits until everybody has them, so that nothing is hidden in a buffer.
"""

import asyncio
import gc
import multiprocessing
import socket
import time
from collections.abc import Iterator

from benchmarks.figures import Figure
from benchmarks.measuring import resident_mb
from codenames_agents.catalogue import build_team
from codenames_core.game.config import GameConfig, Seat
from codenames_core.game.events import DiscussionMessage
from codenames_core.play.episode import EpisodeRunner
from codenames_tui.streaming.addresses import Address
from codenames_tui.streaming.server import EventServer

MESSAGE = DiscussionMessage(seat=Seat.RED_GUESSER_1, text="word " * 60, consensus=False)
BURST = 10
"""Events that are told before the loop has its turn."""


def read_all(port: int, viewers: int) -> None:
    """Be that many viewers, until the server closes their connections."""
    sockets = []
    for _ in range(viewers):
        one = socket.create_connection(("127.0.0.1", port))
        one.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        one.setblocking(False)
        sockets.append(one)

    async def drain(one: socket.socket) -> None:
        while await asyncio.get_running_loop().sock_recv(one, 1 << 16):
            pass

    async def everybody() -> None:
        await asyncio.gather(*map(drain, sockets), return_exceptions=True)

    asyncio.run(everybody())


async def told_to(viewers: int, events: int) -> tuple[float, float]:
    """Return seconds of CPU for one event, and MB of memory for all viewers once they are there."""
    table = EpisodeRunner(GameConfig(seed=7), build_team("ghost:pass"), build_team("ghost:pass"))
    server = EventServer(Address("127.0.0.1", 0))
    server.publish(table)
    port = int(server.url.rstrip("/").rpartition(":")[2])
    async with server.serving():
        gc.collect()
        empty = resident_mb()
        process = multiprocessing.get_context("spawn").Process(target=read_all, args=(port, viewers))
        process.start()
        while server.clients < viewers:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        held = resident_mb() - empty
        begun = time.process_time()
        for number in range(events):
            table.stream.publish(MESSAGE)
            if number % BURST == BURST - 1:
                await asyncio.sleep(0.002)
        seconds = time.process_time() - begun
        table.stream.close()
        await asyncio.sleep(0.1)
    process.join()
    return seconds / events, held


def figures(quick: bool) -> Iterator[Figure]:
    """Publish to no viewer, to one, and to many."""
    events = 1_000 if quick else 4_000
    alone, _ = asyncio.run(told_to(0, events))
    yield Figure("an event that no one watches", alone * 1e6, "µs of CPU")
    for viewers in (1, 10, 50):
        seconds, held = asyncio.run(told_to(viewers, events))
        yield Figure(f"an event, {viewers} watching", seconds * 1e6, "µs of CPU", about="430 bytes")
        if viewers == 50:
            yield Figure("an event for each of them", (seconds - alone) / viewers * 1e6, "µs of CPU")
            yield Figure("memory for each of them", held / viewers * 1024, "KB")
