"""What each change of an experiment does: its games against those without it, board by board."""

from collections.abc import Iterable, Sequence
from typing import Final

from codenames_core.text.plurals import counted
from codenames_metrics.analysis.cross.ablation import EVERYBODY, ArmEffect
from codenames_metrics.analysis.leaderboard import Leaderboard
from codenames_metrics.experiment.jobs import Cell
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.tables.number_formats import (
    NOTHING,
    format_p_value,
    format_percent,
    format_points,
    format_signed,
    format_verdict,
)
from codenames_tui.benchmark.views.results import DrillDown, ResultsTable, brief, completeness, spaced
from codenames_tui.ui.lines.lines import Glyphs, Line, Span, wrap
from codenames_tui.ui.lines.rows import Column

_COLUMNS: Final = (
    Column("change", 8, grows=True),
    Column("who", 9, grows=True),
    Column("measure", 18),
    Column("base", 6, right=True, rank=2),
    Column("changed", 7, right=True, rank=2),
    Column("difference, 95 %", 26, right=True),
    Column("boards", 6, right=True, rank=4),
    Column("p", 7, right=True, rank=5),
    Column("p adj.", 7, right=True, rank=3),
    Column("verdict", 20, rank=1),
)
_WIN_RATE: Final = "win_rate"
_ABOUT: Final = (
    "Changed - base, board by board. A win rate can only gain on those of the others; other measures are a team's own."
)


def arms(board: Leaderboard, plan: Plan, glyphs: Glyphs, width: int) -> ResultsTable:
    """Return a row for each change, measure and line-up; `EVERYBODY` together has one, too."""
    models = plan.config.models
    rows = [_row(effect, models) for effect in board.arms]
    return ResultsTable(
        f"What the changes do, all modes (exploratory){completeness(board, 'tested at the end')}",
        _COLUMNS,
        len(rows),
        rows.__getitem__,
        lambda row: _behind(board.arms[row], plan.cells),
        verdict=verdict_on_arms(board.arms, models),
        above=_about(width, glyphs) if rows else (),
        empty=_why_empty(plan),
        in_full=lambda row: _row(board.arms[row]),
    )


def verdict_on_arms(effects: Sequence[ArmEffect], models: Sequence[str] = ()) -> str:
    """Return how many differences are told from chance, and which most surely; nothing where there are none."""
    if not effects:
        return ""
    if not effects[0].comparison.is_final:
        return "What the changes do is tested once all games are played."
    shown = [effect for effect in effects if effect.comparison.is_resolved]
    if not shown:
        return f"None of {counted(len(effects), 'difference')} can be told from chance."
    surest = max(shown, key=lambda effect: abs(effect.comparison.t or 0.0))
    does = "raises" if (surest.comparison.difference or 0.0) > 0 else "lowers"
    whose = "all" if surest.lineup == EVERYBODY else brief(surest.lineup, models)
    most = f"{surest.arm} {does} {spaced(surest.measure)} of {whose}"
    return f"{len(shown):,} of {counted(len(effects), 'difference')} told from chance, most surely: {most}."


def _row(effect: ArmEffect, models: Sequence[str] = ()) -> tuple[Span, ...]:
    one, in_percent = effect.comparison, effect.measure == _WIN_RATE
    shown = format_percent if in_percent else _with_three_digits
    values = [shown(value) for value in (effect.base, effect.changed)]
    difference = format_points(one) if in_percent else format_signed(one.difference, one.simultaneous_interval, 3)
    return (
        Span(effect.arm),
        Span("all" if effect.lineup == EVERYBODY else brief(effect.lineup, models)),
        Span(spaced(effect.measure)),
        *(Span(value) for value in values),
        Span(difference, "good" if one.is_resolved else "strong"),
        Span(f"{one.boards:,}"),
        Span(format_p_value(one.p_value), "dim"),
        Span(format_p_value(one.p_value_adjusted)),
        Span(format_verdict(one) or NOTHING, "good" if one.is_resolved else "dim"),
    )


def _with_three_digits(value: float | None) -> str:
    return NOTHING if value is None else f"{value:.3f}"


def _behind(effect: ArmEffect, cells: Iterable[Cell]) -> DrillDown:
    """Return the games with the change; those without it have the same line-ups on the same boards."""
    mine = frozenset(
        cell
        for cell in cells
        if cell.arm == effect.arm and effect.lineup in (EVERYBODY, cell.combo.red.name, cell.combo.blue.name)
    )
    whose = "all" if effect.lineup == EVERYBODY else effect.lineup
    return DrillDown(f"{whose}, {effect.arm}", mine, is_rate=effect.measure == _WIN_RATE)


def _about(width: int, glyphs: Glyphs) -> tuple[Line, ...]:
    return tuple((Span("  "), *part) for part in wrap((Span(glyphs.line(_ABOUT), "dim"),), width - 4))


def _why_empty(plan: Plan) -> str:
    if plan.config.arms:
        return "No board of a change is finished together with the one without it."
    return "No change is compared. Add one: bench extend RUN --add-arm NAME=VALUE"
