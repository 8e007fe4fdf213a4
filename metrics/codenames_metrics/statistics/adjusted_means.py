"""Means that are adjusted for what else differs: least squares with a term for each thing that counts.

Searle, Speed and Milliken 1980 (American Statistician 34, 216-221) call them population marginal means: what a group's
mean would be if everything else were spread alike. Standard errors are those of clusters, as in `clustered_errors`.
"""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from numpy import float64, intp
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[float64]
    Places: TypeAlias = NDArray[intp]


class AdjustedMean(NamedTuple):
    """A weighted sum of the terms."""

    mean: float
    standard_error: float | None
    """Clustered by board; None for fewer than two boards."""


class LeastSquares:
    """Values with a design, fitted by least squares.

    Args:
        design: for each kind of value what every term adds to it.
        kinds: of each group of values, a row of `design`.
        boards: of each group, numbered from 0.
        counts: how many values each group has.
        sums: of each group.
    """

    def __init__(
        self,
        design: Sequence[Sequence[float]],
        kinds: Sequence[int],
        boards: Sequence[int],
        counts: Sequence[int],
        sums: Sequence[float],
    ) -> None:
        import numpy as np

        self._design: Floats = np.array(design, dtype=float)
        kind: Places = np.array(kinds, dtype=np.intp)
        count, total = np.array(counts, dtype=float), np.array(sums, dtype=float)
        weights = np.bincount(kind, weights=count, minlength=len(self._design))
        squares = (self._design.T * weights) @ self._design
        self._inverse: Floats = np.asarray(np.linalg.pinv(squares, rcond=1e-9, hermitian=True), dtype=float)
        self._terms: Floats = self._inverse @ (self._design[kind].T @ total)
        left = total - count * (self._design[kind] @ self._terms)
        self._boards = 1 + max(boards, default=-1)
        slopes = np.zeros((self._boards, self._design.shape[1]))
        np.add.at(slopes, np.array(boards, dtype=np.intp), left[:, None] * self._design[kind])
        self._spread: Floats = slopes.T @ slopes

    def mean(self, weights: Sequence[float]) -> AdjustedMean | None:
        """Return a weighted sum of the terms; None where the values say nothing of it."""
        import numpy as np

        wanted = np.array(weights, dtype=float)
        sizes, directions = np.linalg.eigh(self._design.T @ self._design)
        seen = directions[:, sizes > 1e-9 * sizes.max()]
        if np.abs(seen @ (seen.T @ wanted) - wanted).max() > 1e-6:
            return None
        along = self._inverse @ wanted
        error = None
        if self._boards > 1:
            spread = max(0.0, float(along @ self._spread @ along))  # rounding can leave less than nothing
            error = math.sqrt(self._boards / (self._boards - 1) * spread)
        return AdjustedMean(float(wanted @ self._terms), error)
