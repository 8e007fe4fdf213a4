"""A game that was recorded, as it is watched: all of its events are there, and it can play by itself."""

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from codenames_core.audit.record_checks import board_differences, outcome_differences
from codenames_core.files.record import EpisodeRecord
from codenames_core.files.schema import SCHEMA_VERSION
from codenames_core.game.replay import Replay
from codenames_core.game.state import Outcome
from codenames_core.text.plurals import counted
from codenames_core.watch.markers import Marker, markers
from codenames_tui.game.ending.summary import measured
from codenames_tui.game.inspector.decisions import Decisions
from codenames_tui.game.panels.status import Watching
from codenames_tui.game.panels.turn import Asked
from codenames_tui.game.seats.disclosure import EVERYTHING
from codenames_tui.ui.pacing import SPEEDS, next_pace

if TYPE_CHECKING:  # a replay starts faster without what measures
    from codenames_metrics.game.episode import EpisodeMetrics


class RecordedSession:
    """A game whose events are all there.

    Args:
        record: the game, finished or not.
        notes: what a reader should know about its file.
    """

    watching = Watching.REPLAY
    sight = EVERYTHING
    why_withheld = ""
    over = True
    seats = None
    """Nobody can sit down any more."""
    speaking = None
    """Nobody speaks any more."""
    waiting = None
    """Nobody waits for a model any more."""

    def __init__(self, record: EpisodeRecord, *, notes: Sequence[str] = ()) -> None:
        self.record = record
        self.replay = Replay(record.initial_state(), record.public_transcript)
        self.replay.seek(0)
        self.labels = {team: config.label for team, config in record.teams.items()}
        self.teams = record.teams
        self.seat_changes = record.seat_changes
        self.parent = record.parent
        self.pace = 1.0
        """Seconds between two events while it plays by itself."""
        self.running = False
        self.notes = (
            *notes,
            *_broken(self.replay),
            *board_differences(record.board, record.config),
            *outcome_differences(record, self.replay.last_state.outcome),
        )
        self.message = "; ".join(self.notes)
        self.saved = ""
        self.trouble = ""

    @cached_property
    def metrics(self) -> "EpisodeMetrics | None":
        """How well it was played; None where its events do not follow from each other."""
        return measured(self.record)

    @cached_property
    def flags(self) -> tuple[str, ...]:
        """What is unusual about the file, in a word each."""
        flags = ["UNFINISHED"] if self.outcome is None else []
        if self.record.schema_version > SCHEMA_VERSION:
            flags.append("NEWER FORMAT")
        return (*flags, "DOES NOT FIT") if self.replay.notes else tuple(flags)

    def marked(self, *, private: bool) -> tuple[Marker, ...]:
        """Return the marked places; where a person plays, and a recorded game has none, without `private` traces."""
        del private
        return self._markers

    @cached_property
    def _markers(self) -> tuple[Marker, ...]:
        return markers(self.replay, self.record.decisions(), self.record.seat_changes)

    @cached_property
    def decisions(self) -> Decisions:
        """The private side of the game."""
        return Decisions(self.record.decisions())

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, as its events or its record say."""
        return self.replay.last_state.outcome or self.record.outcome

    @property
    def asked(self) -> Asked | None:
        """Nobody is asked anything any more."""
        return None

    def toggle(self) -> None:
        """Play by itself, or stop doing so; at the end, play again from the start."""
        self.running = not self.running
        if self.running and self.replay.at_end:
            self.replay.seek(0)

    def change_pace(self, steps: int) -> None:
        """Play slower, or faster where negative."""
        self.pace = next_pace(self.pace, steps, [1 / speed for speed in reversed(SPEEDS)])

    def step(self) -> None:
        """Go on by one event."""
        self.replay.step()


def _broken(replay: Replay) -> list[str]:
    count = len(replay.notes)
    return [f"{counted(count, 'event does', 'events do')} not fit and changed nothing"] if count else []
