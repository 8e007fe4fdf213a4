"""What becomes of a game whose attempt failed: it is played again, given up, or held back with its model."""

from collections import Counter
from dataclasses import dataclass, replace

from codenames_metrics.experiment.jobs import Job
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.run_folder.failures import FailureRow
from codenames_metrics.run_folder.progress import Failure, GameStatus
from codenames_metrics.runner.game_task import GameFailed
from codenames_metrics.runner.models.outages import Outages
from codenames_metrics.runner.playing_order import PlayingOrder


@dataclass(frozen=True, slots=True)
class Attempts:
    """What is known of a game that was tried."""

    failed: int
    since: float
    """When the first of them began."""


class RetryPolicy:
    """Keeps those of a sitting, and says where the games are then.

    Args:
        plan: of the run.
        order: where its games are.
        outages: which models do not answer.
    """

    def __init__(self, plan: Plan, order: PlayingOrder, outages: Outages) -> None:
        self.by_kind: Counter[str] = Counter()
        """Attempts that failed, by what went wrong."""
        self.closed_models: dict[str, str] = {}
        """Models that cannot be asked any more, and why."""
        self.last: Failure | None = None
        """The last thing that went wrong."""
        self._plan = plan
        self._limits = plan.config.limits
        self._order = order
        self._outages = outages
        self._attempts: dict[int, Attempts] = {}

    def attempts(self, index: int, now: float) -> Attempts:
        """Return what is known of a game that is tried now."""
        return self._attempts.get(index) or Attempts(0, now)

    def overcome(self, index: int) -> None:
        """A game was played to its end all the same."""
        self._attempts.pop(index, None)

    def failed(self, job: Job, before: Attempts, failure: GameFailed) -> FailureRow:
        """Queue a game again, give it up, or hold it back, and return what is to be written down.

        Args:
            job: the game.
            before: its attempts without this one.
            failure: of this one.
        """
        attempts = replace(before, failed=before.failed + 1)
        model = job.lineup(failure.seat.team).of(failure.seat.role) if failure.seat else ""
        if failure.closes and model:
            then = "held back"
            self._close(model, failure)
            self._order.put(job.index, GameStatus.WAITING)
        elif attempts.failed < self._limits.game_attempts and model in self.closed_models:
            then = "held back"
            self._order.put(job.index, GameStatus.WAITING)
        elif attempts.failed < self._limits.game_attempts:
            then = "again"
            self._attempts[job.index] = attempts
            self._order.put(job.index, GameStatus.FAILED)
        else:
            then = "skipped"
            self._order.put(job.index, GameStatus.SKIPPED)
            models = self._plan.config.language_models
            if model in models and self._outages.was_silent_since(model, attempts.since):
                self._close(model, failure)  # it is the model, and not the game
        number = self._plan.number(job.index)
        self.last = Failure(number, failure.kind, failure.reason)
        self.by_kind[failure.kind] += 1
        return FailureRow(number, attempts.failed, failure.kind, failure.reason, failure.seat, model, then)

    def _close(self, model: str, failure: GameFailed) -> None:
        """Hold back every game with a model that cannot be asked any more; the others go on."""
        if model in self.closed_models:
            return
        self.closed_models[model] = str(failure)
        held_back = self._order.with_model(model, GameStatus.PLANNED, GameStatus.FAILED)
        self._order.put_all(held_back, GameStatus.WAITING)
