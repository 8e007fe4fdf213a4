"""The Brier score of stated chances, and the parts that it is the sum of.

Brier 1950, Monthly Weather Review 78, 1-3; Murphy 1973, Journal of Applied Meteorology 12, 595-600; Stephenson, Coelho
and Jolliffe 2008, Weather and Forecasting 23, 752-757, for what is left where chances of one bin differ.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

BINS: Final = 10
"""Tenths: 0 to 0.1, and so on; 1 is in the last one."""


class Bin(NamedTuple):
    """The forecasts whose chances lie in one tenth."""

    place: int
    """From 0."""
    forecasts: int
    mean_chance: float
    happened: int

    @property
    def share(self) -> float:
        """How often it happened."""
        return self.happened / self.forecasts


class BrierParts(NamedTuple):
    """`score` = `reliability` - `resolution` + `uncertainty` + `within_bins`."""

    forecasts: int
    score: float
    """Mean of (chance - result)^2; 0 is perfect."""
    reliability: float
    """How far the chances of a bin are from how often it happened, squared; 0 is perfect."""
    resolution: float
    """How far bins differ in how often it happened from all together, squared; the larger, the more was told apart."""
    uncertainty: float
    """Of the results themselves: p (1 - p)."""
    within_bins: float
    """What is left since the chances of one bin are not all alike."""
    bins: tuple[Bin, ...]
    """Those that hold a forecast, in order."""


def brier_parts(forecasts: Iterable[tuple[float, bool]], bins: int = BINS) -> BrierParts | None:
    """Return the Brier score of stated chances and its parts; None for no forecasts.

    With N forecasts, of which n_k are in bin k, with the mean chance f_k, the share o_k that happened, and o over all:

        reliability = sum of n_k (f_k - o_k)^2 / N
        resolution  = sum of n_k (o_k - o)^2 / N
        uncertainty = o (1 - o)

    >>> parts = brier_parts([(0.8, True), (0.8, False)])
    >>> [round(part, 2) for part in parts[1:6]]
    [0.34, 0.09, 0.0, 0.25, 0.0]

    Args:
        forecasts: chances from 0 to 1, and whether it happened.
        bins: of equal width.
    """
    by_bin: dict[int, list[tuple[float, bool]]] = defaultdict(list)
    for chance, happened in forecasts:
        by_bin[bin_of(chance, bins)].append((chance, happened))
    filled = tuple(_bin(place, by_bin[place]) for place in sorted(by_bin))
    count = sum(one.forecasts for one in filled)
    if not count:
        return None
    base = sum(one.happened for one in filled) / count
    score = math.fsum((chance - happened) ** 2 for inside in by_bin.values() for chance, happened in inside) / count
    reliability = math.fsum(one.forecasts * (one.mean_chance - one.share) ** 2 for one in filled) / count
    resolution = math.fsum(one.forecasts * (one.share - base) ** 2 for one in filled) / count
    uncertainty = base * (1 - base)
    rest = score - (reliability - resolution + uncertainty)
    return BrierParts(count, score, reliability, resolution, uncertainty, rest, filled)


def expected_calibration_error(parts: BrierParts) -> float:
    """Return how far the chances of a bin are from how often it happened, on average over forecasts.

        ECE = sum of n_k |f_k - o_k| / N

    Guo, Pleiss, Sun and Weinberger 2017 (arXiv 1706.04599). Unlike reliability it is in the unit of chances.

    >>> round(expected_calibration_error(brier_parts([(0.8, True), (0.8, False)])), 2)
    0.3
    """
    return math.fsum(one.forecasts * abs(one.mean_chance - one.share) for one in parts.bins) / parts.forecasts


def bin_of(chance: float, bins: int = BINS) -> int:
    """Return the bin that a chance is in, from 0.

    >>> bin_of(0.05), bin_of(0.1), bin_of(1.0)
    (0, 1, 9)
    """
    return min(int(chance * bins), bins - 1)


def _bin(place: int, inside: Sequence[tuple[float, bool]]) -> Bin:
    chances = math.fsum(chance for chance, _ in inside)
    return Bin(place, len(inside), chances / len(inside), sum(happened for _, happened in inside))
