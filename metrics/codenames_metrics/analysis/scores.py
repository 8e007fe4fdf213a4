"""A short row for each finished game: who met whom on which board, who won, and how well each side worked together.

Everything that compares line-ups stands on these rows, and none of it on the order in which they came. A game takes
about 80 bytes, so hundreds of thousands fit into memory.
"""

import math
from array import array
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from codenames_core.game.config import TEAMS, GameMode, Team
from codenames_metrics.experiment.jobs import Cell
from codenames_metrics.game.episode import EpisodeMetrics, TeamMetrics
from codenames_metrics.game.metric import Metric
from codenames_metrics.game.metric_models import TEAM_METRICS
from codenames_metrics.statistics.moments import mean


class SideScore(NamedTuple):
    """How well one side played, by the metrics that declare a `score`; None is nothing to measure."""

    coordination_score: float | None
    clue_efficiency: float | None
    guess_accuracy: float | None
    theory_of_mind: float | None
    """Of clues whose targets are known; the weaker signal is not mixed in."""
    words_per_turn: float | None = None
    net_words_per_clue: float | None = None
    theory_of_mind_gain: float | None = None
    """Over what a literal listener finds of the same clues."""

    @classmethod
    def of(cls, metrics: TeamMetrics) -> "SideScore":
        """Return the scores among the metrics of a side; a ghost has none."""
        if metrics.is_ghost:
            return cls(*(None for _ in cls._fields))
        return cls(*(metric.pooled_value(metrics, name) for name, metric in _SCORED))


_NAMES: Final = {metric.score: name for name, metric in TEAM_METRICS.items() if metric.score}
SCORE_METRICS: Final[Mapping[str, Metric]] = {score: TEAM_METRICS[_NAMES[score]] for score in SideScore._fields}
"""The declaration of the metric behind each field of `SideScore`."""
_SCORED: Final = [(_NAMES[score], metric) for score, metric in SCORE_METRICS.items()]


def pools_over(name: str, modes: Collection[GameMode]) -> bool:
    """Return whether a score means the same in all of these modes: coordination has other terms without discussion."""
    return name != "coordination_score" or not (GameMode.SINGLE_GUESSER in modes and len(set(modes)) > 1)


class Score(NamedTuple):
    """One finished game."""

    cell: Cell
    board: str
    winner: Team | None
    """None without a winner."""
    starter: Team
    """The team that moves first, and has nine words to find."""
    sides: Mapping[Team, SideScore]


class Scores:
    """The rows of many games, column by column."""

    def __init__(self) -> None:
        self._cells: dict[Cell, int] = {}
        self._boards: dict[str, int] = {}
        self._cell, self._board = array("I"), array("I")
        self._result = array("B")
        self._values = array("d")
        """For each game the scores of red and of blue; NaN for None."""

    def __len__(self) -> int:
        return len(self._cell)

    def add(self, cell: Cell, metrics: EpisodeMetrics) -> None:
        """Take one more game."""
        self._cell.append(self._cells.setdefault(cell, len(self._cells)))
        self._board.append(self._boards.setdefault(metrics.board, len(self._boards)))
        winner = _CODES[metrics.winner if metrics.is_untouched else None]
        self._result.append(3 * winner + _CODES[metrics.config.starting_team])
        for team in TEAMS:
            self._values.extend(math.nan if value is None else value for value in SideScore.of(metrics.of(team)))

    def __iter__(self) -> Iterator[Score]:
        cells, boards = list(self._cells), list(self._boards)
        width = len(SCORE_METRICS)
        for place, (cell, board, result) in enumerate(zip(self._cell, self._board, self._result, strict=True)):
            begin = 2 * width * place
            red, blue = (self._values[start : start + width] for start in (begin, begin + width))
            winner, starter = divmod(result, 3)
            sides = {Team.RED: _side(red), Team.BLUE: _side(blue)}
            yield Score(cells[cell], boards[board], _TEAMS[winner], _TEAMS[starter] or Team.RED, sides)


_TEAMS: Final = (None, Team.RED, Team.BLUE)
_CODES: Final = {team: code for code, team in enumerate(_TEAMS)}


def _side(values: Iterable[float]) -> SideScore:
    return SideScore(*(None if math.isnan(value) else value for value in values))


ByBoard: TypeAlias = Mapping[str, Sequence[float]]
"""Values of the games on each board."""


def values_by_board(pairs: Iterable[tuple[str, float]]) -> dict[str, list[float]]:
    """Return values under their boards, boards in order of their names.

    >>> values_by_board([("b", 1.0), ("a", 0.0), ("b", 0.0)])
    {'a': [0.0], 'b': [1.0, 0.0]}
    """
    values: dict[str, list[float]] = defaultdict(list)
    for board, value in pairs:
        values[board].append(value)
    return dict(sorted(values.items()))


def board_means(values: ByBoard) -> dict[str, float]:
    """Return the score of each board: the mean over its games, whatever their sides and repeats."""
    return {board: average for board, games in values.items() if (average := mean(games)) is not None}


def group_scores(scores: Iterable[Score], key: Callable[[Score], Any]) -> dict[Any, list[Score]]:
    """Return games under what `key` says of them."""
    groups: dict[Any, list[Score]] = defaultdict(list)
    for score in scores:
        groups[key(score)].append(score)
    return groups
