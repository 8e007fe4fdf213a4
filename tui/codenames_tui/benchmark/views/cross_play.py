"""Every cluer with every guesser: a matrix, and the models in a role with the same partners."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from rich.cells import cell_len

from codenames_metrics.analysis.cross.cross_play import CrossPlay, PairResult, WithPartners
from codenames_metrics.analysis.leaderboard import BoardRole, Leaderboard
from codenames_metrics.experiment.jobs import Cell
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.game.metric import Credit
from codenames_metrics.report.cross_play_section import premium_in_words
from codenames_metrics.tables.number_formats import NOTHING, format_percent
from codenames_tui.benchmark.views.head_to_head import MOST_IN_A_MAP
from codenames_tui.benchmark.views.results import (
    PICTURE,
    DrillDown,
    Filter,
    ResultsTable,
    completeness,
    in_per_cent,
    mode_title,
)
from codenames_tui.ui.lines.lines import Glyphs, Line, Span, cut, wrap
from codenames_tui.ui.lines.plots import interval_picture
from codenames_tui.ui.lines.rows import Column

_COLUMNS: Final = (
    Column("#", 3, right=True),
    Column("who", 16, grows=True),
    Column("0    win rate   100", PICTURE, rank=3),
    Column("win rate", 8, right=True, about="over the same partners for all"),
    Column("95 %", 14, right=True, rank=4),
    Column("rank", 4, right=True),
    Column("with itself", 11, right=True, rank=2),
    Column("with others", 11, right=True, rank=2),
    Column("worst partner", 24, rank=1),
    Column("not told apart from", 20, rank=5),
)
_ROLES: Final[Mapping[BoardRole, Credit]] = {BoardRole.GUESSER: Credit.GUESSER}
"""The role that is ranked where the leaderboard's is chosen; cluers otherwise."""


def cross_play(board: Leaderboard, plan: Plan, chosen: Filter, glyphs: Glyphs, width: int) -> ResultsTable:
    """Return the matrix of every cluer with every guesser, and a row for each model in the role that is chosen."""
    found = next((one for one in board.cross if one.mode is chosen.mode), None)
    found = found or next(iter(board.cross), None)
    seat = _ROLES.get(chosen.role, Credit.CLUER)
    empty = "Teams of one model and of two did not meet the same teams: play the composition cross."
    if found is None:
        return ResultsTable("Cross-play", _COLUMNS, 0, lambda row: (), empty=empty)
    entries = next(role.entries for role in found.roles if role.role is seat)
    rows = [_row(place, entry, glyphs) for place, entry in enumerate(entries, start=1)]
    met = "" if found.against is None else f" against {found.against}"
    return ResultsTable(
        f"Cross-play{met}, {mode_title(found.mode)}: {seat}s{completeness(board)}",
        _COLUMNS,
        len(rows),
        rows.__getitem__,
        lambda row: _behind(entries[row].model, seat, found, plan.cells),
        pictures=frozenset({2}),
        above=(*matrix_lines(found, width, glyphs), *_in_words(found, width, glyphs)),
    )


def _row(place: int, entry: WithPartners, glyphs: Glyphs) -> tuple[Span, ...]:
    worst = NOTHING
    if entry.worst_partner is not None:
        worst = f"{format_percent(entry.worst_win_rate)} {entry.worst_partner}"
    return (
        Span(f"{place}", "strong"),
        Span(entry.model),
        Span(interval_picture(entry.win_rate, entry.interval, PICTURE, glyphs), "accent"),
        Span(format_percent(entry.win_rate), "strong"),
        Span(in_per_cent(entry.interval), "dim"),
        Span(f"{entry.rank}" if entry.rank else NOTHING),
        Span(format_percent(entry.with_itself)),
        Span(format_percent(entry.with_others)),
        Span(worst),
        Span(", ".join(entry.not_told_apart) or NOTHING, "dim"),
    )


def _behind(model: str, seat: Credit, found: CrossPlay, cells: Iterable[Cell]) -> DrillDown:
    pairs = {(one.cluer, one.guesser) for one in found.pairs}
    place = 0 if seat is Credit.CLUER else 1
    mine = frozenset(
        cell
        for cell in cells
        if found.mode in (None, cell.mode)
        and any(side.models[:2] in pairs and side.models[place] == model for side in (cell.combo.red, cell.combo.blue))
    )
    return DrillDown(f"{model}, {seat}", mine, is_rate=True)


def matrix_lines(found: CrossPlay, width: int, glyphs: Glyphs) -> list[Line]:
    """Return the matrix: per cent won by each cluer with each guesser, and where that is shown to be off one half."""
    cluers, guessers = found.cluers[:MOST_IN_A_MAP], found.guessers[:MOST_IN_A_MAP]
    column = 10
    longest = min(max(cell_len(glyphs.line(name)) for name in cluers), max(width - 4 - column * len(guessers), 8))
    head = "".join(f"{_short(name, column - 2, glyphs):>{column - 2}}  " for name in guessers)
    lines: list[Line] = [(Span(f"  {'':<{longest}}{head}", "dim"),)]
    for cluer in cluers:
        name = cut(glyphs.line(cluer), longest, glyphs.cut)
        cells = [_cell(found.pair(cluer, guesser), column, glyphs, own=cluer == guesser) for guesser in guessers]
        lines.append((Span(f"  {name}{' ' * (longest - cell_len(name))}"), *cells))
    return lines


def _short(name: str, room: int, glyphs: Glyphs) -> str:
    """Return the part of a spec by which models differ: what stands behind the provider or the kind."""
    return cut(glyphs.line(name.rpartition("/")[2].rpartition(":")[2]), room, glyphs.cut)


def _cell(pair: PairResult | None, column: int, glyphs: Glyphs, *, own: bool) -> Span:
    if pair is None or pair.win_rate is None:
        return Span(f"{glyphs.dot:>{column}}", "dim")
    sign = " "
    if pair.is_resolved:
        sign = "+" if pair.win_rate > 0.5 else "-"
    style = "dim" if not pair.is_resolved else "good" if pair.win_rate > 0.5 else "warn"
    rate = f"{100 * pair.win_rate:.0f}"
    return Span((f"[{rate}]{sign}" if own else f"{rate} {sign}").rjust(column), style)


def _in_words(found: CrossPlay, width: int, glyphs: Glyphs) -> Sequence[Line]:
    legend = "per cent won: rows give clues, columns guess; +, -: shown to be above or below one half; [ ]: with itself"
    said = (Span(glyphs.line(sentence.replace("**", ""))) for sentence in premium_in_words(found))
    wrapped = (part for span in (Span(legend, "dim"), *said) for part in wrap((span,), width - 4))
    return [(Span("  "), *part) for part in wrapped]
