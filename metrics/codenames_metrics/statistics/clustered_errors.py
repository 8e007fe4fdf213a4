"""Standard errors of means whose values come in clusters, such as the games of each board.

Games on one board share its words, so they go together: the board is the unit, and not the game. The estimate is the
cluster-robust one, as Miller 2024 (arXiv 2411.00640) has it for evaluations of language models, times the usual
correction G / (G - 1) for few clusters.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

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
