"""What cluers foretold of their clues, held against what came of them."""

from collections.abc import Iterable

from codenames_metrics.game.played_turns import PlayedTurn
from codenames_metrics.statistics.moments import Moments


def brier_score(forecasts: Iterable[tuple[float, bool]]) -> float | None:
    """Return the mean of (stated chance - result)^2, the result being 1 or 0; None for no forecasts.

    >>> round(brier_score([(0.8, True), (0.6, False)]), 4)  # (0.04 + 0.36) / 2
    0.2
    """
    return Moments((chance - happened) ** 2 for chance, happened in forecasts).mean


def clue_forecast(turn: PlayedTurn) -> tuple[float, bool] | None:
    """Return the chance that a cluer gave its clue, and whether the clue worked out.

    None where either is unknown, or the chance is not between 0 and 1.
    """
    chance = turn.clue_trace.confidence if turn.clue_trace else None
    if chance is None or not 0 <= chance <= 1:
        return None
    result = clue_worked_out(turn)
    return None if result is None else (chance, result)


def clue_worked_out(turn: PlayedTurn) -> bool | None:
    """Return whether as many own words were found as the clue's number says; None without one, or in an open turn."""
    number = turn.number_said
    return len(turn.correct) >= number if number and turn.is_over else None
