"""Whether the chances that cluers state of their clues are what comes of them."""

from array import array
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from codenames_core.game.config import TEAMS
from codenames_metrics.experiment.jobs import Cell
from codenames_metrics.game.episode import EpisodeMetrics
from codenames_metrics.statistics.brier import BrierParts, bin_of, brier_parts
from codenames_metrics.statistics.intervals import Interval
from codenames_metrics.statistics.proportions import share_interval


class Calibration(NamedTuple):
    """The clues of a model whose chance it stated."""

    cluer: str
    boards: int
    parts: BrierParts
    intervals: tuple[Interval | None, ...]
    """Of how often the clues of each bin worked out, in the order of `parts.bins`: 95 %, Wilson, with the effective
    number of clues of the boards."""


class ForecastCounter:
    """Takes finished games one by one: eight bytes for each clue with a chance."""

    def __init__(self) -> None:
        self._happened: dict[str, dict[str, array[float]]] = defaultdict(lambda: defaultdict(lambda: array("d")))
        self._failed: dict[str, dict[str, array[float]]] = defaultdict(lambda: defaultdict(lambda: array("d")))

    def add(self, cell: Cell, metrics: EpisodeMetrics) -> None:
        """Take one more game."""
        for team in TEAMS:
            cluer = cell.lineup(team).cluer
            for turn in metrics.of(team).turn_summaries if cluer not in cell.combo.ghosts else ():
                if turn.chance is not None and turn.worked_out is not None:
                    chances = self._happened if turn.worked_out else self._failed
                    chances[cluer][metrics.board].append(turn.chance)

    def result(self) -> Iterator[Calibration]:
        """Yield what each model stated, in the order in which they came."""
        for cluer in dict.fromkeys([*self._happened, *self._failed]):
            boards = sorted({*self._happened[cluer], *self._failed[cluer]})
            by_board = {board: list(self._forecasts(cluer, board)) for board in boards}
            parts = brier_parts(forecast for forecasts in by_board.values() for forecast in forecasts)
            if parts is not None:
                by_bin = _by_bin(by_board)
                intervals = tuple(share_interval(by_bin[one.place]) for one in parts.bins)
                yield Calibration(cluer, len(boards), parts, intervals)

    def _forecasts(self, cluer: str, board: str) -> Iterator[tuple[float, bool]]:
        for chances, happened in ((self._happened, True), (self._failed, False)):
            for chance in sorted(chances[cluer][board]):
                yield chance, happened


def _by_bin(by_board: Mapping[str, Sequence[tuple[float, bool]]]) -> Mapping[int, Mapping[str, Sequence[float]]]:
    """Return what became of the forecasts in each bin, by board."""
    happened_in: dict[int, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for board, forecasts in by_board.items():
        for chance, happened in forecasts:
            happened_in[bin_of(chance)][board].append(float(happened))
    return happened_in
