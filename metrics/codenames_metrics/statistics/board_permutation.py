"""What chance alone would make of some differences: the board by board results of each two sides, swapped at random.

If two sides are equally good, swapping their results on a board changes nothing. So the sign of each board's difference
is drawn anew many times, the same draw for every comparison of a family, and the largest t of each draw is kept
(Westfall and Young 1993, Resampling-Based Multiple Testing). Boards are swapped whole, however many games they have.
Where every board has one game this is McNemar's test in its mid-p version.
"""

import random
from bisect import bisect_left, bisect_right
from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeAlias

from codenames_metrics.statistics.intervals import CONFIDENCE

if TYPE_CHECKING:
    from numpy import float64, uint8
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[float64]
    Bits: TypeAlias = NDArray[uint8]

DRAWS: Final = 9_999
_SEED: Final = 20_250_611
"""The same games give the same verdicts."""
_AT_ONCE: Final = 256
"""Boards, and comparisons, that are in memory at a time."""
_TIE: Final = 1e-9
"""Two statistics that are nearer to each other than this share of theirs are equal: processors round otherwise."""

Differences: TypeAlias = Mapping[Hashable, float]
"""One difference for each board."""


class ChanceAlone:
    """The largest |t| of each draw, over all comparisons of a family.

    Args:
        family: the differences of each comparison, none of which is empty.
        draws: how often signs are drawn.
    """

    def __init__(self, family: Sequence[Differences], draws: int = DRAWS) -> None:
        self._draws = draws
        self._largest = _largest(family, draws) if family else []
        """In order, the smallest first."""

    @property
    def critical(self) -> float:
        """The t above which `p_value` is below 0.05."""
        if not self._largest:
            return 0.0
        edge = self._largest[-round((1 - CONFIDENCE) * (self._draws + 1))]
        return edge * (1 - _TIE if self.p_value(edge) < 1 - CONFIDENCE else 1 + _TIE)

    def p_value(self, t: float) -> float:
        """Return how often chance alone reaches a larger t anywhere in the family; an equal one counts as half.

        So does the result that was played, and it is never 0. This is the mid-p value (Lancaster 1961, Journal of the
        American Statistical Association 56, 223-234): results of few boards that differ have few possible values of t.
        """
        below = bisect_left(self._largest, abs(t) * (1 - _TIE / 10))
        not_above = bisect_right(self._largest, abs(t) * (1 + _TIE / 10))
        return (len(self._largest) - not_above + (not_above - below + 1) / 2) / (self._draws + 1)


def _largest(family: Sequence[Differences], draws: int) -> list[float]:
    import numpy as np

    boards = sorted({board for differences in family for board in differences}, key=str)
    places = {board: place for place, board in enumerate(boards)}
    table: Floats = np.zeros((len(boards), len(family)))
    for column, differences in enumerate(family):
        for board, difference in differences.items():
            table[places[board], column] = difference
    counts = np.array([len(differences) for differences in family], dtype=float)
    largest: Floats = np.zeros(draws)
    for first in range(0, len(family), _AT_ONCE):
        chosen = slice(first, first + _AT_ONCE)
        np.maximum(largest, _statistics(table[:, chosen], counts[chosen], draws).max(axis=1), out=largest)
    in_order: list[float] = np.sort(largest).tolist()
    return in_order


def _statistics(table: "Floats", counts: "Floats", draws: int) -> "Floats":
    """Return |t| for each draw and comparison; `table` has a row for each board, with 0 where a comparison lacks it."""
    import numpy as np

    sums: Floats = np.zeros((draws, table.shape[1]))
    for begin, signs in drawn_signs(len(table), draws):
        part = table[begin : begin + _AT_ONCE]
        sums += part.sum(axis=0) - 2 * (signs.astype(float) @ part)
    squares = (table**2).sum(axis=0)
    left = squares - sums**2 / counts  # the sum of squares does not change with the signs
    with np.errstate(divide="ignore", invalid="ignore"):
        t: Floats = np.abs(sums) * np.sqrt((counts - 1) / counts / np.maximum(left, 0.0))
    t[left <= _TIE * squares] = np.inf
    t[:, squares == 0] = 0.0
    return t


def drawn_signs(boards: int, draws: int) -> "Iterator[tuple[int, Bits]]":
    """Yield, for some boards at a time, the first one's place and a bit for each draw and board: 1 changes the sign."""
    for begin in range(0, boards, _AT_ONCE):
        yield begin, _signs(begin, min(_AT_ONCE, boards - begin), draws)


@lru_cache(maxsize=4)
def _signs(begin: int, boards: int, draws: int) -> "Bits":
    """Return a bit for each draw and board, which is 1 where the difference changes its sign."""
    import numpy as np

    width = -(-boards // 8)
    drawn = random.Random(_SEED + begin).randbytes(draws * width)
    bits: Bits = np.unpackbits(np.frombuffer(drawn, dtype=np.uint8).reshape(draws, width), axis=1)[:, :boards]
    return bits
