"""What the results screen says of models that failed to answer: a warning, and the cells beside a win rate."""

from collections.abc import Sequence
from typing import Final

from codenames_metrics.analysis.failures.counts import Failures, ModelFailures
from codenames_metrics.tables.number_formats import NOTHING, format_percent
from codenames_tui.benchmark.views.results import PICTURE
from codenames_tui.ui.lines.lines import Glyphs, Line, Span
from codenames_tui.ui.lines.rows import Column

MOST_NAMED: Final = 3
"""Models that are warned of by name."""

_LEFT_OUT_FIRST: Final = 10
COLUMNS: Final = (
    Column("forfeit", 7, right=True, rank=1, about="turns"),
    Column("failed", 7, right=True, rank=2, about="questions without a usable answer"),
    Column("refused", 7, right=True, rank=3, about="answers"),
    Column("assassin", 8, right=True, rank=3, about="games"),
    Column("no forfeits", 19, right=True, rank=6, about="win rate without games with a forfeited turn"),
)
"""Shares of turns forfeited, decisions failed, tries refused and games lost at the assassin, and the win rate without
games in which a side forfeited a turn."""


def failure_lines(failures: Sequence[ModelFailures], glyphs: Glyphs) -> tuple[Line, ...]:
    """Return the warning above every table: who failed too often, how often, and what to do."""
    failing = [one for one in failures if one.is_too_many]
    if not failing:
        return ()
    lines = [
        f"! {one.model}: {format_percent(one.forfeit_rate)} of turns forfeited, "
        f"{format_percent(one.failure_rate)} of questions unanswered"
        for one in failing[:MOST_NAMED]
    ]
    more = f"{len(failing) - MOST_NAMED} more fail. " if len(failing) > MOST_NAMED else ""
    advice = f"{more}Press i in a replay to see their answers. Until this is fixed, read “no forfeits”."
    told = [*((line, "bad") for line in lines), (advice, "warn")]
    return tuple((Span("  "), Span(glyphs.line(text), style)) for text, style in told)


def columns(places: Sequence[Column], failures: Sequence[ModelFailures]) -> tuple[Column, ...]:
    """Return the columns of a ranking; where somebody fails, those of failures outlast the picture of the interval."""
    if not any(one.is_too_many for one in failures):
        return tuple(places)
    ranks = {"no forfeits": 1, "wins/games": 2}
    return tuple(
        column._replace(rank=_LEFT_OUT_FIRST if column.width == PICTURE else ranks.get(column.title, column.rank))
        for column in places
    )


def failure_spans(failures: Failures | None) -> tuple[Span, ...]:
    """Return the cells of `COLUMNS`."""
    if failures is None:
        return tuple(Span(NOTHING, "dim") for _ in COLUMNS)
    style = "bad" if failures.is_too_many else "text"
    games = f"{failures.wins_without_forfeits:,}/{failures.games_without_forfeits:,}"
    clean = f"{format_percent(failures.win_rate_without_forfeits)} {games}"
    return (
        Span(format_percent(failures.forfeit_rate), style),
        Span(format_percent(failures.failure_rate), style),
        Span(format_percent(failures.refusal_rate)),
        Span(format_percent(failures.assassin_rate)),
        Span(clean if failures.games_without_forfeits else NOTHING, "dim"),
    )
