"""What work takes at several sizes, as a picture of the rows of a page.

Both axes are logarithmic: work that takes twice as long for twice as much is a line as steep as the dotted one.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from codenames_metrics.report.pictures.axes import Axis, amount_axis
from codenames_metrics.report.pictures.marks import FAINT, GRID, Dot, Line, Mark, Text
from codenames_metrics.report.pictures.marks import Path as Curve
from codenames_metrics.report.pictures.sheet import INNER, SMALL, TINY, Body, Picture, sheet

_LIST, _LARGE = "episode list", "episode list of 100,000"
_NEW, _CACHED = "all for the first time", "all again, from the cache"
DRAWN: Final[Mapping[str, tuple[str, ...]]] = {
    "list, first time": (f"{_LIST} / {_NEW}", f"{_LARGE} / {_NEW}"),
    "publish": ("published runs / a run published",),
    "report": ("growing runs / bench report",),
    "resume": ("resume / resume scan",),
    "list, cached": (f"{_LIST} / {_CACHED}", f"{_LARGE} / {_CACHED}"),
}
"""The lines, and the rows of the table that they are made of: benchmark and figure."""
INKS: Final = ("#1f4e8c", "#b35806", "#2d7d46", "#8c1f5f", "#5c5c5c")
LEFT, RIGHT, HEIGHT = 24.0, 58.0, 130.0
"""Room for the values and the names beside the plot, and its height."""
_ROW: Final = re.compile(
    r"\| (?P<benchmark>[^|]+?) \| (?P<figure>[^|(]+?) \((?P<size>[\d,]+) [^|]*\) \| (?P<value>[\d.,e+-]+) s of CPU \|"
)


class Measured(NamedTuple):
    """One point."""

    size: float
    """Games."""
    seconds: float
    """Of CPU."""


def measured(page: str) -> dict[str, list[Measured]]:
    """Return the points of each line, by size."""
    found: dict[str, list[Measured]] = {}
    for row in _ROW.finditer(page):
        found.setdefault(f"{row['benchmark']} / {row['figure']}", []).append(
            Measured(float(row["size"].replace(",", "")), float(row["value"].replace(",", "")))
        )
    return {name: sorted({point for row in rows for point in found.get(row, ())}) for name, rows in DRAWN.items()}


def picture(lines: Mapping[str, list[Measured]]) -> Picture:
    """Return the lines, each with its name at its end."""
    points = [point for line in lines.values() for point in line]
    across = amount_axis("games", [point.size for point in points])
    up = amount_axis("seconds of CPU", [point.seconds for point in points])
    notes = [
        "Both axes are logarithmic. What rises as the dotted line does takes ten times as long for ten times as many "
        "games; what rises less has costs that are the same at any size."
    ]
    rows = [(name, *point) for name, line in lines.items() for point in line]
    body = Body(tuple(_marks(lines, across, up)), HEIGHT + 26)
    return sheet("sizes", "What work takes by the number of games", body, notes, ("work", "games", "seconds"), rows)


def _marks(lines: Mapping[str, list[Measured]], across: Axis, up: Axis) -> Iterator[Mark]:
    width = INNER - LEFT - RIGHT
    for value, text in across.ticks:
        x = LEFT + across.place(value, width)
        yield Line(x, 0, x, HEIGHT, ink=GRID, thickness=0.5)
        yield Text(x, HEIGHT + 9, text, TINY, anchor="middle", ink=FAINT)
    for value, text in up.ticks:
        y = HEIGHT - up.place(value, HEIGHT)
        yield Line(LEFT, y, LEFT + width, y, ink=GRID, thickness=0.5)
        yield Text(LEFT - 3, y + 2, text, TINY, anchor="end", ink=FAINT)
    yield Text(LEFT + width / 2, HEIGHT + 19, across.title, SMALL, anchor="middle")
    yield Text(4, HEIGHT / 2, up.title, SMALL, anchor="middle", upwards=True)

    def at(size: float, seconds: float) -> tuple[float, float]:
        return LEFT + across.place(size, width), HEIGHT - up.place(seconds, HEIGHT)

    decades = min(across.high / across.low, up.high / up.low)
    yield Curve((at(across.low, up.low), at(across.low * decades, up.low * decades)), ink=FAINT, dashes=(1.5, 1.5))
    ends = {name: at(*line[-1]) for name, line in lines.items() if line}
    rows = _apart({name: y for name, (_, y) in ends.items()})
    for ink, (name, line) in zip(INKS, lines.items(), strict=True):
        if line:
            places = tuple(at(*point) for point in line)
            yield Curve(places, ink=ink)
            yield from (Dot(x, y, 1.6, fill=ink, ink=ink) for x, y in places)
            yield Line(ends[name][0] + 2, ends[name][1], LEFT + width + 3, rows[name] - 2, ink=GRID, thickness=0.5)
            yield Text(LEFT + width + 4, rows[name], name, TINY, ink=ink)


def _apart(wanted: Mapping[str, float]) -> dict[str, float]:
    """Return the lines of names so that none stands on another."""
    placed: dict[str, float] = {}
    last = -TINY
    for name, y in sorted(wanted.items(), key=lambda pair: pair[1]):
        last = placed[name] = max(y + 2, last + TINY * 1.3)
    return placed
