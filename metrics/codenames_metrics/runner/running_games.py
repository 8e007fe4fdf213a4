"""The games of a run that are being played, and what they wait for."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from codenames_core.play.episode import EpisodeRunner, Outage
from codenames_core.text.sanitiser import one_line
from codenames_metrics.experiment.jobs import Job
from codenames_metrics.run_folder.progress import Delay

if TYPE_CHECKING:
    from codenames_agents.providers.provider import CallState


@dataclass(frozen=True, slots=True)
class RunningGame:
    """A game that is being played."""

    job: Job
    attempt: int
    """From 1, in this sitting."""
    runner: EpisodeRunner | None = None
    """To watch it with; None where it is played in another process."""
    retry: "CallState | None" = None
    """What is known of its question while that waits to be asked again."""

    def delay(self, number: str, now: float) -> Delay | None:
        """Return what it waits for; `now` is by the clock of the door to the models."""
        if self.retry is not None:
            return Delay(number, self.retry.model, self.retry.describe(now))
        if self.runner is None or (outage := self.runner.outage) is None:
            return None
        model = self.job.lineup(outage.seat.team).of(outage.seat.role)
        left = max(0.0, outage.until - self.runner.clock())
        return Delay(number, model, f"asked again in {left:.0f} s ({one_line(outage.reason, 80)})")


class RunningGames:
    """Keeps them, by their place in the plan."""

    def __init__(self) -> None:
        self.games: dict[int, RunningGame] = {}
        """In the order in which they began."""
        self._delayed: set[int] = set()
        """Those that wait to ask a model again."""
        self._in_outage: set[int] = set()

    @property
    def in_outage(self) -> int:
        """How many have a model that cannot be reached, so that another game may be played meanwhile."""
        return len(self._in_outage)

    def begin(self, job: Job, attempt: int) -> None:
        """An attempt at a game begins."""
        self.games[job.index] = RunningGame(job, attempt)

    def end(self, index: int) -> None:
        """It is over."""
        self.games.pop(index, None)
        self._delayed.discard(index)
        self._in_outage.discard(index)

    def clear(self) -> None:
        """None is played any more."""
        for index in [*self.games]:
            self.end(index)

    def watchable(self, index: int, runner: EpisodeRunner) -> None:
        """A game is played by `runner`, in this process."""
        self.games[index] = replace(self.games[index], runner=runner)

    def outage(self, index: int, outage: Outage | None) -> None:
        """A game waits for a model that cannot be reached, or asks it again."""
        for those in (self._in_outage, self._delayed):
            those.discard(index) if outage is None else those.add(index)

    def call(self, index: int, state: "CallState") -> bool:
        """Take note where a question is that waits to be asked again; return whether that is news."""
        is_retry, game = state.phase == "retrying", self.games.get(index)
        if game is None or not (is_retry or game.retry is not None):
            return False
        self.games[index] = replace(game, retry=state if is_retry else None)
        (self._delayed.add if is_retry else self._delayed.discard)(index)
        return True

    def delays(self, number: Callable[[int], str], clock: Callable[[], float]) -> tuple[Delay, ...]:
        """Return what games wait for.

        Args:
            number: of a game, as in its file's name.
            clock: of the door to the models.
        """
        if not self._delayed:
            return ()
        now = clock()
        told = [self.games[index].delay(number(index), now) for index in sorted(self._delayed)]
        return tuple(delay for delay in told if delay is not None)
