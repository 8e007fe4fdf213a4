"""Sits at a table from afar: connects, comes back after a lost connection, and trusts nothing that is sent.

What the person asks for while the connection is lost is dropped, but for an answer: that is given again once the same
question is.
"""

import asyncio
import contextlib
import logging
import os
import ssl
from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from pydantic import BaseModel, ValidationError

from codenames_core.files.untrusted_files import decode, read_bytes
from codenames_core.support.errors import InputError
from codenames_core.support.validation_messages import first_problem
from codenames_core.table.messages import (
    TOLD,
    Farewell,
    GiveAnswer,
    Hello,
    NoQuestion,
    Welcome,
    YourQuestion,
)
from codenames_core.text.sanitiser import one_line
from codenames_core.watch.broadcast import End
from codenames_tui.streaming.client import CONNECT_SECONDS, FIRST_WAIT, RefusedError
from codenames_tui.streaming.frames import LONGEST_FRAME, BrokenStreamError
from codenames_tui.streaming.news import Notice

if TYPE_CHECKING:
    import aiohttp

LONGEST_WAIT: Final = 5.0
"""Seconds between two tries to come back."""
HEARTBEAT: Final = 10.0
MOST_UNSENT: Final = 50
"""Requests that wait to be sent."""
LARGEST_INVITATION: Final = 4_096
"""Bytes of a file with one."""
_SCHEMES: Final = {"http": "ws", "https": "wss", "ws": "ws", "wss": "wss"}


@dataclass(frozen=True, slots=True)
class TableAddress:
    """Where a table is, and what opens it."""

    url: str
    """Of its WebSocket."""
    token: str = ""
    """Empty where the address holds none."""


def table_address(text: str) -> TableAddress:
    """Return what an invitation says: `http://HOST:PORT/#TOKEN`, or the address alone.

    >>> table_address("http://127.0.0.1:8777/#abc")
    TableAddress(url='ws://127.0.0.1:8777/table', token='abc')

    Raises:
        InputError: `text` is not the address of a table.
    """
    try:
        parts = urlsplit(text)
        usable = parts.scheme in _SCHEMES and parts.hostname and parts.port != 0 and not parts.query
    except ValueError:
        usable = False
    if not usable or "@" in parts.netloc or parts.path.strip("/") not in ("", "table"):
        shown = "***" if "@" in text else one_line(text.partition("#")[0], 80)
        raise InputError(f"{shown!r} is not an invitation to a table, such as http://127.0.0.1:8777/#TOKEN")
    return TableAddress(f"{_SCHEMES[parts.scheme]}://{parts.netloc}/table", parts.fragment)


def invitation_to(url: str, token: str) -> str:
    """Return what is given to others to come to the table whose WebSocket is at `url`; see `table_address`.

    >>> invitation_to("ws://127.0.0.1:8777/table", "abc")
    'http://127.0.0.1:8777/#abc'
    """
    parts = urlsplit(url)
    return f"{'https' if parts.scheme == 'wss' else 'http'}://{parts.netloc}/#{token}"


def invitation_in(path: str) -> str:
    """Return the invitation that a file holds.

    Raises:
        InputError: it holds none, or cannot be read.
    """
    where = one_line(path)
    words = decode(read_bytes(path, LARGEST_INVITATION), where).split()
    if len(words) != 1 or not table_address(words[0]).token:
        raise InputError(f"{where}: one invitation is needed, such as http://127.0.0.1:8777/#SECRET")
    return words[0]


class TableClient:
    """A person's connection to a table.

    Args:
        url: see `table_address`.
        token: what opens the table.
        name: of the person; may be empty.
        tls: whom to trust, for `wss` addresses; those whom the system trusts if not given.
        sleep: waits some seconds between two tries.
    """

    def __init__(
        self,
        url: str,
        token: str,
        name: str = "",
        *,
        tls: ssl.SSLContext | None = None,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self.url = url
        self._invitation = token
        self._token = token
        self._name = name
        self._tls = tls
        self._sleep = sleep
        self.is_connected = False
        self._unsent: asyncio.Queue[BaseModel] = asyncio.Queue(MOST_UNSENT)
        """Of the connection that there is."""
        self._answer: GiveAnswer | None = None
        """The last answer, until the table goes on from it."""
        self._has_ended = False

    def send(self, request: BaseModel) -> bool:
        """Ask the table for something; return whether that is under way now."""
        if isinstance(request, GiveAnswer):
            self._answer = request
        if not self.is_connected:
            return False
        with contextlib.suppress(asyncio.QueueFull):
            self._unsent.put_nowait(request)
            return True
        return False

    async def follow(self) -> AsyncGenerator[Any]:
        """Yield what the table tells; after a lost connection a notice, and then the game from its start.

        Raises:
            RefusedError: the table does not let this person in, or sends it away.
            BrokenStreamError: it is no table.
        """
        import aiohttp

        logging.getLogger("aiohttp").disabled = True  # its lines would be drawn over the screen
        limits = aiohttp.ClientTimeout(total=None, sock_connect=CONNECT_SECONDS)
        wait = FIRST_WAIT
        async with aiohttp.ClientSession(timeout=limits, trust_env=False) as session:
            while True:
                reason = "the connection was lost"
                try:
                    async with contextlib.aclosing(self._follow_once(session)) as messages:
                        async for message in messages:
                            if isinstance(message, Welcome):
                                wait = FIRST_WAIT
                            if isinstance(message, Farewell):
                                reason = one_line(message.reason, 200)
                                continue
                            yield message
                except aiohttp.WSServerHandshakeError as error:
                    if error.status < 500:
                        raise RefusedError(f"this is not a table, or it refuses: {error.status}") from error
                except (aiohttp.ClientError, OSError, TimeoutError) as error:
                    reason = _describe_loss(error)
                finally:
                    self.is_connected = False
                if self._has_ended:
                    return
                yield Notice(f"reconnecting in {wait:g} s: {reason}")
                await self._sleep(wait)
                wait = min(wait * 2, LONGEST_WAIT)

    async def _follow_once(self, session: "aiohttp.ClientSession") -> AsyncGenerator[Any]:
        """Yield what comes over one connection."""
        from aiohttp import WSMsgType

        tls = True if self._tls is None else self._tls
        async with session.ws_connect(self.url, heartbeat=HEARTBEAT, max_msg_size=LONGEST_FRAME, ssl=tls) as socket:
            self._unsent = asyncio.Queue(MOST_UNSENT)
            await socket.send_str(Hello(token=self._token, name=self._name).model_dump_json())
            sending = asyncio.create_task(self._send_all(socket))
            try:
                async for frame in socket:
                    if frame.type is WSMsgType.ERROR:
                        return  # nothing was heard for too long, or the line broke in the middle of a frame
                    if frame.type is not WSMsgType.TEXT:
                        raise BrokenStreamError("this is not a table: it sends no text")
                    message = parse_told(frame.data)
                    self._note(message)
                    yield message
            finally:
                sending.cancel()
                await asyncio.gather(sending, return_exceptions=True)

    def _note(self, message: Any) -> None:
        """Take from a message what matters to the connection.

        Raises:
            RefusedError: the table says farewell for good.
        """
        match message:
            case Welcome():
                self._token, self.is_connected = message.token, True
            case YourQuestion():
                answer, self._answer = self._answer, None
                if answer is not None and answer.number == message.number:
                    self.send(answer)
            case NoQuestion():
                self._answer = None
            case End():
                self._has_ended = True
            case Farewell() if message.final:
                if self._token != self._invitation and not self.is_connected:
                    self._token = self._invitation  # what was given to come back with is no longer known
                elif not self._has_ended:
                    raise RefusedError(one_line(message.reason, 200))

    async def _send_all(self, socket: "aiohttp.ClientWebSocketResponse") -> None:
        with contextlib.suppress(ConnectionError):
            unsent = self._unsent
            while True:
                request = await unsent.get()
                await socket.send_str(request.model_dump_json())


def parse_told(data: str) -> Any:
    """Return the message of a frame.

    Raises:
        BrokenStreamError: it holds none.
    """
    try:
        return TOLD.validate_json(data)
    except ValidationError as error:
        raise BrokenStreamError(f"this is not a table: {first_problem(error)}") from error


def _describe_loss(error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return "nothing was heard for too long"
    cause = getattr(error, "os_error", error)  # what aiohttp's own error is made of
    if not isinstance(cause, OSError) or not cause.errno:
        return "no connection"
    is_of_system = cause.errno > 0 and not isinstance(cause, ssl.SSLError)  # others have numbers of their own
    said = os.strerror(cause.errno) if is_of_system else cause.strerror or ""
    return f"no connection: {one_line(said, 100)}"
