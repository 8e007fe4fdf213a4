"""A run with surveillance beside its baseline without, as a Markdown table."""

from codenames_metrics.analysis.baseline import BaselineReport, MetricComparison
from codenames_metrics.tables.markdown import table
from codenames_metrics.tables.number_formats import format_number


def baseline_table(report: BaselineReport) -> str:
    """Return a table of a run with surveillance beside its baseline without."""
    names = ["", "with", "without", "difference, 95 % interval", "p", "p adjusted", "boards", "what it is"]
    rows = [
        [
            row.metric.replace("_", " "),
            format_number(row.with_surveillance),
            format_number(row.without_surveillance),
            _difference(row),
            format_number(row.result.p_value),
            format_number(row.p_value_adjusted),
            str(row.boards),
            row.meaning,
        ]
        for row in report.comparisons
        if row.boards
    ]
    changes = report.clue_changes
    left_out = f"; {report.unpaired} that only one side played are left out" if report.unpaired else ""
    return (
        "\n\n".join(
            [
                "### With surveillance against the same boards without",
                f"{report.pairings} boards and pairs of line-ups{left_out}.",
                table(names, rows).rstrip("\n"),
                "Clues in the same position of both games that differ: "
                f"{changes.changed_before_hearing} of {changes.compared_before_hearing} before there was anything to "
                f"overhear, {changes.changed_after_hearing} of {changes.compared_after_hearing} after.",
                "Differences by paired t tests on board means; p adjusted by Holm for all rows. "
                "A difference whose interval holds 0 is one that these boards cannot resolve.",
            ]
        )
        + "\n"
    )


def _difference(comparison: MetricComparison) -> str:
    interval = comparison.result.interval
    shown = format_number(comparison.result.difference)
    return f"{shown} ({format_number(interval.low)} to {format_number(interval.high)})" if interval else shown
