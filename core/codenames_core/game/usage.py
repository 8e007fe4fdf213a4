"""What the answers of a game took: a fold over the private traces of decisions, failed tries and all.

Unknown is never zero: a model that reports no tokens used some, and one without a price costs something. What an
offline agent took is time alone.
"""

from collections.abc import Iterable, Iterator
from itertools import accumulate
from operator import attrgetter
from typing import Final, NamedTuple

from codenames_core.game.agent import AgentTrace, FailureKind, RefusedTry


class PartialSum(NamedTuple):
    """A sum of which parts may be unknown."""

    known: float = 0
    """The sum of the parts that are known."""
    unknown: int = 0
    """How many parts are not."""
    parts: int = 0
    """How many parts there are."""

    def plus(self, other: "PartialSum") -> "PartialSum":
        """Return the sum over the parts of both."""
        return PartialSum(self.known + other.known, self.unknown + other.unknown, self.parts + other.parts)


class UsageTotals(NamedTuple):
    """What was asked, and what it took."""

    decisions: int = 0
    calls: int = 0
    """Questions that were put to an agent: one for each decision, and one more for each refused try."""
    refused: int = 0
    """Tries that could not be used."""
    model_calls: int = 0
    """Those of `calls` that were put to a model."""
    tokens_in: PartialSum = PartialSum()
    """Over the calls to models; so are the other sums but the time."""
    tokens_out: PartialSum = PartialSum()
    cost_usd: PartialSum = PartialSum()
    seconds: float = 0.0
    """Spent answering, waits for a provider between the requests of one try included."""

    def plus(self, other: "UsageTotals") -> "UsageTotals":
        """Return what both took."""
        return UsageTotals(
            self.decisions + other.decisions,
            self.calls + other.calls,
            self.refused + other.refused,
            self.model_calls + other.model_calls,
            self.tokens_in.plus(other.tokens_in),
            self.tokens_out.plus(other.tokens_out),
            self.cost_usd.plus(other.cost_usd),
            self.seconds + other.seconds,
        )


NOTHING: Final = UsageTotals()


def usage_of(decision: AgentTrace) -> UsageTotals:
    """Return what one decision took, its refused tries included."""
    tries: list[AgentTrace | RefusedTry] = [*decision.refused, decision]
    asked = [trial for trial in tries if trial.failure is not FailureKind.REPLACED]
    of_models = [trial for trial in asked if _is_of_a_model(trial, decision)]
    return UsageTotals(
        decisions=1,
        calls=len(asked),
        refused=sum(trial.failure is not None for trial in asked),
        model_calls=len(of_models),
        tokens_in=_sum(_tokens(trial, trial.tokens_in) for trial in of_models),
        tokens_out=_sum(_tokens(trial, trial.tokens_out) for trial in of_models),
        cost_usd=_sum(trial.cost_usd for trial in of_models),
        seconds=sum(trial.latency_s or 0.0 for trial in tries),
    )


def running_totals(decisions: Iterable[AgentTrace]) -> Iterator[UsageTotals]:
    """Yield what was spent before the first of `decisions`, and after each of them."""
    return accumulate(map(usage_of, decisions), UsageTotals.plus, initial=NOTHING)


def total_known(values: Iterable[float | None]) -> float | None:
    """Return the sum of what is known; None where nothing is.

    >>> total_known([1, None, 2]), total_known([None])
    (3, None)
    """
    known = [value for value in values if value is not None]
    return sum(known) if known else None


def total_cost(decisions: Iterable[AgentTrace]) -> float | None:
    """Return what decisions cost; None where the price of an answer is unknown, or no cost is known at all.

    Tries of which nothing is known, such as those that ran out of time, are left out: they may have cost nothing.
    """
    known: list[float] = []
    for decision in decisions:
        if _costs(decision) == _FREE:
            continue
        tries: list[AgentTrace | RefusedTry] = [*decision.refused, decision]
        for trial in tries:
            if trial.cost_usd is not None:
                known.append(trial.cost_usd)
            elif _is_of_a_model(trial, decision) and (trial.tokens_in is not None or _is_answered(trial)):
                return None
    return sum(known) if known else None


_costs: Final = attrgetter("refused", "cost_usd", "tokens_in", "tokens_out", "model", "prompt", "messages")
_FREE: Final = ((), None, None, None, None, None, ())
"""The values of these fields in a decision of an offline agent, as most are."""


def _is_answered(trial: AgentTrace | RefusedTry) -> bool:
    return trial.failure in (None, FailureKind.UNREADABLE, FailureKind.ILLEGAL)


def _is_of_a_model(trial: AgentTrace | RefusedTry, decision: AgentTrace) -> bool:
    if trial.tokens_in is not None or trial.tokens_out is not None or trial.cost_usd is not None:
        return True
    if isinstance(trial, RefusedTry) and trial.failure in (FailureKind.UNAVAILABLE, FailureKind.OUT_OF_REACH):
        return True
    return bool(decision.model or decision.prompt or decision.messages)


def _tokens(trial: AgentTrace | RefusedTry, tokens: int | None) -> int | None:
    """Return the tokens of a try: none where it is known to have cost nothing, since the provider refused to answer."""
    return 0 if tokens is None and trial.cost_usd == 0 and trial.failure is not None else tokens


def _sum(values: Iterable[float | None]) -> PartialSum:
    listed = list(values)
    known = [value for value in listed if value is not None]
    return PartialSum(sum(known), len(listed) - len(known), len(listed))
