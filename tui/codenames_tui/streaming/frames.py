"""Server-Sent Events: the bytes of a stream, written and read.

https://html.spec.whatwg.org/multipage/server-sent-events.html has the format. Reading is bounded: no more of what a
server sends is held in memory than the longest frame of our own.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from codenames_core.support.errors import InputError

LONGEST_FRAME: Final = 400_000
"""Bytes of one frame. A message of 60,000 bytes is the longest that agents may say."""
HEARTBEAT: Final = b": still here\n\n"
_LINE_END: Final = re.compile(rb"\r\n|\n|\r(?!$)")
"""A carriage return at the end of the data so far may be the first half of a line end, so it does not count yet."""


class BrokenStreamError(InputError):
    """The server sends something else than a stream of a game."""


class Frame(NamedTuple):
    """One event of a stream of Server-Sent Events."""

    event: str
    data: str
    id: str | None
    """To resume after with `Last-Event-ID`; None where the frame has none."""


def frame(event: str, data: str, id: str | None = None) -> bytes:
    r"""Return the bytes of one event; `data` must hold no line end, and JSON does not.

    >>> frame("end", "{}", "a.3")
    b'id: a.3\nevent: end\ndata: {}\n\n'
    """
    named = f"id: {id}\n" if id is not None else ""
    return f"{named}event: {event}\ndata: {data}\n\n".encode()


class FrameReader:
    """Parses frames from the bytes of a connection, which may arrive in pieces of any size."""

    def __init__(self) -> None:
        self._rest = b""
        self._event = "message"
        self._id: str | None = None
        self._data: list[bytes] = []
        self._size = 0

    def feed(self, data: bytes) -> Iterator[Frame]:
        """Yield the frames that are complete now.

        Raises:
            BrokenStreamError: a frame is too long, or it is not UTF-8 text.
        """
        *lines, self._rest = _LINE_END.split(self._rest + data)
        if len(self._rest) > LONGEST_FRAME:
            raise BrokenStreamError(f"more than {LONGEST_FRAME:,} bytes without an end")
        for line in lines:
            if frame := self._read_line(line):
                yield frame

    def _read_line(self, line: bytes) -> Frame | None:
        if not line:
            return self._complete()
        self._size += len(line)
        if self._size > LONGEST_FRAME:
            raise BrokenStreamError(f"a frame of more than {LONGEST_FRAME:,} bytes")
        name, _, value = line.partition(b":")
        value = value.removeprefix(b" ")
        match name:
            case b"data":
                self._data.append(value)
            case b"event":
                self._event = _text(value)
            case b"id":
                self._id = _text(value)
        return None

    def _complete(self) -> Frame | None:
        frame = Frame(self._event, _text(b"\n".join(self._data)), self._id) if self._data else None
        self._event, self._id, self._data, self._size = "message", None, [], 0
        return frame


def _text(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise BrokenStreamError("not UTF-8 text") from error
