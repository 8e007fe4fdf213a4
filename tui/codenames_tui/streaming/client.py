"""Follows a game over HTTP, reconnects by itself and trusts nothing that the server sends.

Its messages are bounded in size, validated one by one, and must come in order. Their texts are not clean: cleaning them
is left to what shows them, as with all texts from outside.
"""

import asyncio
import contextlib
import logging
import os
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import TYPE_CHECKING, Final, assert_never
from urllib.parse import urlsplit, urlunsplit

from pydantic import ValidationError

from codenames_core.support.errors import CodenamesError, InputError
from codenames_core.support.validation_messages import first_problem
from codenames_core.text.sanitiser import one_line
from codenames_core.watch.broadcast import MESSAGE, Audience, End, Happened, Message, SeatChanged, Snapshot, Start
from codenames_tui.streaming.frames import BrokenStreamError, Frame, FrameReader
from codenames_tui.streaming.news import News, Notice

if TYPE_CHECKING:
    import aiohttp

RECONNECTING: Final = "reconnecting in"
FIRST_WAIT: Final = 0.5
LONGEST_WAIT: Final = 15.0
SILENCE: Final = 45.0
"""Seconds without a heartbeat after which a connection counts as lost."""
CONNECT_SECONDS: Final = 10.0
MOST_EVENTS: Final = 50_000
"""Of one game, changes of seats included."""
MOST_BYTES: Final = 64_000_000
"""Of all these."""


class RefusedError(InputError):
    """The server refuses this client; asking again would not help."""


class LostError(CodenamesError):
    """The connection was lost or could not be made; another try may succeed."""


def stream_url(text: str, audience: Audience) -> str:
    """Return the address of the stream that a person means by `text`.

    >>> stream_url("http://localhost:8765", Audience.PUBLIC)
    'http://localhost:8765/events?view=public'

    Raises:
        InputError: `text` is no address of a stream.
    """
    try:
        parts = urlsplit(text)
        usable = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0 and not parts.query
    except ValueError:
        usable = False
    if not usable:
        raise InputError(f"{one_line(text, 80)!r} is not the address of a stream, such as http://127.0.0.1:8765")
    if "@" in parts.netloc:
        raise InputError("an address with a name and password ends up in histories and logs; give --token-file")
    path = parts.path if parts.path.strip("/") else "/events"
    return urlunsplit((parts.scheme, parts.netloc, path, f"view={audience}", ""))


class HttpSource:
    """A game that a server publishes.

    Args:
        url: see `stream_url`.
        secret: token for the spymaster's view, or for any view of a server on another machine.
        audience: whose view is wanted.
        sleep: waits some seconds between two tries.
    """

    def __init__(
        self,
        url: str,
        secret: str | None = None,
        *,
        audience: Audience = Audience.PUBLIC,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self._url = stream_url(url, audience)
        self._secret = secret
        self._audience = audience
        self._sleep = sleep
        self._game = ""
        self._seen = 0
        self._changes = 0
        self._bytes = 0
        self._has_gaps = False
        """Whether the server left events out, so that they have to be asked for again."""

    async def follow(self) -> AsyncGenerator[News]:
        """Yield what the server sends; after a lost connection a notice, and then the rest over a new one.

        Raises:
            RefusedError: the server refuses this client.
            BrokenStreamError: it sends something else than a game.
        """
        import aiohttp

        logging.getLogger("aiohttp").disabled = True  # its lines would be drawn over the screen
        limits = aiohttp.ClientTimeout(total=None, sock_connect=CONNECT_SECONDS, sock_read=SILENCE)
        wait = FIRST_WAIT
        async with aiohttp.ClientSession(timeout=limits, auto_decompress=False, trust_env=False) as session:
            while True:
                try:
                    async with contextlib.aclosing(self._follow_once(session)) as updates:
                        async for news in updates:
                            wait = FIRST_WAIT
                            yield news
                            if isinstance(news, End):
                                return
                    reason = "too slow for the server" if self._has_gaps else "the connection was closed"
                    self._has_gaps = False
                except LostError as error:
                    reason = str(error)
                except (aiohttp.ClientError, OSError, TimeoutError) as error:
                    reason = _describe_loss(error)
                yield Notice(f"{RECONNECTING} {wait:g} s: {reason}")
                await self._sleep(wait)
                wait = min(wait * 2, LONGEST_WAIT)

    async def _follow_once(self, session: "aiohttp.ClientSession") -> AsyncGenerator[News]:
        """Yield what comes over one connection, first a notice that it is there."""
        headers = {"Accept": "text/event-stream", "Accept-Encoding": "identity"}
        if self._seen:
            headers["Last-Event-ID"] = f"{self._game}.{self._seen}"
        if self._secret is not None:
            headers["Authorization"] = f"Bearer {self._secret}"
        async with session.get(self._url, headers=headers, allow_redirects=False) as response:
            if response.status >= 500:
                raise LostError(f"the server says {response.status} {await _refusal_text(response)}".rstrip())
            if response.status != 200:
                raise RefusedError(f"the server refuses: {response.status} {await _refusal_text(response)}".rstrip())
            if response.content_type != "text/event-stream":
                raise BrokenStreamError(f"this is {one_line(response.content_type, 40)}, not a game stream")
            yield Notice("")
            reader = FrameReader()
            async for data in response.content.iter_any():
                for frame in reader.feed(data):
                    if (message := self._accept(frame)) is not None:
                        yield message
                    if self._has_gaps:
                        return

    def _accept(self, frame: Frame) -> Message | None:
        """Return the message of a frame, None if it holds nothing new.

        Raises:
            BrokenStreamError: it does not fit what came before, or there is too much of it.
        """
        message = parse(frame)
        if not self._game and not isinstance(message, Start):
            raise BrokenStreamError("it does not begin with the start of a game")
        match message:
            case Start():
                if message.view is not self._audience:
                    raise BrokenStreamError(f"the view is {message.view}, but {self._audience} was asked for")
                if (message.key is not None) is not (message.view is Audience.SPYMASTER):
                    raise BrokenStreamError("the key does not belong to this view")
                if message.game == self._game:
                    return None
                self._game, self._seen, self._changes, self._bytes = message.game, 0, 0, 0
            case Happened():
                if message.at != self._seen:
                    raise BrokenStreamError(f"event {message.at} comes where event {self._seen} was due")
                self._seen += 1
                self._count(frame)
            case SeatChanged():
                if message.number < self._changes:  # told over an earlier connection
                    return None
                if message.number > self._changes:
                    due = f"change of seats {self._changes} was due"
                    raise BrokenStreamError(f"change of seats {message.number} comes where {due}")
                self._changes += 1
                self._count(frame)
            case Snapshot():
                self._has_gaps = message.at > self._seen  # the server still has them: they are asked for again
                return None
            case End() | None:
                pass
            case _:
                assert_never(message)
        return message

    def _count(self, frame: Frame) -> None:
        """Keep within bounds what is kept of a game."""
        self._bytes += len(frame.data)
        if self._seen + self._changes > MOST_EVENTS or self._bytes > MOST_BYTES:
            raise BrokenStreamError("more events than a game has")


def parse(frame: Frame) -> Message | None:
    """Return the message of a frame, None for a frame of a kind that only a newer version knows.

    Raises:
        BrokenStreamError: it holds no valid message.
    """
    if frame.event not in ("start", "event", "seat", "snapshot", "end"):
        return None
    try:
        message: Message = MESSAGE.validate_json(frame.data)
    except ValidationError as error:
        raise BrokenStreamError(f"{frame.event}: {first_problem(error)}") from error
    return message


async def _refusal_text(response: "aiohttp.ClientResponse") -> str:
    """Return the beginning of the answer."""
    data = await response.content.read(400)
    return one_line(data.decode("utf-8", "replace"), 120)


def _describe_loss(error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return "nothing was heard for too long"
    if isinstance(error, OSError) and error.errno and error.errno > 0:
        return f"no connection: {os.strerror(error.errno)}"
    return "the connection was lost"
