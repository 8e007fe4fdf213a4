"""Following a file that another process appends to, a whole line at a time.

Only what is new since the last look is read, in pieces. A torn last line waits for its end: it is read again at the
next look, since a game that is resumed cuts it off and may have written another line in its place by then.
"""

import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import BinaryIO, Final

from codenames_core.files.untrusted_files import open_ordinary, refusal
from codenames_core.support.errors import EpisodeFileError
from codenames_core.support.folders import LARGEST_FILE
from codenames_core.text.sanitiser import one_line

PIECE: Final = 1_000_000
"""Bytes that are read at once."""


class FileTail:
    """The lines of a growing file that have not been read yet.

    A strict tail is for one file that matters: it is opened once and held open, so that the last lines can be read
    even after the file was deleted, and whatever is wrong with it raises. A tail that is not strict is for many files
    that come and go: it holds nothing open, a file that cannot be read has no lines yet, and one that was cut off or
    replaced is read from its beginning.

    Args:
        path: of the file; one that is not followed strictly need not exist yet.
        strict: see above.
        limit: bytes after which no more is read, None for no limit.

    Raises:
        EpisodeFileError: the file is followed strictly and cannot be read.
    """

    def __init__(self, path: Path, *, strict: bool = False, limit: int | None = LARGEST_FILE) -> None:
        self.path = path
        self.name = one_line(str(path))
        """Of the file, as it may be shown."""
        self.line_number = 0
        """Of the line that was yielded last, counted from 1. It starts again at 1 in a file that is read again."""
        self._limit = limit
        self._end = 0
        """Where the last whole line ends."""
        self._identity: tuple[int, int] | None = None
        """Device and number of the file that was read last."""
        self._file: BinaryIO | None = None
        if strict:
            try:
                self._file = open_ordinary(path)
            except (OSError, ValueError) as error:
                raise EpisodeFileError(f"{self.name}: {refusal(error)}") from error
            self._identity = _identity(os.fstat(self._file.fileno()))

    def close(self) -> None:
        """Close the file, where it is held open."""
        if self._file is not None:
            self._file.close()

    def lines(self) -> Iterator[bytes]:
        """Yield the lines that were completed since the last look, without their line ends.

        Raises:
            EpisodeFileError: a file that is followed strictly cannot be read, is too large, or was cut off.
        """
        try:
            with self._open() as file:
                if self._has_more(file):
                    yield from self._lines_from_here(file)
        except (OSError, ValueError) as error:
            if self._file is None:
                return
            if isinstance(error, EpisodeFileError):
                raise
            raise EpisodeFileError(f"{self.name}: {refusal(error)}") from error

    def is_gone(self) -> bool:
        """Return whether the path leads to no file, or to another one than was read last."""
        try:
            return _identity(os.stat(self.path)) != self._identity
        except (OSError, ValueError):
            return True

    def _open(self) -> AbstractContextManager[BinaryIO]:
        return open_ordinary(self.path) if self._file is None else nullcontext(self._file)

    def _has_more(self, file: BinaryIO) -> bool:
        """Compare the file with what was read of it; one that is not the same any more is read from its beginning."""
        status = os.fstat(file.fileno())
        identity = _identity(status)
        if status.st_size < self._end or identity != self._identity:
            if self._file is not None:
                raise EpisodeFileError(f"{self.name}: it has become shorter")
            self._end, self.line_number, self._identity = 0, 0, identity
        return status.st_size > self._end

    def _lines_from_here(self, file: BinaryIO) -> Iterator[bytes]:
        file.seek(self._end)
        torn: list[bytes] = []  # joined once, at the line's end: adding up pieces of a huge line would be quadratic
        size = self._end
        while piece := file.read(PIECE):
            size += len(piece)
            if self._limit is not None and size > self._limit:
                raise EpisodeFileError(f"{self.name}: more than {self._limit:,} bytes, which is the limit")
            *lines, rest = piece.split(b"\n")
            for line in lines:
                whole = b"".join((*torn, line))
                torn.clear()
                self._end += len(whole) + 1
                self.line_number += 1
                yield whole
            torn.append(rest)


def _identity(status: os.stat_result) -> tuple[int, int]:
    return status.st_dev, status.st_ino
