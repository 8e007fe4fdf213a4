"""The games of a Bradley-Terry model by role, counted and ready to be fitted.

    log odds that red wins = cluer(red) + guesser(red) - cluer(blue) - guesser(blue) + start

where the guesser's part of a team is the mean of the guessers that play, and start counts for the team that moves first
(and against it, where that is blue). Games that a line-up plays against itself tell of start alone.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from codenames_core.game.config import GameMode, Team
from codenames_metrics.analysis.scores import Score
from codenames_metrics.experiment.plan import models_in
from codenames_metrics.game.metric import Credit
from codenames_metrics.statistics.clustered_logistic import ClusteredLogistic

if TYPE_CHECKING:
    from codenames_metrics.statistics.clustered_logistic import Floats


START_RIDGE: Final = 0.25
"""The term for moving first is held to a few logits, a normal prior with a standard deviation of 2. Without it, one
that is beyond all measure could explain that a model lost only where it moved second."""


class _Row(NamedTuple):
    """What of a game the model knows: games with equal rows are counted together."""

    red: tuple[str, ...]
    """Cluer and guessers that play."""
    blue: tuple[str, ...]
    starts: int
    """1 if red moves first, -1 if blue does."""


class RatedGames:
    """Decided games without a ghost, as a logistic regression. Parameters are the cluers, the guessers, then start.

    Args:
        games: who met whom on which board, whether red won, and how often that was so.
    """

    def __init__(self, games: Mapping[Any, int]) -> None:
        listed = sorted(games.items())
        self.rows = sorted({row for (_, row, _), _ in listed})
        self.models = sorted({model for row in self.rows for model in (*row.red, *row.blue)})
        numbers = {board: number for number, board in enumerate(sorted({board for (board, _, _), _ in listed}))}
        self.boards = len(numbers)
        self._means: dict[tuple[Credit, tuple[str, ...]], Floats] = {}
        self.won: Counter[_Row] = Counter()
        self.lost: Counter[_Row] = Counter()
        for (_, row, won), count in listed:
            (self.won if won else self.lost)[row] += count
        places = {row: place for place, row in enumerate(self.rows)}
        self.fitted = ClusteredLogistic(
            [_design(row, self.models) for row in self.rows],
            [places[row] for (_, row, _), _ in listed],
            [numbers[board] for (board, _, _), _ in listed],
            [count if won else 0 for (_, _, won), count in listed],
            [0 if won else count for (_, _, won), count in listed],
            [0.0] * 2 * len(self.models) + [START_RIDGE],
        )

    @cached_property
    def _counts(self) -> Counter[_Row]:
        return self.won + self.lost

    def games_of(self, model: str) -> int:
        """Return the decided games in which a model was on one side alone, in any seat."""
        return sum(count for row, count in self._counts.items() if (model in row.red) != (model in row.blue))

    @property
    def games(self) -> int:
        """Decided games."""
        return self._counts.total()

    def part(self, role: Credit, model: str) -> "Floats":
        """Return the weights of a model's part in a role; of the team, of both roles together."""
        import numpy as np

        width = len(self.models)
        weights = np.zeros(2 * width + 1)
        place = self.models.index(model)
        weights[place] = role is not Credit.GUESSER
        weights[width + place] = role is not Credit.CLUER
        return weights

    def against_mean(self, role: Credit, model: str, zero: Sequence[str] = ()) -> "Floats":
        """Return the weights of a model's part in a role against the mean of some models, `self.zero` if not given."""
        chosen = tuple(zero or self.zero)
        if (role, chosen) not in self._means:
            import numpy as np

            self._means[role, chosen] = np.mean([self.part(role, other) for other in chosen], axis=0)
        return self.part(role, model) - self._means[role, chosen]

    @property
    def start(self) -> "Floats":
        """The weights of moving first."""
        import numpy as np

        weights = np.zeros(2 * len(self.models) + 1)
        weights[-1] = 1.0
        return weights

    @cached_property
    def zero(self) -> tuple[str, ...]:
        """The models whose mean is 0: those whose ratings have an end, or all where none has."""
        return tuple(model for model in self.models if model not in self.endless) or tuple(self.models)

    @cached_property
    def endless(self) -> frozenset[str]:
        """The models outside of the largest group in which each has beaten each, directly or through others.

        Ford (1957): their ratings against the group have no end. Where no group is the largest, all are.
        """
        beaten: dict[str, set[str]] = defaultdict(set)
        for count, winning in ((self.won, 0), (self.lost, 1)):
            for row, games in count.items():
                sides = (row.red, row.blue)
                for model in sides[winning] if games else ():
                    beaten[model].update(set(sides[1 - winning]) - {model})
        reached = {model: _reached(model, beaten) for model in self.models}
        groups = {frozenset(o for o in reached[model] if model in reached[o]) for model in self.models}
        largest = sorted(groups, key=len)[-2:]
        if len(largest) == 2 and len(largest[0]) == len(largest[1]):
            return frozenset(self.models)
        return frozenset(self.models) - largest[-1]


def rated_games(scores: Iterable[Score], mode: GameMode | None = None) -> RatedGames | None:
    """Return the games that ratings are made of; None where no two line-ups ever met.

    Args:
        scores: the games; undecided ones and those with a ghost are left out.
        mode: whose games count; all if not given.
    """
    games = Counter(_games(scores, mode))
    return RatedGames(games) if any(row.red != row.blue for _, row, _ in games) else None


def _games(scores: Iterable[Score], mode: GameMode | None) -> Iterator[tuple[str, _Row, bool]]:
    for score in scores:
        if score.winner is None or score.cell.combo.ghosts or mode not in (None, score.cell.mode):
            continue
        red, blue = (models_in(score.cell.mode, side) for side in (score.cell.combo.red, score.cell.combo.blue))
        yield score.board, _Row(red, blue, 1 if score.starter is Team.RED else -1), score.winner is Team.RED


def _design(row: _Row, models: Sequence[str]) -> list[float]:
    """Return how much each parameter adds to the log odds of red."""
    weights = [0.0] * (2 * len(models) + 1)
    for sign, (cluer, *guessers) in ((1.0, row.red), (-1.0, row.blue)):
        weights[models.index(cluer)] += sign
        for guesser in guessers:
            weights[len(models) + models.index(guesser)] += sign / len(guessers)
    weights[-1] = float(row.starts)
    return weights


def _reached(model: str, beaten: Mapping[str, set[str]]) -> set[str]:
    """Return the model, and all that it has beaten directly or through others."""
    reached, unvisited = {model}, [model]
    while unvisited:
        for other in beaten.get(unvisited.pop(), ()):
            if other not in reached:
                reached.add(other)
                unvisited.append(other)
    return reached
