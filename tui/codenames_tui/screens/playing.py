"""A game that is being watched: one that is played now, or one that was recorded.

Both hold a `Replay`; a live game's grows. The screen asks either the same things.
"""

import time
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

from codenames_core.claims import board_differences, outcome_differences
from codenames_core.config import Team
from codenames_core.errors import CodenamesError
from codenames_core.markers import Marker, markers
from codenames_core.record import SCHEMA_VERSION, EpisodeRecord
from codenames_core.replay import Replay
from codenames_core.state import Outcome
from codenames_tui.views.status import Watching
from codenames_tui.views.summary import measured
from codenames_tui.views.turn import Asked

if TYPE_CHECKING:  # a replay starts faster without what plays
    from codenames_core.episode import EpisodeRunner
    from codenames_metrics.episode import EpisodeMetrics

PACES: Final = (0.0, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 7.5, 10.0)
"""Seconds between two events, from full speed to slow motion."""
LIVE_PACE: Final = 2.0
SPEEDS: Final = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
"""Events in a second of a replay that plays by itself."""


def next_pace(pace: float, steps: int, paces: Sequence[float] = PACES) -> float:
    """Return the pace that many steps slower, faster where negative."""
    nearest = min(range(len(paces)), key=lambda index: abs(paces[index] - pace))
    return paces[min(max(nearest + steps, 0), len(paces) - 1)]


class RecordedGame:
    """A game whose events are all there.

    Args:
        record: the game, finished or not.
        notes: what a reader should know about its file.
    """

    watching = Watching.REPLAY
    over = True
    seats = None
    """Nobody can sit down any more."""

    def __init__(self, record: EpisodeRecord, *, notes: Sequence[str] = ()) -> None:
        self.replay = Replay(record.initial_state(), record.public_transcript)
        self.replay.seek(0)
        self.labels = {team: config.label for team, config in record.teams.items()}
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
        self.record = record

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


class LiveGame:
    """A game that is played now.

    Args:
        runner: plays it.
        pace: seconds between two events.
        on_end: keeps the record and returns where.
        clock: gives seconds; says how long a question has been open.
    """

    watching = Watching.LIVE
    notes: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()

    def __init__(
        self,
        runner: "EpisodeRunner",
        *,
        pace: float = LIVE_PACE,
        on_end: Callable[[EpisodeRecord], Path] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        from codenames_tui.screens.seats import Seats

        self.replay = Replay(runner.initial, runner.state.public_transcript)
        self.labels: dict[Team, str] = {team: config.label for team, config in runner.header.teams.items()}
        self.header = runner.header
        self.over = False
        self.message = ""
        self.saved = ""
        """Where the finished game was kept."""
        self.trouble = ""
        """Why it stopped, or could not be kept."""
        self.outcome: Outcome | None = None
        self.seats = Seats(runner)
        self.metrics: EpisodeMetrics | None = None
        """How well it was played, once it is over."""
        self._runner = runner
        self._runner.gate.pace = pace
        self._on_end = on_end
        self._clock = clock
        self._markers: tuple[tuple[int, ...], tuple[Marker, ...]] = (), ()
        """What they were made from, in counts, and the marked places."""
        self._question: object = None
        self._asked_at = 0.0

    @property
    def pace(self) -> float:
        """Seconds that the game waits before each event."""
        return self._runner.gate.pace

    @property
    def running(self) -> bool:
        """Whether the next event comes by itself."""
        return not self.over and not self._runner.gate.paused

    @property
    def record(self) -> EpisodeRecord:
        """The record of the game so far."""
        return self._runner.record()

    def marked(self, *, private: bool) -> tuple[Marker, ...]:
        """Return the marked places, those that only `private` traces tell of where these may be looked at."""
        played = self._runner.played
        traces = played.tries if private else ()
        counts = len(self.replay), len(traces), len(played.seat_changes)
        if counts != self._markers[0]:
            self._markers = counts, markers(self.replay, traces, played.seat_changes)
        return self._markers[1]

    @property
    def asked(self) -> Asked | None:
        """Whose answer is awaited, and for how long."""
        question = self._runner.open_question
        if question is None or self.over:
            return None
        if question is not self._question:
            self._question, self._asked_at = question, self._clock()
        return Asked(*question, int(self._clock() - self._asked_at))

    def toggle(self) -> None:
        """Pause, or go on."""
        if self._runner.gate.paused:
            self._runner.resume()
        else:
            self._runner.pause()

    def change_pace(self, steps: int) -> None:
        """Play slower, or faster where negative."""
        self._runner.gate.pace = next_pace(self.pace, steps)

    def step(self) -> None:
        """Go on by one event: by one that happened where the past is looked at, else the game plays one."""
        if self.replay.at_end:
            self._runner.step()
        else:
            self.replay.step()

    async def play(self) -> None:
        """Play the game to its end, and keep its record."""
        try:
            record = await self._runner.run()
        except CodenamesError as error:
            self._end(None, trouble=f"The game stopped: {error}")
            return
        self.outcome = record.outcome
        self.metrics = measured(record)
        try:
            self._end(record.outcome, saved=str(self._on_end(record)) if self._on_end else "")
        except CodenamesError as error:
            self._end(record.outcome, trouble=f"Not saved: {error}")

    async def changed(self) -> None:
        """Return at the next change of the game."""
        await self._runner.changes.wait()

    def take_new_events(self) -> None:
        """Let the replay grow by what has happened since."""
        for event in self._runner.state.public_transcript[len(self.replay) :]:
            self.replay.append(event)

    def _end(self, outcome: Outcome | None, *, saved: str = "", trouble: str = "") -> None:
        self.over, self.outcome, self.saved, self.trouble = True, outcome, saved, trouble
        self._runner.changes.beat()


Game = RecordedGame | LiveGame


def _broken(replay: Replay) -> list[str]:
    count = len(replay.notes)
    return [f"{count} {'event does' if count == 1 else 'events do'} not fit and changed nothing"] if count else []
