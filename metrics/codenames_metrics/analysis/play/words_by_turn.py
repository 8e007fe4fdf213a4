"""How many of its words a line-up has found after each of its turns."""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from codenames_core.game.config import TEAMS, GameMode
from codenames_metrics.experiment.jobs import Cell
from codenames_metrics.game.episode import EpisodeMetrics
from codenames_metrics.statistics.clustered_errors import clustered_standard_error
from codenames_metrics.statistics.intervals import CONFIDENCE, Interval
from codenames_metrics.statistics.moments import Moments
from codenames_metrics.statistics.student import student_quantile


class WordsAfterTurn(NamedTuple):
    """The mean over the games of a line-up, one value for each."""

    turn: int
    """Of the line-up's own turns, from 1."""
    mean: float
    std: float | None
    interval: Interval | None
    """95 %, Student's t, clustered by board; None for fewer than two boards."""
    still_playing: int
    """Games in which it had this turn; the others are over, and keep what was found."""


class WordsByTurn(NamedTuple):
    """The games of a line-up in one mode."""

    mode: GameMode
    lineup: str
    games: int
    boards: int
    turns: tuple[WordsAfterTurn, ...]


class WordCounter:
    """Takes finished games one by one: a few bytes for each side."""

    def __init__(self) -> None:
        self._found: dict[tuple[GameMode, str], dict[str, list[bytes]]] = defaultdict(lambda: defaultdict(list))

    def add(self, cell: Cell, metrics: EpisodeMetrics) -> None:
        """Take one more game."""
        for team in TEAMS:
            lineup = cell.lineup(team)
            if not cell.combo.has_ghost(lineup):
                found = bytes(summary.found for summary in metrics.of(team).turn_summaries)
                self._found[cell.mode, lineup.name][metrics.board].append(found)

    def result(self) -> Iterator[WordsByTurn]:
        """Yield what each line-up found in each mode, in the order in which they came."""
        for (mode, lineup), boards in self._found.items():
            yield _words_by_turn(mode, lineup, dict(sorted(boards.items())))


def _words_by_turn(mode: GameMode, lineup: str, boards: Mapping[str, Sequence[bytes]]) -> WordsByTurn:
    sides = [side for of_board in boards.values() for side in of_board]
    last = max(map(len, sides), default=0)
    totals = {board: [_totals(side, last) for side in of_board] for board, of_board in boards.items()}
    turns = tuple(
        _after_turn(
            turn,
            {board: [side[turn - 1] for side in of_board] for board, of_board in totals.items()},
            sum(len(side) >= turn for side in sides),
        )
        for turn in range(1, last + 1)
    )
    return WordsByTurn(mode, lineup, len(sides), len(boards), turns)


def _totals(found: Iterable[int], last: int) -> list[int]:
    """Return how many words were found after each turn; a game that is over keeps its words."""
    totals = list(accumulate(found))
    return totals + [totals[-1] if totals else 0] * (last - len(totals))


def _after_turn(turn: int, by_board: Mapping[str, Sequence[float]], still_playing: int) -> WordsAfterTurn:
    moments = Moments(value for values in by_board.values() for value in values)
    error = clustered_standard_error(by_board)
    mean = moments.mean or 0.0
    interval = None
    if error is not None and math.isfinite(error):
        half = student_quantile((1 + CONFIDENCE) / 2, len(by_board) - 1) * error
        interval = Interval(mean - half, mean + half)
    return WordsAfterTurn(turn, mean, moments.std, interval, still_playing)
