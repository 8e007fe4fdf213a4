"""Whether a game is played again after a failed attempt, skipped, or held back with its model."""

from typing import NamedTuple

from codenames_metrics.run_folder.failures import NextStep


class RetryDecision(NamedTuple):
    """What happens after a failed attempt."""

    next_step: NextStep
    """With the game."""
    closes_model: bool = False
    """Whether the model is asked nothing more, or no more questions of the kind that it refuses: its games are held
    back."""


def decide_retry(
    *, failures: int, allowed: int, cannot_be_asked: bool, is_model_closed: bool, is_model_silent: bool
) -> RetryDecision:
    """Decide what happens to a game after an attempt at it has failed.

    Args:
        failures: failed attempts at the game in this session, this one included.
        allowed: attempts that a game may take.
        cannot_be_asked: whether the attempt failed because of a model to which every question, or every one of this
            kind, would fail alike.
        is_model_closed: whether the model that failed is not asked this any more already.
        is_model_silent: whether it has answered nothing, in any game, since the first attempt at this one.

    >>> decide_retry(
    ...     failures=3, allowed=3, cannot_be_asked=False, is_model_closed=False, is_model_silent=True
    ... )
    RetryDecision(next_step=<NextStep.SKIPPED: 'skipped'>, closes_model=True)
    """
    if cannot_be_asked:
        return RetryDecision(NextStep.HELD_BACK, closes_model=True)
    if failures >= allowed:
        return RetryDecision(NextStep.SKIPPED, closes_model=is_model_silent)  # the model is at fault, not the game
    return RetryDecision(NextStep.HELD_BACK if is_model_closed else NextStep.AGAIN)
