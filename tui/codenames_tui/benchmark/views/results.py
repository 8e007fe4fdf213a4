"""A table of what a benchmark came to: what its rows are made of, and which games are behind each of them.

The tables themselves are in the modules beside this one. Their numbers are those of the report; they compute nothing
but what a small plot needs.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from codenames_core.game.config import BETWEEN_SPECS, GameMode
from codenames_metrics.analysis.leaderboard import BoardRole, Leaderboard
from codenames_metrics.experiment.combos import Composition
from codenames_metrics.experiment.jobs import Cell
from codenames_metrics.statistics.intervals import Interval
from codenames_metrics.tables.number_formats import format_score
from codenames_tui.ui.lines.lines import Line, Span
from codenames_tui.ui.lines.rows import Column

PICTURE: Final = 21
"""Cells of the picture of an interval."""


class Filter(NamedTuple):
    """Which games and which roles are shown."""

    role: BoardRole = BoardRole.OVERALL
    mode: GameMode | None = None
    """None for all modes together."""
    composition: Composition | None = None

    def includes(self, cell: Cell) -> bool:
        """Return whether games of a cell are shown."""
        return self.mode in (None, cell.mode) and self.composition in (None, cell.combo.composition)


class DrillDown(NamedTuple):
    """The games behind a row."""

    name: str
    cells: frozenset[Cell]
    is_rate: bool = False
    """Whether the row has a win rate, in which not all of them are."""


@dataclass(frozen=True, slots=True)
class ResultsTable:
    """A table, made row by row."""

    title: str
    columns: Sequence[Column]
    count: int
    cells: Callable[[int], Sequence[Span]]
    behind: Callable[[int], DrillDown | None] = lambda row: None
    pictures: frozenset[int] = frozenset()
    """Columns that are drawn, and say nothing in a file."""
    verdict: str = ""
    """What the table comes to, in one sentence above it."""
    above: tuple[Line, ...] = ()
    """What else is drawn above the table."""
    empty: str = "None of these games has finished."
    in_full: Callable[[int], Sequence[Span]] | None = None
    """A row with whole names, as files have it; as it is drawn if not given."""


def cells_for_files(shown: ResultsTable) -> tuple[list[str], list[list[str]]]:
    """Return names and rows of a table without what is only drawn."""
    kept = [place for place in range(len(shown.columns)) if place not in shown.pictures]
    names = [shown.columns[place].title for place in kept]
    rows = []
    for row in range(shown.count):
        cells = (shown.in_full or shown.cells)(row)
        rows.append([cells[place].text if place < len(cells) else "" for place in kept])
    return names, rows


def in_per_cent(interval: Interval | None) -> str:
    """Return an interval of a share."""
    return f"{100 * interval.low:.1f} to {100 * interval.high:.1f}" if interval else ""


def with_spread(mean: float | None, std: float | None) -> str:
    """Return a mean and the standard deviation of what it is the mean of.

    >>> with_spread(0.5, 0.25), with_spread(0.5, None), with_spread(None, None)
    ('0.50 ±0.25', '0.50', '–')
    """
    return format_score(mean) + (f" ±{format_score(std)}" if mean is not None and std is not None else "")


def mode_title(mode: GameMode | None) -> str:
    """Return the name of a mode, or what stands for all of them."""
    return spaced(mode) if mode else "all modes"


def brief(lineup: str, models: Sequence[str]) -> str:
    """Return a line-up without the providers of its models, where the models of a run are told apart without them.

    Two guessers of one model are counted. A line-up stays as it is where no models are given.

    >>> brief("vector:bold + random", ["vector:bold", "random"]), brief("a/b", ["a/b", "c/b"])
    ('bold + random', 'a/b')
    >>> brief("a + b + b", ["a", "b"])
    'a + 2 × b'
    """
    if not models:
        return lineup
    ends = {model: _without_provider(model) for model in models}
    told_apart = len(set(ends.values())) == len(ends)
    cluer, *guessers = (ends.get(part, part) if told_apart else part for part in lineup.split(BETWEEN_SPECS))
    if len(guessers) == 2 and guessers[0] == guessers[1]:
        guessers = [f"2 × {guessers[0]}"]
    return BETWEEN_SPECS.join((cluer, *guessers))


def _without_provider(model: str) -> str:
    name, mark, parameters = model.partition("?")
    return name[max(name.rfind(":"), name.rfind("/")) + 1 :] + mark + parameters


def with_mode_last(columns: Sequence[Column], modes: Sequence[GameMode]) -> tuple[Column, ...]:
    """Return columns of which that of the mode gives way first where there is one mode alone."""
    if len(modes) > 1:
        return tuple(columns)
    return tuple(column._replace(rank=99) if column.title == "mode" else column for column in columns)


def spaced(name: str) -> str:
    """Return a name as words."""
    return name.replace("_", " ")


def weight(board: Leaderboard, family: str, mode: GameMode | None) -> str:
    """Return what a title adds on whether its comparisons decide: those of all modes of the declared family do."""
    return " (primary)" if mode is None and board.primary == family else " (exploratory)"


def completeness(board: Leaderboard, on_the_way: str = "intervals hold at any time") -> str:
    """Return what a title adds on whether a run is over, what its intervals are until then, and one-sided designs."""
    sides = ", one-sided" if board.one_sided else ""
    if board.tested:
        return f"{sides}, final"
    return f"{sides}, interim: {board.finished:,} of {board.planned:,} games, {on_the_way}"
