"""Which seats of a team failed to answer, and how often: the part of a result that is not play."""

from collections.abc import Sequence
from typing import Any, Final

from codenames_core.game.agent import AgentTrace, FailureKind
from codenames_core.game.config import Role
from codenames_metrics.game.played_turns import PlayedTurn

_BAD_ANSWERS: Final = frozenset({FailureKind.UNREADABLE, FailureKind.ILLEGAL, FailureKind.TIMEOUT, FailureKind.ERROR})
"""Failures that are an answer which could not be used, and not a model that could not be asked."""


def failure_fields(turns: Sequence[PlayedTurn]) -> dict[str, Any]:
    """Return how often the cluer and the guessers failed in these turns, by the fields of `TeamMetrics`."""
    decisions = [trace for turn in turns for trace in turn.decisions]
    by_cluer = [(seat := trace.seat) is not None and seat.role is Role.CLUER for trace in decisions]
    of_cluer = sum(by_cluer)
    imperfect = [pair for pair in zip(decisions, by_cluer, strict=True) if _has_failures(pair[0])]
    forfeited = [turn for turn in turns if turn.is_forfeited]
    without_clue = sum([turn.clue is None for turn in forfeited])
    return {
        **_of_seat("cluer", of_cluer, [trace for trace, is_cluer in imperfect if is_cluer]),
        "cluer_forfeited_turns": without_clue,
        **_of_seat("guesser", len(decisions) - of_cluer, [trace for trace, is_cluer in imperfect if not is_cluer]),
        "guesser_forfeited_turns": len(forfeited) - without_clue,
    }


def _has_failures(decision: AgentTrace) -> bool:
    """Return whether anything failed on the way to a decision, which is rare."""
    return decision.failure is not None or decision.is_fallback or bool(decision.refused)


def _of_seat(name: str, decisions: int, imperfect: Sequence[AgentTrace]) -> dict[str, Any]:
    return {
        f"{name}_decisions": decisions,
        f"{name}_failed_decisions": sum(trace.failure is not None or trace.is_fallback for trace in imperfect),
        f"{name}_refused_tries": sum(map(_refused_tries, imperfect)),
    }


def _refused_tries(decision: AgentTrace) -> int:
    return sum(one.failure in _BAD_ANSWERS for one in decision.refused) + (decision.failure in _BAD_ANSWERS)
