"""A line that is slow and holds up what follows a lost packet: a program, for the kernel here has no `netem`."""

import asyncio
import contextlib
import random
import time
from collections.abc import AsyncIterator
from typing import Any, Final

from tests.table.soaked_host import SoakedHost

RETRANSMISSION: Final = 0.3
"""Seconds by which what follows is late where a packet was lost, as TCP sends it again."""


@contextlib.asynccontextmanager
async def bad_line(
    host: SoakedHost, chance: random.Random, delay: float, jitter: float, lost: float
) -> AsyncIterator[str]:
    """The address of a way to the host that is slow, and loses packets.

    What a lost packet does to TCP is done in its place: everything behind it comes late, by a retransmission.

    Args:
        host: where it leads, also after it was started again.
        chance: says which packets are lost.
        delay: seconds in each direction.
        jitter: by how much they differ.
        lost: the share of packets.
    """

    async def forward(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        late: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

        async def deliver() -> None:
            while True:
                due, data = await late.get()
                await asyncio.sleep(max(due - time.monotonic(), 0))
                if not data:
                    writer.close()
                    return
                writer.write(data)
                await writer.drain()

        delivering = asyncio.create_task(deliver())
        due = 0.0
        data = b"."
        while data:
            try:
                data = await reader.read(1_400)
            except ConnectionError:
                data = b""  # a host that was killed resets what it had not read: that is an end, too
            lateness = delay + chance.uniform(-jitter, jitter) + (RETRANSMISSION if chance.random() < lost else 0.0)
            due = max(due, time.monotonic() + lateness)
            late.put_nowait((due, data))
        try:
            await delivering
        except ConnectionError:
            pass
        finally:
            delivering.cancel()

    open_lines: set[asyncio.Task[Any]] = set()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        open_lines.add(task)
        task.add_done_callback(open_lines.discard)
        try:
            there, back = await asyncio.open_connection("127.0.0.1", host.port)
        except OSError:
            writer.transport.abort()
            return
        try:
            await asyncio.gather(forward(reader, back), forward(there, writer), return_exceptions=True)
        finally:
            for one in (writer, back):
                one.transport.abort()

    server = await asyncio.start_server(connected, "127.0.0.1", 0)
    try:
        yield f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}/table"
    finally:
        server.close()
        for task in open_lines:
            task.cancel()
        await asyncio.gather(*open_lines, return_exceptions=True)
        await settled()


async def settled() -> None:
    """Return once sockets that were aborted are closed, which takes the loop some rounds."""
    for _ in range(5):
        await asyncio.sleep(0)
