"""Follows a game by its journal, which another process writes."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Final

from codenames_core.files.journal import header_of_line, public_entry_of_line
from codenames_core.files.record import EpisodeRecord, read_episode
from codenames_core.files.schema import SeatChange
from codenames_core.files.tail import FileTail
from codenames_core.support.errors import EpisodeFileError
from codenames_core.support.folders import RECORD_SUFFIX, game_suffix
from codenames_core.text.sanitiser import one_line
from codenames_core.watch.broadcast import Audience, End, Happened, seat_changed_of, start_of
from codenames_tui.streaming.news import News, Notice

LOOKING_SECONDS: Final = 0.25
"""Between two looks at the journal."""
NO_GAME: Final = "00000000"
"""Stands for the id of the game, which a stream of several needs and a journal does not have."""


class JournalSource:
    """A game whose journal is being written.

    Args:
        path: of the journal.
        sleep: waits some seconds between two looks.
    """

    def __init__(self, path: Path | str, *, sleep: Callable[[float], Awaitable[object]] = asyncio.sleep) -> None:
        self._path = Path(path)
        self._sleep = sleep
        self.record: EpisodeRecord | None = None
        """The whole game, once it is sealed."""

    async def follow(self) -> AsyncGenerator[News]:
        """Yield what the journal holds and will hold, until the game is sealed.

        Raises:
            EpisodeFileError: it is no journal; the message names the line.
        """
        if game_suffix(self._path) == RECORD_SUFFIX:
            raise EpisodeFileError(f"{one_line(str(self._path))}: this game is over; open it with replay")
        tail = FileTail(self._path, strict=True)
        seen = changes = 0
        try:
            while True:
                is_gone = tail.is_gone()  # asked before the last look, so that no line is missed
                for line in tail.lines():
                    where = f"{tail.name}: line {tail.line_number}"
                    if tail.line_number == 1:
                        yield start_of(header_of_line(line, where), NO_GAME, Audience.SPYMASTER)
                        continue
                    entry = public_entry_of_line(line, where)
                    if isinstance(entry, SeatChange):
                        yield seat_changed_of(entry, changes)
                        changes += 1
                    elif entry is not None:
                        yield Happened(at=seen, event=entry)
                        seen += 1
                if is_gone:
                    break
                await self._sleep(LOOKING_SECONDS)
        finally:
            tail.close()
        for news in self._end(seen, changes):
            yield news

    def _end(self, seen: int, changes: int) -> Iterator[News]:
        """Yield the rest of the game from the episode that took the journal's place."""
        try:
            self.record = read_episode(self._path.with_suffix(RECORD_SUFFIX)).record
        except EpisodeFileError:
            yield Notice("the journal is gone, and there is no episode in its place", final=True)
            return
        for number, change in enumerate(self.record.seat_changes[changes:], changes):
            yield seat_changed_of(change, number)
        events = self.record.public_transcript
        for at in range(seen, len(events)):
            yield Happened(at=at, event=events[at])
        yield End(events=len(events), outcome=self.record.outcome)
