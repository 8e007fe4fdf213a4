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
    cluers: list[AgentTrace] = []
    guessers: list[AgentTrace] = []
    for turn in turns:
        for trace in turn.decisions:
            (cluers if trace.seat is not None and trace.seat.role is Role.CLUER else guessers).append(trace)
    forfeited = [turn for turn in turns if turn.is_forfeited]
    without_clue = sum(turn.clue is None for turn in forfeited)
    return {
        **_of_seat("cluer", cluers),
        "cluer_forfeited_turns": without_clue,
        **_of_seat("guesser", guessers),
        "guesser_forfeited_turns": len(forfeited) - without_clue,
    }


def _of_seat(name: str, decisions: Sequence[AgentTrace]) -> dict[str, Any]:
    return {
        f"{name}_decisions": len(decisions),
        f"{name}_failed_decisions": sum(trace.failure is not None or trace.is_fallback for trace in decisions),
        f"{name}_refused_tries": sum(map(_refused_tries, decisions)),
    }


def _refused_tries(decision: AgentTrace) -> int:
    refused = sum(one.failure in _BAD_ANSWERS for one in decision.refused) if decision.refused else 0
    return refused + (decision.failure in _BAD_ANSWERS)
