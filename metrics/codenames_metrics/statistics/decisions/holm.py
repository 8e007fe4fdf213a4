"""Holm's correction for several tests (1979, Scandinavian Journal of Statistics 6, 65-70)."""

from collections.abc import Sequence


def holm(p_values: Sequence[float | None]) -> list[float | None]:
    """Return adjusted p values: below 0.05, a test stands although so many were made. None stays None, and counts not.

    The smallest of m is multiplied by m, the next by m - 1, and so on; none becomes smaller than one before it.

    >>> holm([0.01, 0.04, None, 0.03])
    [0.03, 0.06, None, 0.06]
    """
    known = sorted((value, place) for place, value in enumerate(p_values) if value is not None)
    adjusted: list[float | None] = [None] * len(p_values)
    largest = 0.0
    for rank, (value, place) in enumerate(known):
        largest = max(largest, min(1.0, value * (len(known) - rank)))
        adjusted[place] = largest
    return adjusted
