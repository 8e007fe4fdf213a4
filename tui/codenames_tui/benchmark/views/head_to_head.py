"""Who wins how often against whom: a matrix, and a row for each pair."""

from collections.abc import Iterable, Sequence
from typing import Final

from rich.cells import cell_len

from codenames_metrics.analysis.head_to_head import HeadToHead
from codenames_metrics.analysis.leaderboard import Leaderboard
from codenames_metrics.analysis.strength import lineups_by_strength, ordered
from codenames_metrics.experiment.jobs import Cell
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.tables.number_formats import format_p_value, format_percent, format_points, format_verdict
from codenames_tui.benchmark.views.results import (
    PICTURE,
    DrillDown,
    Filter,
    ResultsTable,
    brief,
    completeness,
    mode_title,
    spaced,
    weight,
    with_mode_last,
)
from codenames_tui.benchmark.views.verdict import verdict_on_pairs
from codenames_tui.ui.lines.lines import Glyphs, Line, Span, cut
from codenames_tui.ui.lines.plots import interval_picture
from codenames_tui.ui.lines.rows import Column

MOST_IN_A_MAP: Final = 16
_LETTERS: Final = "abcdefghijklmnop"
_NARROWEST: Final = 5
"""Cells of a column of the map: a number and its bar."""

_PAIRS: Final = (
    Column("first - second", 24, grows=True),
    Column("mode", 14, rank=1),
    Column("0    win rate   100", PICTURE, rank=3),
    Column("win rate", 8, right=True),
    Column("wins", 9, right=True, rank=4),
    Column("difference, 95 %", 22, right=True, rank=5),
    Column("SD", 6, right=True, rank=6),
    Column("p", 7, right=True, rank=4),
    Column("p adj.", 7, right=True, rank=2),
    Column("verdict", 23),
)


def head_to_head(board: Leaderboard, plan: Plan, chosen: Filter, glyphs: Glyphs, width: int) -> ResultsTable:
    """Return the matrix of who wins how often against whom, and a row for each pair."""
    pairs = [
        pair
        for pair in board.head_to_head
        if chosen.mode in (None, pair.mode) and chosen.composition in (None, pair.composition)
    ]
    rows = [_pair(pair, plan.config.models, glyphs) for pair in pairs]
    behind = [_behind_pair(pair, plan.cells) for pair in pairs]
    kind = f", {spaced(chosen.composition)}" if chosen.composition else ""
    kind += weight(board, "head_to_head", chosen.mode) + completeness(board)
    return ResultsTable(
        f"Head to head, {mode_title(chosen.mode)}{kind}",
        with_mode_last(_PAIRS, plan.config.game_modes),
        len(rows),
        rows.__getitem__,
        behind.__getitem__,
        pictures=frozenset({2}),
        verdict=verdict_on_pairs(pairs),
        above=tuple(heat_lines(pairs, width, glyphs, lineups_by_strength(board), plan.config.models)),
        empty="No match-ups yet.",
        in_full=lambda row: _pair(pairs[row], (), glyphs),
    )


def _pair(pair: HeadToHead, models: Sequence[str], glyphs: Glyphs) -> tuple[Span, ...]:
    comparison = pair.comparison
    return (
        Span(f"{brief(pair.first, models)} - {brief(pair.second, models)}"),
        Span(spaced(pair.mode), "dim"),
        Span(interval_picture(pair.win_rate, pair.simultaneous_interval, PICTURE, glyphs), "accent"),
        Span(format_percent(pair.win_rate), "strong"),
        Span(f"{pair.first_wins:,} : {pair.second_wins:,}"),
        Span(format_points(comparison), "dim"),
        Span(format_percent(comparison.difference_std), "dim"),
        Span(format_p_value(comparison.p_value), "dim"),
        Span(format_p_value(comparison.p_value_adjusted)),
        Span(format_verdict(comparison), "good" if comparison.is_resolved else "dim"),
    )


def _behind_pair(pair: HeadToHead, cells: Iterable[Cell]) -> DrillDown:
    cells_of_pair = (
        cell
        for cell in cells
        if cell.mode is pair.mode
        and cell.combo.composition is pair.composition
        and {cell.combo.red.name, cell.combo.blue.name} == {pair.first, pair.second}
    )
    return DrillDown(f"{pair.first} against {pair.second}", frozenset(cells_of_pair))


def shares_of(pairs: Iterable[HeadToHead]) -> tuple[list[str], dict[tuple[str, str], float | None]]:
    """Return the names in order, and who won which share of the decided games against whom, modes taken together."""
    names: dict[str, None] = {}
    won: dict[tuple[str, str], list[int]] = {}
    for pair in pairs:
        names |= dict.fromkeys((pair.first, pair.second))
        for key, wins in (((pair.first, pair.second), pair.first_wins), ((pair.second, pair.first), pair.second_wins)):
            counts = won.setdefault(key, [0, 0])
            counts[0] += wins
            counts[1] += pair.first_wins + pair.second_wins
    return list(names), {key: wins / games if games else None for key, (wins, games) in won.items()}


def heat_lines(
    pairs: Sequence[HeadToHead],
    width: int,
    glyphs: Glyphs,
    strongest_first: Sequence[str] = (),
    models: Sequence[str] = (),
) -> list[Line]:
    """Return the matrix: per cent that the row's line-up won against the column's, the fuller the more.

    Args:
        pairs: who met whom.
        width: of the lines, in cells.
        glyphs: what is drawn with.
        strongest_first: the order of the line-ups.
        models: of the run; what their names begin with alike is left out.
    """
    met, shares = shares_of(pairs)
    names = ordered(met, strongest_first)[:MOST_IN_A_MAP]
    if len(names) < 2:
        return []
    labels = {name: glyphs.line(brief(name, models)) for name in names}
    longest = min(max(map(cell_len, labels.values())), max(width - 6 - _NARROWEST * len(names), 8))
    column = min(max((width - 6 - longest) // len(names), _NARROWEST), _NARROWEST + 1)
    letters = "".join(f"{_LETTERS[place]:>4}".ljust(column) for place in range(len(names)))
    head = Span(" " * (longest + 6) + letters, "dim")
    lines: list[Line] = [(head,)]
    for place, name in enumerate(names):
        shown = cut(labels[name], longest, glyphs.cut)
        line = [Span(f"  {_LETTERS[place]} ", "dim"), Span(f"{shown}{' ' * (longest - cell_len(shown))}  ")]
        line += [_heat(shares.get((name, other)), column, glyphs, same=name == other) for other in names]
        lines.append(tuple(line))
    return lines


def _heat(share: float | None, column: int, glyphs: Glyphs, *, same: bool) -> Span:
    if share is None:
        return Span(f"{glyphs.dot if same else '-':>4}".ljust(column), "dim")
    shade = " " if glyphs.ascii_only else glyphs.bars[round(share * (len(glyphs.bars) - 1))]
    style = "good" if share > 0.55 else "warn" if share < 0.45 else "text"
    return Span(f"{100 * share:>4.0f}{shade}".ljust(column), style)
