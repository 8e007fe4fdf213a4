"""How often models forfeit their turns."""

from collections.abc import Sequence
from typing import Final

from codenames_metrics.analysis.leaderboard import Leaderboard
from codenames_metrics.analysis.play.forfeits import Forfeits
from codenames_metrics.analysis.strength import by_strength, ordered
from codenames_metrics.report.pictures.axes import amount_axis
from codenames_metrics.report.pictures.interval_rows import IntervalRow, interval_rows
from codenames_metrics.report.pictures.sheet import Picture, sheet
from codenames_metrics.report.pictures.words import MOST_ROWS, games_note, left_out_note

_COLUMNS: Final = (
    *("model", "turns", "forfeited", "share", "low", "high", "boards"),
    *("decisions", "failed_decisions", "refused_tries"),
)


def forfeits_picture(board: Leaderboard, counts: Sequence[Forfeits]) -> Picture:
    """Return which share of its turns each model forfeited."""
    by_name = {one.model: one for one in counts}
    names = ordered(by_name, by_strength(board))
    drawn = [by_name[name] for name in names[:MOST_ROWS]]
    ends = [100 * (one.interval.high if one.interval else one.share) for one in drawn]
    axis = amount_axis("turns forfeited (%)", [0.0, max(*ends, 1.0)])
    axis = axis._replace(
        low=axis.low / 100, high=axis.high / 100, ticks=tuple((value / 100, shown) for value, shown in axis.ticks)
    )
    notes = [
        games_note(board),
        "Turns that ended since a seat of the model gave no usable answer, of all turns of teams that it sat in. "
        "Whiskers: 95 % intervals, each by itself (Wilson, clustered by board). Best model first; not tested.",
        *left_out_note(len(names) - MOST_ROWS, "models"),
    ]
    rows = (
        (
            *(one.model, one.turns, one.forfeited, one.share, *(one.interval or (None, None)), one.boards),
            *(one.decisions, one.failed_decisions, one.refused_tries),
        )
        for one in (by_name[name] for name in names)
    )
    body = interval_rows({"": [_row(one) for one in drawn]}, axis)
    return sheet("forfeits", f"{board.name}: forfeited turns", body, notes, _COLUMNS, rows)


def _row(one: Forfeits) -> IntervalRow:
    shown = f"{100 * one.share:.1f} ({one.forfeited:,} / {one.turns:,})"
    remark = f"{one.failed_decisions:,} of {one.decisions:,} decisions failed, {one.refused_tries:,} tries refused"
    return IntervalRow(one.model, one.share, one.interval, shown, remark)
