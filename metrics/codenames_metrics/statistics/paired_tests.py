"""Line-ups on the same boards: the differences of their scores, and which of them chance does not explain.

All comparisons that are made at once are one family. A difference is told apart where its interval excludes 0, and
all intervals of a family hold jointly at 95 %: each reaches as many standard errors to either side as chance alone
does anywhere in the family (`board_permutation`), and at least as many as Student's t (1908, Biometrika 6, 1-25) asks
for a single one. So interval, adjusted p value and verdict cannot contradict each other.
"""

import math
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from codenames_core.support.errors import InputError
from codenames_metrics.statistics.board_permutation import ChanceAlone
from codenames_metrics.statistics.intervals import CONFIDENCE, FEWEST_JUDGED, Interval
from codenames_metrics.statistics.moments import Moments
from codenames_metrics.statistics.student import student_quantile, student_tail

ALPHA: Final = 1 - CONFIDENCE


class PairedComparison(NamedTuple):
    """How two line-ups compare on the boards that both played."""

    boards: int
    """Boards that both played; those of one alone are left out."""
    difference: float | None
    """Mean of (first - second) over the boards."""
    std: float | None
    """Sample standard deviation of the differences."""
    interval: Interval | None
    """95 % by itself, by Student's t."""
    simultaneous_interval: Interval | None
    """All intervals of the family hold jointly at 95 %."""
    t: float | None
    p_value: float | None
    """Two-sided, of the paired t test; None where the differences do not vary at all."""
    p_value_adjusted: float | None
    """How often chance alone shows so large a t anywhere in the family; None for fewer than 20 boards."""
    is_resolved: bool | None
    """Whether the sample can tell the two apart: the simultaneous interval excludes 0. None for fewer than 20
    boards."""
    first_better: int
    """Boards on which the first is above the second."""
    second_better: int


def paired_comparison(
    first: Mapping[Any, float] | Sequence[float], second: Mapping[Any, float] | Sequence[float]
) -> PairedComparison:
    """Compare two line-ups board by board.

    Args:
        first: a score for each board, such as the share of games won; or a list, where places are boards.
        second: the same of the other line-up.

    With d_i the difference on board i, over n boards: t = mean(d) / (std(d) / sqrt(n)) with n - 1 degrees of freedom.

    >>> result = paired_comparison([1, 1, 1, 0, 1], [0, 1, 0, 0, 0])  # d = 1, 0, 1, 0, 1
    >>> result.difference, round(result.t, 4), round(result.p_value, 4), result.is_resolved
    (0.6, 2.4495, 0.0705, None)

    Raises:
        InputError: lists of different length, or a score that is no finite number.
    """
    return paired_comparisons([(first, second)])[0]


def paired_comparisons(
    pairs: Sequence[tuple[Mapping[Any, float] | Sequence[float], Mapping[Any, float] | Sequence[float]]],
) -> list[PairedComparison]:
    """Compare some pairs of line-ups; they are one family.

    Raises:
        InputError: as for `paired_comparison`.
    """
    differences = [_differences(first, second) for first, second in pairs]
    chance = ChanceAlone([one for one in differences if len(one) >= FEWEST_JUDGED])
    return [_compare(one, chance, len(pairs)) for one in differences]


def _differences(
    first: Mapping[Any, float] | Sequence[float], second: Mapping[Any, float] | Sequence[float]
) -> dict[Hashable, float]:
    if isinstance(first, Mapping) and isinstance(second, Mapping):
        differences = {board: first[board] - second[board] for board in first if board in second}
    elif isinstance(first, Mapping) or isinstance(second, Mapping):
        raise InputError("both line-ups need scores by board, or both a list")
    elif len(first) != len(second):
        raise InputError(f"lists of {len(first)} and {len(second)} scores cannot be paired; give scores by board")
    else:
        differences = dict(enumerate(one - other for one, other in zip(first, second, strict=True)))
    if not all(map(math.isfinite, differences.values())):
        raise InputError("a score is not a finite number; leave out boards without one")
    return differences


def _compare(differences: Mapping[Hashable, float], chance: ChanceAlone, family: int) -> PairedComparison:
    moments = Moments(differences.values())
    boards, mean, std = moments.count, moments.mean, moments.std
    better, worse = (sum(sign * one > 0 for one in differences.values()) for sign in (1, -1))
    judged = boards >= FEWEST_JUDGED
    t = p_value = p_adjusted = alone = together = None
    if mean is not None and std is not None:
        error = std / math.sqrt(boards)
        if error:
            t = mean / error
            p_value = 2 * student_tail(abs(t), boards - 1)
            alone, together = _intervals(mean, error, boards, chance if judged else None, family)
            p_adjusted = max(p_value, chance.p_value(t))
        else:
            alone, together = (_bounded(mean, boards, count) for count in (1, family))
            p_value = None if mean else 1.0
            p_adjusted = min(1.0, 2 * family * (_range(mean) / (_range(mean) + abs(mean))) ** boards)
    resolved = together is not None and (together.low > 0 or together.high < 0)
    return PairedComparison(
        boards,
        mean,
        std,
        alone,
        together,
        t,
        p_value,
        p_adjusted if judged else None,
        resolved if judged else None,
        better,
        worse,
    )


def _intervals(
    mean: float, error: float, boards: int, chance: ChanceAlone | None, family: int
) -> tuple[Interval, Interval]:
    """Return the interval by itself, and the one that holds together with the others of the family."""
    single = student_quantile(1 - ALPHA / 2, boards - 1)
    together = max(single, chance.critical) if chance else student_quantile(1 - ALPHA / (2 * family), boards - 1)
    alone, all_of_them = (Interval(mean - reach * error, mean + reach * error) for reach in (single, together))
    return alone, all_of_them


def _bounded(mean: float, boards: int, family: int) -> Interval:
    """Return the interval of a mean whose values are all the same: others may still come, as far as the range reaches.

    A value that a share of 1 - (ALPHA / 2 family)^(1 / n) of all boards has is on none of n with probability ALPHA / 2
    family.
    """
    unseen = 1 - (ALPHA / (2 * family)) ** (1 / boards)
    return Interval(mean - (mean + _range(mean)) * unseen, mean + (_range(mean) - mean) * unseen)


def _range(mean: float) -> float:
    """Return how far from 0 a difference can be: scores such as shares lie between 0 and 1."""
    return max(1.0, abs(mean))
