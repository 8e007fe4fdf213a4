"""What pictures are made of: lines, boxes, dots, areas and texts, as values. Lengths are points, y grows downwards."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple, TypeAlias

INK: Final = "#1a1a1a"
FAINT: Final = "#5c5c5c"
"""For what may be read second; still 6.6 : 1 against white."""
GRID: Final = "#d4d4d4"
BAND: Final = "#c9d3e0"
MARK: Final = "#1f4e8c"
"""Dark enough to read as ink where colours are printed as greys."""
PAPER: Final = "#ffffff"


class Line(NamedTuple):
    """A straight line."""

    x1: float
    y1: float
    x2: float
    y2: float
    ink: str = INK
    thickness: float = 0.75
    dashes: tuple[float, ...] = ()


class Box(NamedTuple):
    """A rectangle; an empty colour is none."""

    x: float
    y: float
    width: float
    height: float
    fill: str = ""
    ink: str = ""
    thickness: float = 0.75


class Dot(NamedTuple):
    """A disc, or a ring where it is filled with paper."""

    x: float
    y: float
    radius: float = 2.2
    fill: str = MARK
    ink: str = MARK


class Area(NamedTuple):
    """A filled polygon."""

    points: tuple[tuple[float, float], ...]
    fill: str = BAND


class Path(NamedTuple):
    """Straight lines from point to point."""

    points: tuple[tuple[float, float], ...]
    ink: str = MARK
    thickness: float = 1.2
    dashes: tuple[float, ...] = ()


class Text(NamedTuple):
    """One line of text; y is its baseline."""

    x: float
    y: float
    text: str
    size: float = 7.0
    anchor: str = "start"
    """`start`, `middle` or `end`."""
    bold: bool = False
    ink: str = INK
    upwards: bool = False
    """Whether it is turned to be read from below."""


Mark: TypeAlias = Line | Box | Dot | Area | Path | Text


def moved(marks: Iterable[Mark], right: float, down: float) -> Iterator[Mark]:
    """Yield the marks at another place."""
    for mark in marks:
        match mark:
            case Line():
                yield mark._replace(x1=mark.x1 + right, y1=mark.y1 + down, x2=mark.x2 + right, y2=mark.y2 + down)
            case Area() | Path():
                yield mark._replace(points=tuple((x + right, y + down) for x, y in mark.points))
            case _:
                yield mark._replace(x=mark.x + right, y=mark.y + down)
