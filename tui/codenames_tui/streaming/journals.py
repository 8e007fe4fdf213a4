"""Following a game by its journal, which another process writes."""

import asyncio
import os
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Final

from codenames_core.files.journal import event_of_line, header_of_line
from codenames_core.files.record import EpisodeRecord, read_episode
from codenames_core.files.untrusted_files import open_ordinary, refusal
from codenames_core.support.errors import EpisodeFileError
from codenames_core.support.folders import LARGEST_FILE, RECORD_SUFFIX
from codenames_core.text.sanitiser import one_line
from codenames_core.watch.broadcast import Audience, End, Happened, start_of
from codenames_tui.streaming.news import News, Notice

LOOKING_SECONDS: Final = 0.25
PIECE: Final = 1_000_000
"""Bytes that are read at once."""
NO_GAME: Final = "00000000"
"""A journal holds one game, which needs no name."""


class GrowingFile:
    """The whole lines of a file that somebody else appends to; a torn last line waits for its end.

    Raises:
        EpisodeFileError: the file cannot be read.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = one_line(str(path))
        self.count = 0
        """Lines that were read."""
        self._rest = b""
        self._read = 0
        try:
            self._file = open_ordinary(path)
        except (OSError, ValueError) as error:
            raise EpisodeFileError(f"{self.name}: {refusal(error)}") from error

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def lines(self) -> Iterator[bytes]:
        """Yield the lines that have been completed since.

        Raises:
            EpisodeFileError: the file has become too large, or shorter than it was.
        """
        while data := self._file.read(PIECE):
            self._read += len(data)
            if self._read > LARGEST_FILE:
                raise EpisodeFileError(f"{self.name}: more than {LARGEST_FILE:,} bytes, and that is the most")
            *lines, self._rest = (self._rest + data).split(b"\n")
            for line in lines:
                self.count += 1
                yield line
        self._go_back_over_a_cut_end()

    def _go_back_over_a_cut_end(self) -> None:
        """A game that is resumed begins by cutting a torn end off; what is written in its place is another line."""
        size = os.fstat(self._file.fileno()).st_size
        if size >= self._read:
            return
        if size < self._read - len(self._rest):
            raise EpisodeFileError(f"{self.name}: it has become shorter")
        self._rest = self._rest[: size - (self._read - len(self._rest))]
        self._read = size
        self._file.seek(size)

    def is_gone(self) -> bool:
        """Return whether the file is no longer what its name leads to."""
        try:
            return not os.path.samestat(os.fstat(self._file.fileno()), self.path.stat())
        except OSError:
            return True


class JournalSource:
    """A game whose journal is being written.

    Args:
        path: of the journal.
        sleep: waits between looks; another one for tests.
    """

    def __init__(self, path: Path | str, *, sleep: Callable[[float], Awaitable[object]] = asyncio.sleep) -> None:
        self._path = Path(path)
        self._sleep = sleep
        self.record: EpisodeRecord | None = None
        """The whole game, once it was sealed."""

    async def follow(self) -> AsyncGenerator[News]:
        """Yield what the journal holds and will hold, until the game is sealed.

        Raises:
            EpisodeFileError: it is no journal; the message names the line.
        """
        if self._path.suffix == RECORD_SUFFIX:
            raise EpisodeFileError(f"{one_line(str(self._path))}: this game is over; open it with replay")
        file = GrowingFile(self._path)
        seen = 0
        try:
            while True:
                is_gone = file.is_gone()  # asked before the last look, so that no line is missed
                for line in file.lines():
                    where = f"{file.name}: line {file.count}"
                    if file.count == 1:
                        yield start_of(header_of_line(line, where), NO_GAME, Audience.SPYMASTER)
                    elif (event := event_of_line(line, where)) is not None:
                        yield Happened(at=seen, event=event)
                        seen += 1
                if is_gone:
                    break
                await self._sleep(LOOKING_SECONDS)
        finally:
            file.close()
        for news in self._end(seen):
            yield news

    def _end(self, seen: int) -> Iterator[News]:
        """Yield what the episode has that the journal became."""
        try:
            self.record = read_episode(self._path.with_suffix(RECORD_SUFFIX)).record
        except EpisodeFileError:
            yield Notice("the journal is gone, and there is no episode in its place", final=True)
            return
        events = self.record.public_transcript
        for at in range(seen, len(events)):
            yield Happened(at=at, event=events[at])
        yield End(events=len(events), outcome=self.record.outcome)
