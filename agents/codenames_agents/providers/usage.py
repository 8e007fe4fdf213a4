"""What calls to models used and cost, counting every attempt, failed ones too.

Unknown is None, never zero: a provider that reports no tokens did use some, and a model without a known price has one.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final

OK: Final = "ok"
CANCELLED: Final = "cancelled"
NO_CONNECTION: Final = "no connection"
"""The request never reached the provider."""


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens, as the provider counted them."""

    tokens_in: int | None = None
    tokens_out: int | None = None
    cached: int | None = None
    """The part of `tokens_in` that the provider had cached."""
    reasoning: int | None = None
    """The part of `tokens_out` that was hidden reasoning."""

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            _sum(self.tokens_in, other.tokens_in),
            _sum(self.tokens_out, other.tokens_out),
            _sum(self.cached, other.cached),
            _sum(self.reasoning, other.reasoning),
        )


def _sum(one: int | None, other: int | None) -> int | None:
    return other if one is None else one if other is None else one + other


@dataclass(frozen=True, slots=True)
class Attempt:
    """One request that was sent, or that could not be."""

    outcome: str
    """`ok`, `cancelled`, or the kind of the error."""
    status: int | None = None
    """The HTTP status of the response, if there was one."""
    usage: Usage | None = None
    cost_usd: float | None = None
    latency_s: float = 0.0
    wait_s: float = 0.0
    """The wait before the next attempt."""
    detail: str = ""
    """What the provider said, without keys."""

    @property
    def is_metered(self) -> bool:
        """Whether its use is known, or costs nothing: the provider reported it, or refused with an error."""
        return self.usage is not None or self.cost_usd is not None or self._was_refused

    @property
    def may_have_cost(self) -> bool:
        """Whether money may have been taken for it: not where it was refused with an error, or never arrived."""
        if self.cost_usd is not None or self.usage is not None:
            return self.cost_usd != 0
        return not self._was_refused and self.outcome != NO_CONNECTION

    @property
    def _was_refused(self) -> bool:
        return self.outcome != OK and self.status is not None and self.status >= 300


@dataclass(frozen=True, slots=True)
class Spending:
    """The sum over attempts."""

    attempts: int = 0
    failed: int = 0
    usage: Usage = field(default_factory=Usage)
    known_cost_usd: float = 0.0
    unpriced: int = 0
    """Attempts whose tokens are known, but not their price."""
    unmetered: int = 0
    """Attempts of unknown use, such as those that timed out: with any of these, the sums are lower bounds."""

    @property
    def cost_usd(self) -> float | None:
        """What the metered attempts cost; None where a price is unknown, or nothing was metered."""
        if self.unpriced or (self.unmetered and not self.known_cost_usd):
            return None
        return self.known_cost_usd if self.attempts else None

    def plus(self, attempt: Attempt) -> "Spending":
        """Return the spending with one more attempt."""
        used = attempt.usage
        return replace(
            self,
            attempts=self.attempts + 1,
            failed=self.failed + (attempt.outcome != OK),
            usage=self.usage + used if used else self.usage,
            known_cost_usd=self.known_cost_usd + (attempt.cost_usd or 0.0),
            unpriced=self.unpriced + (used is not None and attempt.cost_usd is None),
            unmetered=self.unmetered + (not attempt.is_metered),
        )


def spending_of(attempts: Iterable[Attempt]) -> Spending:
    """Return the sum over `attempts`."""
    total = Spending()
    for attempt in attempts:
        total = total.plus(attempt)
    return total


class UsageByModel:
    """Running sums by model, over every game of the process."""

    def __init__(self) -> None:
        self._by_model: dict[str, Spending] = {}

    @property
    def models(self) -> tuple[str, ...]:
        """The models that were asked."""
        return tuple(self._by_model)

    def of(self, model: str) -> Spending:
        """Return what `model` has used so far."""
        return self._by_model.get(model, Spending())

    def add(self, model: str, attempt: Attempt) -> None:
        """Count one attempt."""
        self._by_model[model] = self.of(model).plus(attempt)
