"""Whether cluers and guessers fit each other: a logistic regression of games between pairs of a cluer and a guesser.

    log odds that red wins = cluer(red) + guesser(red) + own(red) - the same of blue + start

where own counts for a pair of one model, and start for the team that moves first. A reference team has one part. Two
questions are asked: whether own is 0, by its profile likelihood, scaled to the spread of boards; and whether pairs fit
each other in any way, by Rao's score test of all products of cluer and guesser against sums alone, with the boards'
signs drawn anew (`ClusteredLogistic.score_p_value`).
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from codenames_core.game.config import Team
from codenames_metrics.analysis.scores import Score
from codenames_metrics.statistics.clustered_logistic import ClusteredLogistic, Profiled
from codenames_metrics.statistics.intervals import CONFIDENCE

if TYPE_CHECKING:
    pass

_START_RIDGE: Final = 0.25
"""As for ratings: the term for moving first is held to a few logits."""

PairName = tuple[str, str]
"""Cluer and guesser."""


class _Row(NamedTuple):
    """What of a game the model knows."""

    red: PairName
    blue: PairName
    starts: int
    """1 if red moves first, -1 if blue does."""


class PairGames:
    """Decided games between pairs, ready to be asked.

    Args:
        games: between two line-ups, each of one cluer and one guesser.
        reference: the model of a reference team, if there is one.
    """

    def __init__(self, games: Iterable[Score], reference: str | None) -> None:
        counts: dict[tuple[str, _Row], list[int]] = defaultdict(lambda: [0, 0])
        for game in games:
            if game.winner is not None:
                red, blue = (side.models[:2] for side in (game.cell.combo.red, game.cell.combo.blue))
                row = _Row(red, blue, 1 if game.starter is Team.RED else -1)
                counts[game.board, row][game.winner is Team.BLUE] += 1
        self._reference = reference
        self._rows = sorted({row for _, row in counts})
        self.pairs = sorted({pair for row in self._rows for pair in row[:2] if not self._is_reference(pair)})
        self._cluers, self._guessers = ({pair[seat]: None for pair in self.pairs} for seat in (0, 1))
        boards = {board: place for place, board in enumerate(sorted({board for board, _ in counts}))}
        places = {row: place for place, row in enumerate(self._rows)}
        groups = sorted(counts)
        width = len(self._cluers) + len(self._guessers) + 3
        self._data = (
            [places[row] for _, row in groups],
            [boards[board] for board, _ in groups],
            [counts[group][0] for group in groups],
            [counts[group][1] for group in groups],
        )
        self._games_of_rows = [0] * len(self._rows)
        for kind, won, lost in zip(self._data[0], self._data[2], self._data[3], strict=True):
            self._games_of_rows[kind] += won + lost
        self._ridge = [0.0] * (width - 1) + [_START_RIDGE]
        self._own = width - 2

    def _is_reference(self, pair: PairName) -> bool:
        return pair == (self._reference, self._reference)

    def premium(self) -> tuple[Profiled, float | None]:
        """Return what own is, in logits, with its 95 % interval and the p value of it being 0; None where no game says.

        It has no estimate, and is None, where pairs of one model are not set apart from the models' parts.
        """
        import numpy as np

        fitted = self._fitted(with_own=True)
        weights = np.zeros(len(self._ridge))
        weights[self._own] = 1.0
        if not self._rows or not fitted.is_determined(weights):
            return Profiled(None, None, None), None
        return fitted.profile(weights, CONFIDENCE), fitted.p_value(weights)

    def interaction_p_value(self) -> float | None:
        """Return the p value of no pair fitting each other better or worse than the sum of its parts says."""
        columns = {pair: place for place, pair in enumerate(self.pairs)}
        if not self._rows or len(self._cluers) < 2 or len(self._guessers) < 2:
            return None
        extra = [[0.0] * len(columns) for _ in self._rows]
        for weights, row in zip(extra, self._rows, strict=True):
            for sign, pair in ((1.0, row.red), (-1.0, row.blue)):
                if pair in columns:
                    weights[columns[pair]] += sign
        return self._fitted(with_own=False).score_p_value(extra)

    def expected(self) -> Mapping[PairName, float]:
        """Return the win rate of each pair in its games that the parts of its cluer and its guesser make expect."""
        chances = self._fitted(with_own=False).chances()
        sums: dict[PairName, list[float]] = defaultdict(lambda: [0.0, 0.0])
        for row, chance, count in zip(self._rows, chances, self._games_of_rows, strict=True):
            for pair, rate in ((row.red, chance), (row.blue, 1 - chance)):
                sums[pair][0] += rate * count
                sums[pair][1] += count
        return {pair: total / count for pair, (total, count) in sums.items() if not self._is_reference(pair)}

    def premium_in_points(self) -> float | None:
        """Return the mean difference of win rates, 0 to 1, that own makes in the games of pairs of one model."""
        fitted = self._fitted(with_own=True)
        own = float(fitted.parameters[self._own])
        gains = games = 0.0
        for row, chance, count in zip(self._rows, fitted.chances(), self._games_of_rows, strict=True):
            for pair, rate in ((row.red, chance), (row.blue, 1 - chance)):
                if pair[0] == pair[1] and not self._is_reference(pair) and 0 < rate < 1:
                    without = 1 / (1 + math.exp(own - math.log(rate / (1 - rate))))
                    gains += (rate - without) * count
                    games += count
        return gains / games if games else None

    def _fitted(self, *, with_own: bool) -> ClusteredLogistic:
        design = [self._terms(row, with_own=with_own) for row in self._rows]
        return ClusteredLogistic(design, *self._data, self._ridge)

    def _terms(self, row: _Row, *, with_own: bool) -> Sequence[float]:
        cluers, guessers = list(self._cluers), list(self._guessers)
        weights = [0.0] * len(self._ridge)
        for sign, pair in ((1.0, row.red), (-1.0, row.blue)):
            if self._is_reference(pair):
                weights[len(cluers) + len(guessers)] += sign
                continue
            weights[cluers.index(pair[0])] += sign
            weights[len(cluers) + guessers.index(pair[1])] += sign
            if with_own and pair[0] == pair[1]:
                weights[self._own] += sign
        weights[-1] = float(row.starts)
        return weights
