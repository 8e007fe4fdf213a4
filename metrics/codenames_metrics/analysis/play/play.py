"""All that the pictures show of play, gathered in one pass over the games."""

from collections.abc import Iterable
from typing import NamedTuple

from codenames_metrics.analysis.failures.counts import GameOfFailures
from codenames_metrics.analysis.play.calibration import Calibration, ForecastCounter
from codenames_metrics.analysis.play.clue_success import ClueSuccess, SuccessCounter
from codenames_metrics.analysis.play.forfeits import Forfeits, forfeits
from codenames_metrics.analysis.play.hard_words import WordDifficulty, WordTargets
from codenames_metrics.analysis.play.words_by_turn import WordCounter, WordsByTurn
from codenames_metrics.experiment.jobs import Cell
from codenames_metrics.game.episode import EpisodeMetrics


class Play(NamedTuple):
    """How the games of a benchmark went."""

    words_by_turn: tuple[WordsByTurn, ...] = ()
    clue_success: tuple[ClueSuccess, ...] = ()
    calibration: tuple[Calibration, ...] = ()
    """Of the models that stated chances."""
    hard_words: tuple[WordDifficulty, ...] = ()
    """The hardest first; empty where no targets are known."""
    forfeits: tuple[Forfeits, ...] = ()


class GamesOfPlay:
    """Takes finished games one by one."""

    def __init__(self) -> None:
        self._words, self._success = WordCounter(), SuccessCounter()
        self._forecasts, self._targets = ForecastCounter(), WordTargets()

    def add(self, cell: Cell, metrics: EpisodeMetrics) -> None:
        """Take one more game."""
        for counter in (self._words, self._success, self._forecasts, self._targets):
            counter.add(cell, metrics)

    def result(self, failures: Iterable[GameOfFailures]) -> Play:
        """Return what they came to; `failures` is what failed in the same games."""
        return Play(
            tuple(self._words.result()),
            tuple(self._success.result()),
            tuple(self._forecasts.result()),
            tuple(self._targets.result()),
            tuple(forfeits(failures)),
        )
