"""The statistics that reports stand on: means with their spread, intervals for shares, paired comparisons.

Games on one board are not independent: swaps and repeats of a seed share its words. So the unit is the board: shares
have Wilson intervals with an effective number of games, means have standard errors clustered by board, and two
line-ups are compared board by board. Everything here is plain Python, and sums are exact, so a result does not depend
on the order in which games end.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from operator import mul
from statistics import NormalDist
from typing import Any, Final, NamedTuple, TypeAlias

from codenames_core.support.errors import InputError
from codenames_metrics.statistics.student import student_quantile, student_tail

CONFIDENCE: Final = 0.95
FEWEST_DISCORDANT: Final = 10
"""Fewer boards than this on which exactly one side won are too few for the t test on wins."""


_WHOLE: Final = {int}


class Interval(NamedTuple):
    """A confidence interval."""

    low: float
    high: float


class Moments:
    """Count, mean and standard deviation of a stream of values: no rounding on the way, and the same in any order.

    A float is a whole number over a power of two; two whole numbers are kept for each such power, and no value.
    """

    def __init__(self, values: Iterable[float] = ()) -> None:
        self.count = 0
        self._sums: dict[int, list[Any]] = {}
        """By denominator, the sum of numerators and the sum of their squares."""
        listed = list(values)
        if set(map(type, listed)) == _WHOLE:  # as counts are, and then the sums are three calls instead of one a value
            self.count = len(listed)
            self._sums[1] = [sum(listed), sum(map(mul, listed, listed))]
            return
        for value in listed:
            self.add(value)

    def add(self, value: float) -> None:
        """Take one more value."""
        numerator, denominator = value.as_integer_ratio()
        sums = self._sums.get(denominator)
        if sums is None:
            sums = self._sums[denominator] = [0, 0]
        sums[0] += numerator
        sums[1] += numerator * numerator
        self.count += 1

    def _totals(self) -> tuple[int, int, int]:
        """The sum in units, the sum of squares in squared units, and how many units make 1."""
        if len(self._sums) == 1:  # as nearly always
            ((units, (total, squares)),) = self._sums.items()
            return total, squares, units
        units = max(self._sums, default=1)
        total = sum(one * (units // denominator) for denominator, (one, _) in self._sums.items())
        squares = sum(square * (units // denominator) ** 2 for denominator, (_, square) in self._sums.items())
        return total, squares, units

    @property
    def mean(self) -> float | None:
        """The sum over the count; None for no values.

        >>> Moments([1, 2, 6]).mean  # 9 / 3
        3.0
        >>> Moments().mean
        """
        if not self.count:
            return None
        total, _, units = self._totals()
        return total / (units * self.count)

    @property
    def std(self) -> float | None:
        """The sample standard deviation, sqrt(sum of (x - mean)^2 / (n - 1)); None for fewer than two values.

        >>> Moments([1, 2, 6]).std  # sqrt((4 + 1 + 9) / 2) = sqrt(7)
        2.6457513110645907
        >>> Moments([0.1, 0.1, 0.1]).std
        0.0
        >>> Moments([1]).std
        """
        n = self.count
        if n < 2:
            return None
        total, squares, units = self._totals()
        return math.sqrt((n * squares - total * total) / (n * (n - 1) * units * units))


def mean(values: Iterable[float]) -> float | None:
    """Return the mean of the values; None for none."""
    return Moments(values).mean


def share(part: int, whole: int) -> float | None:
    """Return part / whole; None where there is no whole.

    >>> share(3, 4), share(0, 0)
    (0.75, None)
    """
    return part / whole if whole else None


def wilson_interval(successes: float, n: float, confidence: float = CONFIDENCE) -> Interval | None:
    """Return Wilson's score interval for a share of `successes` in `n` independent trials; None for n = 0.

    With p = successes / n and z the normal quantile (1.96 for 95 %):

        centre = (p + z^2 / 2n) / (1 + z^2 / n)
        half   = z / (1 + z^2 / n) x sqrt(p (1 - p) / n + z^2 / 4n^2)

    For games that share boards give the effective number of games, and successes to match (`share_interval` does).

    >>> low, high = wilson_interval(50, 100)  # centre 0.5, half 1.96 / 1.0384 x sqrt(0.0025 + 0.000096)
    >>> round(low, 4), round(high, 4)
    (0.4038, 0.5962)
    >>> [round(end, 4) for end in wilson_interval(0, 10)]
    [0.0, 0.2775]

    Raises:
        InputError: not 0 <= successes <= n, or a confidence that is not between 0 and 1.
    """
    if not 0 <= successes <= n or not math.isfinite(n):
        raise InputError(f"{successes:g} successes in {n:g} trials; 0 to {n:g} are possible")
    if n == 0:
        return None
    z = _normal_quantile(confidence)
    p, shrink = successes / n, 1 + z * z / n
    centre = (p + z * z / (2 * n)) / shrink
    half = z / shrink * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return Interval(0.0 if successes == 0 else centre - half, 1.0 if successes == n else centre + half)


def _normal_quantile(confidence: float) -> float:
    if not 0 < confidence < 1:
        raise InputError(f"confidence is {confidence:g}; a number between 0 and 1 is needed, such as 0.95")
    return NormalDist().inv_cdf((1 + confidence) / 2)


Clusters: TypeAlias = Mapping[Any, Sequence[float]]
"""Values by what they share, such as the games of each board."""


def clustered_standard_error(clusters: Clusters) -> float | None:
    """Return the standard error of the mean of all values, when values of one cluster may go together.

    With G clusters, n values in all and the mean m:

        se = sqrt(G / (G - 1) x sum over clusters of (sum over its values of (x - m))^2) / n

    With one value in each cluster this is the usual std / sqrt(n). None for fewer than two clusters.

    >>> round(clustered_standard_error({1: [1.0], 2: [2.0], 3: [6.0]}), 4)  # sqrt(7) / sqrt(3)
    1.5275
    >>> clustered_standard_error({1: [1.0, 1.0], 2: [0.0, 0.0]})  # sqrt(2 x (1 + 1)) / 4
    0.5
    """
    sums = [(math.fsum(values), len(values)) for values in clusters.values() if values]
    groups, n = len(sums), sum(count for _, count in sums)
    if groups < 2:
        return None
    middle = math.fsum(total for total, _ in sums) / n
    spread = math.fsum((total - count * middle) ** 2 for total, count in sums)
    return math.sqrt(groups / (groups - 1) * spread) / n


def effective_n(clusters: Clusters) -> float:
    """Return how many independent games the 0/1 results of games that share boards are worth.

    n / design effect, where the design effect is the clustered variance of the share over p (1 - p) / n. A variance
    from few boards is itself uncertain, so the number is lowered by the squared ratio of Student's quantiles for n - 1
    and for clusters - 1 degrees of freedom (Korn and Graubard 1998). At most n, and at least the number of clusters,
    where repeats of a board add nothing. If all games ended alike nothing tells how much games on a board have in
    common, and each board counts once.

    >>> effective_n({1: [1.0], 2: [0.0], 3: [1.0], 4: [0.0]})  # one game a board
    4.0
    >>> effective_n({seed: [seed % 2] * 5 for seed in range(20)})  # five games that always end alike
    20.0
    """
    groups = [values for values in clusters.values() if values]
    n = sum(map(len, groups))
    if len(groups) == n:
        return float(n)
    p = math.fsum(value for values in groups for value in values) / n
    error = clustered_standard_error(clusters)
    if error is None or not 0 < p < 1:
        return float(len(groups))
    if error == 0:
        return float(n)
    middle = (1 + CONFIDENCE) / 2
    certainty = student_quantile(middle, n - 1) / student_quantile(middle, len(groups) - 1)
    return min(float(n), max(float(len(groups)), p * (1 - p) / error**2 * certainty**2))


def share_interval(clusters: Clusters, confidence: float = CONFIDENCE) -> Interval | None:
    """Return Wilson's interval for the share of ones among 0/1 results, with the effective n of the clusters.

    >>> share_interval({seed: [seed % 2] for seed in range(100)}) == wilson_interval(50, 100)
    True
    """
    n = sum(map(len, clusters.values()))
    if not n:
        return None
    successes = math.fsum(value for values in clusters.values() for value in values)
    worth = effective_n(clusters)
    return wilson_interval(successes * worth / n if successes < n else worth, worth, confidence)


class PairedComparison(NamedTuple):
    """How two line-ups compare on the boards that both played."""

    boards: int
    """Boards that both played; those of one alone are left out."""
    difference: float | None
    """Mean of (first - second) over the boards."""
    interval: Interval | None
    """Confidence interval of the difference, by Student's t."""
    t: float | None
    p_value: float | None
    """Two-sided, of the paired t test."""
    first_better: int
    """Boards on which the first is above the second."""
    second_better: int
    p_value_mcnemar: float | None
    """Two-sided mid-p value of McNemar's test on these two counts: the one to trust where they are few."""
    few_discordant: bool
    """Fewer than ten boards on which the two differ."""
    is_resolved: bool
    """Whether the sample can tell the two apart, by `decisive_p`."""

    @property
    def decisive_p(self) -> float | None:
        """The p value that decides: of the t test, or of McNemar's where the differing boards are too few for it."""
        return decisive_p(self.p_value, self.p_value_mcnemar, few_discordant=self.few_discordant)


def decisive_p(p_value: float | None, p_value_mcnemar: float | None, *, few_discordant: bool) -> float | None:
    """Return which of two p values decides: McNemar's where there is no other, or few boards on which sides differ."""
    return p_value_mcnemar if p_value is None or few_discordant else p_value


def paired_comparison(
    first: Mapping[Any, float] | Sequence[float],
    second: Mapping[Any, float] | Sequence[float],
    confidence: float = CONFIDENCE,
) -> PairedComparison:
    """Compare two line-ups board by board.

    Args:
        first: a score for each board, such as the share of games won; or a list, where places are boards.
        second: the same of the other line-up.
        confidence: of the interval; a difference is resolved at 1 - confidence.

    With d_i the difference on board i, over n boards: t = mean(d) / (std(d) / sqrt(n)) with n - 1 degrees of freedom.
    Where the differences do not vary at all there is no t: equal scores give p = 1, and a side that is better by the
    same amount on every board is judged by McNemar's test alone.

    >>> result = paired_comparison([1, 1, 1, 0, 1], [0, 1, 0, 0, 0])  # d = 1, 0, 1, 0, 1
    >>> result.difference, round(result.t, 4), round(result.p_value, 4), result.p_value_mcnemar
    (0.6, 2.4495, 0.0705, 0.125)

    Raises:
        InputError: lists of different length, or a score that is no finite number.
    """
    pairs = _pairs(first, second)
    differences = [one - other for one, other in pairs]
    better, worse = sum(d > 0 for d in differences), sum(d < 0 for d in differences)
    mid_p = mcnemar_mid_p(better, worse) if differences else None
    moments = Moments(differences)
    t = p_value = interval = None
    if moments.mean is not None and moments.std is not None:
        t, p_value, interval = _t_test(moments.mean, moments.std, moments.count, confidence)
    few = better + worse < FEWEST_DISCORDANT
    alpha = 1 - confidence
    decisive = decisive_p(p_value, mid_p, few_discordant=few)
    resolved = decisive is not None and decisive < alpha
    return PairedComparison(len(pairs), moments.mean, interval, t, p_value, better, worse, mid_p, few, resolved)


def _pairs(
    first: Mapping[Any, float] | Sequence[float], second: Mapping[Any, float] | Sequence[float]
) -> list[tuple[float, float]]:
    if isinstance(first, Mapping) and isinstance(second, Mapping):
        pairs = [(first[board], second[board]) for board in first if board in second]
    elif isinstance(first, Mapping) or isinstance(second, Mapping):
        raise InputError("both line-ups need scores by board, or both a list")
    elif len(first) != len(second):
        raise InputError(f"lists of {len(first)} and {len(second)} scores cannot be paired; give scores by board")
    else:
        pairs = list(zip(first, second, strict=True))
    if not all(math.isfinite(score) for pair in pairs for score in pair):
        raise InputError("a score is no finite number; leave out boards without one")
    return pairs


def _t_test(mean: float, std: float, n: int, confidence: float) -> tuple[float | None, float | None, Interval]:
    error = std / math.sqrt(n)
    if error == 0:
        return None, (1.0 if mean == 0 else None), Interval(mean, mean)
    t = mean / error
    half = student_quantile((1 + confidence) / 2, n - 1) * error
    return t, 2 * student_tail(abs(t), n - 1), Interval(mean - half, mean + half)


def mcnemar_mid_p(first_better: int, second_better: int) -> float:
    """Return the two-sided mid-p value of McNemar's test: is a fair coin likely to fall so unevenly?

    With n tosses of which k are the rarer side: 2 x (P(X < k) + P(X = k) / 2), at most 1.

    >>> mcnemar_mid_p(5, 0)  # 2 x 1/32 / 2
    0.03125
    >>> mcnemar_mid_p(0, 0)
    1.0
    """
    n, k = first_better + second_better, min(first_better, second_better)
    below = sum(math.comb(n, i) for i in range(k))
    return min(1.0, (2 * below + math.comb(n, k)) / (1 << n))


def holm(p_values: Sequence[float]) -> list[float]:
    """Return p values adjusted for being one of several, by Holm's step-down method, in the same order.

    The smallest of k is multiplied by k, the next by k - 1 and so on; none falls below one before it or above 1.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    adjusted = [0.0] * len(p_values)
    least = 0.0
    for rank, place in enumerate(sorted(range(len(p_values)), key=lambda place: p_values[place])):
        least = max(least, min(1.0, (len(p_values) - rank) * p_values[place]))
        adjusted[place] = least
    return adjusted


def minimum_detectable_difference(
    boards: int, *, correlation: float = 0.0, comparisons: int = 1, confidence: float = CONFIDENCE, power: float = 0.8
) -> float:
    """Return the smallest difference of two win rates about 0.5 that so many boards are likely to show.

        (z of 1 - alpha / 2 + z of power) x sqrt(2 x 0.25 x (1 - correlation) / boards)

    Args:
        boards: how many both sides play.
        correlation: between the results of both on one board; 0 if boards do not matter.
        comparisons: made at once; alpha is divided by it, as the first step of Holm's method does.
        confidence: 1 - alpha.
        power: the chance to see such a difference.

    >>> round(minimum_detectable_difference(100), 3), round(minimum_detectable_difference(400, correlation=0.5), 3)
    (0.198, 0.07)
    """
    std = math.sqrt(0.5 * (1 - correlation))
    return detectable_difference(std, boards, comparisons=comparisons, confidence=confidence, power=power)


def detectable_difference(
    std: float, boards: int, *, comparisons: int = 1, confidence: float = CONFIDENCE, power: float = 0.8
) -> float:
    """Return the smallest mean difference that so many boards are likely to show, by the spread of their differences.

        (z of 1 - alpha / 2 + z of power) x std / sqrt(boards)

    >>> round(detectable_difference(0.5, 100), 3)  # (1.96 + 0.84) x 0.05
    0.14
    """
    alpha = (1 - confidence) / comparisons
    z = NormalDist().inv_cdf(1 - alpha / 2) + NormalDist().inv_cdf(power)
    return z * std / math.sqrt(boards)
