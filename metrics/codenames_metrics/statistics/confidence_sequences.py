"""Confidence sequences: intervals of a mean that all hold together, however often and whenever they are looked at.

A fixed interval holds for one look that was planned. Who looks after every board, and stops when it is narrow or leaves
0 out, is wrong far more often than in 5 %. A confidence sequence holds at every number of boards at once, with 95 %.

Suppose that the mean is m, and somebody bets on values above it: of the wealth, a share goes into values that pay
(x - low) / (m - low), the rest is kept. If m is the mean nobody expects to win, so that wealth is multiplied by 40 at
any time with a chance of 1 / 40 at most (Ville 1939, Étude critique de la notion de collectif). All m under which a
bet upwards or one downwards earned so much are ruled out, and what is left is the interval. The wealth is the mean over
bettors with other shares (Cover 1991, Mathematical Finance 1, 1-29), which makes it the same for values in any order.
Waudby-Smith and Ramdas 2024 (Journal of the Royal Statistical Society B 86, 1-27) bet like this for bounded means, and
Orabona and Jun 2024 (IEEE Transactions on Information Theory 70, 436-455) with a portfolio of all shares. Nothing is
assumed of the values but that they are bounded, independent, and have one mean; so it holds from the first value on.
"""

import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from codenames_core.support.errors import InputError
from codenames_metrics.statistics.intervals import CONFIDENCE, Interval

SHARE_RANGE: Final = Interval(0.0, 1.0)
"""Where a share lies, such as a win rate on a board."""
DIFFERENCE_RANGE: Final = Interval(-1.0, 1.0)
"""Where the difference of two shares lies."""
_BETTORS: Final = 12
_BETS: Final = tuple((number + 0.5) / _BETTORS for number in range(_BETTORS))
"""Shares of the wealth that are bet: spread evenly, for a small one suits many values and a large one values that vary
little. More bettors would make no interval narrower."""
_PRECISION: Final = 1e-6
_LEAST_GROWTH: Final = 1e-7
"""Of the logarithm of the wealth by a value: what grows more slowly takes tens of millions of values."""


def confidence_sequence(
    values: Iterable[float], bounds: Interval = SHARE_RANGE, confidence: float = CONFIDENCE
) -> Interval | None:
    """Return the interval of the mean by the values so far: those at all times hold together; None without values.

    Args:
        values: independent ones with one mean, such as a score for each board that is over; in any order.
        bounds: between which every value lies.
        confidence: with which the mean is in all intervals at once, after every number of values.

    >>> [round(end, 3) for end in confidence_sequence([1, 1, 1, 0, 1])]
    [0.189, 0.999]
    >>> [round(end, 3) for end in confidence_sequence([1] * 80 + [0] * 20)]  # fixed: 0.711 to 0.867
    [0.658, 0.912]

    Raises:
        InputError: a value out of its bounds, bounds without room, or a confidence that is not between 0 and 1.
    """
    low, high = bounds
    if not 0 < confidence < 1:
        raise InputError(f"confidence is {confidence:g}; a number between 0 and 1 is needed, such as 0.95")
    if not low < high:
        raise InputError(f"{low:g} to {high:g} are not bounds; the first has to be below the second")
    counts = Counter((value - low) / (high - low) for value in values)
    for value in counts:
        if not 0 <= value <= 1:
            raise InputError(f"the value {low + value * (high - low):g} is not from {low:g} to {high:g}")
    if not counts:
        return None
    needed = math.log(2 / (1 - confidence))  # half of what may be wrong for each end
    lowest = _lowest_mean(sorted(counts.items()), needed)
    highest = 1 - _lowest_mean(sorted((1 - value, count) for value, count in counts.items()), needed)
    return Interval(low + lowest * (high - low), low + highest * (high - low))


def values_needed(values: Iterable[float], mean: float, confidence: float = CONFIDENCE) -> int | None:
    """Return after how many values the sequence will rule a mean out, if they go on as they came; None if never.

    A guess from the values so far, and no promise: of few values it is often far too low or too high.

    Args:
        values: shares so far.
        mean: the one to be ruled out, between 0 and 1.
        confidence: of the sequence.

    >>> values_needed([1, 1, 1, 0, 1], 0.5), values_needed([0, 1], 0.5)
    (24, None)
    """
    counts = Counter(values)
    if not (total := counts.total()):
        return None
    if math.fsum(value * count for value, count in counts.items()) < mean * total:
        counts, mean = Counter({1 - value: count for value, count in counts.items()}), 1 - mean
    usual = [
        math.fsum(count / total * math.log1p(bet * (value / mean - 1)) for value, count in sorted(counts.items()))
        for bet in _BETS
    ]
    if max(usual) <= _LEAST_GROWTH:
        return None
    needed = math.log(2 / (1 - confidence))

    def earned(number: float) -> float:
        most = max(usual) * number
        return most + math.log(math.fsum(math.exp(one * number - most) for one in usual) / _BETTORS)

    enough = math.ceil((needed + math.log(_BETTORS)) / max(usual))
    return bisect_left(range(enough + 1), needed, key=earned)


def _lowest_mean(counts: Sequence[tuple[float, int]], needed: float) -> float:
    """Return the largest mean, of values from 0 to 1, below which bets upwards have earned the needed log wealth."""
    average = math.fsum(value * count for value, count in counts) / sum(count for _, count in counts)
    if average == 0:
        return 0.0
    return _falls_to(needed, lambda mean: _log_wealth(counts, mean), average)


def _log_wealth(counts: Sequence[tuple[float, int]], mean: float) -> float:
    """Return the logarithm of the mean wealth of all bettors; it falls as `mean` grows."""
    logs = [math.fsum(count * math.log1p(bet * (value / mean - 1)) for value, count in counts) for bet in _BETS]
    most = max(logs)
    return most + math.log(math.fsum(math.exp(one - most) for one in logs) / _BETTORS)


def _falls_to(level: float, falling: Callable[[float], float], high: float) -> float:
    """Return the point below `high` at which a function falls to a level above 0, by bisection in logarithms."""
    low = high
    while falling(low) < level:
        low, high = low / 4, low
    while high - low > _PRECISION:
        middle = (low + high) / 2
        low, high = (middle, high) if falling(middle) >= level else (low, middle)
    return low
