"""A table in lines: columns that share the width there is, and rows that are made only where they are seen."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len

from codenames_tui.ui.lines.lines import Glyphs, Line, Span, cut, fit

_MARK: Final = 2
_GAP: Final = 2


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


class PlacedColumn(NamedTuple):
    """A column that there is room for."""

    place: int
    """Which of the columns."""
    width: int


def arranged(columns: Sequence[Column], width: int) -> list[PlacedColumn]:
    """Return the columns that fit in `width` cells, and how wide each is."""
    kept = list(range(len(columns)))
    while len(kept) > 1 and _needed(columns, kept) > width:
        kept.remove(max(kept, key=lambda place: (columns[place].rank, place)))
    spare = max(width - _needed(columns, kept), 0)
    growing = [place for place in kept if columns[place].grows]
    shares = {place: spare // len(growing) + (number < spare % len(growing)) for number, place in enumerate(growing)}
    return [PlacedColumn(place, columns[place].width + shares.get(place, 0)) for place in kept]


def _needed(columns: Sequence[Column], kept: Sequence[int]) -> int:
    return _MARK + sum(columns[place].width for place in kept) + _GAP * (len(kept) - 1)


def heading_line(columns: Sequence[Column], width: int, glyphs: Glyphs) -> Line:
    """Return the titles of the columns."""
    cells = [Span(column.title, "dim") for column in columns]
    return _line(columns, cells, " " * _MARK, width, glyphs)


def row_line(columns: Sequence[Column], cells: Sequence[Span], chosen: bool, width: int, glyphs: Glyphs) -> Line:
    """Return a row; its texts come as they are and are cleaned here."""
    if chosen and cells:
        first = cells[0]
        cells = [Span(first.text, "strong" if first.style == "text" else first.style), *cells[1:]]
    mark = f"{glyphs.to_move if chosen else ' ':<{_MARK}}"
    return _line(columns, cells, mark, width, glyphs)


def _line(columns: Sequence[Column], cells: Sequence[Span], mark: str, width: int, glyphs: Glyphs) -> Line:
    line: list[Span] = [Span(mark, "accent")]
    for number, (place, room) in enumerate(arranged(columns, width)):
        text, style = cells[place] if place < len(cells) else Span("")
        shown = _cleaned(text, room, glyphs)
        space = " " * (room - cell_len(shown))
        gap = " " * _GAP if number else ""
        padded = space + shown if columns[place].right else shown + space
        if line[-1].style == style:  # few pieces are few bytes on the way to the terminal
            line[-1] = Span(line[-1].text + gap + padded, style)
        else:
            line.append(Span(gap + padded, style))
    return fit(tuple(line), width)


def _cleaned(text: str, room: int, glyphs: Glyphs) -> str:
    """Return `text` as it may be shown. Pictures made of our own signs keep their spaces."""
    cleaned = glyphs.text(text).replace("\n", " ")
    return cut(cleaned, room, glyphs.cut)


def first_seen(cursor: int, top: int, height: int, count: int) -> int:
    """Return the first row to show in `height` lines, so that the cursor is in sight and little moves."""
    top = min(top, cursor)
    if cursor >= top + height:
        top = cursor - height + 1
    return max(min(top, count - height), 0)
