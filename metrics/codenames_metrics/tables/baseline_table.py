"""A run with surveillance beside its baseline without, as Markdown: a table for each line-up."""

from collections.abc import Iterator

from codenames_metrics.analysis.baseline import BaselineReport, MetricComparison
from codenames_metrics.statistics.intervals import FEWEST_JUDGED
from codenames_metrics.tables.markdown import cell, table
from codenames_metrics.tables.number_formats import format_number, format_p_value, format_signed, format_verdict


def baseline_table(report: BaselineReport) -> str:
    """Return the tables of a run with surveillance beside its baseline without."""
    return "\n\n".join(section.rstrip("\n") for section in _sections(report)) + "\n"


def _sections(report: BaselineReport) -> Iterator[str]:
    left_out = f"; {report.unpaired} that only one side played are left out" if report.unpaired else ""
    yield "### With surveillance against the same boards without"
    yield f"{report.pairings} boards and pairs of line-ups{left_out}."
    most = max((row.result.boards for row in report.comparisons), default=0)
    if most < FEWEST_JUDGED:
        yield (
            f"**No verdicts**: {most} boards, and {FEWEST_JUDGED} are needed. Play both experiments on more seeds, the "
            "same in both."
        )
    names = ["", "with", "without", "difference, simultaneous 95 % interval", "p", "p adjusted", "boards", "verdict"]
    for lineup in dict.fromkeys(row.lineup for row in report.comparisons):
        yield f"#### {cell(lineup)}"
        yield table([*names, "what it is"], [_row(row) for row in report.comparisons if row.lineup == lineup])
    changes = report.clue_changes
    yield (
        "Clues in the same position of both games that differ: "
        f"{changes.changed_before_hearing} of {changes.compared_before_hearing} before there was anything to overhear, "
        f"{changes.changed_after_hearing} of {changes.compared_after_hearing} after. This is a count, not a "
        "test: games that have parted share no positions."
    )
    yield (
        "Each line-up is compared with itself, on the same boards and sides against the same opponents. Intervals, p "
        "adjusted and verdicts hold for all rows of all line-ups together (boards swapped whole, Westfall and Young "
        "1993). “Not told apart” does not prove that nothing changes: the interval says what is still possible."
    )


def _row(row: MetricComparison) -> list[str]:
    return [
        row.metric.replace("_", " "),
        format_number(row.with_surveillance),
        format_number(row.without_surveillance),
        format_signed(row.result.difference, row.result.simultaneous_interval, 3),
        format_p_value(row.result.p_value),
        format_p_value(row.result.p_value_adjusted),
        str(row.result.boards),
        format_verdict(row.result),
        row.meaning,
    ]
