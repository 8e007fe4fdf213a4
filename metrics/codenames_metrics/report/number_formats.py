"""Numbers of reports as people read them: shares in percent, differences with their sign, p values, verdicts."""

from codenames_metrics.report.tables import NOTHING
from codenames_metrics.statistics.comparison_families import PairwiseComparison
from codenames_metrics.statistics.intervals import Interval


def format_percent(value: float | None) -> str:
    """Return a share in percent.

    >>> format_percent(0.5), format_percent(None)
    ('50.0 %', '–')
    """
    return NOTHING if value is None else f"{100 * value:.1f} %"


def format_score(value: float | None) -> str:
    """Return a score with two digits after the point, so that those below each other line up.

    >>> format_score(0.5), format_score(None)
    ('0.50', '–')
    """
    return NOTHING if value is None else f"{value:.2f}"


def format_rate(value: float | None, interval: Interval | None) -> str:
    """Return a share with its interval in percent.

    >>> format_rate(0.5, Interval(0.4, 0.6))
    '50.0 % (40.0 to 60.0)'
    """
    if value is None or interval is None:
        return format_percent(value)
    return f"{100 * value:.1f} % ({100 * interval.low:.1f} to {100 * interval.high:.1f})"


def format_points(one: PairwiseComparison) -> str:
    """A difference of shares in percentage points."""
    return format_signed(one.difference, one.interval, 1, 100)


def format_signed(value: float | None, interval: Interval | None, digits: int, unit: int = 1) -> str:
    """Return a number with its sign, and its interval, both times `unit`.

    >>> format_signed(-0.5, Interval(-1.0, 0.0), 1), format_signed(-0.001, None, 2)
    ('-0.5 (-1.0 to +0.0)', '+0.00')
    """
    if value is None:
        return NOTHING
    shown, *ends = (f"{round(unit * end, digits) + 0.0:+.{digits}f}" for end in (value, *(interval or ())))
    return f"{shown} ({ends[0]} to {ends[1]})" if ends else shown


def format_p_value(value: float | None) -> str:
    """Return a p value.

    >>> format_p_value(0.0314), format_p_value(0.00001), format_p_value(None)
    ('0.031', '< 0.001', '–')
    """
    if value is None:
        return NOTHING
    return f"{value:.3f}" if value >= 0.001 else "< 0.001"


def format_verdict(one: PairwiseComparison) -> str:
    """Return what a comparison says, and which test says so where it is not the t test."""
    if one.is_resolved is None:
        return "not tested: interim"
    if one.boards and not (one.first_better or one.second_better):
        return "alike on every board"
    by = " (McNemar)" if one.few_discordant or one.p_value is None else ""
    return ("differ" if one.is_resolved else "not resolved") + by
