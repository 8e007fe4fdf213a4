"""The smallest difference that so many boards are likely to show, by the normal approximation of a paired test's power.

Miller 2024, arXiv 2411.00640, plans evaluations of language models in the same way.
"""

import math
from statistics import NormalDist

from codenames_metrics.statistics.intervals import CONFIDENCE


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
