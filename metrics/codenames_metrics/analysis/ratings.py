"""Bradley-Terry ratings by role: how much each model adds as a cluer and as a guesser, with any partner.

    log odds that red wins = cluer(red) + guesser(red) - cluer(blue) - guesser(blue) + start

where the guesser's part of a team is the mean of the guessers that play, and start counts for the team that moves first
(and against it, where that is blue). Games that a line-up plays against itself tell of start alone. A small ridge pulls
every parameter towards 0: it makes them unique, and finite where a model never wins; such ratings are marked. Intervals
come from drawing boards, not games, again and again.
"""

import math
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from pydantic import BaseModel, ConfigDict

from codenames_core.game.config import GameMode, Team
from codenames_metrics.analysis.scores import Score
from codenames_metrics.experiment.plan import models_in
from codenames_metrics.statistics.intervals import CONFIDENCE, Interval
from codenames_metrics.statistics.student import student_quantile

if TYPE_CHECKING:
    from numpy import float64
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[float64]

RIDGE: Final = 0.1
"""Inverse variance of the normal prior that the ridge is: a standard deviation of about 3 logits."""
RESAMPLES: Final = 400
FEWEST_BOARDS: Final = 10
_DRAWS: Final = 20_250_611
"""Seed of the draws: the same games give the same intervals."""
_DIGITS: Final = 6
_MOST_STEPS: Final = 60
_LARGEST_STEP: Final = 2.0
_ENOUGH: Final = 1e-9


# D-101: only mixed teams tell a cluer's part from a guesser's.
class Rating(BaseModel):
    """One model's ratings, in logits; 0 is the mean of all models."""

    model_config = ConfigDict(frozen=True)

    model: str
    games: int
    """Decided games in which it was on one side alone, in any seat."""
    strength: float
    """As cluer and guesser together: the rating of a team of this model alone."""
    strength_ci: Interval | None
    """95 %; None for fewer than ten boards, which say too little of their spread. The same for the others."""
    win_chance: float
    """Of such a team against one of rating 0, if neither moved first: 1 / (1 + exp(-strength))."""
    cluer: float | None
    """None where the games cannot tell its roles apart, as where it only ever plays with itself."""
    cluer_ci: Interval | None
    guesser: float | None
    guesser_ci: Interval | None
    is_held_by_ridge: bool
    """Whether some model always or never won against it, directly or through others: without the ridge the rating
    would have no end, so its size means nothing beyond its sign."""


class Ratings(BaseModel):
    """The ratings of all models by the games of one mode, or of all."""

    model_config = ConfigDict(frozen=True)

    mode: GameMode | None
    """None for all modes together."""
    games: int
    """Decided ones; mirrors are among them."""
    boards: int
    start: float
    """What moving first adds, in logits; it finds nine words where the other side finds eight."""
    start_ci: Interval | None
    models: tuple[Rating, ...]
    """Best first."""
    resamples: int
    ridge: float


class _Row(NamedTuple):
    """What of a game the model knows: games with equal rows are counted together."""

    red: tuple[str, ...]
    """Cluer and guessers that play."""
    blue: tuple[str, ...]
    starts: int
    """1 if red moves first, -1 if blue does."""


def fit_ratings(
    scores: Iterable[Score], mode: GameMode | None = None, *, resamples: int = RESAMPLES, ridge: float = RIDGE
) -> Ratings | None:
    """Return the ratings of the models in some games; None where no two line-ups ever met.

    Args:
        scores: the games; undecided ones and those with a ghost are left out.
        mode: whose games count; all if not given.
        resamples: draws of boards behind the intervals.
        ridge: how strongly parameters are pulled towards 0.
    """
    games = Counter(_games(scores, mode))
    rows = sorted({row for _, row, _ in games})
    if not any(row.red != row.blue for row in rows):
        return None
    models = sorted({model for row in rows for model in (*row.red, *row.blue)})
    boards = sorted({board for board, _, _ in games})
    data = _Data(rows, models, boards, games, ridge)
    fitted = data.fit(None)
    drawn = data.resampled(fitted, resamples if len(boards) >= FEWEST_BOARDS else 0)
    return _ratings(data, fitted, drawn, mode)


def _games(scores: Iterable[Score], mode: GameMode | None) -> Iterator[tuple[str, _Row, bool]]:
    for score in scores:
        if score.winner is None or score.cell.combo.ghosts or mode not in (None, score.cell.mode):
            continue
        red, blue = (models_in(score.cell.mode, side) for side in (score.cell.combo.red, score.cell.combo.blue))
        yield score.board, _Row(red, blue, 1 if score.starter is Team.RED else -1), score.winner is Team.RED


class _Data:
    """Counted games, ready to be fitted. Parameters are the cluers, then the guessers, then start."""

    def __init__(
        self, rows: Sequence[_Row], models: Sequence[str], boards: Sequence[str], games: Mapping[Any, int], ridge: float
    ) -> None:
        import numpy as np

        self.rows, self.models, self.boards = rows, models, boards
        self.won: Counter[_Row] = Counter()
        self.lost: Counter[_Row] = Counter()
        places = {row: place for place, row in enumerate(rows)}
        numbers = {board: number for number, board in enumerate(boards)}
        listed = sorted(games.items())
        self._board = np.array([numbers[board] for (board, _, _), _ in listed])
        self._row = np.array([places[row] for (_, row, _), _ in listed])
        self._count = np.array([count for _, count in listed], dtype=float)
        self._red_won = np.array([won for (_, _, won), _ in listed], dtype=float)
        for (_, row, won), count in listed:
            (self.won if won else self.lost)[row] += count
        self.design = np.array([_design(row, models) for row in rows])
        self.ridge = ridge
        self._ridge = ridge * np.eye(2 * len(models) + 1)

    def fit(self, weights: "Floats | None", begin: "Floats | None" = None) -> "Floats":
        """Return the parameters that the games make most likely; `weights` says how often each board counts.

        Newton's method on the penalised likelihood, which has one maximum; steps are cut to `_LARGEST_STEP`, so that
        none overshoots.
        """
        import numpy as np

        count = self._count if weights is None else self._count * weights[self._board]
        width = len(self.rows)
        games = np.bincount(self._row, weights=count, minlength=width)
        wins = np.bincount(self._row, weights=count * self._red_won, minlength=width)
        parameters: Floats = np.zeros(self.design.shape[1]) if begin is None else begin.copy()
        for _ in range(_MOST_STEPS):
            chance = 1 / (1 + np.exp(-(self.design @ parameters)))
            slope = self.design.T @ (wins - games * chance) - self._ridge @ parameters
            bend = (self.design.T * (games * chance * (1 - chance))) @ self.design + self._ridge
            step = np.linalg.solve(bend, slope)
            largest = float(np.abs(step).max())
            parameters += step * min(1.0, _LARGEST_STEP / largest) if largest else 0.0
            if largest < _ENOUGH:
                break
        return parameters

    def resampled(self, fitted: "Floats", resamples: int) -> "Floats":
        """Return the parameters for each of some draws of as many boards, with replacement."""
        import numpy as np

        dice = random.Random(_DRAWS)
        count = len(self.boards)
        drawn = []
        for _ in range(resamples):
            places = [int(dice.random() * count) for _ in range(count)]
            drawn.append(self.fit(np.bincount(places, minlength=count).astype(float), fitted))
        return np.array(drawn).reshape(len(drawn), self.design.shape[1])

    @cached_property
    def _determined_directions(self) -> "Floats":
        """Directions of the parameters that the games say something of, one in each column."""
        import numpy as np

        sizes, directions = np.linalg.eigh(self.design.T @ self.design)
        known: Floats = directions[:, sizes > 1e-9 * sizes.max()]
        return known

    def separates_roles(self, place: int) -> bool:
        """Whether the games say anything of a model's cluing alone, against the others' cluing."""
        import numpy as np

        wanted = np.zeros(self.design.shape[1])
        wanted[: len(self.models)] = -1 / len(self.models)
        wanted[place] += 1
        return bool(
            np.abs(self._determined_directions @ (self._determined_directions.T @ wanted) - wanted).max() < 1e-6
        )


def _design(row: _Row, models: Sequence[str]) -> list[float]:
    """Return how much each parameter adds to the log odds of red."""
    weights = [0.0] * (2 * len(models) + 1)
    for sign, (cluer, *guessers) in ((1.0, row.red), (-1.0, row.blue)):
        weights[models.index(cluer)] += sign
        for guesser in guessers:
            weights[len(models) + models.index(guesser)] += sign / len(guessers)
    weights[-1] = float(row.starts)
    return weights


def _ratings(data: _Data, fitted: "Floats", drawn: "Floats", mode: GameMode | None) -> Ratings:
    width, boards = len(data.models), len(data.boards)
    held = _held_by_ridge(data)
    ratings = []
    for place, model in enumerate(data.models):
        cluer, guesser = (_centred(fitted, part, width)[place] for part in (0, 1))
        cluers, guessers = (_centred(drawn.T, part, width)[place] for part in (0, 1))
        apart = data.separates_roles(place)
        strength = float(cluer + guesser)
        ratings.append(
            Rating(
                model=model,
                games=sum(
                    count for row, count in (data.won + data.lost).items() if (model in row.red) != (model in row.blue)
                ),
                strength=_rounded(strength),
                strength_ci=_interval(strength, cluers + guessers, boards),
                win_chance=_rounded(1 / (1 + math.exp(-strength))),
                cluer=_rounded(cluer) if apart else None,
                cluer_ci=_interval(cluer, cluers, boards) if apart else None,
                guesser=_rounded(guesser) if apart else None,
                guesser_ci=_interval(guesser, guessers, boards) if apart else None,
                is_held_by_ridge=model in held,
            )
        )
    return Ratings(
        mode=mode,
        games=sum(data.won.values()) + sum(data.lost.values()),
        boards=boards,
        start=_rounded(fitted[-1]),
        start_ci=_interval(fitted[-1], drawn[:, -1], boards),
        models=tuple(sorted(ratings, key=lambda rating: (-rating.strength, rating.model))),
        resamples=len(drawn),
        ridge=data.ridge,
    )


def _centred(parameters: "Floats", part: int, width: int) -> "Floats":
    """Return the cluers' or the guessers' parameters against their mean."""
    chosen = parameters[part * width : (part + 1) * width]
    centred: Floats = chosen - chosen.mean(axis=0)
    return centred


def _interval(value: float, drawn: "Floats", boards: int) -> Interval | None:
    """Return value -/+ Student's quantile times the standard deviation of the draws, for one board less than there are.

    Quantiles of the draws themselves would be too narrow: they know nothing of how few the boards are.
    """
    if not len(drawn):
        return None
    error = float(drawn.std(ddof=1)) * math.sqrt(boards / (boards - 1))
    half = student_quantile((1 + CONFIDENCE) / 2, boards - 1) * error
    return Interval(_rounded(value - half), _rounded(value + half))


def _rounded(value: Any) -> float:
    """A few digits less than the machine has, for processors differ in the last ones; and no -0."""
    return round(float(value), _DIGITS) + 0.0


def _held_by_ridge(data: _Data) -> set[str]:
    """Return the models outside of the largest group in which each has beaten each, directly or through others.

    Ford (1957): without such a group of all models there are no finite ratings. Where no group is the largest, all are.
    """
    beaten: dict[str, set[str]] = defaultdict(set)
    for count, winning in ((data.won, 0), (data.lost, 1)):
        for row, games in count.items():
            sides = (row.red, row.blue)
            for model in sides[winning] if games else ():
                beaten[model].update(set(sides[1 - winning]) - {model})
    reached = {model: _reached(model, beaten) for model in data.models}
    groups = {model: frozenset(other for other in reached[model] if model in reached[other]) for model in data.models}
    sizes = sorted(set(groups.values()), key=len)
    if len(sizes) > 1 and len(sizes[-1]) == len(sizes[-2]):
        return set(data.models)
    return set(data.models) - sizes[-1]


def _reached(model: str, beaten: Mapping[str, set[str]]) -> set[str]:
    """Return the model, and all that it has beaten directly or through others."""
    reached, unvisited = {model}, [model]
    while unvisited:
        for other in beaten.get(unvisited.pop(), ()):
            if other not in reached:
                reached.add(other)
                unvisited.append(other)
    return reached
