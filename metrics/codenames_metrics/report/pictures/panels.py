"""Small plots of the same axes, one for each line-up or model, so that no colour has to tell them apart."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from codenames_metrics.report.pictures.axes import Axis
from codenames_metrics.report.pictures.fitting import name_lines, wrapped
from codenames_metrics.report.pictures.marks import FAINT, GRID, INK, Box, Line, Mark, Text, moved
from codenames_metrics.report.pictures.sheet import INNER, SMALL, TINY, Body

_LEFT: Final = 24.0
"""Room for the title and the numbers of the axis that goes up."""
_BETWEEN: Final = 10.0
WIDTH: Final = (INNER - _LEFT - _BETWEEN - 4) / 2
HEIGHT: Final = 62.0
_LINE: Final = TINY * 1.25


class Panel(NamedTuple):
    """One small plot."""

    names: tuple[str, ...]
    """Above it."""
    marks: tuple[Mark, ...]
    """From the upper left corner, `WIDTH` x `HEIGHT`."""
    notes: tuple[str, ...] = ()
    """Below it."""


def panels(plots: Sequence[Panel], across: Axis, up: Axis) -> Body:
    """Return small plots in two columns; the axis that goes across is written below each."""
    marks: list[Mark] = []
    y = 0.0
    for begin in range(0, len(plots), 2):
        pair = plots[begin : begin + 2]
        heads = [[line for name in plot.names for line in name_lines(name, WIDTH, SMALL)] for plot in pair]
        feet = [[line for note in plot.notes for line in wrapped(note, WIDTH, TINY)] for plot in pair]
        top = y + max(map(len, heads)) * 8.5 + 4.5
        for place, plot in enumerate(pair):
            left = _LEFT + place * (WIDTH + _BETWEEN)
            marks += _texts(heads[place], left, top - 4.5 - (len(heads[place]) - 1) * 8.5, SMALL, 8.5)
            marks += _frame(across, up, left, top, with_numbers=place == 0)
            marks += moved(plot.marks, left, top)
            marks += _texts(feet[place], left, top + HEIGHT + 15, TINY, _LINE)
        y = top + HEIGHT + 12 + max(map(len, feet)) * _LINE + 4
    marks.append(Text(_LEFT + (INNER - _LEFT) / 2, y + 7, across.title, SMALL, anchor="middle"))
    marks.append(Text(6, y / 2, up.title, SMALL, anchor="middle", upwards=True))
    return Body(tuple(marks), y + 9)


def _texts(lines: Sequence[str], x: float, y: float, size: float, step: float) -> Iterator[Mark]:
    for number, line in enumerate(lines):
        yield Text(x, y + number * step, line, size, ink=INK if size == SMALL else FAINT)


def _frame(across: Axis, up: Axis, left: float, top: float, *, with_numbers: bool) -> Iterator[Mark]:
    for value, shown in up.ticks:
        y = top + HEIGHT - up.place(value, HEIGHT)
        yield Line(left, y, left + WIDTH, y, ink=GRID, thickness=0.5)
        if with_numbers:
            yield Text(left - 2, y + 2, shown, TINY, anchor="end")
    yield Box(left, top, WIDTH, HEIGHT, ink=FAINT, thickness=0.5)
    for value, shown in across.ticks:
        x = left + across.place(value, WIDTH)
        yield Line(x, top + HEIGHT, x, top + HEIGHT + 2, ink=FAINT, thickness=0.5)
        anchor = "end" if value >= across.high else "middle"  # the plot at the right begins close by
        yield Text(x, top + HEIGHT + 8, shown, TINY, anchor=anchor)
