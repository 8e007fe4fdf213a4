"""The part of a report on cross-play: every cluer with every guesser, and who is good with partners that all have."""

from collections.abc import Iterator

from codenames_metrics.analysis.cross.cross_play import CrossPlay, PairResult, Premium, RoleWithPartners, WithPartners
from codenames_metrics.analysis.leaderboard import Leaderboard
from codenames_metrics.game.metric import Credit
from codenames_metrics.report.families import PAIR_NAMES, pair_cells, weight
from codenames_metrics.statistics.intervals import CONFIDENCE
from codenames_metrics.tables.markdown import cell, table
from codenames_metrics.tables.number_formats import (
    NOTHING,
    format_bounds,
    format_p_value,
    format_percent,
    format_rate,
)
from codenames_metrics.tables.titles import mode_title

ABOVE, BELOW = "▲", "▼"
"""Marks of a win rate that is shown to be above or below one half."""
_PARTNERS = {Credit.CLUER: "guesser", Credit.GUESSER: "cluer"}


def cross_play_section(board: Leaderboard) -> Iterator[str]:
    """Yield the tables of cross-play, over all modes and for each; nothing where there was none."""
    if not board.cross:
        return
    yield f"## Cross-play ({weight(board, is_primary=False)})"
    yield (
        f"Rows give clues, columns guess. {ABOVE} and {BELOW} mark win rates whose interval lies above or below one "
        "half; the intervals of all pairs hold jointly at 95 %. In brackets: points above or below what cluer "
        "and guesser together predict."
    )
    for found in board.cross:
        yield f"### {mode_title(found.mode)}: {_who_is_met(found)}"
        yield _matrix(found)
        for role in found.roles:
            yield f"#### Best {role.role} with equal partners"
            yield _role(role, held_out=bool(found.held_out))
            if compared := [one for one in role.comparisons if one.boards]:
                yield table(PAIR_NAMES, map(pair_cells, compared))
        yield " ".join(premium_in_words(found))
        yield from _held_out(found)


def _who_is_met(found: CrossPlay) -> str:
    return "pairs meet each other" if found.against is None else f"against {cell(found.against)}"


def _matrix(found: CrossPlay) -> str:
    rows = [[cluer, *(_pair(found.pair(cluer, guesser)) for guesser in found.guessers)] for cluer in found.cluers]
    return table(["Cluer \\ guesser", *found.guessers], rows)


def _pair(pair: PairResult | None) -> str:
    if pair is None or pair.win_rate is None:
        return NOTHING
    fit = "" if pair.expected is None else f" [{round(100 * (pair.win_rate - pair.expected)):+d}]"
    return f"{format_rate(pair.win_rate, pair.interval)}{mark(pair)}{fit}"


def mark(pair: PairResult) -> str:
    """Return the mark of a pair whose win rate is shown to be above or below one half; empty for others."""
    if not pair.is_resolved or pair.win_rate is None:
        return ""
    return f" {ABOVE if pair.win_rate > 0.5 else BELOW}"


def _role(role: RoleWithPartners, *, held_out: bool) -> str:
    names = [
        "Order",
        "Model",
        "Win rate over equal partners, simultaneous 95 % interval",
        "Boards",
        "Rank",
        "Not told apart from",
        "With itself",
        "With others",
        *(["With partners held out"] if held_out else []),
        f"Worst {_PARTNERS[role.role]}",
    ]
    return table(names, [_entry(place, one, held_out=held_out) for place, one in enumerate(role.entries, start=1)])


def _entry(place: int, entry: WithPartners, *, held_out: bool) -> list[str]:
    worst = NOTHING
    if entry.worst_partner is not None:
        worst = f"{entry.worst_partner}: {format_rate(entry.worst_win_rate, entry.worst_interval)}"
    return [
        f"{place}",
        entry.model,
        format_rate(entry.win_rate, entry.interval),
        f"{entry.boards:,}",
        f"{entry.rank}" if entry.rank else NOTHING,
        ", ".join(entry.not_told_apart) or NOTHING,
        format_percent(entry.with_itself),
        format_percent(entry.with_others),
        *([format_percent(entry.with_held_out)] if held_out else []),
        worst,
    ]


def premium_in_words(found: CrossPlay) -> tuple[str, str]:
    """Return what playing with oneself is worth, and whether cluers and guessers fit each other, a sentence each."""
    return f"**Playing with oneself** is worth {_premium(found.premium)}.", _fit(found.interaction_p_value)


def _fit(p_value: float | None) -> str:
    some = "some cluers and guessers **fit each other** better or worse than others"
    if p_value is None:
        return f"Whether {some} is not tested."
    shown = f"(p {format_p_value(p_value)})"
    return f"S{some[1:]} {shown}." if p_value < 1 - CONFIDENCE else f"That {some} is not shown {shown}."


def _premium(premium: Premium) -> str:
    if premium.logits is None:
        return "what these games cannot tell"
    points = "" if premium.points is None else f", {100 * premium.points:+.1f} points for these models"
    bounds = format_bounds(premium.logits, premium.interval, 2)
    tested = "" if premium.p_value is None else f" (p {format_p_value(premium.p_value)})"
    return f"{bounds} logits{tested}{points}"


def _held_out(found: CrossPlay) -> Iterator[str]:
    if found.held_out:
        names = ", ".join(map(cell, found.held_out))
        yield f"Held out: {names}. They sit with the other models alone, and are ranked nowhere here."
