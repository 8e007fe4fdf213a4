"""The match-ups of a benchmark while it runs: who is ahead of whom, how surely, and what would tell them apart."""

from collections.abc import Sequence
from typing import Final

from codenames_core.text.plurals import counted
from codenames_metrics.analysis.live_standings import LiveStanding
from codenames_metrics.statistics.intervals import Interval
from codenames_tui.benchmark.views.results import brief
from codenames_tui.ui.lines.lines import Glyphs, Span
from codenames_tui.ui.lines.plots import interval_picture
from codenames_tui.ui.lines.rows import NEVER, Column, arranged

INTERVAL_WIDTH: Final = 21
_MATCHUP: Final = "match-up"
_GAMES: Final = "games"
_AT_ANY_TIME: Final = "0  95 % any time  100"
_FINAL: Final = "0   95 % final    100"
_BRIEFLY: Final = {_AT_ANY_TIME: "0 any time 100", _FINAL: "0   final  100"}
"""The headings of intervals where there is little room: as wide as the pictures are then."""
_NEEDS: Final = "needs"
_NEEDS_WIDTH, _BRIEF_NEEDS_WIDTH = 10, 8
MATCHUPS: Final = (
    Column(_MATCHUP, 18, grows=True),
    Column("mode", 15, rank=3),
    Column("composition", 13, rank=5),
    Column(_GAMES, 11, right=True),
    Column("wins", 11, right=True, rank=2),
    Column(_AT_ANY_TIME, INTERVAL_WIDTH, rank=1),
    Column("rate", 5, right=True),
    Column(_NEEDS, _NEEDS_WIDTH, right=True, rank=1),
)
_MOST_NEEDED: Final = 999
"""Boards that are told one by one: beyond, the guess says no more than that there are many."""


def matchup_columns(
    columns: Sequence[Column], standings: Sequence[LiveStanding], width: int = NEVER, met_by_all: str = ""
) -> list[Column]:
    """Return the columns with a heading that says whether intervals hold at any time, or are those of the report.

    What pairs need is shown as long as they may need it.

    Args:
        columns: of the run.
        standings: the rows.
        width: of the table in cells. Where they do not fit, intervals and what pairs need are drawn smaller.
        met_by_all: the line-up that every row is against, if there is one; see `seen_by_others`.
    """
    most = max((standing.planned for standing in standings), default=None)
    kept = [_fitting_column(column, most, met_by_all) for column in columns]
    if standings and all(standing.is_final for standing in standings):
        kept = [
            column._replace(title=_FINAL) if column.title == _AT_ANY_TIME else column
            for column in kept
            if column.title != _NEEDS
        ]
    shown = {kept[place].title for place, _ in arranged(kept, width)}
    if all(column.title in shown for column in kept if column.title in (*_BRIEFLY, _NEEDS)):
        return kept
    return [_brief_column(column) for column in kept]


def _fitting_column(column: Column, most: int | None, met_by_all: str) -> Column:
    """Return a column with what all rows share in its heading, and no wider than the largest number of games."""
    if column.title == _MATCHUP and met_by_all:
        return column._replace(title=f"against {met_by_all}")
    if column.title == _GAMES and most is not None:
        return column._replace(width=max(len(_GAMES), len(f"{most:,}/{most:,}")))
    return column


def _brief_column(column: Column) -> Column:
    if title := _BRIEFLY.get(column.title):
        return column._replace(title=title, width=len(title))
    return column._replace(width=_BRIEF_NEEDS_WIDTH) if column.title == _NEEDS else column


def met_by_all(standings: Sequence[LiveStanding], against: str | None) -> str:
    """Return the line-up that is met in every row, if it is the one that the experiment names; an empty text if not."""
    is_met = bool(against) and all(against in (standing.first, standing.second) for standing in standings)
    return against or "" if is_met and any(standing.is_contest for standing in standings) else ""


def seen_by_others(standing: LiveStanding, reference: str) -> LiveStanding:
    """Return a row as the line-up sees it that meets the `reference`, whichever of the two the plan names first."""
    if standing.first != reference or standing.is_mirror:
        return standing
    interval = standing.interval
    return standing._replace(
        first=standing.second,
        second=standing.first,
        first_wins=standing.second_wins,
        second_wins=standing.first_wins,
        win_rate=None if standing.win_rate is None else 1 - standing.win_rate,
        interval=None if interval is None else Interval(1 - interval.high, 1 - interval.low),
    )


def lines_for_matchups(room: int, matchups: int, games: int) -> int:
    """Return how many of the lines of both tables are for match-ups: as many as they need and running games leave.

    At least two fifths are for match-ups, and where both have what they need, the rest is for games.

    >>> lines_for_matchups(20, 6, 30), lines_for_matchups(20, 30, 6), lines_for_matchups(20, 30, 30)
    (6, 14, 8)
    """
    return min(matchups, max(room * 2 // 5, room - games))


def told_apart(standings: Sequence[LiveStanding]) -> str:
    """Return how many pairs are told apart, and how many boards the next one needs; nothing once a run is over.

    >>> told_apart([])
    ''
    """
    pairs = [standing for standing in standings if standing.is_contest]
    if not pairs or all(standing.is_final for standing in pairs):
        return ""
    apart = sum(standing.boards_needed == 0 for standing in pairs)
    needed = [standing.boards_needed for standing in pairs if standing.boards_needed]
    said = f"{apart:,} of {counted(len(pairs), 'pair')} told apart"
    if not needed or min(needed) > _MOST_NEEDED:
        return said
    return f"{said}, the next in some {counted(min(needed), 'board')}"


def matchup_cells(
    standing: LiveStanding,
    glyphs: Glyphs,
    models: Sequence[str] = (),
    columns: Sequence[Column] = MATCHUPS,
    reference: str = "",
) -> tuple[Span, ...]:
    """Return the row of a match-up: the first line-up's wins, win rate and interval.

    Args:
        standing: of the match-up.
        glyphs: what is drawn with.
        models: of the run; what their names begin with alike is left out.
        columns: of the table, which say how wide pictures are.
        reference: the line-up that is met by all, which the heading names.
    """
    standing = seen_by_others(standing, reference)
    first, second = brief(standing.first, models), brief(standing.second, models)
    widths = {column.title: column.width for column in columns}
    picture = next((widths[title] for title in (*_BRIEFLY, *_BRIEFLY.values()) if title in widths), INTERVAL_WIDTH)
    mode = standing.mode.replace("_", " ")
    games = f"{standing.finished:,}/{standing.planned:,}"
    style = "dim" if standing.finished == standing.planned else "text"
    if not standing.is_contest:
        name = f"{first} with itself" if standing.is_mirror else f"{first} - {second}"
        return (
            Span(name, "dim"),
            Span(mode, "dim"),
            Span(standing.composition.replace("_", " "), "dim"),
            Span(games, "dim"),
        )
    return (
        Span(first if standing.second == reference else f"{first} - {second}"),
        Span(mode, "dim"),
        Span(standing.composition.replace("_", " "), "dim"),
        Span(games, style),
        Span(f"{standing.first_wins:,} : {standing.second_wins:,}"),
        Span(interval_picture(standing.win_rate, standing.interval, picture, glyphs), "accent"),
        Span("" if standing.win_rate is None else f"{100 * standing.win_rate:.0f} %", "strong"),
        _needed(standing, briefly=widths.get(_NEEDS, 0) < _NEEDS_WIDTH),
    )


def _needed(standing: LiveStanding, *, briefly: bool) -> Span:
    """Return how many more boards tell a pair apart, as it stands."""
    boards = standing.boards_needed
    if standing.is_final or boards is None:
        return Span("")
    if boards == 0:
        return Span("none" if briefly else "told apart", "good")
    if boards > _MOST_NEEDED:
        return Span(f"> {_MOST_NEEDED}", "dim")
    return Span(f"{boards} more" if briefly else counted(boards, "board"), "dim")
