"""How often the clues of a model work out, by the number that they promise: ambition against risk."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Final, NamedTuple

from codenames_core.game.config import TEAMS
from codenames_metrics.experiment.jobs import Cell
from codenames_metrics.game.episode import EpisodeMetrics
from codenames_metrics.statistics.intervals import Interval
from codenames_metrics.statistics.proportions import share_interval

LARGEST_APART: Final = 5
"""Larger numbers are counted with it."""


class SuccessOfNumber(NamedTuple):
    """The clues of one number."""

    number: int
    clues: int
    worked_out: int
    """Those of which as many words were found as they promised."""
    words_found: int
    """By the team, in their turns."""
    interval: Interval | None
    """Of the share that worked out: 95 %, Wilson, with the effective number of clues of the boards."""

    @property
    def share(self) -> float:
        """The share that worked out."""
        return self.worked_out / self.clues


class ClueSuccess(NamedTuple):
    """The numbered clues of a model, whoever guesses."""

    cluer: str
    boards: int
    numbers: tuple[SuccessOfNumber, ...]
    """Those that it gave, in order."""


class SuccessCounter:
    """Takes finished games one by one."""

    def __init__(self) -> None:
        self._results: dict[str, dict[int, dict[str, list[float]]]] = defaultdict(
            lambda: defaultdict(lambda: defaultdict(list))
        )
        self._found: dict[tuple[str, int], int] = defaultdict(int)

    def add(self, cell: Cell, metrics: EpisodeMetrics) -> None:
        """Take one more game."""
        for team in TEAMS:
            cluer = cell.lineup(team).cluer
            for turn in metrics.of(team).turn_summaries if cluer not in cell.combo.ghosts else ():
                if turn.number is not None and turn.worked_out is not None:
                    number = min(turn.number, LARGEST_APART)
                    self._results[cluer][number][metrics.board].append(float(turn.worked_out))
                    self._found[cluer, number] += turn.found

    def result(self) -> Iterator[ClueSuccess]:
        """Yield the clues of each model, in the order in which they came."""
        for cluer, by_number in self._results.items():
            boards = frozenset[str]().union(*by_number.values())
            numbers = (self._of_number(cluer, number) for number in sorted(by_number))
            yield ClueSuccess(cluer, len(boards), tuple(numbers))

    def _of_number(self, cluer: str, number: int) -> SuccessOfNumber:
        by_board = dict(sorted(self._results[cluer][number].items()))
        clues = sum(map(len, by_board.values()))
        worked_out = round(sum(map(sum, by_board.values())))
        return SuccessOfNumber(number, clues, worked_out, self._found[cluer, number], share_interval(by_board))
