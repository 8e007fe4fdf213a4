"""What the questions of one game cost: from their traces into the ledger, and out of the budget."""

from codenames_core.game.agent import AgentTrace, FailureKind, Question
from codenames_core.game.config import Seat
from codenames_metrics.experiment.config import ExperimentConfig
from codenames_metrics.experiment.jobs import Job
from codenames_metrics.run_folder.ledger import CANCELLED, Ledger, LedgerRow, lost, rows_of
from codenames_metrics.runner.models.budget import Budget
from codenames_metrics.runner.models.outages import Outages


class GameMeter:
    """Counts one attempt at a game; see `Meter`.

    Args:
        job: the game.
        game: its number, as in its file's name.
        attempt: which attempt it is, from 1.
        config: of the experiment.
        ledger: where requests are written down.
        budget: asked before every question.
        outages: which models are out of order, as far as all games know.
    """

    def __init__(
        self,
        job: Job,
        game: str,
        attempt: int,
        config: ExperimentConfig,
        ledger: Ledger,
        budget: Budget,
        outages: Outages,
    ) -> None:
        self._models = models_at(job, config)
        self._game = game
        self._attempt = attempt
        self._config = config
        self._ledger = ledger
        self._budget = budget
        self._outages = outages
        self._open: tuple[Seat, Question] | None = None

    async def admit(self, seat: Seat) -> None:
        """Wait until a question to `seat` fits into the budget.

        Raises:
            BudgetReached: it never will.
            PriceUnknown: nobody knows what the last one cost, so the budget cannot be kept.
        """
        if model := self._models.get(seat):
            await self._budget.admit(model)

    def asked(self, seat: Seat, question: Question) -> None:
        """Reserve what the question may cost."""
        if model := self._models.get(seat):
            reserved = self._models[self._open[0]] if self._open else None
            if reserved != model:  # elsewhere it is reserved as soon as the question is let through
                if reserved is not None:
                    self._budget.settle(reserved, None)
                self._budget.asked(model)
            self._open = seat, question

    def answered(self, trace: AgentTrace) -> None:
        """Write down what the question cost."""
        if self._open is None:
            return
        model = self._models[self._open[0]]
        self._open = None
        rows = rows_of(trace, self._game, self._attempt, model, self._config.model.get(model))
        self._settle(model, rows)
        match trace.failure:
            case FailureKind.UNAVAILABLE:
                self._outages.failed(model)
            case FailureKind.OUT_OF_REACH | FailureKind.ERROR | FailureKind.TIMEOUT:
                pass  # says nothing about the model's other questions
            case _:
                self._outages.answered(model)

    def is_worth_waiting_for(self, seat: Seat) -> bool:
        """Return whether the model at `seat` may soon be back; one that was away for too long is not waited for."""
        model = self._models.get(seat)
        return model is None or not self._outages.is_too_long(model)

    def abandon(self) -> None:
        """The game is left; a question that is still open was asked, and nobody knows what it cost."""
        if self._open is None:
            return
        seat, question = self._open
        model = self._models[seat]
        self._open = None
        self._settle(model, [lost(self._game, self._attempt, model, CANCELLED, seat, question)])

    def _settle(self, model: str, rows: list[LedgerRow]) -> None:
        try:
            for row in rows:
                self._ledger.add(row)
        finally:  # also where the disk is full, or others would wait for the reserve for ever
            costs = [row.cost_usd for row in rows if row.cost_usd is not None]
            self._budget.settle(
                model,
                sum(costs) if costs else None,
                doubtful=sum(row.is_unpriced or row.is_unmetered for row in rows),
                is_priced=not any(row.is_unpriced for row in rows),
            )


def models_at(job: Job, config: ExperimentConfig) -> dict[Seat, str]:
    """Return the language model at each seat that has one, by the name that the experiment gives it."""
    seats = {seat: job.lineup(seat.team).of(seat.role) for seat in Seat}
    return {seat: model for seat, model in seats.items() if model in config.language_models}
