"""A table in lines: columns that share the width there is, and rows that are made only where they are seen."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len

from codenames_tui.ui.lines.lines import Glyphs, Line, Span, cut, fit, joined

MARK: Final = 2
"""Cells before the first column, where the cursor is."""
GAP: Final = 2
"""Cells between two columns."""
NEVER: Final = 1_000_000
"""Cells of a table in which a column is shown that tells no row from another."""


class Column(NamedTuple):
    """One column."""

    title: str
    width: int
    """Cells that it needs."""
    grows: bool = False
    """Whether it takes a share of what is left."""
    right: bool = False
    """Whether its texts stand at the right."""
    rank: int = 0
    """Columns of the highest rank are left out first where there is no room."""
    needs: int = 0
    """Cells of the table below which it is left out."""
    about: str = ""
    """What a short title stands for."""


class PlacedColumn(NamedTuple):
    """A column that there is room for."""

    place: int
    """Which of the columns."""
    width: int


class SortMark(NamedTuple):
    """The column by which rows are sorted, and the sign beside its title."""

    place: int
    sign: str


def arranged(columns: Sequence[Column], width: int) -> list[PlacedColumn]:
    """Return the columns that fit in `width` cells, and how wide each is."""
    kept = [place for place, column in enumerate(columns) if width >= column.needs]
    while len(kept) > 1 and _needed(columns, kept) > width:
        kept.remove(max(kept, key=lambda place: (columns[place].rank, place)))
    spare = max(width - _needed(columns, kept), 0)
    growing = [place for place in kept if columns[place].grows]
    shares = {place: spare // len(growing) + (number < spare % len(growing)) for number, place in enumerate(growing)}
    return [PlacedColumn(place, columns[place].width + shares.get(place, 0)) for place in kept]


def _needed(columns: Sequence[Column], kept: Sequence[int]) -> int:
    return MARK + sum(columns[place].width for place in kept) + GAP * (len(kept) - 1)


def heading_line(
    columns: Sequence[Column],
    width: int,
    glyphs: Glyphs,
    placed: Sequence[PlacedColumn] | None = None,
    sort: SortMark | None = None,
) -> Line:
    """Return the titles of the columns.

    Args:
        columns: all of them.
        width: of the line, in cells.
        glyphs: what is drawn with.
        placed: the columns that are shown; as `arranged` places them if not given.
        sort: which column is marked. Its sign stands in the gap where the title alone fills the column.
    """
    spans = [Span(" " * MARK)]
    overhang = 0
    for number, (place, room) in enumerate(arranged(columns, width) if placed is None else placed):
        gap = " " * (GAP - overhang) if number else ""
        title, style = columns[place].title, "dim"
        overhang = 0
        if sort is not None and sort.place == place:
            title, style = title + sort.sign, "accent"
            overhang = int(cell_len(title) == room + 1)
        spans.append(Span(gap + _padded(title, columns[place], room + overhang, glyphs), style))
    return fit(joined(spans), width)


def row_line(columns: Sequence[Column], cells: Sequence[Span], chosen: bool, width: int, glyphs: Glyphs) -> Line:
    """Return a row; its texts come as they are and are cleaned here."""
    if chosen and cells:
        first = cells[0]
        cells = [Span(first.text, "strong" if first.style == "text" else first.style), *cells[1:]]
    spans = [Span(f"{glyphs.to_move if chosen else ' ':<{MARK}}", "accent")]
    for number, (place, room) in enumerate(arranged(columns, width)):
        text, style = cells[place] if place < len(cells) else Span("")
        gap = " " * GAP if number else ""
        spans.append(Span(gap + _padded(text, columns[place], room, glyphs), style))
    return fit(joined(spans), width)  # few pieces are few bytes on the way to the terminal


def _padded(text: str, column: Column, room: int, glyphs: Glyphs) -> str:
    """Return `text`, cleaned, in exactly `room` cells. Pictures made of our own signs keep their spaces."""
    shown = cut(glyphs.text(text).replace("\n", " "), room, glyphs.cut)
    space = " " * (room - cell_len(shown))
    return space + shown if column.right else shown + space


def first_seen(cursor: int, top: int, height: int, count: int) -> int:
    """Return the first row to show in `height` lines, so that the cursor is in sight and little moves."""
    top = min(top, cursor)
    if cursor >= top + height:
        top = cursor - height + 1
    return max(min(top, count - height), 0)
