"""Numbers of reports as people read them: shares in percent, differences with their sign, p values, verdicts."""

from typing import TYPE_CHECKING, Final

from codenames_core.text.plurals import counted
from codenames_metrics.statistics.intervals import FEWEST_JUDGED

if TYPE_CHECKING:  # tables of metrics need no comparisons
    from codenames_metrics.statistics.comparison_families import PairwiseComparison
    from codenames_metrics.statistics.intervals import Bounds, Interval

NOTHING: Final = "–"
"""Stands where there is no number."""


def format_number(value: float | None, digits: int = 3) -> str:
    """Return a number for people, three digits after the point at most.

    >>> format_number(0.77777), format_number(2.0), format_number(617.5), format_number(None)
    ('0.778', '2', '617.5', '–')
    """
    if value is None:
        return NOTHING
    shown = f"{value:.{digits}f}"
    return shown.rstrip("0").rstrip(".") if "." in shown else shown


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


def format_rate(value: float | None, interval: "Interval | None") -> str:
    """Return a share with its interval in percent.

    >>> from codenames_metrics.statistics.intervals import Interval
    >>> format_rate(0.5, Interval(0.4, 0.6))
    '50.0 % (40.0 to 60.0)'
    """
    if value is None or interval is None:
        return format_percent(value)
    return f"{100 * value:.1f} % ({100 * interval.low:.1f} to {100 * interval.high:.1f})"


def format_points(comparison: "PairwiseComparison") -> str:
    """A difference of shares in percentage points, with the interval that holds together with those of its family.

    No difference of shares exceeds 100 points, so the interval ends there at the latest.
    """
    interval = comparison.simultaneous_interval
    return format_signed(comparison.difference, interval and interval.within(-1.0, 1.0), 1, 100)


def format_signed(value: float | None, interval: "Interval | None", digits: int, unit: int = 1) -> str:
    """Return a number with its sign, and its interval, both times `unit`.

    >>> from codenames_metrics.statistics.intervals import Interval
    >>> format_signed(-0.5, Interval(-1.0, 0.0), 1), format_signed(-0.001, None, 2)
    ('-0.5 (-1.0 to +0.0)', '+0.00')
    """
    if value is None:
        return NOTHING
    shown, *ends = (_signed(unit * end, digits) for end in (value, *(interval or ())))
    return f"{shown} ({ends[0]} to {ends[1]})" if ends else shown


def format_bounds(value: float | None, bounds: "Bounds | None", digits: int) -> str:
    """Return a number with its sign, and its interval, which may have one end alone.

    >>> from codenames_metrics.statistics.intervals import Bounds
    >>> format_bounds(0.5, Bounds(0.25, 0.75), 2), format_bounds(None, Bounds(2.125, None), 2)
    ('+0.50 (+0.25 to +0.75)', 'above +2.12')
    >>> format_bounds(0.5, Bounds(0.25, None), 2), format_bounds(None, Bounds(None, None), 2)
    ('+0.50 (above +0.25)', 'no bound')
    """
    if bounds is None:
        return NOTHING if value is None else _signed(value, digits)
    low, high = (None if end is None else _signed(end, digits) for end in bounds)
    ends = f"above {low}" if low else f"below {high}" if high else "no bound"
    ends = f"{low} to {high}" if low and high else ends
    return ends if value is None else f"{_signed(value, digits)} ({ends})"


def _signed(value: float, digits: int) -> str:
    return f"{round(value, digits) + 0.0:+.{digits}f}"


def format_p_value(value: float | None) -> str:
    """Return a p value.

    >>> format_p_value(0.0314), format_p_value(0.00001), format_p_value(None)
    ('0.031', '< 0.001', '–')
    """
    if value is None:
        return NOTHING
    return f"{value:.3f}" if value >= 0.001 else "< 0.001"


def format_not_excluded(comparison: "PairwiseComparison") -> str:
    """Return the largest difference in points that is not ruled out, and by what it is called alike."""
    if comparison.is_resolved is not False or comparison.not_excluded is None:
        return NOTHING
    shown = f"up to {min(100.0, 100 * comparison.not_excluded):.1f}"
    return f"{shown}, within {100 * comparison.margin:g}" if comparison.is_equivalent and comparison.margin else shown


def format_verdict(comparison: "PairwiseComparison") -> str:
    """Return what a comparison says."""
    if comparison.boards and not (comparison.first_better or comparison.second_better):
        return "alike on every board"
    if comparison.boards < FEWEST_JUDGED:
        return f"no verdict: {counted(comparison.boards, 'board')}"
    if comparison.is_resolved is None:
        return "not tested: interim"
    if comparison.is_resolved:
        return "differ"
    if comparison.is_equivalent:
        return "equivalent"
    return "not told apart" if comparison.is_final else "not told apart yet"
