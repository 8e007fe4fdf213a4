"""How a server of pages runs: behind the guard of its connections, until a signal ends the process."""

import asyncio
import contextlib
import signal
import socket
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

from codenames_tui.streaming.connections import Connections, silent_logger

if TYPE_CHECKING:
    from aiohttp import web


@contextlib.asynccontextmanager
async def served(
    app: "web.Application", connections: Connections, listener: socket.socket, *, patience: float
) -> AsyncIterator[None]:
    """Serve until the block is left.

    Args:
        app: what is served.
        connections: guards them.
        listener: where they come in.
        patience: seconds for which an idle connection is kept.
    """
    from aiohttp import web

    runner = web.AppRunner(
        app,
        access_log=None,
        logger=silent_logger(),
        keepalive_timeout=patience,
        handle_signals=False,
        shutdown_timeout=1.0,
    )
    await runner.setup()
    listening = await connections.listen(runner.server, listener)
    try:
        yield
    finally:
        listening.close()
        await runner.cleanup()


def end_signal() -> "asyncio.Future[int]":
    """Return what will be the number of the signal that ends the process; from now on signals are waited for."""
    loop = asyncio.get_running_loop()
    ended: asyncio.Future[int] = loop.create_future()

    def end(number: int) -> None:
        if not ended.done():
            ended.set_result(number)

    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if number := getattr(signal, name, None):
            with contextlib.suppress(NotImplementedError):
                loop.add_signal_handler(number, end, int(number))
    return ended
