"""How two runs compare."""

from typing import Final

from codenames_metrics.report.run_comparison import RunComparison
from codenames_metrics.tables.number_formats import (
    format_number,
    format_p_value,
    format_percent,
    format_signed,
    format_verdict,
)
from codenames_tui.benchmark.views.results import ResultsTable, in_per_cent, spaced, with_spread
from codenames_tui.benchmark.views.verdict import verdict_on_runs
from codenames_tui.ui.lines.lines import Span
from codenames_tui.ui.lines.rows import Column

_COMPARED: Final = (
    Column("measure", 19),
    Column("first", 14, grows=True),
    Column("second", 14, grows=True, rank=2),
    Column("means", 15, right=True, rank=1),
    Column("difference, 95 %", 26, right=True),
    Column("SD", 6, right=True, rank=4),
    Column("boards", 6, right=True, rank=3),
    Column("p", 7, right=True, rank=3),
    Column("p adj.", 7, right=True, rank=1),
    Column("verdict", 20),
)
_UNPAIRED: Final = (
    Column("run", 6),
    Column("model", 16, grows=True),
    Column("win rate", 8, right=True),
    Column("95 %", 14, right=True),
    Column("SD", 6, right=True, rank=1),
    Column("games", 7, right=True),
    Column("coord. ±SD", 10, right=True),
)


def comparison(result: RunComparison) -> ResultsTable:
    """Return how two runs compare: by paired tests where both have the same boards, rules and prompts."""
    title, said = f"{result.first.name} against {result.second.name}", verdict_on_runs(result)
    if result.paired:
        rows = [
            (
                Span(spaced(entry.measure)),
                Span(entry.first),
                Span(entry.second),
                Span(f"{format_number(entry.first_mean, 2)} : {format_number(entry.second_mean, 2)}"),
                Span(format_signed(entry.comparison.difference, entry.comparison.simultaneous_interval, 3), "strong"),
                Span(format_number(entry.comparison.difference_std, 3), "dim"),
                Span(f"{entry.comparison.boards:,}"),
                Span(format_p_value(entry.comparison.p_value), "dim"),
                Span(format_p_value(entry.comparison.p_value_adjusted)),
                Span(format_verdict(entry.comparison), "good" if entry.comparison.is_resolved else "dim"),
            )
            for entry in result.models
        ]
        empty = "No model of one run was ever in the same situation as a model of the other."
        heading = f"{title}, board by board"
        return ResultsTable(heading, _COMPARED, len(rows), rows.__getitem__, verdict=said, empty=empty)
    runs = (("first", result.first), ("second", result.second))
    entries = [(which, entry) for which, run in runs for entry in run.overall]
    unpaired = [
        (
            Span(which, "dim"),
            Span(entry.model),
            Span(format_percent(entry.win_rate), "strong"),
            Span(in_per_cent(entry.win_rate_ci), "dim"),
            Span(format_percent(entry.win_rate_std), "dim"),
            Span(f"{entry.games:,}"),
            Span(with_spread(entry.avg_coordination_score, entry.std_coordination_score)),
        )
        for which, entry in entries
    ]
    why = tuple((Span(f"  They differ in {entry}", "warn"),) for entry in result.differs[:4])
    heading = f"{title}, side by side"
    return ResultsTable(heading, _UNPAIRED, len(unpaired), unpaired.__getitem__, verdict=said, above=why)
