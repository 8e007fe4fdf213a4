"""Student's t distribution (1908, Biometrika 6, 1-25): its tail and its quantiles, to the accuracy of the machine.

Plain Python, since nothing else here would need scipy.
"""

import math
from collections.abc import Iterable
from functools import lru_cache

from codenames_metrics.statistics.intervals import CONFIDENCE, Interval
from codenames_metrics.statistics.moments import Moments


def student_tail(t: float, degrees: float) -> float:
    """Return P(T > t) for Student's t with that many degrees of freedom, t >= 0.

    Half the regularised incomplete beta function at x = degrees / (degrees + t^2).

    >>> round(student_tail(2.4495, 4), 4), student_tail(0, 4)
    (0.0352, 0.5)
    """
    x = degrees / (degrees + t * t)
    return 0.5 * _incomplete_beta(degrees / 2, 0.5, x)


def mean_interval(values: Iterable[float], confidence: float = CONFIDENCE) -> Interval | None:
    """Return the interval of the mean of independent values; None for fewer than two, or where they do not vary.

    mean -+ quantile of n - 1 degrees of freedom x std / sqrt(n)

    >>> low, high = mean_interval([1, 2, 6])  # 3 -+ 4.3027 x sqrt(7 / 3)
    >>> round(low, 3), round(high, 3)
    (-3.572, 9.572)
    """
    moments = Moments(values)
    if moments.mean is None or not moments.std:
        return None
    half = student_quantile((1 + confidence) / 2, moments.count - 1) * moments.std / math.sqrt(moments.count)
    return Interval(moments.mean - half, moments.mean + half)


@lru_cache(maxsize=4_096)
def student_quantile(probability: float, degrees: float) -> float:
    """Return the t below which Student's t lies with that probability, 0.5 or more; by bisection.

    >>> round(student_quantile(0.975, 9), 4)
    2.2622
    """
    low, high = 0.0, 1.0
    while student_tail(high, degrees) > 1 - probability:
        high *= 2
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if student_tail(middle, degrees) > 1 - probability else (low, middle)
    return (low + high) / 2


def _incomplete_beta(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function, by Lentz's continued fraction (Numerical Recipes, 6.4)."""
    if x <= 0 or x >= 1:
        return min(max(x, 0.0), 1.0)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x))
    if x < (a + 1) / (a + b + 2):
        return front * _beta_fraction(a, b, x) / a
    return 1 - front * _beta_fraction(b, a, 1 - x) / b


def _beta_fraction(a: float, b: float, x: float) -> float:
    tiny = 1e-300
    c, d = 1.0, 1 / _not_zero(1 - (a + b) * x / (a + 1), tiny)
    value = d
    for m in range(1, 1000):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for step in (even, odd):
            d = 1 / _not_zero(1 + step * d, tiny)
            c = _not_zero(1 + step / c, tiny)
            value *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return value


def _not_zero(value: float, tiny: float) -> float:
    return value if abs(value) > tiny else tiny
