"""Shares, such as win rates, and their intervals: Wilson's, with an effective number of games where games share boards.

Wilson 1927, Journal of the American Statistical Association 22, 209-212; Korn and Graubard 1998, Survey Methodology 24,
193-201.
"""

import math
from itertools import chain
from typing import Final

from codenames_core.support.errors import InputError
from codenames_metrics.statistics.clustered_errors import Clusters, clustered_standard_error
from codenames_metrics.statistics.intervals import CONFIDENCE, Interval, normal_quantile
from codenames_metrics.statistics.student import student_quantile

_PRIOR_BOARDS: Final = 2.0
"""Weight of what is usual, in boards that are won by half: enough for the interval not to jump where a game is lost."""
_USUAL_CORRELATION: Final = 0.25
"""Of the results of two games on one board, where nothing is known of it."""


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
    z = normal_quantile(confidence)
    p, shrink = successes / n, 1 + z * z / n
    centre = (p + z * z / (2 * n)) / shrink
    half = z / shrink * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return Interval(0.0 if successes == 0 else centre - half, 1.0 if successes == n else centre + half)


def effective_n(clusters: Clusters) -> float:
    """Return how many independent games the 0/1 results of games that share boards are worth.

    n / design effect, where the design effect is the clustered variance of the share over p (1 - p) / n. Games that
    nearly all end alike say little of it, and games that all do say nothing: so the estimate is averaged with what is
    usual, 1 + rho (m - 1) for m games a board, with the weights of 4 p (1 - p) x boards and of `_PRIOR_BOARDS`. A
    variance from few boards is itself uncertain, so the number is lowered by the squared ratio of Student's quantiles
    for n - 1 and for boards - 1 degrees of freedom (Korn and Graubard 1998). At least the number of boards, where
    repeats of a board add nothing; more than n where boards vary less than games would, as where each is played from
    both sides.

    >>> effective_n({1: [1.0], 2: [0.0], 3: [1.0], 4: [0.0]})  # one game a board
    4.0
    >>> effective_n({board: [board % 2] * 5 for board in range(20)})  # five games that always end alike
    20.0
    """
    groups = [values for values in clusters.values() if values]
    n, boards = sum(map(len, groups)), len(groups)
    if boards in (n, 1):
        return float(boards)
    p = math.fsum(chain.from_iterable(groups)) / n
    usual, informed = 1 + _USUAL_CORRELATION * (n / boards - 1), 4 * p * (1 - p) * boards
    error = clustered_standard_error(clusters) or 0.0
    seen = error**2 * n / (p * (1 - p)) if informed else 0.0
    effect = (informed * seen + _PRIOR_BOARDS * usual) / (informed + _PRIOR_BOARDS)
    middle = (1 + CONFIDENCE) / 2
    certainty = student_quantile(middle, n - 1) / student_quantile(middle, boards - 1)
    return max(float(boards), n / effect * certainty**2)


def share_interval(clusters: Clusters, confidence: float = CONFIDENCE) -> Interval | None:
    """Return Wilson's interval for the share of ones among 0/1 results, with the effective n of the clusters.

    >>> share_interval({seed: [seed % 2] for seed in range(100)}) == wilson_interval(50, 100)
    True
    """
    n = sum(map(len, clusters.values()))
    if not n:
        return None
    successes = math.fsum(chain.from_iterable(clusters.values()))
    worth = effective_n(clusters)
    return wilson_interval(successes * worth / n if successes < n else worth, worth, confidence)
