"""Axes: from a value to its place, and the values that are written beside it."""

import math
from collections.abc import Iterable
from typing import NamedTuple

from codenames_metrics.tables.number_formats import format_number


class Axis(NamedTuple):
    """An axis with its title."""

    title: str
    """With its unit."""
    low: float
    high: float
    ticks: tuple[tuple[float, str], ...]
    is_logarithmic: bool = False

    def place(self, value: float, length: float) -> float:
        """Return how far a value is from the low end, at most `length`."""
        low, high, at = (math.log10(end) if self.is_logarithmic else end for end in (self.low, self.high, value))
        share = (at - low) / (high - low) if high > low else 0.5
        return min(max(share, 0.0), 1.0) * length


def percent_axis(title: str, steps: int = 4) -> Axis:
    """Return the axis of a share, from 0 to 1."""
    return Axis(title, 0.0, 1.0, tuple((step / steps, f"{100 * step / steps:g}") for step in range(steps + 1)))


def whole_axis(title: str, low: int, high: int, most: int = 8) -> Axis:
    """Return an axis of whole numbers, of which `most` at most are written."""
    step = max(1, math.ceil((high - low) / most))
    return Axis(title, low, max(high, low + 1), tuple((value, f"{value}") for value in range(low, high + 1, step)))


def amount_axis(title: str, amounts: Iterable[float]) -> Axis:
    """Return the axis of some amounts above 0: from 0, or logarithmic where one is over twenty times another."""
    listed = list(amounts)
    top, least = max(listed), min(listed)
    if least > 0 and top / least > 20:
        first, last = math.floor(math.log10(least)), math.ceil(math.log10(top))
        ticks = tuple((10.0**power, _amount(10.0**power)) for power in range(first, last + 1))
        return Axis(f"{title}, logarithmic", 10.0**first, 10.0**last, ticks, is_logarithmic=True)
    step = _round_step(top / 4 or 0.25)
    count = max(1, math.ceil(top / step - 1e-9))
    return Axis(title, 0.0, count * step, tuple((number * step, _amount(number * step)) for number in range(count + 1)))


def _round_step(rough: float) -> float:
    power = 10.0 ** math.floor(math.log10(rough))
    return next(factor * power for factor in (1, 2, 2.5, 5, 10) if factor * power >= rough * (1 - 1e-9))


def _amount(value: float) -> str:
    """Return an amount with as few digits as tell it.

    >>> _amount(0.0), _amount(2500.0), _amount(0.00025), _amount(3e6)
    ('0', '2,500', '0.00025', '3 M')
    """
    if value >= 1e6:
        return f"{format_number(value / 1e6, 2)} M"
    if value >= 100:
        return f"{value:,.0f}"
    digits = 0 if value == 0 else max(0, 2 - math.floor(math.log10(value)))
    return format_number(value, digits)
