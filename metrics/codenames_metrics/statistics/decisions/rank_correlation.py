"""How far two orders agree: Spearman's rank correlation, in which what cannot be told apart is a tie.

Spearman 1904, American Journal of Psychology 15, 72-101; ties have the mean of the ranks that they share.
"""

import math
from collections.abc import Sequence

from codenames_metrics.statistics.intervals import Bounds


def ranks(values: Sequence[float]) -> list[float]:
    """Return the rank of each value from 1 for the smallest; equal values share the mean of theirs.

    >>> ranks([3.0, 1.0, 3.0])
    [2.5, 1.0, 2.5]
    """
    return [
        sum(other < value for other in values) + (sum(other == value for other in values) + 1) / 2 for value in values
    ]


def ranks_of_intervals(values: Sequence[float], intervals: Sequence[Bounds]) -> list[float]:
    """Return ranks in which two whose intervals overlap are not told apart.

    A value stands above those whose whole interval lies below its own, and below those whose interval lies above: its
    rank is halfway between the best and the worst that this allows. An end that is None is open.

    >>> ranks_of_intervals([1.0, 1.2, 5.0], [Bounds(0.5, 1.5), Bounds(0.7, 1.7), Bounds(4.0, 6.0)])
    [1.5, 1.5, 3.0]
    """

    def is_below(one: Bounds, other: Bounds) -> bool:
        return one.high is not None and other.low is not None and one.high < other.low

    n = len(values)
    below = [sum(is_below(other, own) for other in intervals) for own in intervals]
    above = [sum(is_below(own, other) for other in intervals) for own in intervals]
    return [(1 + under + n - over) / 2 for under, over in zip(below, above, strict=True)]


def spearman(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Return the rank correlation of two lists; None for fewer than two values, or where one does not vary.

    >>> spearman([1, 2, 3], [10, 20, 30]), spearman([1, 2, 3], [3, 2, 1]), spearman([1, 1], [1, 2])
    (1.0, -1.0, None)
    """
    return correlation(ranks(first), ranks(second))


def correlation(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Return Pearson's correlation of two lists; None for fewer than two values, or where one does not vary."""
    n = len(first)
    if n < 2:
        return None
    means = math.fsum(first) / n, math.fsum(second) / n
    one, other = ([value - mean for value in values] for values, mean in zip((first, second), means, strict=True))
    spread = math.sqrt(math.fsum(d * d for d in one) * math.fsum(d * d for d in other))
    return math.fsum(a * b for a, b in zip(one, other, strict=True)) / spread if spread else None


def stepped_up(half: float) -> float:
    """Return the reliability of a whole test from the correlation of its halves (Spearman 1910, Brown 1910).

    >>> stepped_up(0.5)
    0.6666666666666666
    """
    return 2 * half / (1 + half)
