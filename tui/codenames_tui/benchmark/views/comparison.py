"""How two runs compare."""

from typing import Final

from codenames_metrics.report.number_formats import (
    format_number,
    format_p_value,
    format_percent,
    format_score,
    format_signed,
    format_verdict,
)
from codenames_metrics.report.run_comparison import RunComparison
from codenames_tui.benchmark.views.results import Shown, in_per_cent, spaced
from codenames_tui.ui.lines.lines import Span
from codenames_tui.ui.lines.rows import Column

_COMPARED: Final = (
    Column("measure", 19),
    Column("first", 14, grows=True),
    Column("second", 14, grows=True, rank=2),
    Column("means", 15, right=True, rank=1),
    Column("difference, 95 %", 26, right=True),
    Column("boards", 6, right=True, rank=3),
    Column("p adj.", 7, right=True, rank=1),
    Column("verdict", 20),
)
_UNPAIRED: Final = (
    Column("run", 6),
    Column("model", 16, grows=True),
    Column("win rate", 8, right=True),
    Column("95 %", 14, right=True),
    Column("games", 7, right=True),
    Column("coord.", 6, right=True),
)


def comparison(result: RunComparison) -> Shown:
    """Return how two runs compare: by paired tests where both have the same boards, rules and prompts."""
    title = f"{result.first.name} against {result.second.name}"
    if result.paired:
        rows = [
            (
                Span(spaced(one.measure)),
                Span(one.first),
                Span(one.second),
                Span(f"{format_number(one.first_mean, 2)} : {format_number(one.second_mean, 2)}"),
                Span(format_signed(one.comparison.difference, one.comparison.interval, 3), "strong"),
                Span(f"{one.comparison.boards:,}"),
                Span(format_p_value(one.comparison.p_value_adjusted)),
                Span(format_verdict(one.comparison), "good" if one.comparison.is_resolved else "dim"),
            )
            for one in result.models
        ]
        empty = "No model of one and model of the other were ever in the same situation."
        return Shown(f"{title}, board by board", _COMPARED, len(rows), rows.__getitem__, empty=empty)
    runs = (("first", result.first), ("second", result.second))
    entries = [(which, one) for which, run in runs for one in run.overall]
    unpaired = [
        (
            Span(which, "dim"),
            Span(one.model),
            Span(format_percent(one.win_rate), "strong"),
            Span(in_per_cent(one.win_rate_ci), "dim"),
            Span(f"{one.games:,}"),
            Span(format_score(one.avg_coordination_score)),
        )
        for which, one in entries
    ]
    why = tuple((Span(f"  They differ in {one}", "warn"),) for one in result.differs[:4])
    note = ((Span("  Not the same boards, rules and prompts: no difference is tested.", "warn"),), *why)
    return Shown(f"{title}, side by side", _UNPAIRED, len(unpaired), unpaired.__getitem__, above=note)
