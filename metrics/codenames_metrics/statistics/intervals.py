"""Confidence intervals: what one is, and how certain those of this package are."""

from statistics import NormalDist
from typing import Final, NamedTuple

from codenames_core.support.errors import InputError

CONFIDENCE: Final = 0.95
FEWEST_JUDGED: Final = 20
"""Boards below which no two are said to differ, nor not to: the tests are not exact enough for that."""


class Interval(NamedTuple):
    """A confidence interval."""

    low: float
    high: float

    def within(self, least: float, most: float) -> "Interval":
        """Return its part between the least and the most that its value can be."""
        return Interval(max(least, self.low), min(most, self.high))


class Bounds(NamedTuple):
    """A confidence interval that may be open: None is no end on that side."""

    low: float | None
    high: float | None


def normal_quantile(confidence: float) -> float:
    """Return the z between whose negative and itself a standard normal value lies with that probability.

    >>> round(normal_quantile(0.95), 4)
    1.96

    Raises:
        InputError: a confidence that is not between 0 and 1.
    """
    if not 0 < confidence < 1:
        raise InputError(f"confidence is {confidence:g}; a number between 0 and 1 is needed, such as 0.95")
    return NormalDist().inv_cdf((1 + confidence) / 2)
