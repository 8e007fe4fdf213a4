"""The games behind a row, or all that a filter leaves."""

from collections.abc import Sequence
from typing import Final

from codenames_metrics.analysis.game_results import GameResult
from codenames_metrics.experiment.jobs import Cell
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.tables.number_formats import format_score
from codenames_tui.benchmark.views.results import (
    DrillDown,
    Filter,
    ResultsTable,
    brief,
    mode_title,
    spaced,
    with_mode_last,
)
from codenames_tui.benchmark.views.verdict import verdict_on_games
from codenames_tui.ui.lines.lines import Line, Span
from codenames_tui.ui.lines.rows import Column

_EPISODES: Final = (
    Column("game", 6, right=True),
    Column("red - blue", 22, grows=True),
    Column("mode", 15, rank=1),
    Column("board", 12, rank=4),
    Column("arm", 8, rank=1),
    Column("winner", 6),
    Column("how", 18, rank=2),
    Column("turns", 5, right=True),
    Column("coord. red : blue", 17, right=True, rank=3, about="coordination, 0 to 1"),
)


_ARM: Final = next(place for place, column in enumerate(_EPISODES) if column.title == "arm")


def episodes(
    games: Sequence[GameResult], plan: Plan, chosen: Filter, behind: DrillDown | None
) -> tuple[ResultsTable, list[int]]:
    """Return the games behind a row, or all that the filter leaves, and their places in the plan."""
    listed = [game for game in games if _is_meant(plan.cell_of(game.place), chosen, behind)]
    title = f"Episodes behind {behind.name}" if behind else f"Episodes, {mode_title(chosen.mode)}"

    def cells(row: int, models: Sequence[str] = plan.config.models) -> tuple[Span, ...]:
        spans = _episode(listed[row], plan.cell_of(listed[row].place), models)
        return spans if plan.config.arms else (*spans[:_ARM], *spans[_ARM + 1 :])

    above = _not_in_the_rate(listed, plan) if behind and behind.is_rate else ()
    columns = with_mode_last(_columns_for(plan), plan.config.game_modes)
    said = verdict_on_games(listed)
    shown = ResultsTable(
        f"{title}: {len(listed):,}",
        columns,
        len(listed),
        cells,
        verdict=said,
        above=above,
        in_full=lambda row: cells(row, ()),
    )
    return shown, [game.place for game in listed]


def _columns_for(plan: Plan) -> tuple[Column, ...]:
    """Return the columns; that of the arm only where there are several."""
    return _EPISODES if plan.config.arms else (*_EPISODES[:_ARM], *_EPISODES[_ARM + 1 :])


def _not_in_the_rate(games: Sequence[GameResult], plan: Plan) -> tuple[Line, ...]:
    combos = [plan.cell_of(game.place).combo for game in games]
    ghosts = sum(bool(combo.ghosts) for combo in combos)
    mirrors = sum(combo.is_mirror and not combo.ghosts for combo in combos)
    undecided = sum(game.winner is None and combo.is_contest for game, combo in zip(games, combos, strict=True))
    counts = ((mirrors, "against itself"), (ghosts, "with a ghost"), (undecided, "undecided"))
    left_out = ", ".join(f"{count:,} {kind}" for count, kind in counts if count)
    return ((Span(f"  Listed, but not in the win rate: {left_out}.", "dim"),),) if left_out else ()


def _is_meant(cell: Cell, chosen: Filter, behind: DrillDown | None) -> bool:
    return cell in behind.cells if behind else chosen.includes(cell)


def _episode(game: GameResult, cell: Cell, models: Sequence[str]) -> tuple[Span, ...]:
    return (
        Span(f"{game.place + 1}", "dim"),
        Span(f"{brief(cell.combo.red.name, models)} - {brief(cell.combo.blue.name, models)}"),
        Span(spaced(cell.mode), "dim"),
        Span(game.board.rpartition(":")[2], "dim"),
        Span(cell.arm or "base", "text" if cell.arm else "dim"),
        Span(game.winner or "nobody", game.winner.value if game.winner else "dim"),
        Span(spaced(game.termination or "unfinished")),
        Span(f"{game.turns}"),
        Span(f"{format_score(game.red_coordination)} : {format_score(game.blue_coordination)}"),
    )
