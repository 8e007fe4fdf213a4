"""What seeing costs: how much line-ups misread in pictures, beside what they misread in words, board by board."""

from collections import Counter, defaultdict
from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict

from codenames_core.game.config import TEAMS
from codenames_metrics.analysis.scores import board_means
from codenames_metrics.experiment.arms import BASE
from codenames_metrics.experiment.jobs import Cell
from codenames_metrics.game.episode import EpisodeMetrics
from codenames_metrics.game.reading_errors import ReadingErrors
from codenames_metrics.statistics.comparison_families import PairwiseComparison, compare_pairs
from codenames_metrics.statistics.proportions import share


class Misreading(BaseModel):
    """What one line-up read wrong in the games of one arm."""

    model_config = ConfigDict(frozen=True)

    arm: str
    """Empty for the base."""
    lineup: str
    games: int
    """Its sides of finished games."""
    pictures: int
    """Decisions for which a seat was shown a picture."""
    words_named: int
    words_unknown: int
    """Not on the board."""
    words_seen: int
    colours_mistaken: int
    cards_read: int
    """By a program, picture after picture."""
    cards_misread: int
    wrong_share: float | None = None
    """(`words_unknown` + `colours_mistaken`) / `words_named`."""
    difference: PairwiseComparison | None = None
    """That share in this arm - in the base, on the boards that both have; None for the base."""


class GamesOfReading:
    """What was read in many games: sums for each arm, line-up and board."""

    def __init__(self) -> None:
        self._sums: dict[tuple[str, str], dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))

    def add(self, cell: Cell, metrics: EpisodeMetrics) -> None:
        """Take one more game."""
        for team in TEAMS:
            lineup, side = cell.lineup(team), metrics.of(team)
            if cell.combo.has_ghost(lineup):
                continue
            sums = self._sums[cell.arm, lineup.name][metrics.board]
            sums["games"] += 1
            if side.reading is not None:
                sums.update({name: getattr(side.reading, name) for name in _SUMMED})

    def result(self, *, final: bool = True) -> tuple[Misreading, ...]:
        """Return the rows of those who were shown pictures, by line-up and arm, the base first.

        Args:
            final: whether all games are played or given up; until then differences have no intervals.
        """
        shown = {key for key, boards in self._sums.items() if any(sums["pictures"] for sums in boards.values())}
        lineups = {lineup for _, lineup in shown}
        kept = sorted(
            (arm, lineup)
            for arm, lineup in self._sums
            if lineup in lineups and (arm == BASE or shown & {(arm, lineup), (BASE, lineup)})
        )
        changed = [key for key in kept if key[0] != BASE and (BASE, key[1]) in self._sums]
        pairs = [
            (arm, "base", _wrong_by_board(self._sums[arm, name]), _wrong_by_board(self._sums[BASE, name]))
            for arm, name in changed
        ]
        differences = dict(zip(changed, compare_pairs(pairs, final=final, are_shares=True), strict=True))
        rows = [_row(arm, name, self._sums[arm, name], differences.get((arm, name))) for arm, name in kept]
        return tuple(sorted(rows, key=lambda row: (row.lineup, row.arm)))


_SUMMED = tuple(name for name in ReadingErrors.model_fields if name != "unknown")


def _row(
    arm: str, lineup: str, boards: Mapping[str, Counter[str]], difference: PairwiseComparison | None
) -> Misreading:
    sums: Counter[str] = Counter()
    for of_board in boards.values():
        sums.update(of_board)
    return Misreading(
        arm=arm,
        lineup=lineup,
        **{name: sums[name] for name in ("games", *_SUMMED)},
        wrong_share=share(_wrong(sums), sums["words_named"]),
        difference=difference if difference is not None and difference.boards else None,
    )


def _wrong(sums: Mapping[str, int]) -> int:
    return sums["words_unknown"] + sums["colours_mistaken"]


def _wrong_by_board(boards: Mapping[str, Counter[str]]) -> dict[str, float]:
    """Return the share of named words that were wrong; 0 on a board on which none was looked at, as offline."""
    return board_means({board: [_share(sums)] for board, sums in sorted(boards.items())})


def _share(sums: Mapping[str, int]) -> float:
    return share(_wrong(sums), sums["words_named"]) or 0.0
