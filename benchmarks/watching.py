"""What viewers cost a game: CPU of the game's process for each event and viewer, and memory for each viewer.

    python benchmarks/watching.py [--events N]

The viewers are sockets of another process that read as fast as they can. The game tells messages of 430 bytes and
waits until everybody has them, so that nothing is hidden in a buffer.
"""

import argparse
import asyncio
import gc
import multiprocessing
import os
import socket
import time
from pathlib import Path

from codenames_agents.catalogue import build_team
from codenames_core.config import GameConfig, Seat
from codenames_core.episode import EpisodeRunner
from codenames_core.events import DiscussionMessage
from codenames_tui.streaming.access import Address
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


def resident() -> int:
    """Bytes of memory that this process holds."""
    return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


async def told_to(viewers: int, events: int) -> tuple[float, float]:
    """Return seconds of CPU for one event, and bytes of memory for all viewers once they are there."""
    table = EpisodeRunner(GameConfig(seed=7), build_team("ghost:pass"), build_team("ghost:pass"))
    server = EventServer(Address("127.0.0.1", 0))
    server.publish(table)
    port = int(server.url.rstrip("/").rpartition(":")[2])
    async with server.serving():
        gc.collect()
        empty = resident()
        process = multiprocessing.get_context("spawn").Process(target=read_all, args=(port, viewers))
        process.start()
        while server.clients < viewers:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        held = resident() - empty
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


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=4_000)
    events = parser.parse_args().events
    alone, _ = asyncio.run(told_to(0, events))
    print(f"no viewer       {alone * 1e6:8.1f} µs of CPU for each event")
    for viewers in (1, 10, 50):
        seconds, held = asyncio.run(told_to(viewers, events))
        each = (seconds - alone) / viewers
        print(
            f"{viewers:3d} viewer(s)   {seconds * 1e6:8.1f} µs for each event, "
            f"{each * 1e6:6.1f} µs for each viewer; {held / viewers / 1e3:6.0f} kB for each viewer"
        )


if __name__ == "__main__":
    main()
