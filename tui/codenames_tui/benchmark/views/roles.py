"""Cluers and guessers, ranked with partners and opponents set apart."""

from collections.abc import Iterable
from typing import Final

from codenames_metrics.analysis.leaderboard import Leaderboard
from codenames_metrics.analysis.ratings import chance
from codenames_metrics.analysis.roles import RoleEntry, RoleRanking
from codenames_metrics.experiment.jobs import Cell
from codenames_metrics.statistics.intervals import Bounds, Interval
from codenames_metrics.tables.number_formats import NOTHING, format_bounds, format_percent, format_signed
from codenames_tui.benchmark.views.results import (
    PICTURE,
    DrillDown,
    Filter,
    ResultsTable,
    completeness,
    mode_title,
    weight,
)
from codenames_tui.benchmark.views.verdict import verdict_on_role
from codenames_tui.ui.lines.lines import Glyphs, Span
from codenames_tui.ui.lines.plots import interval_picture
from codenames_tui.ui.lines.rows import Column

_COLUMNS: Final = (
    Column("#", 3, right=True),
    Column("who", 16, grows=True),
    Column("0      chance   100", PICTURE, rank=1),
    Column("chance", 7, right=True, about="against the mean of these models in the role, partners set apart"),
    Column("rating, 95 %", 24, right=True, rank=3),
    Column("rank", 4, right=True),
    Column("not told apart from", 20, rank=2),
    Column("coord.", 6, right=True, rank=4, about="coordination, beyond the mean"),
    Column("clues", 6, right=True, rank=5, about="efficiency, beyond the mean"),
    Column("guesses", 7, right=True, rank=5, about="accuracy, beyond the mean"),
)


def role_ranking(
    board: Leaderboard, chosen: Filter, glyphs: Glyphs, cells: Iterable[tuple[str, frozenset[Cell]]]
) -> ResultsTable:
    """Return the table of a role; `cells` has, by model, those in which it has the role."""
    found = next((one for one in board.roles if (str(one.role), one.mode) == (str(chosen.role), chosen.mode)), None)
    found = found or next((one for one in board.roles if str(one.role) == str(chosen.role) and one.mode is None), None)
    entries = found.entries if found else ()
    rows = [_row(place, entry, glyphs) for place, entry in enumerate(entries, start=1)]
    behind = dict(cells)
    kind = weight(board, chosen.role, chosen.mode) + completeness(board, "no intervals yet")
    return ResultsTable(
        f"Best {chosen.role}, {mode_title(chosen.mode)}{kind}",
        _COLUMNS,
        len(rows),
        rows.__getitem__,
        lambda row: DrillDown(f"{entries[row].model}, {chosen.role}", behind[entries[row].model]),
        pictures=frozenset({2}),
        verdict=verdict_on_role(entries, chosen.role),
        empty=_why_nobody(found),
    )


def _why_nobody(found: RoleRanking | None) -> str:
    if found is None:
        return "No mixed team played: nothing separates cluers from guessers."
    return f"These games cannot tell a {found.role} from its partners."


def _row(place: int, entry: RoleEntry, glyphs: Glyphs) -> tuple[Span, ...]:
    return (
        Span(f"{place}", "strong"),
        Span(entry.model),
        Span(interval_picture(entry.win_chance, _chances(entry.rating_ci), PICTURE, glyphs), "accent"),
        Span(format_percent(entry.win_chance), "strong"),
        Span(format_bounds(entry.rating, entry.rating_ci, 2), "dim"),
        Span(f"{entry.rank}" if entry.rank else NOTHING),
        Span(", ".join(entry.not_told_apart) or NOTHING, "dim"),
        *(Span(_measure(entry, name)) for name in ("coordination_score", "clue_efficiency", "guess_accuracy")),
    )


def _measure(entry: RoleEntry, name: str) -> str:
    measure = entry.measures.get(name)
    return format_signed(measure.difference if measure else None, None, 2)


def _chances(bounds: Bounds | None) -> Interval | None:
    if bounds is None:
        return None
    return Interval(
        0.0 if bounds.low is None else chance(bounds.low), 1.0 if bounds.high is None else chance(bounds.high)
    )
