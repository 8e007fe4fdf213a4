"""How well two games were played: a table for each team with both values, the difference, and which is better."""

from collections.abc import Sequence
from typing import Final

from codenames_core.game.config import Team
from codenames_metrics.game.metric_models import TEAM_METRICS
from codenames_metrics.game.side_by_side import Favours, MetricDifference, metric_differences
from codenames_metrics.tables.number_formats import NOTHING, format_score, format_signed
from codenames_tui.game.forks.games import TwoGames
from codenames_tui.ui.lines.lines import EMPTY, Glyphs, Line, Span, cut, fit, team_style
from codenames_tui.ui.wording import name_of

_LABEL: Final = 19
_VALUE: Final = 9
_DIFFERENCE: Final = 8
TABLE_WIDTH: Final = _LABEL + 2 * _VALUE + _DIFFERENCE + 2
_BETWEEN: Final = 4
_NO_DIGITS: Final = "   "
"""Stands behind a count, so that it lines up with numbers that have two digits after the point."""


def metric_lines(games: TwoGames, width: int, glyphs: Glyphs) -> list[Line]:
    """Return the tables of both teams, side by side where there is room, and what the signs mean."""
    tables = [_table(team, rows, games, glyphs) for team, rows in metric_differences(games.comparison).items()]
    if width >= 2 * TABLE_WIDTH + _BETWEEN:
        lines = [(*fit(left, TABLE_WIDTH + _BETWEEN), *right) for left, right in zip(*tables, strict=True)]
    else:
        lines = [*tables[0], EMPTY, *tables[1]]
    first, second = (side.title.lower() for side in games.sides)
    legend = f"{glyphs.better} better in the {second}  {glyphs.worse} better in the {first}"
    return [*lines, EMPTY, (Span(legend, "dim"),)]


def _table(team: Team, rows: Sequence[MetricDifference], games: TwoGames, glyphs: Glyphs) -> list[Line]:
    name = Span(f"{name_of(team):<{_LABEL}}", f"{team_style(team)}-strong")
    titles = [cut(side.title.lower().removesuffix(" game"), _VALUE - 1, glyphs.cut) for side in games.sides]
    change = "change" if glyphs.ascii_only else "Δ"
    heading = "".join(f"{title:>{_VALUE}}" for title in titles) + f"{change:>{_DIFFERENCE}}"
    return [(name, Span(heading, "dim")), *(_row(row, glyphs) for row in rows)]


def _row(row: MetricDifference, glyphs: Glyphs) -> Line:
    metric = TEAM_METRICS[row.name]
    label = cut((metric.label or metric.short).lower(), _LABEL - 1, glyphs.cut)
    values = "".join(f"{_value(value, glyphs):>{_VALUE}}" for value in (row.first, row.second))
    sign = {None: " ", Favours.FIRST: glyphs.worse, Favours.SECOND: glyphs.better}[row.favours]
    style = {None: "dim", Favours.FIRST: "bad", Favours.SECOND: "good"}[row.favours]
    change = f"{_change(row.difference, glyphs):>{_DIFFERENCE}}"
    return Span(f"{label:<{_LABEL}}", "dim"), Span(values), Span(f"{change} {sign}", style)


def _value(value: float | None, glyphs: Glyphs) -> str:
    if value is None:
        return glyphs.line(NOTHING) + _NO_DIGITS
    return f"{value}{_NO_DIGITS}" if isinstance(value, int) else format_score(value)


def _change(difference: float | None, glyphs: Glyphs) -> str:
    if difference is None:
        return glyphs.line(NOTHING) + _NO_DIGITS
    if not difference:
        return f"={_NO_DIGITS}"
    return f"{difference:+d}{_NO_DIGITS}" if isinstance(difference, int) else format_signed(difference, None, 2)
