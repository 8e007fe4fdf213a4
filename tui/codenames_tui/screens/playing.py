"""A game that is being watched: one that is played now, or one that was recorded.

Both hold a `Replay`; a live game's grows. The screen asks either the same things.
"""

import time
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

from codenames_core.config import Team
from codenames_core.errors import CodenamesError
from codenames_core.record import EpisodeRecord
from codenames_core.replay import Replay
from codenames_core.state import Outcome
from codenames_tui.views.sight import EVERYTHING
from codenames_tui.views.status import Watching
from codenames_tui.views.summary import measured
from codenames_tui.views.turn import Asked

if TYPE_CHECKING:  # a replay starts faster without what plays
    from codenames_core.episode import EpisodeRunner
    from codenames_metrics.episode import EpisodeMetrics

PACES: Final = (0.0, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 7.5, 10.0)
"""Seconds between two events, from full speed to slow motion."""
LIVE_PACE: Final = 2.0
REPLAY_PACE: Final = 1.0


def next_pace(pace: float, steps: int, fastest: float = 0.0) -> float:
    """Return the pace that many steps slower, faster where negative."""
    paces = [one for one in PACES if one >= fastest]
    nearest = min(range(len(paces)), key=lambda index: abs(paces[index] - pace))
    return paces[min(max(nearest + steps, 0), len(paces) - 1)]


class RecordedGame:
    """A game whose events are all there.

    Args:
        record: the game, finished or not.
        notes: what a reader should know about its file.
        pace: seconds between two events while it plays by itself.
    """

    watching = Watching.REPLAY
    sight = EVERYTHING
    why_no_key = ""
    over = True
    seats = None
    """Nobody can sit down any more."""

    def __init__(self, record: EpisodeRecord, *, notes: Sequence[str] = (), pace: float = REPLAY_PACE) -> None:
        self.replay = Replay(record.initial_state(), record.public_transcript)
        self.replay.seek(0)
        self.labels = {team: config.label for team, config in record.teams.items()}
        self.pace = pace
        self.running = False
        self.message = "; ".join([*notes, *_broken(self.replay)])
        self.saved = ""
        self.trouble = ""
        self._record = record
        self._outcome = record.outcome

    @cached_property
    def metrics(self) -> "EpisodeMetrics | None":
        """How well it was played; None where its events do not follow from each other."""
        return measured(self._record)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, as its events or its record say."""
        return self.replay.last_state.outcome or self._outcome

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
        self.pace = next_pace(self.pace, steps, fastest=0.25)

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
    sight = EVERYTHING
    """What may be seen where no person plays."""
    why_no_key = "A person plays: the screen shows what that seat may see."

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
