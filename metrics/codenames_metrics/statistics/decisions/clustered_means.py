"""Means of values that come in clusters, such as the decisions on each board, with their intervals.

The standard error is that of `clustered_errors`; the interval has Student's t with one degree of freedom less than
there are boards, as cluster-robust intervals usually have (Cameron and Miller 2015, Journal of Human Resources 50,
317-372).
"""

import math
from collections import defaultdict
from collections.abc import Hashable, Iterable
from typing import NamedTuple

from codenames_metrics.statistics.clustered_errors import clustered_standard_error
from codenames_metrics.statistics.intervals import CONFIDENCE, Interval
from codenames_metrics.statistics.student import student_quantile, student_tail


class ClusteredMean(NamedTuple):
    """The mean of some values, and how certain it is."""

    n: int
    clusters: int
    mean: float | None
    """None for no values."""
    standard_error: float | None
    """None for fewer than two clusters."""
    interval: Interval | None
    """95 %; None for fewer than two clusters."""
    p_value: float | None
    """Two-sided, of a mean of 0; 1 where every value is 0, None where it cannot be told."""


def clustered_mean(values: Iterable[tuple[Hashable, float]], confidence: float = CONFIDENCE) -> ClusteredMean:
    """Return the mean of values, each given with its cluster.

    >>> one = clustered_mean([(1, 1.0), (2, 2.0), (3, 6.0)])  # 3 -+ 4.3027 x sqrt(7) / sqrt(3)
    >>> one.mean, round(one.interval.low, 3), round(one.interval.high, 3)
    (3.0, -3.572, 9.572)
    """
    clusters: dict[Hashable, list[float]] = defaultdict(list)
    for cluster, value in values:
        clusters[cluster].append(value)
    n, groups = sum(map(len, clusters.values())), len(clusters)
    if not n:
        return ClusteredMean(0, 0, None, None, None, None)
    mean = math.fsum(value for inside in clusters.values() for value in inside) / n
    error = clustered_standard_error(clusters)
    if error is None:
        return ClusteredMean(n, groups, mean, None, None, None)
    reach = student_quantile((1 + confidence) / 2, groups - 1) * error
    return ClusteredMean(n, groups, mean, error, Interval(mean - reach, mean + reach), _p_value(mean, error, groups))


def _p_value(mean: float, error: float, clusters: int) -> float | None:
    if error:
        return min(1.0, 2 * student_tail(abs(mean) / error, clusters - 1))
    return None if mean else 1.0
