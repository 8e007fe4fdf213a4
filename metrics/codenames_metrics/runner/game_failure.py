"""Why an attempt at a game ended without a result.

A benchmark must not mistake a provider's failure for bad play: where a model cannot be reached, the attempt ends before
anything of it is recorded as a move.
"""

import re
from typing import Final

from codenames_core.game.agent import AgentTrace, FailureKind, Question
from codenames_core.game.config import Seat
from codenames_core.support.errors import CodenamesError
from codenames_core.text.sanitiser import one_line

LONGEST_REASON: Final = 300
_LONGEST_KIND: Final = 60
_CLOSING: Final = ("key refused", "key missing", "quota used up", "not permitted", "no such model", "redirected")
"""Kinds of failure that every further question to the same model would meet."""
_REFUSING: Final = ("bad request", "parameter not supported")
"""Kinds of failure that every further question of the same kind to the same model would meet."""
_STATUS: Final = re.compile(r" \(\d{3}\)$")


class GameFailed(CodenamesError):
    """An attempt at a game ended without a result.

    Args:
        kind: what went wrong, in a word or two.
        reason: the details.
        seat: where it went wrong.
        closes: whether every other question to the model at this seat would fail in the same way.
        refused: the kind of question that the model refuses for good; None if it was another failure.
        was_sent: whether the question was sent; it is not where its kind was refused before.
    """

    def __init__(
        self,
        kind: str,
        reason: str = "",
        *,
        seat: Seat | None = None,
        closes: bool = False,
        refused: Question | None = None,
        was_sent: bool = True,
    ) -> None:
        self.kind = kind
        self.reason = one_line(reason, LONGEST_REASON)
        self.seat = seat
        self.closes = closes
        self.refused = refused
        self.was_sent = was_sent
        super().__init__(f"{kind}: {self.reason}" if self.reason else kind)


BUG: Final = "bug"
"""The kind of a failure that is our own fault."""


def bug(error: Exception) -> GameFailed:
    """Return the failure of an attempt that one of our own bugs ended."""
    return GameFailed(BUG, f"{type(error).__name__}: {error}")


def begins_anew(failure: GameFailed, journal: str) -> GameFailed:
    """Return the failure of an attempt whose journal was set aside under the name `journal`."""
    reason = f"the game starts over, and its journal is kept as {journal}; {failure.reason}"
    return GameFailed(failure.kind, reason, seat=failure.seat, closes=failure.closes)


def question_failed(trace: AgentTrace) -> GameFailed:
    """Return the failure of an attempt that ends with this question, since asking again would not help."""
    kind = failure_kind(trace)
    return GameFailed(
        kind,
        trace.refusal or "",
        seat=trace.seat,
        closes=kind in _CLOSING,
        refused=trace.question if kind in _REFUSING else None,
        was_sent=bool(trace.requests),
    )


def model_unreachable(trace: AgentTrace) -> GameFailed:
    """Return the failure of an attempt that no longer waits for a model; `trace` is of its last question."""
    return GameFailed(failure_kind(trace), trace.refusal or "", seat=trace.seat)


def failure_kind(trace: AgentTrace) -> str:
    """Return why a question was not answered: the outcome of its last request, or else what its trace says."""
    if trace.failure is FailureKind.ERROR:
        return "agent raised an error"
    if trace.requests:
        return trace.requests[-1].outcome
    return _STATUS.sub("", one_line((trace.refusal or str(trace.failure)).partition(":")[0], _LONGEST_KIND))
