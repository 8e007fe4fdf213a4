"""The smallest difference that so many boards are likely to show, by the normal approximation of a paired test's power.

Miller 2024, arXiv 2411.00640, plans evaluations of language models in the same way.
"""

import math
from statistics import NormalDist

from codenames_metrics.statistics.intervals import CONFIDENCE


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
