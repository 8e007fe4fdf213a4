"""Rows of shares with their intervals, each below its name: names of any length have the whole width."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from codenames_metrics.report.pictures.axes import Axis
from codenames_metrics.report.pictures.fitting import name_lines, wrapped
from codenames_metrics.report.pictures.marks import FAINT, GRID, Dot, Line, Mark, Text
from codenames_metrics.report.pictures.sheet import INNER, SMALL, TINY, Body
from codenames_metrics.statistics.intervals import Interval

_NUMBERS: Final = 72.0
"""Room for the numbers at the right."""
LEFT: Final = 6.0
PLOT: Final = INNER - LEFT - _NUMBERS - 6
_NAME, _PICTURE, _AFTER = 9.0, 8.0, 4.0
"""Heights in points: of a line of a name, of what is drawn, and of the room below it."""


class IntervalRow(NamedTuple):
    """A share and its interval."""

    name: str
    """In two lines at most."""
    value: float | None
    interval: Interval | None
    shown: str
    """The numbers beside it."""
    remark: str = ""
    """Below the name."""


def interval_rows(sections: Mapping[str, Sequence[IntervalRow]], axis: Axis) -> Body:
    """Return rows on one axis, a heading above each section that has a name."""
    rows = list(_rows(sections, axis))
    marks = [mark for mark, _ in rows if mark is not None]
    height = rows[-1][1] if rows else 0.0
    return Body((*marks, *_under(axis, height)), height + 20)


def _rows(sections: Mapping[str, Sequence[IntervalRow]], axis: Axis) -> Iterator[tuple[Mark | None, float]]:
    """Yield marks, each with how far down the rows have come."""
    y = 0.0
    for heading, rows in sections.items():
        for line in wrapped(heading, INNER, SMALL, bold=True, most=2):
            y += 10
            yield Text(0, y, line, SMALL, bold=True), y
        for row in rows:
            for line in name_lines(row.name, INNER - LEFT, SMALL):
                y += _NAME
                yield Text(LEFT, y, line, SMALL), y
            for line in wrapped(row.remark, INNER - LEFT, TINY, most=3):
                y += TINY * 1.25
                yield Text(LEFT, y, line, TINY, ink=FAINT), y
            y += _PICTURE
            for mark in (*_grid(axis, y - _PICTURE + 1, y + 2), *_interval(row, axis, y - 2)):
                yield mark, y
            y += _AFTER
            yield None, y


def _interval(row: IntervalRow, axis: Axis, y: float) -> Iterator[Mark]:
    if row.value is None:
        yield Text(LEFT, y + 2.5, row.shown, SMALL, ink=FAINT)
        return
    if row.interval is not None:
        low, high = (LEFT + axis.place(end, PLOT) for end in row.interval)
        yield from whiskers(low, high, y)
    yield Dot(LEFT + axis.place(row.value, PLOT), y)
    yield Text(INNER, y + 2.5, row.shown, SMALL, anchor="end")


def whiskers(low: float, high: float, y: float) -> Iterator[Mark]:
    """Yield an interval along a row."""
    yield Line(low, y, high, y, thickness=1.1)
    for end in (low, high):
        yield Line(end, y - 2.2, end, y + 2.2, thickness=0.9)


def _grid(axis: Axis, top: float, bottom: float) -> Iterable[Mark]:
    """Yield the lines of one row, so that none goes through a name."""
    for value, _ in axis.ticks:
        x = LEFT + axis.place(value, PLOT)
        yield Line(x, top, x, bottom, ink=GRID, thickness=0.5)


def _under(axis: Axis, height: float) -> Iterable[Mark]:
    for value, shown in axis.ticks:
        yield Text(LEFT + axis.place(value, PLOT), height + 8, shown, SMALL, anchor="middle")
    yield Text(LEFT + PLOT / 2, height + 17, axis.title, SMALL, anchor="middle")
