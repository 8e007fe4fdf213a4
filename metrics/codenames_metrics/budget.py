"""How much a run may cost, with a reserve for the questions that are in flight.

A question is let through only if the budget also holds where every open question, and this one, costs as much as the
dearest that this model has answered so far. Until a model's first price is known, it is asked one question at a time.
"""

from codenames_core.errors import CodenamesError, InputError
from codenames_core.stream import Pulse


class BudgetReached(CodenamesError):
    """The next question could cost more than is left; the game is over for this sitting, and goes on in another."""


class PriceUnknown(InputError):
    """There is a budget, and a model whose price nobody knows."""


class Budget:
    """Lets questions through while there is money.

    Args:
        limit_usd: for the whole run; None for no limit.
        spent_usd: in earlier sittings.
    """

    def __init__(self, limit_usd: float | None, spent_usd: float = 0.0) -> None:
        self.limit_usd = limit_usd
        self.spent_usd = spent_usd
        self._dearest: dict[str, float] = {}
        self._open: dict[str, int] = {}
        self._unpriced = ""
        self._settled = Pulse()

    @property
    def reserved_usd(self) -> float:
        """What the open questions may cost."""
        return sum(count * self._dearest.get(model, 0.0) for model, count in self._open.items())

    async def admit(self, model: str) -> None:
        """Wait until a question to `model` fits.

        Raises:
            BudgetReached: it will never fit.
            PriceUnknown: nobody knows what an earlier one cost, so the budget cannot be kept.
        """
        if self.limit_usd is not None and self._unpriced:
            raise PriceUnknown(
                f"the price of {self._unpriced} is unknown, so no budget can be kept; give its price_in and price_out "
                "in US dollars for a million tokens, or leave out the budget"
            )
        while self.limit_usd is not None and not self._fits(model):
            if not any(self._open.values()):
                raise BudgetReached(f"${self.spent_usd:.2f} of ${self.limit_usd:.2f} are spent")
            await self._settled.wait()

    def asked(self, model: str) -> None:
        """A question goes out that was let through."""
        self._open[model] = self._open.get(model, 0) + 1

    def settle(self, model: str, cost_usd: float | None, *, is_priced: bool = True) -> None:
        """The question was answered, or given up.

        Args:
            model: that was asked.
            cost_usd: what is known of the cost.
            is_priced: False where tokens were used and nobody knows their price.
        """
        self._open[model] -= 1
        self._unpriced = self._unpriced if is_priced else model
        if cost_usd is not None:
            self.spent_usd += cost_usd
            self._dearest[model] = max(cost_usd, self._dearest.get(model, 0.0))
        self._settled.beat()

    def _fits(self, model: str) -> bool:
        limit = self.limit_usd or 0.0
        if model not in self._dearest:
            return not self._open.get(model) and self.spent_usd + self.reserved_usd < limit
        return self.spent_usd + self.reserved_usd + self._dearest[model] <= limit
