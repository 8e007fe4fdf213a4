"""What the questions of a game cost: from their traces into the ledger, and out of the budget."""

from collections.abc import Callable, Mapping
from functools import partial

from codenames_agents.providers.usage import Attempt, Usage
from codenames_core.game.agent import AgentTrace, FailureKind, Question
from codenames_core.game.config import Seat
from codenames_metrics.experiment.config import ExperimentConfig, ModelConfig
from codenames_metrics.experiment.estimate import cost_if_free
from codenames_metrics.experiment.jobs import Job
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.run_folder.ledger import CANCELLED, Ledger, LedgerRow, ledger_rows, lost_request
from codenames_metrics.run_folder.open_questions import OpenQuestions
from codenames_metrics.runner.models.budget import Budget
from codenames_metrics.runner.models.outages import Outages


class RunCosts:
    """The budget of a run, and a meter for each attempt at a game.

    Args:
        plan: of the run.
        ledger: where requests are written down.
        budget_usd: what the whole run may cost, earlier sessions included; None for no limit.
        outages: is told which models answer.
        open_questions: where those are noted that have been asked and not answered.
    """

    def __init__(
        self, plan: Plan, ledger: Ledger, budget_usd: float | None, outages: Outages, open_questions: OpenQuestions
    ) -> None:
        self._plan = plan
        self._ledger = ledger
        self._open_questions = open_questions
        self._outages = outages
        self._budget = Budget(budget_usd, ledger.by_model)

    def change_budget(self, usd: float | None) -> None:
        """Set another budget from now on.

        Raises:
            PriceUnknown: the price of a model is unknown, so that no budget can be kept.
        """
        self._budget.change(usd)

    def meter(self, job: Job, attempt: int) -> "GameMeter | None":
        """Return the meter for an attempt at a game; None where no language model plays in it."""
        config = self._plan.config
        models = models_by_seat(job, config)
        if not models:
            return None
        number = self._plan.name(job.index)
        return GameMeter(
            number,
            attempt,
            models,
            config.model,
            self._ledger,
            self._budget,
            self._outages,
            self._open_questions,
            partial(cost_if_free, config),
        )


class GameMeter:
    """Counts one attempt at a game; see `Meter`.

    Args:
        game: its number, as in its file's name.
        attempt: which attempt it is, from 1.
        models: the language model at each seat that has one, by the name that the experiment gives it.
        prices: of the models, where the experiment says them.
        ledger: where requests are written down.
        budget: asked before every question.
        outages: is told which models answer.
        open_questions: where those are noted that have been asked and not answered.
        cost_if_free: of any request to a model, by the name that the experiment gives it.
    """

    def __init__(
        self,
        game: str,
        attempt: int,
        models: Mapping[Seat, str],
        prices: Mapping[str, ModelConfig],
        ledger: Ledger,
        budget: Budget,
        outages: Outages,
        open_questions: OpenQuestions | None = None,
        cost_if_free: Callable[[str], float | None] = lambda _: None,
    ) -> None:
        self._game = game
        self._attempt = attempt
        self._models = models
        self._prices = prices
        self._ledger = ledger
        self._budget = budget
        self._outages = outages
        self._open_questions = open_questions
        self._cost_if_free = cost_if_free
        self._open: tuple[Seat, Question] | None = None
        """The question that has been asked and not answered."""
        self._reserved = 0
        """For how many of its requests there is a reserve."""
        self._failed: list[LedgerRow] = []
        """Its requests that failed, may have cost something, and were followed by another."""

    async def admit(self, seat: Seat, requests: int = 1) -> None:
        """Wait until a question to `seat`, of so many requests, fits into the budget.

        Raises:
            BudgetReached: it never will.
            PriceUnknown: the price of its last answer is unknown, so the budget cannot be kept.
        """
        if model := self._models.get(seat):
            await self._budget.admit(model, requests)

    def asked(self, seat: Seat, question: Question, requests: int = 1) -> None:
        """Reserve what the question may cost: so many requests at once, and each retry before it is sent."""
        if model := self._models.get(seat):
            reserved = self._models[self._open[0]] if self._open else None
            if reserved != model:  # a driver of remote games has reserved already, when it let the question through
                if reserved is not None:
                    self._budget.settle(reserved, None, requests=self._reserved)
                self._budget.asked(model, requests)
                self._reserved = requests
            self._note_settled()
            self._failed.clear()
            if self._open_questions is not None:
                self._open_questions.asked(self._game, self._attempt, seat, model, question)
            self._open = seat, question

    def asks_again(self, failed: Attempt) -> bool:
        """Return whether another request may be sent after one that failed, and reserve for it."""
        if self._open is None or not failed.may_have_cost:
            return True
        seat, question = self._open
        model, usage, cost = self._models[seat], failed.usage or Usage(), failed.cost_usd
        if cost is None and failed.usage is not None and (prices := self._prices.get(model)) is not None:
            cost = prices.cost_of(usage.tokens_in, usage.tokens_out)
        lost = lost_request(self._game, self._attempt, model, failed.outcome, seat, question, cost_usd=cost)
        lost = lost._replace(status=failed.status, tokens_in=usage.tokens_in, tokens_out=usage.tokens_out)
        if not self._budget.asks_again(model, cost):
            return False
        self._reserved += 1
        self._failed.append(lost._replace(latency_s=round(failed.latency_s, 3)))
        if self._open_questions is not None:
            self._open_questions.asked(self._game, self._attempt, seat, model, question)
        return True

    def answered(self, trace: AgentTrace) -> None:
        """Write down what the question cost."""
        if self._open is None:
            return
        model, question = self._models[self._open[0]], self._open[1]
        self._settle(model, ledger_rows(trace, self._game, self._attempt, model, self._prices.get(model)))
        match trace.failure:
            case FailureKind.UNAVAILABLE:
                self._outages.failed(model, trace.refusal or "")
            case FailureKind.OUT_OF_REACH | FailureKind.ERROR | FailureKind.TIMEOUT:
                pass  # says nothing about the model's other questions
            case _:
                self._outages.answered(model, question)

    def is_worth_waiting_for(self, seat: Seat) -> bool:
        """Return whether the model at `seat` may soon be back; not if it has been away for too long."""
        model = self._models.get(seat)
        return model is None or not self._outages.is_too_long(model)

    def abandon(self) -> None:
        """End the attempt; a question that is still open was asked at an unknown cost, unless its model is free."""
        if self._open is None:
            return
        seat, question = self._open
        model = self._models[seat]
        cost = self._cost_if_free(model)
        lost = lost_request(self._game, self._attempt, model, CANCELLED, seat, question, cost_usd=cost)
        self._settle(model, [*self._failed, lost])

    def _note_settled(self) -> None:
        """Note that what the open question cost has been written down, if there is one."""
        if self._open is None:
            return
        seat, question = self._open
        self._open = None
        if self._open_questions is not None:
            for _ in range(1 + len(self._failed)):
                self._open_questions.settled(self._game, self._attempt, seat, self._models[seat], question)

    def _settle(self, model: str, rows: list[LedgerRow]) -> None:
        try:
            for row in rows:
                self._ledger.add(row)
            self._note_settled()
        finally:  # also where the disk is full, or others would wait for the reserve for ever
            self._open = None
            costs = [row.cost_usd for row in rows if row.cost_usd is not None]
            self._budget.settle(
                model,
                sum(costs) if costs else None,
                requests=self._reserved,
                doubtful=sum(row.is_unpriced or row.is_unmetered for row in rows),
                is_priced=not any(row.is_unpriced for row in rows),
            )


def models_by_seat(job: Job, config: ExperimentConfig) -> dict[Seat, str]:
    """Return the language model at each seat that has one, by the name that the experiment gives it."""
    seats = {seat: job.lineup(seat.team).of(seat.role) for seat in Seat}
    return {seat: model for seat, model in seats.items() if model in config.language_models}
