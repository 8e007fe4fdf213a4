"""A game that another process writes down in a journal on this machine, as it is watched until its record is there.

All of it may be looked at, private traces as well. A game that is told from elsewhere, without what is private, is in
`codenames_tui.game.sessions.remote`.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, assert_never

from codenames_core.files.journal import Header, Played, entry_of_line, header_of_line
from codenames_core.files.record import MOST_EVENTS, EpisodeRecord, as_record, read_episode
from codenames_core.files.schema import SeatChange
from codenames_core.files.tail import FileTail
from codenames_core.game.agent import AgentTrace
from codenames_core.game.config import Seat
from codenames_core.game.events import Clue, DiscussionMessage, Guess, Pass, Reveal, UnknownEvent
from codenames_core.game.state import initialize_game
from codenames_core.game.timeline import Timeline
from codenames_core.support.errors import CodenamesError, EpisodeFileError
from codenames_core.support.folders import RECORD_SUFFIX
from codenames_core.watch.markers import Marker, markers
from codenames_tui.game.sessions.decisions import Decisions
from codenames_tui.game.sessions.disclosure import EVERYTHING, Disclosure
from codenames_tui.game.sessions.measuring import measured
from codenames_tui.game.sessions.playback import ReplayPlayback
from codenames_tui.game.sessions.recorded import facts_of_file
from codenames_tui.game.sessions.session import Standing, Watching

if TYPE_CHECKING:
    from codenames_metrics.game.episode import EpisodeMetrics

SECONDS_BETWEEN_LOOKS: Final = 0.5


class JournalSession:
    """A game whose journal grows, and its record once it is over.

    Args:
        path: of the journal; it need not be there any more once there is a record beside it.
        message: is said when the screen opens on a game that goes on.
        sleep: waits for seconds between two looks.

    Raises:
        EpisodeFileError: there is neither journal nor record, or it cannot be read.
    """

    watching = Watching.REPLAY
    why_withheld = ""
    seats = None
    asked = None
    speaking = None
    waiting = None

    def __init__(
        self, path: Path, *, message: str = "", sleep: Callable[[float], Awaitable[object]] = asyncio.sleep
    ) -> None:
        self._record_path = path.with_suffix(RECORD_SUFFIX)
        self._sleep = sleep
        self._sealed: EpisodeRecord | None = None
        self._tries: list[AgentTrace] = []
        self._decisions: tuple[int, Decisions] = 0, Decisions()
        self._markers: tuple[tuple[int, ...], tuple[Marker, ...]] = (), ()
        """What they were made from, in counts, and the marked places."""
        self.seat_changes: list[SeatChange] = []
        self.playback = ReplayPlayback()
        self.standing = Standing()
        self.message = message
        self._journal: FileTail | None = None
        if self._record_path.exists():  # the journal of a game that is over is kept for a moment
            self._open_record()
        else:
            self._journal = FileTail(path, strict=True)
            try:
                self._open_journal(self._journal)
            except EpisodeFileError:
                self.close()
                raise
        self.first_position = len(self.timeline)

    def _open_record(self) -> None:
        record = read_episode(self._record_path).record
        self.timeline = Timeline(record.initial_state(), record.public_transcript)
        self.message = ""
        self._seal(record)

    def _open_journal(self, journal: FileTail) -> None:
        lines = journal.lines()
        first = next(lines, None)
        if first is None:
            raise EpisodeFileError(f"{journal.name}: no whole line; this is not the journal of a game")
        self._header: Header = header_of_line(first, f"{journal.name}: line 1")
        self.timeline = Timeline(initialize_game(self._header.config, self._header.board))
        self._take(journal, lines)
        self.facts = facts_of_file(self.record, self.timeline)

    # What there is

    def disclosure(self, at_keyboard: Seat | None) -> Disclosure:
        """Return all: no person plays."""
        return EVERYTHING

    @property
    def record(self) -> EpisodeRecord:
        """The game so far."""
        if self._sealed is not None:
            return self._sealed
        played = Played(self.timeline.events, tuple(self._tries), tuple(self.seat_changes))
        return as_record(self._header, played, self.timeline.last_state)

    @cached_property
    def _metrics(self) -> "EpisodeMetrics | None":
        return measured(self.record)

    @property
    def metrics(self) -> "EpisodeMetrics | None":
        """How well it was played, once it is over; None where its events do not follow from each other."""
        return self._metrics if self._sealed is not None else None

    @property
    def decisions(self) -> Decisions:
        """The private side of the game so far."""
        if self._decisions[0] != len(self._tries):
            self._decisions = len(self._tries), Decisions.of_tries(self._tries)
        return self._decisions[1]

    def marked(self, *, private: bool) -> tuple[Marker, ...]:
        """Return the marked places; everybody may see all of them."""
        counts = len(self.timeline), len(self._tries), len(self.seat_changes)
        if counts != self._markers[0]:
            self._markers = counts, markers(self.timeline, self.decisions.traces, self.seat_changes)
        return self._markers[1]

    # What comes

    def activities(self, changed: Callable[[], None], heard: Callable[[], None]) -> Iterable[Coroutine[Any, Any, None]]:
        """Return what looks at the file again and again."""
        return (self._follow(changed),)

    async def _follow(self, changed: Callable[[], None]) -> None:
        try:
            while not self.standing.over:
                await self._sleep(SECONDS_BETWEEN_LOOKS)
                if self.look_again():
                    changed()
        finally:
            self.close()

    def close(self) -> None:
        """Follow the journal no longer."""
        if self._journal is not None:
            self._journal.close()
            self._journal = None

    def look_again(self) -> bool:
        """Take what was written since, and return whether that is anything."""
        if self._journal is None:
            return False
        try:
            has_news = self._take(self._journal, self._journal.lines())
        except EpisodeFileError as error:
            self.standing = Standing(over=True, trouble=str(error))
            self.close()
            return True
        return self._take_record() or has_news

    def _take(self, journal: FileTail, lines: Iterable[bytes]) -> bool:
        before = journal.line_number
        for line in lines:
            where = f"{journal.name}: line {journal.line_number}"
            match entry := entry_of_line(line, where):
                case AgentTrace():
                    self._tries.append(entry)
                case SeatChange():
                    self.seat_changes.append(entry)
                case Clue() | DiscussionMessage() | Guess() | Pass() | Reveal() | UnknownEvent():
                    self.timeline.append(entry)
                case _:
                    assert_never(entry)
            if len(self.timeline) > MOST_EVENTS:
                raise EpisodeFileError(f"{where}: more than {MOST_EVENTS:,} events, which is the limit")
        return journal.line_number > before

    def _take_record(self) -> bool:
        """Take the record that a journal becomes, and return whether it is there; it may be between two files."""
        if not self._record_path.exists():
            return False
        try:
            record = read_episode(self._record_path).record
        except (CodenamesError, OSError):
            return False
        count = len(self.timeline)
        if list(self.timeline.events) == record.public_transcript[:count]:
            for event in record.public_transcript[count:]:
                self.timeline.append(event)
        else:
            self.timeline = Timeline(record.initial_state(), record.public_transcript)
        self._seal(record)
        return True

    def _seal(self, record: EpisodeRecord) -> None:
        self.close()
        self._sealed = record
        self._decisions = len(self._tries), Decisions(record.decisions())
        self.seat_changes = list(record.seat_changes)
        self._markers = (), ()
        self.facts = facts_of_file(record, self.timeline)
        self.standing = Standing(over=True, outcome=self.timeline.last_state.outcome or record.outcome)
