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
from typing import TYPE_CHECKING, Any, Final

from pydantic import BaseModel, ValidationError

from codenames_core.support.validation_messages import first_problem
from codenames_core.table.lobby import NotAllowedError
from codenames_core.table.messages import LONGEST_REQUEST, REQUEST, Farewell, Hello, TurnedDown
from codenames_core.table.telling import ToldSoFar, news
from codenames_core.text.sanitiser import one_line
from codenames_tui.streaming.connections import Connections, bound_buffers, silent_logger
from codenames_tui.streaming.cross_site_requests import why_refused
from codenames_tui.table.host import TableHost, TooManyMessagesError
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
GATHERING_SECONDS: Final = 0.01
"""Between two sendings to one connection: what happens meanwhile goes together."""
LAST_NEWS_SECONDS: Final = 3.0
"""In which the end of the game is still told."""


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
            listening.close()
            await self._tell_the_end()
            waking.cancel()
            await runner.cleanup()

    async def _wake_guests(self) -> None:
        while True:
            await self._host.changes.wait()
            for guest in self._guests:
                guest.wake()

    async def _tell_the_end(self) -> None:
        if self._host.is_over:
            await _all_of([guest.has_heard_the_end for guest in self._guests], LAST_NEWS_SECONDS)
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
        await connection.serve()


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


class TableConnection:
    """One WebSocket, with a person at its end once that has shown what opens the table.

    Args:
        host: of the table.
        socket: the open WebSocket.
        transport: of its bytes.
        patience: seconds that it may take for what it is sent.
    """

    def __init__(
        self,
        host: TableHost,
        socket: "web.WebSocketResponse",
        transport: asyncio.Transport | None,
        patience: float,
    ) -> None:
        self._host = host
        self._socket = socket
        self._transport = transport
        self._patience = patience
        self._number = 0
        self._told = ToldSoFar()
        self._replies: list[BaseModel] = []
        self._farewell: Farewell | None = None
        self._wake = asyncio.Event()
        self.has_heard_the_end = asyncio.Event()
        """Set once everything about the game was sent, or cannot be any more."""
        self.closed = asyncio.Event()

    async def greet(self) -> bool:
        """Take the first message, and return whether it opened the table."""
        request = await self._next()
        if not isinstance(request, Hello):
            await self._send(self._farewell or Farewell(reason="the first message has to be a hello"))
            return False
        try:
            welcome = self._host.welcome(request, self)
        except NotAllowedError as error:
            is_final = not isinstance(error, TooManyMessagesError)
            await self._send(Farewell(reason=one_line(str(error), 400), final=is_final))
            return False
        self._number = welcome.person
        self._replies.append(welcome)
        return True

    async def serve(self) -> None:
        """Take requests and tell the news until one of both ends."""
        telling = asyncio.create_task(self._tell())
        taking = asyncio.create_task(self._take())
        try:
            done, _ = await asyncio.wait({telling, taking}, return_when=asyncio.FIRST_COMPLETED)
            if taking in done and self._farewell is not None and not telling.done():
                await asyncio.wait({telling}, timeout=self._patience)
        finally:
            for task in (telling, taking):
                task.cancel()
            results = await asyncio.gather(telling, taking, return_exceptions=True)
            self._host.left(self._number, self)
        for result in results:
            if isinstance(result, Exception):
                raise result

    def end(self, reason: str, *, final: bool) -> None:
        """Say farewell and close, once what was said before is sent."""
        self._farewell = self._farewell or Farewell(reason=one_line(reason, 400), final=final)
        self._wake.set()

    def wake(self) -> None:
        """Have it look for news."""
        self._wake.set()

    def abort(self) -> None:
        """Hang up at once."""
        if self._transport is not None:
            self._transport.abort()

    async def close(self) -> None:
        """Close the WebSocket, as far as its other end takes part."""
        self.has_heard_the_end.set()
        self.closed.set()
        with contextlib.suppress(ConnectionError, TimeoutError, RuntimeError):
            async with asyncio.timeout(1.0):
                await self._socket.close()

    async def _take(self) -> None:
        while (request := await self._next()) is not None:
            try:
                self._host.request(self._number, request)
            except TooManyMessagesError as error:
                self.end(str(error), final=False)
                return
            except NotAllowedError as error:
                self._reply(TurnedDown(reason=one_line(str(error), 400)))

    def _reply(self, message: BaseModel) -> None:
        self._replies.append(message)
        self._wake.set()

    async def _next(self) -> Any:
        """Return the next request; None where there is none, or where what came is none."""
        from aiohttp import WSMsgType

        message = await self._socket.receive()
        if message.type is not WSMsgType.TEXT:
            return None
        try:
            return REQUEST.validate_json(message.data)
        except ValidationError as error:
            self.end(first_problem(error), final=False)
            return None

    async def _tell(self) -> None:
        """Send what there is to say, at the pace of the other end, until the table says farewell."""
        while self._farewell is None:
            self._wake.clear()
            if await self._send_news():
                await asyncio.sleep(GATHERING_SECONDS)
            else:
                await self._wake.wait()
        await self._send_replies()
        await self._send(self._farewell)

    async def _send_news(self) -> bool:
        """Send replies and news, and return whether there were any."""
        has_replied = await self._send_replies()
        try:
            person = self._host.lobby.person(self._number)
        except NotAllowedError:
            return has_replied  # it is being sent away
        messages, told = news(self._told, self._host.now(), person)
        for message in messages:
            await self._send(message)
        self._told = told
        if told.has_ended:
            self.has_heard_the_end.set()
        return has_replied or bool(messages)

    async def _send_replies(self) -> bool:
        replies, self._replies = self._replies, []
        for reply in replies:
            await self._send(reply)
        return bool(replies)

    async def _send(self, message: BaseModel) -> None:
        async with asyncio.timeout(self._patience):
            await self._socket.send_str(message.model_dump_json(exclude_none=False))
