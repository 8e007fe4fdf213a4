"""One connection to a table: who is at its other end, what that asks for, and what it is told at its own pace."""

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any, Final

from pydantic import BaseModel, ValidationError

from codenames_core.support.validation_messages import first_problem
from codenames_core.table.lobby import NotAllowedError
from codenames_core.table.messages import REQUEST, Farewell, Hello, TurnedDown
from codenames_core.table.telling import ToldSoFar, news
from codenames_core.text.sanitiser import one_line
from codenames_tui.table.hosting.guests import TooManyMessagesError
from codenames_tui.table.hosting.host import TableHost

if TYPE_CHECKING:
    from aiohttp import web

GATHERING_SECONDS: Final = 0.01
"""Between two sendings to one connection: what happens meanwhile goes together."""


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
        self.number = 0
        """Of its person; 0 before it is known."""
        self._told = ToldSoFar()
        self._replies: list[BaseModel] = []
        self._farewell: Farewell | None = None
        self._wake = asyncio.Event()
        self.closed = asyncio.Event()

    @property
    def has_told_the_end(self) -> bool:
        """Whether everything about the game was sent, and the game is over."""
        return self._told.has_ended

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
        self.number = welcome.person
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
            self._host.left(self.number, self)
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
        self.closed.set()
        with contextlib.suppress(ConnectionError, TimeoutError, RuntimeError):
            async with asyncio.timeout(1.0):
                await self._socket.close()

    async def _take(self) -> None:
        while (request := await self._next()) is not None:
            try:
                self._host.request(self.number, request)
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
            person = self._host.lobby.person(self.number)
        except NotAllowedError:
            return has_replied  # it is being sent away
        messages, told = news(self._told, self._host.now(), person)
        for message in messages:
            await self._send(message)
        has_ended, self._told = self._told.has_ended, told
        if told.has_ended and not has_ended:
            self._host.changes.notify()  # the table closes once everybody has heard
        return has_replied or bool(messages)

    async def _send_replies(self) -> bool:
        replies, self._replies = self._replies, []
        for reply in replies:
            await self._send(reply)
        return bool(replies)

    async def _send(self, message: BaseModel) -> None:
        async with asyncio.timeout(self._patience):
            await self._socket.send_str(message.model_dump_json(exclude_none=False))
