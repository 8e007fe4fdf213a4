"""How much a run may cost, with a reserve for the questions that are in flight.

A question is admitted only if the budget holds even when this question, and every open one, costs as much as the
dearest that its model has answered so far. Where a request failed that may have cost something, its reserve stays, and
another one is reserved before it is sent again: a retry for which there is no money is not sent. Until the first price
of a model is known, it is asked one question at a time. A request of unknown cost, since it timed out, was given up or
came without its tokens, counts as paid for at the dearest price: so a provider that takes money and never answers
cannot empty an account. Where a damaged ledger does not even say which model was asked, the dearest price of all models
counts.
"""

from collections import Counter
from collections.abc import Mapping

from codenames_core.support.errors import CodenamesError, InputError
from codenames_core.text.sanitiser import one_line
from codenames_core.watch.stream import Signal
from codenames_metrics.run_folder.ledger import UNREADABLE, ModelSpending


class BudgetReached(CodenamesError):
    """The next question could cost more than is left; the game is resumed by a run with a larger budget."""


class PriceUnknown(InputError):
    """There is a budget, and a model whose price is unknown."""

    def __init__(self, model: str) -> None:
        super().__init__(
            f"the price of {one_line(model, 60)} is unknown, so no budget can be kept; give its price_in and price_out "
            "in US dollars per million tokens, or leave out the budget"
        )


class Budget:
    """Admits questions while there is money.

    Args:
        limit_usd: for the whole run; None for no limit.
        earlier: what was spent in earlier sessions, by model.
    """

    def __init__(self, limit_usd: float | None, earlier: Mapping[str, ModelSpending] | None = None) -> None:
        earlier = earlier or {}
        self.limit_usd = limit_usd
        self.spent_usd = sum(spent.known_cost_usd for spent in earlier.values())
        self._dearest = {model: spent.dearest_usd for model, spent in earlier.items() if spent.dearest_usd}
        self._doubtful = Counter({model: spent.unpriced + spent.unmetered for model, spent in earlier.items()})
        self._open: Counter[str] = Counter()
        self._unpriced = {model for model, spent in earlier.items() if spent.unpriced}
        self._settled = Signal()

    @property
    def reserved_usd(self) -> float:
        """What the open questions may cost, at the dearest price so far."""
        return sum(count * self._dearest.get(model, 0.0) for model, count in self._open.items())

    @property
    def doubtful_usd(self) -> float:
        """What the requests of unknown cost may have cost, at the dearest price so far."""
        return sum(count * self._dearest_of(model) for model, count in self._doubtful.items())

    @property
    def _taken_usd(self) -> float:
        """What is spent, reserved, or may have been spent."""
        return self.spent_usd + self.reserved_usd + self.doubtful_usd

    def change(self, limit_usd: float | None) -> None:
        """Set another limit from now on; questions that wait for money are considered again.

        Raises:
            PriceUnknown: a model of unknown price has answered, so that no limit can be kept.
        """
        if limit_usd is not None and (unpriced := sorted(self._unpriced - set(self._dearest))):
            raise PriceUnknown(unpriced[0])
        self.limit_usd = limit_usd
        self._settled.notify()

    async def admit(self, model: str, requests: int = 1) -> None:
        """Wait until a question to `model`, of so many requests, fits into the budget.

        Raises:
            BudgetReached: it never will.
            PriceUnknown: the cost of all earlier questions is unknown, so the budget cannot be kept.
        """
        while self.limit_usd is not None:
            if model in self._unpriced and model not in self._dearest:
                raise PriceUnknown(model)
            if self._fits(model, requests):
                return
            if not self._open.total():
                doubtful = f", and perhaps ${self.doubtful_usd:.2f} more" if self.doubtful_usd else ""
                raise BudgetReached(f"${self.spent_usd:.2f} of ${self.limit_usd:.2f} is spent{doubtful}")
            await self._settled.wait()

    def asked(self, model: str, requests: int = 1) -> None:
        """Reserve for a question that was admitted and is asked now."""
        self._open[model] += requests

    def asks_again(self, model: str, cost_usd: float | None) -> bool:
        """Reserve for another request of an open question, and return whether it fits into the budget.

        Args:
            model: that was asked.
            cost_usd: of the request that failed, for which its reserve is kept; None where that is unknown.
        """
        if cost_usd:
            self._dearest[model] = max(cost_usd, self._dearest.get(model, 0.0))
        if self.limit_usd is not None:
            taken = self._taken_usd
            if taken + self._dearest.get(model, 0.0) > self.limit_usd or taken >= self.limit_usd:
                return False
        self._open[model] += 1
        return True

    def settle(
        self, model: str, cost_usd: float | None, *, requests: int = 1, doubtful: int = 0, is_priced: bool = True
    ) -> None:
        """Replace what was reserved for a question by what it cost, once it was answered or given up.

        Args:
            model: that was asked.
            cost_usd: the known part of its cost.
            requests: for how many there was a reserve.
            doubtful: how many of its requests have an unknown cost.
            is_priced: False where tokens were used whose price is unknown.
        """
        self._open[model] -= requests
        self._doubtful[model] += doubtful
        if not is_priced:
            self._unpriced.add(model)
        if cost_usd is not None:
            self.spent_usd += cost_usd
            self._dearest[model] = max(cost_usd, self._dearest.get(model, 0.0))
        self._settled.notify()

    # D-073, D-074: an open question, or one of unknown cost, counts as much as the dearest answer.
    def _dearest_of(self, model: str) -> float:
        if model == UNREADABLE:
            return max(self._dearest.values(), default=0.0)
        return self._dearest.get(model, 0.0)

    def _fits(self, model: str, requests: int) -> bool:
        limit = self.limit_usd or 0.0
        taken = self._taken_usd
        if model not in self._dearest:
            return not self._open[model] and taken < limit
        return taken + requests * self._dearest[model] <= limit
