"""Two line-ups on the same boards: the paired t test, and McNemar's test beside it.

The t test is on the differences of the boards' scores (Student 1908, Biometrika 6, 1-25; Miller 2024, arXiv
2411.00640). McNemar's test (1947, Psychometrika 12, 153-157) is in its mid-p version, which Fagerland, Lydersen and
Laake 2013 (BMC Medical Research Methodology 13:91) recommend.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from codenames_core.support.errors import InputError
from codenames_metrics.statistics.intervals import CONFIDENCE, Interval
from codenames_metrics.statistics.moments import Moments
from codenames_metrics.statistics.student import student_quantile, student_tail

FEWEST_DISCORDANT: Final = 10
"""Fewer boards than this on which exactly one side won are too few for the t test on wins."""


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

    # D-098: one test decides; asking both would cost power.
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
    differences = [score - opposite for score, opposite in pairs]
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
