"""Runs that were never played: games between models whose strength is known, to see what is claimed of them."""

import math
import random
from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations
from typing import Final, NamedTuple

from codenames_core.game.config import GameMode, Team
from codenames_metrics.analysis.scores import Score, SideScore
from codenames_metrics.experiment.combos import Composition, Lineup, ModelCombo, lineups
from codenames_metrics.experiment.jobs import Cell

NO_SCORES: Final = SideScore(None, None, None, None)


class Truth(NamedTuple):
    """What decides the games, in logits."""

    cluers: Mapping[str, float]
    guessers: Mapping[str, float]
    start: float = 0.0
    """What moving first is worth."""
    spread: float = 0.5
    """Standard deviation of what a board's first side is worth beside that."""

    def of(self, lineup: Lineup) -> float:
        """Return the strength of a team."""
        return self.cluers[lineup.cluer] + (self.guessers[lineup.guesser_1] + self.guessers[lineup.guesser_2]) / 2


def homogeneous(strengths: Mapping[str, float], *, start: float = 0.0, spread: float = 0.5) -> Truth:
    """Return what decides games of teams of one model."""
    return Truth(strengths, dict.fromkeys(strengths, 0.0), start, spread)


def round_robin(
    models: Iterable[str],
    compositions: Sequence[Composition] = (Composition.HOMOGENEOUS,),
    modes: Sequence[GameMode] = (GameMode.STANDARD,),
) -> list[Cell]:
    """Return the cells in which every two line-ups of a composition meet from both sides."""
    names = list(models)
    return [
        Cell(mode, ModelCombo(composition, red, blue))
        for mode in modes
        for composition in compositions
        for red, blue in permutations(lineups(names, composition), 2)
    ]


def played(
    dice: random.Random,
    cells: Sequence[Cell],
    boards: int,
    truth: Truth,
    repeats: int = 1,
    *,
    gains: Mapping[tuple[str, str], float] | None = None,
) -> list[Score]:
    """Return the games of every cell on every board; `gains` are what pairs of cluer and guesser gain together."""
    games = []
    fit = gains or {}
    for board in range(boards):
        favour = truth.start + dice.gauss(0.0, truth.spread)
        for cell in list(cells) * repeats:
            red, blue = cell.combo.red, cell.combo.blue
            odds = truth.of(red) + fit.get(red.models[:2], 0.0) - truth.of(blue) - fit.get(blue.models[:2], 0.0)
            odds += favour
            winner = Team.RED if dice.random() < 1 / (1 + math.exp(-odds)) else Team.BLUE
            games.append(Score(cell, str(board), winner, Team.RED, {Team.RED: NO_SCORES, Team.BLUE: NO_SCORES}))
    return games
