"""A picture with all that it needs in a paper: its title, what was counted, how to read it, and its data."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, TypeAlias

from codenames_metrics.report.pictures.fitting import clean_line, wrapped
from codenames_metrics.report.pictures.marks import FAINT, Mark, Text, moved

COLUMN: Final = 227.0
"""Width of one column of a paper, 8 cm, in points: what is drawn is read at this size."""
MARGIN: Final = 5.0
INNER: Final = COLUMN - 2 * MARGIN
TITLE, SMALL, TINY = 8.0, 7.0, 6.0
"""Sizes of letters in points."""

Cell: TypeAlias = str | float | int | bool | None


class Picture(NamedTuple):
    """A picture, and the data that it shows."""

    name: str
    """Of its files, without an ending."""
    title: str
    width: float
    height: float
    marks: tuple[Mark, ...]
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


class Body(NamedTuple):
    """What is drawn between title and notes, from 0 to `COLUMN` less the margins."""

    marks: tuple[Mark, ...]
    height: float


def sheet(
    name: str,
    title: str,
    body: Body,
    notes: Iterable[str],
    columns: Sequence[str],
    rows: Iterable[Sequence[Cell]],
) -> Picture:
    """Return a picture: title, body and notes below each other.

    Args:
        name: of its files.
        title: what is shown, of which run.
        body: of the width of `COLUMN` less its margins.
        notes: sentences on what was counted, which intervals are drawn, and how to read it.
        columns: names of the data.
        rows: the data.
    """
    marks: list[Mark] = []
    y = MARGIN
    for line in wrapped(title, INNER, TITLE, bold=True, most=4):
        y += TITLE * 1.25
        marks.append(Text(MARGIN, y, line, TITLE, bold=True))
    y += 5
    marks += moved(body.marks, MARGIN, y)
    y += body.height + 2
    for note in notes:
        for line in wrapped(note, INNER, TINY):
            y += TINY * 1.3
            marks.append(Text(MARGIN, y, line, TINY, ink=FAINT))
    return Picture(
        name, clean_line(title), COLUMN, round(y + MARGIN + 1), tuple(marks), tuple(columns), tuple(map(tuple, rows))
    )
