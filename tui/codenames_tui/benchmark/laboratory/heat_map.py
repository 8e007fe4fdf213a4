"""A heat map in lines: numbers in cells, the fuller the more, and at its edges what rows and columns come to."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from rich.cells import cell_len

from codenames_tui.ui.lines.lines import Glyphs, Line, Span, cut, fit

CELL: Final = 10
"""Cells that a column needs: a mark, brackets, a number, and its heat."""
_WIDEST_CELL: Final = 20
_WIDEST_NAME: Final = 26
_EDGE: Final = 16
"""Cells of the column at the right edge."""
_LEVELS: Final = ("dim", "text", "accent", "good")
_SHADES: Final = {False: ("░░", "▒▒", "▓▓", "██"), True: ("..", "--", "==", "##")}


class HeatCell(NamedTuple):
    """A number, and how hot it is."""

    text: str
    heat: float
    """From 0 to 1."""


@dataclass(frozen=True, slots=True)
class HeatMap:
    """A heat map."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: Mapping[tuple[int, int], HeatCell]
    """By row and column; those that are missing were not asked."""
    row_edge: tuple[str, ...] = ()
    """What each row comes to, at the right."""
    column_edge: tuple[str, ...] = ()
    """What each column comes to, in a line below."""
    edge_title: str = ""
    legend: str = ""
    own: frozenset[tuple[int, int]] = field(default_factory=frozenset)
    """Cells of an agent with itself."""


class MapWindow(NamedTuple):
    """The part of a map that there is room for."""

    names: int
    """Cells of the names of rows."""
    cell: int
    """Cells of a column."""
    left: int
    """The first column that is shown."""
    columns: int
    top: int
    rows: int
    has_edge: bool


def window(shown: HeatMap, cursor: tuple[int, int], before: tuple[int, int], width: int, height: int) -> MapWindow:
    """Return the part that is shown around a cursor, moving as little as possible.

    Args:
        shown: the map.
        cursor: row and column.
        before: the row and column that were first before.
        width: of the lines, in cells.
        height: how many lines there are.
    """
    longest = max((cell_len(name) for name in (*shown.rows, shown.edge_title)), default=0)
    names = min(longest, _WIDEST_NAME, max(width // 3, 8)) + 3
    has_edge = bool(shown.row_edge) and width >= names + 2 * CELL + _EDGE
    room = max(width - names - (_EDGE if has_edge else 0), CELL)
    heads = max((cell_len(_ending(name)) for name in shown.columns), default=0) + 3
    cell = max(min(heads, _WIDEST_CELL, room // max(len(shown.columns), 1)), CELL)
    columns = room // cell
    rows = max(height - 1 - bool(shown.column_edge), 1)
    return MapWindow(
        names,
        cell,
        _first(cursor[1], before[1], columns, len(shown.columns)),
        min(columns, len(shown.columns)),
        _first(cursor[0], before[0], rows, len(shown.rows)),
        min(rows, len(shown.rows)),
        has_edge,
    )


def _first(cursor: int, before: int, room: int, count: int) -> int:
    return max(min(max(before, cursor - room + 1), cursor, count - room), 0)


def map_lines(
    shown: HeatMap, seen: MapWindow, cursor: tuple[int, int] | None, width: int, glyphs: Glyphs
) -> list[Line]:
    """Return the lines of the part that is seen; `cursor` is marked, None where nothing is pointed at."""
    columns, wide = range(seen.left, seen.left + seen.columns), seen.cell - 2
    heads = "".join(f"{_padded(_ending(shown.columns[place]), wide, glyphs)}  " for place in columns)
    more = f" {glyphs.arrow}" if columns.stop < len(shown.columns) else ""
    edge = f"{glyphs.line(shown.edge_title):>{_EDGE - 1}}" if seen.has_edge else ""
    lines: list[Line] = [(Span(" " * seen.names + heads, "dim"), Span((more or edge), "dim"))]
    rows = range(seen.top, seen.top + seen.rows)
    lines += [_row(shown, row, columns, seen, cursor, glyphs) for row in rows]
    if shown.column_edge:
        said = "".join(f"{_padded(shown.column_edge[place], wide, glyphs)}  " for place in columns)
        title = cut(glyphs.line(shown.edge_title), seen.names - 3, glyphs.cut)
        lines.append((Span(f"  {title:<{seen.names - 2}}{said}", "dim"),))
    return [fit(line, width) for line in lines]


def _said(text: str, glyphs: Glyphs) -> str:
    return glyphs.line(text.replace("±", "+-") if glyphs.ascii_only else text)


def _row(
    shown: HeatMap, row: int, columns: range, seen: MapWindow, cursor: tuple[int, int] | None, glyphs: Glyphs
) -> Line:
    is_pointed = cursor is not None and cursor[0] == row
    name = cut(glyphs.line(shown.rows[row]), seen.names - 3, glyphs.cut)
    mark = glyphs.to_move if is_pointed else " "
    spans = [Span(f"{mark} ", "accent"), Span(f"{name}{' ' * (seen.names - 2 - cell_len(name))}", "text")]
    for column in columns:
        spans.append(Span(" " * (seen.cell - CELL)))
        spans += _cell(shown, (row, column), glyphs, is_pointed=cursor == (row, column))
    if seen.has_edge:
        spans.append(Span(f"{_said(shown.row_edge[row], glyphs):>{_EDGE - 1}}", "dim"))
    return tuple(spans)


def _cell(shown: HeatMap, place: tuple[int, int], glyphs: Glyphs, *, is_pointed: bool) -> list[Span]:
    cell = shown.cells.get(place)
    mark = glyphs.to_move if is_pointed else " "
    if cell is None:
        return [Span(mark, "accent"), Span(f"{glyphs.dot:>{CELL - 4}}   ", "dim")]
    left, right = "[]" if place in shown.own else "  "
    level = min(int(cell.heat * len(_LEVELS)), len(_LEVELS) - 1)
    style = "badge-accent" if is_pointed else _LEVELS[level]
    text = f"{left}{cell.text:>4}{right}"
    shade = _SHADES[glyphs.ascii_only][level]
    return [Span(mark, "accent"), Span(text, style), Span(shade, _LEVELS[level]), Span(" ")]


def _ending(name: str) -> str:
    """Return the part of a spec by which models differ: what stands behind the provider or the kind."""
    return name.rpartition("/")[2].rpartition(":")[2]


def _padded(text: str, room: int, glyphs: Glyphs) -> str:
    """Return a text at the right of so many cells."""
    shown = cut(_said(text, glyphs), room, glyphs.cut)
    return " " * (room - cell_len(shown)) + shown


def cell_at(shown: HeatMap, seen: MapWindow, x: int, y: int) -> tuple[int, int] | None:
    """Return the row and column of the cell at a place of the lines; None where there is none."""
    row, column = y - 1 + seen.top, (x - seen.names) // seen.cell + seen.left
    inside = seen.names <= x and 1 <= y <= seen.rows and seen.left <= column < seen.left + seen.columns
    return (row, column) if inside and row < len(shown.rows) else None
