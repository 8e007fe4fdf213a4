"""Means and standard deviations: exact sums, so no result depends on the order in which games end."""

import math
from collections.abc import Iterable, Sequence
from operator import mul
from typing import Any, Final

_WHOLE: Final = {int}
_RESULTS: Final = frozenset((0.0, 1.0))


class Moments:
    """Count, mean and standard deviation of a stream of values: no rounding on the way, and the same in any order.

    A float is a whole number over a power of two; two whole numbers are kept for each such power, and no value.
    """

    def __init__(self, values: Iterable[float] = ()) -> None:
        self.count = 0
        self._sums: dict[int, list[Any]] = {}
        """By denominator, the sum of numerators and the sum of their squares."""
        listed = list(values)
        if not listed:
            return
        if set(map(type, listed)) == _WHOLE:  # as counts are, and then the sums are three calls instead of one a value
            self.count = len(listed)
            self._sums[1] = [sum(listed), sum(map(mul, listed, listed))]
            return
        self.extend(listed)

    def add(self, value: float) -> None:
        """Take one more value."""
        self.extend((value,))

    def extend(self, values: Sequence[float]) -> None:
        """Take some more values."""
        kept = self._sums.get
        for numerator, denominator in [value.as_integer_ratio() for value in values]:
            sums = kept(denominator)
            if sums is None:
                sums = self._sums[denominator] = [0, 0]
            sums[0] += numerator
            sums[1] += numerator * numerator
        self.count += len(values)

    def _totals(self) -> tuple[int, int, int]:
        """The sum in units, the sum of squares in squared units, and how many units make 1."""
        if len(self._sums) == 1:  # as nearly always
            ((units, (total, squares)),) = self._sums.items()
            return total, squares, units
        units = max(self._sums, default=1)
        total = sum(numerators * (units // denominator) for denominator, (numerators, _) in self._sums.items())
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
    """Return the mean of the values, as `Moments` has it; None for none."""
    listed = list(values)
    if not listed:
        return None
    if _RESULTS.issuperset(listed):  # a sum of ones is exact
        return sum(listed) / len(listed)
    ratios = [value.as_integer_ratio() for value in listed]
    units = max([denominator for _, denominator in ratios])
    return sum([numerator * (units // denominator) for numerator, denominator in ratios]) / (units * len(listed))
