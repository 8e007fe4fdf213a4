"""A game that was recorded, as it is watched: all of its events are there, and it can play by itself."""

from collections.abc import Callable, Coroutine, Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from codenames_core.audit.record_checks import board_differences, outcome_differences
from codenames_core.files.record import EpisodeRecord
from codenames_core.files.schema import SCHEMA_VERSION
from codenames_core.game.config import Seat
from codenames_core.game.timeline import Timeline
from codenames_core.text.plurals import counted
from codenames_core.watch.markers import Marker, markers
from codenames_tui.game.sessions.decisions import Decisions
from codenames_tui.game.sessions.disclosure import EVERYTHING, Disclosure
from codenames_tui.game.sessions.measuring import measured
from codenames_tui.game.sessions.playback import ReplayPlayback
from codenames_tui.game.sessions.session import SessionFacts, Standing, Watching

if TYPE_CHECKING:  # a replay starts faster without what measures
    from codenames_metrics.game.episode import EpisodeMetrics


class RecordedSession:
    """A game whose events are all there.

    Args:
        record: the game, finished or not.
        notes: what a reader should know about its file.
        pace: seconds between two events once it plays by itself.
    """

    watching = Watching.REPLAY
    first_position = 0
    why_withheld = ""
    seats = None
    asked = None
    speaking = None
    waiting = None

    def __init__(self, record: EpisodeRecord, *, notes: Sequence[str] = (), pace: float = 1.0) -> None:
        self.record = record
        self.timeline = Timeline(record.initial_state(), record.public_transcript)
        self.playback = ReplayPlayback(pace)
        outcome = self.timeline.last_state.outcome
        self.standing = Standing(over=True, outcome=outcome or record.outcome)
        notes = (
            *notes,
            *_note_on_broken_events(self.timeline),
            *board_differences(record.board, record.config),
            *outcome_differences(record, outcome),
        )
        self.facts = facts_of_file(record, self.timeline, notes)
        self.message = "; ".join(notes)
        self.seat_changes = record.seat_changes

    def disclosure(self, at_keyboard: Seat | None) -> Disclosure:
        """Return all: no person plays any more."""
        return EVERYTHING

    @cached_property
    def metrics(self) -> "EpisodeMetrics | None":
        """How well it was played; None where its events do not follow from each other."""
        return measured(self.record)

    @cached_property
    def decisions(self) -> Decisions:
        """The private side of the game."""
        return Decisions(self.record.decisions())

    def marked(self, *, private: bool) -> tuple[Marker, ...]:
        """Return the marked places; everybody may see all of them."""
        return self._markers

    @cached_property
    def _markers(self) -> tuple[Marker, ...]:
        return markers(self.timeline, self.record.decisions(), self.seat_changes)

    def activities(self, changed: Callable[[], None], heard: Callable[[], None]) -> Iterable[Coroutine[Any, Any, None]]:
        """Return nothing: a record does not change."""
        return ()


def facts_of_file(record: EpisodeRecord, timeline: Timeline, notes: tuple[str, ...] = ()) -> SessionFacts:
    """Return what is known of a game that was read from a file."""
    teams = record.seated_first
    return SessionFacts(
        {team: config.label for team, config in teams.items()},
        teams,
        record.parent,
        notes,
        tuple(_flags(record, timeline)),
    )


def _flags(record: EpisodeRecord, timeline: Timeline) -> Iterable[str]:
    if timeline.last_state.outcome is None and record.outcome is None:
        yield "UNFINISHED"
    if record.schema_version > SCHEMA_VERSION:
        yield "NEWER FORMAT"
    if timeline.notes:
        yield "DOES NOT FIT"


def _note_on_broken_events(timeline: Timeline) -> list[str]:
    count = len(timeline.notes)
    return [f"{counted(count, 'event does', 'events do')} not fit and had no effect"] if count else []
