"""Following a game over HTTP: reconnects by itself, believes nothing.

What a server sends is bounded in size, validated message by message, and in the right order or not taken. Whoever
shows it cleans the texts, as all texts from outside are.
"""

import asyncio
import contextlib
import logging
import os
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit, urlunsplit

from pydantic import ValidationError

from codenames_core.support.errors import CodenamesError, InputError
from codenames_core.support.validation_messages import first_problem
from codenames_core.text.sanitiser import one_line
from codenames_core.watch.broadcast import MESSAGE, Audience, End, Happened, Message, Snapshot, Start
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
MOST_BYTES: Final = 64_000_000
"""Of all events of one game."""


class RefusedError(InputError):
    """The server does not let this client follow; asking again would not help."""


class LostError(CodenamesError):
    """The connection was lost, or could not be made; another try may do."""


def stream_url(text: str, audience: Audience) -> str:
    """Return the address of the stream that a person means by `text`.

    >>> stream_url("http://localhost:8765", Audience.PUBLIC)
    'http://localhost:8765/events?view=public'

    Raises:
        InputError: it is no address of a stream.
    """
    try:
        parts = urlsplit(text)
        usable = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0 and not parts.query
    except ValueError:
        usable = False
    if not usable:
        raise InputError(f"{one_line(text, 80)!r} is no address of a stream, such as http://127.0.0.1:8765")
    if "@" in parts.netloc:
        raise InputError("an address with a name and password ends up in histories and logs; give --token-file")
    path = parts.path if parts.path.strip("/") else "/events"
    return urlunsplit((parts.scheme, parts.netloc, path, f"view={audience}", ""))


class HttpSource:
    """A game that a server tells.

    Args:
        url: see `stream_url`.
        secret: opens the spymaster's view, or any view of a server that is not of this machine.
        audience: whose view is asked for.
        sleep: waits between tries; another one for tests.
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
        self._bytes = 0
        self._rushed = False
        """Whether events were left out, so that they are asked for again."""

    async def follow(self) -> AsyncGenerator[News]:
        """Yield what the server tells; a lost connection is said, and made again from the same place.

        Raises:
            RefusedError: the server will not have us.
            BrokenStreamError: it sends something else than a game.
        """
        import aiohttp

        logging.getLogger("aiohttp").disabled = True  # what it says of a server would be drawn over the screen
        limits = aiohttp.ClientTimeout(total=None, sock_connect=CONNECT_SECONDS, sock_read=SILENCE)
        wait = FIRST_WAIT
        async with aiohttp.ClientSession(timeout=limits, auto_decompress=False, trust_env=False) as session:
            while True:
                try:
                    async with contextlib.aclosing(self._once(session)) as told:
                        async for news in told:
                            wait = FIRST_WAIT
                            yield news
                            if isinstance(news, End):
                                return
                    reason = "too slow for the server" if self._rushed else "the connection was closed"
                    self._rushed = False
                except LostError as error:
                    reason = str(error)
                except (aiohttp.ClientError, OSError, TimeoutError) as error:
                    reason = _lost(error)
                yield Notice(f"{RECONNECTING} {wait:g} s: {reason}")
                await self._sleep(wait)
                wait = min(wait * 2, LONGEST_WAIT)

    async def _once(self, session: "aiohttp.ClientSession") -> AsyncGenerator[News]:
        """Yield what comes over one connection, at first that it is there."""
        headers = {"Accept": "text/event-stream", "Accept-Encoding": "identity"}
        if self._seen:
            headers["Last-Event-ID"] = f"{self._game}.{self._seen}"
        if self._secret is not None:
            headers["Authorization"] = f"Bearer {self._secret}"
        async with session.get(self._url, headers=headers, allow_redirects=False) as response:
            if response.status >= 500:
                raise LostError(f"the server says {response.status} {await _said(response)}".rstrip())
            if response.status != 200:
                raise RefusedError(f"the server refuses: {response.status} {await _said(response)}".rstrip())
            if response.content_type != "text/event-stream":
                raise BrokenStreamError(f"this is {one_line(response.content_type, 40)}, and no stream of a game")
            yield Notice("")
            reader = FrameReader()
            async for data in response.content.iter_any():
                for frame in reader.feed(data):
                    if (message := self._taken(frame)) is not None:
                        yield message
                    if self._rushed:
                        return

    def _taken(self, frame: Frame) -> Message | None:
        """Return the message of a frame, None where it has nothing new.

        Raises:
            BrokenStreamError: it does not fit what came before, or there is too much of it.
        """
        message = parse(frame)
        match message:
            case Start():
                if message.view is not self._audience:
                    raise BrokenStreamError(f"the view is {message.view}, and {self._audience} was asked for")
                if (message.key is not None) is not (message.view is Audience.SPYMASTER):
                    raise BrokenStreamError("the key does not belong to this view")
                if message.game == self._game:
                    return None
                self._game, self._seen, self._bytes = message.game, 0, 0
            case _ if not self._game:
                raise BrokenStreamError("it does not begin with the start of a game")
            case Happened():
                if message.at != self._seen:
                    raise BrokenStreamError(f"event {message.at} comes where event {self._seen} was due")
                self._seen += 1
                self._bytes += len(frame.data)
                if self._seen > MOST_EVENTS or self._bytes > MOST_BYTES:
                    raise BrokenStreamError("more events than a game has")
            case Snapshot():
                self._rushed = message.at > self._seen  # the list is still there: what was left out can be had again
                return None
        return message


def parse(frame: Frame) -> Message | None:
    """Return the message of a frame, None for one of a kind that only a newer version knows.

    Raises:
        BrokenStreamError: it is none.
    """
    if frame.event not in ("start", "event", "snapshot", "end"):
        return None
    try:
        message: Message = MESSAGE.validate_json(frame.data)
    except ValidationError as error:
        raise BrokenStreamError(f"{frame.event}: {first_problem(error)}") from error
    return message


async def _said(response: "aiohttp.ClientResponse") -> str:
    """Return the first words of a refusal."""
    data = await response.content.read(400)
    return one_line(data.decode("utf-8", "replace"), 120)


def _lost(error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return "nothing was heard for too long"
    if isinstance(error, OSError) and error.errno and error.errno > 0:
        return f"no connection: {os.strerror(error.errno)}"
    return "the connection was lost"
