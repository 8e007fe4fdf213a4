"""Who wins how often: line-ups in the order of their strength, with simultaneous intervals and what is told apart."""

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from codenames_core.game.config import BETWEEN_SPECS
from codenames_core.text.plurals import counted
from codenames_metrics.analysis.leaderboard import BoardRole, Leaderboard
from codenames_metrics.analysis.standings import Place
from codenames_metrics.experiment.combos import Composition
from codenames_metrics.report.pictures.axes import percent_axis
from codenames_metrics.report.pictures.interval_rows import IntervalRow, interval_rows
from codenames_metrics.report.pictures.sheet import Cell, Picture, sheet
from codenames_metrics.report.pictures.words import MOST_ROWS, contests_note, left_out_note, lineup_phrase
from codenames_metrics.statistics.intervals import Interval
from codenames_metrics.tables.titles import mode_title

Ranked: TypeAlias = Sequence[tuple[str, Place]]
"""Who is ranked, best first."""
COLUMNS: Final = (
    *("order", "lineup", "cluer", "guessers", "win_rate", "low", "high", "std_of_boards", "wins", "games"),
    *("boards", "rank", "not_told_apart_from"),
)
INTERVALS: Final = "Whiskers: 95 % intervals that hold together (Wilson, Bonferroni, clustered by board)."


def win_rate_pictures(board: Leaderboard) -> Iterator[Picture]:
    """Yield a picture of each table of win rates: models over all modes and in each, and line-ups of mixed teams."""
    views = [board.overall, *(view for view in board.by_mode if view.role is BoardRole.OVERALL)]
    for view in views:
        if view.entries:
            title = f"{board.name}: win rates of teams of one model, {mode_title(view.mode).lower()}"
            name = f"win_rates_{view.mode}" if view.mode else "win_rates"
            note = contests_note(board, view.mode, Composition.HOMOGENEOUS)
            yield win_rates(title, name, note, [(one.model, one) for one in view.entries])
    for composition in board.compositions:
        kind = composition.composition
        entries = [(one.lineup, one) for one in composition.entries]
        if entries and kind is not Composition.HOMOGENEOUS:
            title = f"{board.name}: win rates, {kind.replace('_', ' ')}, all modes"
            yield win_rates(title, f"win_rates_{kind}", contests_note(board, None, kind), entries)


def win_rates(title: str, name: str, counted_games: str, entries: Ranked) -> Picture:
    """Return the picture of a table of a leaderboard.

    Args:
        title: of the picture.
        name: of its files.
        counted_games: a sentence that says how many games there are.
        entries: who is ranked.
    """
    drawn = [_row(who, place, entries) for who, place in entries[:MOST_ROWS]]
    notes = [
        counted_games,
        INTERVALS,
        "Best first. n: decided games against others. What is not told apart may differ, but is not shown to.",
        *left_out_note(len(entries) - MOST_ROWS, "line-ups"),
    ]
    body = interval_rows({"": drawn}, percent_axis("games won (%)"))
    return sheet(name, title, body, notes, COLUMNS, (_data(who, place) for who, place in entries))


def _row(who: str, place: Place, entries: Ranked) -> IntervalRow:
    numbered = f"{place.order}. {lineup_phrase(who)}"
    if place.win_rate is None:
        return IntervalRow(numbered, None, None, "no decided game")
    shown = f"{100 * place.win_rate:.1f}{_ends(place.win_rate_simultaneous_ci)}"
    return IntervalRow(numbered, place.win_rate, place.win_rate_simultaneous_ci, shown, _remark(place, entries))


def _ends(interval: Interval | None) -> str:
    return f" ({100 * interval.low:.1f} – {100 * interval.high:.1f})" if interval else ""


def _remark(place: Place, entries: Ranked) -> str:
    orders = {who: other.order for who, other in entries}
    alike = sorted(orders[who] for who in place.not_told_apart if who in orders)
    if place.rank is None:
        verdict = "not ranked"
    elif alike:
        verdict = f"not told apart from {', '.join(map(str, alike))}"
    else:
        verdict = "told apart from all others"
    return f"n = {place.games:,} on {counted(place.boards, 'board')}; {verdict}"


def _data(who: str, place: Place) -> Sequence[Cell]:
    low, high = place.win_rate_simultaneous_ci or (None, None)
    cluer, *guessers = who.split(BETWEEN_SPECS)
    return (
        *(place.order, who, cluer, BETWEEN_SPECS.join(guessers) or cluer),
        *(place.win_rate, low, high, place.win_rate_std, place.wins, place.games, place.boards, place.rank),
        "; ".join(place.not_told_apart),
    )
