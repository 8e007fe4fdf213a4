"""Help in lines: keys, symbols or words in groups, in two columns where there is room, one of them pointed at."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len

from codenames_tui.ui.lines.lines import EMPTY, Glyphs, Line, Span, cut, fit
from codenames_tui.ui.lines.rows import GAP, MARK

_TWO_COLUMNS: Final = 90
"""Cells from which on there are two columns."""
_WIDEST_KEY: Final = 16


class HelpRow(NamedTuple):
    """A key, a symbol or a place, and what it does, means or holds. Texts are clean."""

    sign: str
    what: str
    id: str = ""
    """Of the binding that it runs; empty for what only says something."""


class HelpGroup(NamedTuple):
    """What belongs together."""

    title: str
    """Empty where the dialog says what they are."""
    rows: tuple[HelpRow, ...]


class HelpCell(NamedTuple):
    """One line of one column, and which row it shows, counted over all groups; None for a heading or nothing."""

    line: Line
    row: int | None = None


HelpColumns = tuple[tuple[HelpCell, ...], ...]


def matching_groups(groups: Iterable[HelpGroup], text: str) -> tuple[HelpGroup, ...]:
    """Return the rows in which, or in whose group's title, every word of `text` is found.

    >>> group = HelpGroup("Look", (HelpRow("i", "Inspect a decision"), HelpRow("o", "Show targets")))
    >>> [row.sign for row in matching_groups([group], "decis")[0].rows]
    ['i']
    """
    words = text.casefold().split()

    def holds(group: HelpGroup, row: HelpRow) -> bool:
        searched = f"{group.title} {row.sign} {row.what}".casefold()
        return all(word in searched for word in words)

    left = (HelpGroup(group.title, tuple(row for row in group.rows if holds(group, row))) for group in groups)
    return tuple(group for group in left if group.rows)


def rows_of_groups(groups: Iterable[HelpGroup]) -> tuple[HelpRow, ...]:
    """Return all rows, in the order in which they are counted."""
    return tuple(row for group in groups for row in group.rows)


def help_columns(
    groups: Sequence[HelpGroup], cursor: int, width: int, glyphs: Glyphs, most_columns: int = 2
) -> HelpColumns:
    """Return the columns of the whole help; each group stands in one of them."""
    cells = column_width(width, most_columns)
    count = 2 if cells < width else 1
    signs = min(max((cell_len(row.sign) for row in rows_of_groups(groups)), default=0), _WIDEST_KEY)
    blocks: list[list[HelpCell]] = []
    number = 0
    for group in groups:
        block = [HelpCell((Span(" " * MARK), Span(group.title, "accent")))] if group.title else []
        for row in group.rows:
            block.append(HelpCell(_row_line(row, number == cursor, signs, cells, glyphs), number))
            number += 1
        blocks.append([*block, HelpCell(EMPTY)])
    first = _first_half(blocks) if count == 2 else len(blocks)
    columns = (blocks[:first], blocks[first:]) if count == 2 else (blocks,)
    return tuple(tuple(cell for block in column for cell in block) for column in columns)


def column_width(width: int, most_columns: int = 2) -> int:
    """Return the cells of each column where the help has `width` cells."""
    return (width - GAP) // 2 if most_columns == 2 and width >= _TWO_COLUMNS else width


def _first_half(blocks: Sequence[Sequence[HelpCell]]) -> int:
    """Return how many blocks stand in the first column, so that the longer one is as short as can be."""
    lengths = [len(block) for block in blocks]
    return min(range(len(blocks) + 1), key=lambda first: max(sum(lengths[:first]), sum(lengths[first:])))


def _row_line(row: HelpRow, chosen: bool, signs: int, width: int, glyphs: Glyphs) -> Line:
    mark = Span(f"{glyphs.to_move if chosen else ' ':<{MARK}}", "accent")
    sign = cut(row.sign, signs, glyphs.cut)
    room = max(width - MARK - signs - GAP, 0)
    space = " " * (signs - cell_len(sign) + GAP)
    return (mark, Span(sign + space, "key"), Span(cut(row.what, room, glyphs.cut), "strong" if chosen else "text"))


def help_lines(columns: HelpColumns, top: int, width: int, height: int) -> list[Line]:
    """Return the lines that are seen, from line `top` on."""
    cells = column_width(width, len(columns))
    lines = []
    for y in range(top, min(top + height, length_of(columns))):
        parts = [column[y].line if y < len(column) else EMPTY for column in columns]
        lines.append(tuple(span for part in parts for span in (*fit(part, cells), Span(" " * GAP))))
    return lines


def length_of(columns: HelpColumns) -> int:
    """Return how many lines it takes; the empty line at the end of a column does not count."""
    return max((len(column) - 1 for column in columns), default=0)


class RowPlace(NamedTuple):
    """Where a row stands."""

    column: int
    line: int


def place_of_row(columns: HelpColumns, row: int) -> RowPlace:
    """Return where a row stands; the first line where it does not."""
    for number, column in enumerate(columns):
        for line, cell in enumerate(column):
            if cell.row == row:
                return RowPlace(number, line)
    return RowPlace(0, 0)


def row_across(columns: HelpColumns, row: int) -> int:
    """Return the row of the other column that stands nearest to `row`."""
    here = place_of_row(columns, row)
    beside = [
        (abs(line - here.line), cell.row)
        for number, column in enumerate(columns)
        for line, cell in enumerate(column)
        if number != here.column and cell.row is not None
    ]
    return min(beside, default=(0, row))[1]
