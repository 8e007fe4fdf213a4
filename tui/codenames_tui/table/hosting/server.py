"""A table over WebSockets: connections with bounds, each with a person at its end.

aiohttp serves them, as it does the event stream. A connection is told its news from its place in the game, at its own
pace, so one that is slow or gone holds nobody up. Until it has shown what opens the table it is a stranger: of those
there are few at a time, and only for seconds.
"""

import asyncio
import contextlib
import socket
import ssl
from collections.abc import AsyncIterator, Sequence
from typing import TYPE_CHECKING, Final

from codenames_core.table.lobby import Presence
from codenames_core.table.messages import LONGEST_REQUEST
from codenames_tui.streaming.connections import Connections, bound_buffers, silent_logger
from codenames_tui.streaming.cross_site_requests import why_refused
from codenames_tui.table.hosting.connection import TableConnection
from codenames_tui.table.hosting.host import TableHost
from codenames_tui.ui.crash import write_crash

if TYPE_CHECKING:
    from aiohttp import web

PATH: Final = "/table"
HELLO_SECONDS: Final = 5.0
"""In which a connection has to show what opens the table."""
PATIENCE: Final = 20.0
"""Seconds in which a connection has to take what it is sent."""
HEARTBEAT: Final = 10.0
"""Seconds without a message after which a connection has to show that it is there."""
MOST_STRANGERS: Final = 60
"""Connections that have not shown what opens the table; beyond them, the oldest makes room."""
LAST_NEWS_SECONDS: Final = 8.0
"""In which the end of the game is still told, also to those who play and are on their way back."""


class TableServer:
    """Lets people in to a table.

    Args:
        host: of the table.
        listener: where they come in.
        names: by which this machine may be asked for, besides its addresses.
        tls: encrypts; None for connections that need not be.
        hello_seconds: see `HELLO_SECONDS`.
        patience: see `PATIENCE`.
        heartbeat: see `HEARTBEAT`.
    """

    def __init__(
        self,
        host: TableHost,
        listener: socket.socket,
        names: frozenset[str] = frozenset({"localhost"}),
        *,
        tls: ssl.SSLContext | None = None,
        hello_seconds: float = HELLO_SECONDS,
        patience: float = PATIENCE,
        heartbeat: float = HEARTBEAT,
    ) -> None:
        self._host = host
        self._listener = listener
        self._names = names
        self._tls = tls
        self._hello_seconds, self._patience, self._heartbeat = hello_seconds, patience, heartbeat
        self._connections = Connections(hello_seconds)
        self._strangers: dict[TableConnection, None] = {}
        self._guests: set[TableConnection] = set()
        self._heard_the_end: set[int] = set()
        """The numbers of people who have left since."""

    @contextlib.asynccontextmanager
    async def serving(self) -> AsyncIterator[None]:
        """Serve until the block is left; whoever is there is told the end of a game that is over."""
        from aiohttp import web

        app = web.Application()
        app.router.add_get(PATH, self._answer, allow_head=False)
        app.router.add_get("/", self._explain, allow_head=False)
        runner = web.AppRunner(app, access_log=None, logger=silent_logger(), handle_signals=False, shutdown_timeout=1.0)
        await runner.setup()
        listening = await self._connections.listen(runner.server, self._listener, tls=self._tls)
        waking = asyncio.create_task(self._wake_guests())
        try:
            yield
        finally:
            if self._host.is_over:
                await self._tell_the_end()
            listening.close()
            await self._say_farewell()
            waking.cancel()
            await runner.cleanup()

    async def _wake_guests(self) -> None:
        while True:
            await self._host.changes.wait()
            for guest in self._guests:
                guest.wake()

    async def _tell_the_end(self) -> None:
        """Return once everybody who is here, or plays and may come back, has been told the end, or after a while."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LAST_NEWS_SECONDS):
                while self._somebody_waits():
                    await self._host.changes.wait()

    def _somebody_waits(self) -> bool:
        heard = {guest.number for guest in self._guests if guest.has_told_the_end} | self._heard_the_end
        players = {one.number for one in self._host.lobby.seated if one.presence is not Presence.GONE}
        return not players | {guest.number for guest in self._guests} <= heard

    async def _say_farewell(self) -> None:
        why = "the game is over" if self._host.is_over else "the host has left; the game can be resumed"
        for guest in self._guests:
            guest.end(why, final=self._host.is_over)
        for stranger in self._strangers:
            stranger.abort()
        await _all_of([guest.closed for guest in self._guests], 1.0)

    async def _explain(self, request: "web.Request") -> "web.Response":
        """Say in a browser what this is."""
        self._connections.has_asked(request.protocol)
        if reason := self._why_refused(request):
            return _last_response(403, reason)
        return _last_response(200, "A table of codenames-tui. Join it with: codenames-tui join INVITATION")

    def _why_refused(self, request: "web.Request") -> str | None:
        reasons = [why_refused(request.headers, name) for name in self._names]
        return reasons[0] if all(reasons) else None

    async def _answer(self, request: "web.Request") -> "web.StreamResponse":
        from aiohttp import web

        self._connections.has_asked(request.protocol)
        if reason := self._why_refused(request):
            return _last_response(403, reason)
        socket = web.WebSocketResponse(
            compress=False, heartbeat=self._heartbeat, max_msg_size=LONGEST_REQUEST, timeout=1.0
        )
        if not socket.can_prepare(request).ok:
            return _last_response(400, "this is for a WebSocket")
        bound_buffers(request.transport)
        await socket.prepare(request)
        connection = TableConnection(self._host, socket, request.transport, self._patience)
        self._strangers[connection] = None
        self._make_room()
        try:
            await self._serve(connection)
        except (ConnectionError, TimeoutError):
            pass  # its end
        except Exception as error:
            write_crash(error)
        finally:
            self._guests.discard(connection)
            self._strangers[connection] = None  # until it has hung up: one that does not answer to that makes room, too
            await connection.close()
            self._strangers.pop(connection, None)
        return socket

    def _make_room(self) -> None:
        while len(self._strangers) > MOST_STRANGERS:
            oldest = next(iter(self._strangers))
            del self._strangers[oldest]
            oldest.abort()

    async def _serve(self, connection: "TableConnection") -> None:
        try:
            async with asyncio.timeout(self._hello_seconds):
                is_welcome = await connection.greet()
        except TimeoutError:
            return
        if not is_welcome:
            return
        self._strangers.pop(connection, None)
        self._guests.add(connection)
        try:
            await connection.serve()
        finally:
            if connection.has_told_the_end:
                self._heard_the_end.add(connection.number)


def _last_response(status: int, text: str) -> "web.Response":
    """Return a response after which the connection is closed: whoever has no more to ask takes nobody's place."""
    from aiohttp import web

    response = web.Response(status=status, text=f"{text}\n")
    response.force_close()
    return response


async def _all_of(events: Sequence[asyncio.Event], seconds: float) -> None:
    """Return when all of these have happened, or after so many seconds."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            for event in events:
                await event.wait()
