"""Several tests at once: p values adjusted by Holm's method (1979, Scandinavian Journal of Statistics 6, 65-70)."""

from collections.abc import Sequence


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
