"""Logistic regression on games that share boards: estimates that may have no end, and intervals that hold all the same.

The likelihood is that of independent games. An interval holds every value that it makes nearly as likely as the best
one: the deviance from the maximum, over the other parameters, stays below the squared quantile of Student's t for
boards - 1 degrees of freedom, times how much more the estimate varies between boards than independent games would let
it (Chandler and Bate 2007, Biometrika 94, 167-183). Where a value may grow without end and stay as likely, as that of a
model which always wins, the interval has one end alone: the profile likelihood's bound, where a standard error would be
nonsense.
"""

import math
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from codenames_metrics.statistics.board_permutation import DRAWS, drawn_signs
from codenames_metrics.statistics.student import student_quantile, student_tail

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy import float64, intp
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[float64]
    Places: TypeAlias = NDArray[intp]

FARTHEST: Final = 10.0
"""A value of so many logits, odds of 1 to 22,000, stands for one without end."""
_RIDGE: Final = 1e-6
"""Makes the parameters unique; far too weak to be seen in any digit that is shown."""
_MOST_STEPS: Final = 80
_LARGEST_STEP: Final = 2.0
_LAST_STEP: Final = 1e-6
"""After a step below this, what is left is of the order of its square."""
_ENOUGH: Final = 1e-9
_SUSPICIOUS: Final = 5.0
"""Below this no estimate stands for one without end: the ridge alone keeps those at 7 and above."""
_FLAT: Final = 0.02
"""A deviance below this at the farthest value says that the likelihood has no maximum before it."""
_LEAST_SCALE: Final = 0.5
"""Boards vary at least half as much as independent games: what few boards say of less is luck."""


class Profiled(NamedTuple):
    """A weighted sum of the parameters: its estimate, and the interval of values that the games do not rule out."""

    estimate: float | None
    """None where the likelihood has no maximum: the value may have no end."""
    low: float | None
    """None where there is no end on this side."""
    high: float | None


class ClusteredLogistic:
    """Won and lost games with a design, ready to be fitted.

    Args:
        design: for each kind of game what every parameter adds to the log odds.
        kinds: of each group of games, a row of `design`.
        boards: of each group, numbered from 0.
        won: how many games of each group were won.
        lost: how many were lost.
        ridge: by how much each parameter is pulled towards 0: the inverse variance of a normal prior, 0 for none.
    """

    def __init__(
        self,
        design: Sequence[Sequence[float]],
        kinds: Sequence[int],
        boards: Sequence[int],
        won: Sequence[float],
        lost: Sequence[float],
        ridge: Sequence[float],
    ) -> None:
        import numpy as np

        self.design: Floats = np.array(design, dtype=float)
        self._kind: Places = np.array(kinds, dtype=np.intp)
        self._board: Places = np.array(boards, dtype=np.intp)
        self._won_of_group = np.array(won, dtype=float)
        self._games_of_group = self._won_of_group + np.array(lost, dtype=float)
        self._ridge: Floats = np.diag(ridge) + _RIDGE * np.eye(len(ridge))
        width = len(self.design)
        self._won: Floats = np.zeros(width)
        self._games: Floats = np.zeros(width)
        np.add.at(self._won, self._kind, self._won_of_group)
        np.add.at(self._games, self._kind, self._games_of_group)
        self.boards = 1 + max(boards, default=-1)

    @cached_property
    def parameters(self) -> "Floats":
        """What makes the games most likely."""
        import numpy as np

        start = np.zeros(self.design.shape[1])
        return self._maximise(self.design, np.zeros(len(self.design)), start, self._ridge, start)

    def is_determined(self, weights: "Floats") -> bool:
        """Return whether the games say anything of a weighted sum of the parameters."""
        import numpy as np

        known = self._determined_directions
        return bool(np.abs(known @ (known.T @ weights) - weights).max() < 1e-6)

    @cached_property
    def _determined_directions(self) -> "Floats":
        """Directions of the parameters that the games say something of, one in each column."""
        import numpy as np

        sizes, directions = np.linalg.eigh(self.design.T @ self.design)
        known: Floats = directions[:, sizes > 1e-9 * sizes.max()]
        return known

    def estimate(self, weights: "Floats") -> float | None:
        """Return the estimate of a weighted sum; None where the likelihood has no maximum."""
        best = float(weights @ self.parameters)
        if abs(best) < _SUSPICIOUS:
            return best
        line = _Line(self, weights)
        return None if line.is_endless else line.best

    def profile(self, weights: "Floats", level: float) -> Profiled:
        """Return the interval of a weighted sum that holds the truth with probability `level`, and its estimate."""
        line = _Line(self, weights)
        low, high = (line.end(sign, self._limit(line, level)) for sign in (-1.0, 1.0))
        return Profiled(None if line.is_endless else line.best, low, high)

    def p_value(self, weights: "Floats") -> float:
        """Return the two-sided p value of a weighted sum being 0, which agrees with the intervals."""
        line = _Line(self, weights)
        root = math.sqrt(line.deviance(0.0) / self._scale(line))
        return 2 * student_tail(root, self.boards - 1)

    def chances(self) -> list[float]:
        """Return how likely a game of each kind is won, in the order of the design."""
        likely: list[float] = _chance(self.design @ self.parameters).tolist()
        return likely

    def score_p_value(self, extra: Sequence[Sequence[float]]) -> float:
        """Return the p value of further parameters all being 0: Rao's score test, with boards as clusters.

        The statistic is the squared slope of the log likelihood along the new parameters, the old ones set apart, in
        units of what independent games would make of it. How large chance alone makes it is seen by drawing the sign of
        each board's slope anew (Kline and Santos 2012, Journal of Econometric Methods 1, 23-41), so that nothing is
        assumed of how much games on one board have in common.

        Args:
            extra: for each kind of game what every new parameter adds to the log odds.
        """
        import numpy as np

        added: Floats = np.array(extra, dtype=float)
        chance = _chance(self.design @ self.parameters)
        weights = self._games * chance * (1 - chance)
        between = (added.T * weights) @ self.design
        apart = np.linalg.solve(_curvature(self.design, weights, self._ridge), between.T)
        spread = (added.T * weights) @ added - between @ apart
        left = self._won_of_group - self._games_of_group * chance[self._kind]
        slopes = np.zeros((self.boards, added.shape[1]))
        np.add.at(slopes, self._board, left[:, None] * (added - self.design @ apart)[self._kind])
        unit = np.linalg.pinv(spread, rcond=1e-7, hermitian=True)
        seen = slopes.sum(axis=0)
        statistic = float(seen @ unit @ seen)
        drawn = np.zeros((DRAWS, added.shape[1]))
        for begin, signs in drawn_signs(self.boards, DRAWS):
            drawn += (1.0 - 2.0 * signs) @ slopes[begin : begin + signs.shape[1]]
        by_chance = ((drawn @ unit) * drawn).sum(axis=1)
        return (1 + int((by_chance >= statistic * (1 - 1e-9)).sum())) / (DRAWS + 1)

    def _limit(self, line: "_Line", level: float) -> float:
        return self._scale(line) * student_quantile((1 + level) / 2, self.boards - 1) ** 2

    def _scale(self, line: "_Line") -> float:
        """Return how many times the variance of independent games is that of boards; where it has no estimate, 1."""
        if line.is_endless or self.boards < 2:
            return 1.0
        bend, spread = self._information
        import numpy as np

        along = np.linalg.solve(bend, line.weights)
        scale = float(along @ spread @ along) / float(along @ line.weights) * self.boards / (self.boards - 1)
        return max(_LEAST_SCALE, scale)

    @cached_property
    def _information(self) -> "tuple[Floats, Floats]":
        """The curvature of the log likelihood, and the sum over boards of their squared slopes."""
        import numpy as np

        chance = _chance(self.design @ self.parameters)
        bend = _curvature(self.design, self._games * chance * (1 - chance), self._ridge)
        left = self._won_of_group - self._games_of_group * chance[self._kind]
        slopes = np.zeros((self.boards, self.design.shape[1]))
        np.add.at(slopes, self._board, left[:, None] * self.design[self._kind])
        return bend, slopes.T @ slopes

    def _maximise(
        self, design: "Floats", offset: "Floats", begin: "Floats", ridge: "Floats", pull: "Floats"
    ) -> "Floats":
        """Return the parameters of `design` that make the games most likely: Newton's method, with steps cut to help.

        Args:
            design: what each parameter adds to the log odds of each kind of game.
            offset: what is added to them besides.
            begin: parameters to begin with.
            ridge: the inverse variances of the parameters' prior.
            pull: what the prior adds to the slope besides.
        """
        import numpy as np

        def unlikely(parameters: "Floats") -> float:
            odds = offset + design @ parameters
            games = (self._games * np.logaddexp(0, odds) - self._won * odds).sum()
            return float(games + parameters @ ridge @ parameters / 2 + pull @ parameters)

        parameters, now = begin, unlikely(begin)
        for _ in range(_MOST_STEPS):
            chance = _chance(offset + design @ parameters)
            slope = design.T @ (self._won - self._games * chance) - ridge @ parameters - pull
            step = np.linalg.solve(_curvature(design, self._games * chance * (1 - chance), ridge), slope)
            largest = float(np.abs(step).max(initial=0.0))
            step *= min(1.0, _LARGEST_STEP / largest) if largest else 0.0
            while (after := unlikely(parameters + step)) > now and largest > _LAST_STEP:
                step, largest = step / 2, largest / 2
            parameters, now = parameters + step, after
            if largest < _LAST_STEP:
                break
        return parameters

    def _deviance(self, parameters: "Floats") -> float:
        """Return -2 x the log likelihood of the games with these parameters, prior included."""
        import numpy as np

        odds = self.design @ parameters
        games = float((self._games * np.logaddexp(0, odds) - self._won * odds).sum())
        return 2 * games + float(parameters @ self._ridge @ parameters)


def _chance(odds: "Floats") -> "Floats":
    import numpy as np

    chance: Floats = 1 / (1 + np.exp(-np.clip(odds, -500, 500)))
    return chance


def _curvature(design: "Floats", weights: "Floats", ridge: "Floats") -> "Floats":
    bend: Floats = (design.T * weights) @ design + ridge
    return bend


class _Line:
    """The likelihood along one weighted sum of the parameters, the others being as likely as they can be."""

    def __init__(self, data: ClusteredLogistic, weights: "Floats") -> None:
        import numpy as np

        self._data = data
        self.weights: Floats = np.asarray(weights, dtype=float)
        self._unit: Floats = self.weights / float(self.weights @ self.weights)
        """The parameters that change the sum by 1 and nothing else."""
        across = np.linalg.svd(self.weights[None, :])[2][1:]
        self._across: Floats = across
        self._design: Floats = data.design @ across.T
        self._offset: Floats = data.design @ self._unit
        self._ridge: Floats = across @ data._ridge @ across.T
        self._pull: Floats = across @ data._ridge @ self._unit
        self._begin: Floats = across @ data.parameters
        self.best = float(self.weights @ data.parameters)
        self._least = data._deviance(data.parameters)

    def deviance(self, value: float) -> float:
        """Return how much less likely the games are where the sum has this value; 0 for the best one."""
        offset, pull = self._offset * value, self._pull * value
        free = self._begin = self._data._maximise(self._design, offset, self._begin, self._ridge, pull)
        return max(0.0, self._data._deviance(self._unit * value + self._across.T @ free) - self._least)

    @cached_property
    def is_endless(self) -> bool:
        """Whether the likelihood has no maximum along this line."""
        if abs(self.best) < _SUSPICIOUS or abs(self.best) > FARTHEST:
            return abs(self.best) > FARTHEST
        return self.deviance(math.copysign(FARTHEST, self.best)) < _FLAT

    def end(self, sign: float, limit: float) -> float | None:
        """Return the end of the values, upwards or downwards, whose deviance is below a limit; None for no end."""
        far, near = sign * FARTHEST, max(-FARTHEST, min(FARTHEST, self.best))
        if near == far or self.deviance(far) < limit:
            return None
        return _crossing(lambda value: math.sqrt(self.deviance(value)) - math.sqrt(limit), near, far)


def _crossing(curve: "Callable[[float], float]", near: float, far: float) -> float:
    """Return where a curve that is below 0 at `near` and above it at `far` crosses 0: secants, each kept in between."""
    low, high, at_low, at_high = near, far, curve(near), curve(far)
    for step in range(_MOST_STEPS):
        middle = (low + high) / 2 if step % 3 == 2 else low - at_low * (high - low) / (at_high - at_low)
        at = curve(middle)
        if abs(at) < _ENOUGH or abs(high - low) < _ENOUGH:
            return middle
        if at < 0:
            low, at_low = middle, at
        else:
            high, at_high = middle, at
    return (low + high) / 2
