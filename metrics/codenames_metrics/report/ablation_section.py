"""The part of a report on the arms of an experiment: what each change does."""

from collections.abc import Iterator

from codenames_metrics.analysis.cross.ablation import EVERYBODY, ArmEffect
from codenames_metrics.analysis.leaderboard import Leaderboard
from codenames_metrics.report.families import weight
from codenames_metrics.tables.markdown import cell, table
from codenames_metrics.tables.number_formats import (
    format_number,
    format_p_value,
    format_percent,
    format_points,
    format_signed,
    format_verdict,
)
from codenames_metrics.tables.titles import title


def ablation_section(board: Leaderboard) -> Iterator[str]:
    """Yield a table for each arm; nothing where the experiment has none."""
    if not board.arms:
        return
    yield f"## What the changes do ({weight(board, is_primary=False)})"
    yield (
        "Each change − base, on the same boards with the same agents. Win rates are one half on average with and "
        "without it, so a gain is a gain on the others; the other measures are each team's own. All tables but this "
        "one pool the games of all arms."
    )
    for arm in dict.fromkeys(effect.arm for effect in board.arms):
        yield f"### {cell(arm)}"
        names = ["Line-up", "Measure", "Base", "Changed", "Difference, simultaneous 95 % interval", "Boards"]
        rows = [_row(effect) for effect in board.arms if effect.arm == arm]
        yield table([*names, "p", "p adjusted", "Verdict"], rows)


def _row(effect: ArmEffect) -> list[str]:
    in_percent, one = effect.measure == "win_rate", effect.comparison
    values = [format_percent(value) if in_percent else format_number(value) for value in (effect.base, effect.changed)]
    difference = format_points(one) if in_percent else format_signed(one.difference, one.simultaneous_interval, 3)
    return [
        "all" if effect.lineup == EVERYBODY else effect.lineup,
        title(effect.measure),
        *values,
        difference,
        f"{one.boards:,}",
        format_p_value(one.p_value),
        format_p_value(one.p_value_adjusted),
        format_verdict(one),
    ]
