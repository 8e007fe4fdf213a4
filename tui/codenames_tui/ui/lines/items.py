"""A list of things to choose from or to fill in: a label, a value and a note each, in columns."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from rich.cells import cell_len

from codenames_tui.ui.lines.lines import EMPTY, Glyphs, Line, Span, cut, fit, width_of
from codenames_tui.ui.lines.rows import GAP, MARK, first_seen

_NOTE_NEEDS: Final = 12
"""Cells below which a note is left out."""


@dataclass(frozen=True, slots=True)
class Item:
    """A line of the list. Its texts come as they are; the glyphs clean them."""

    name: str
    """What the list calls it in messages."""
    label: str
    value: str = ""
    note: str = ""
    about: str = ""
    """What to say below the list when it is pointed at, if not the note."""
    section: str = ""
    """A heading above it."""
    style: str = "text"
    """Of the label."""
    key: str = ""
    """A key that does the same, before the label."""
    turns: bool = False
    """Whether left and right change the value."""
    wrong: bool = False
    """Whether the note says what is wrong with the value."""
    idle: bool = False
    """Whether it only says something and cannot be chosen."""
    apart: bool = False
    """Whether an empty line stands above it."""


class Row(NamedTuple):
    """One line of the picture, and the item that it belongs to."""

    item: int | None
    line: Line


class Widths(NamedTuple):
    """Cells of the columns, with the gaps behind them; 0 for one that there is not."""

    keys: int
    labels: int
    values: int


def rows_of(items: Sequence[Item], cursor: int, width: int, glyphs: Glyphs, *, space: int = 1) -> list[Row]:
    """Return the whole list in rows of `width` cells, with `space` empty lines above a section."""
    beside = max((_width_beside(item, glyphs) for item in items if not item.idle), default=0)
    keys = _column([item.key for item in items], 8) if any(item.key for item in items) else 0
    limit = max(width // 2 - MARK - keys, width - MARK - keys - beside - 2 * GAP, 4)
    labels = _column([glyphs.line(item.label) for item in items if not item.idle], limit)
    noted = any(item.note for item in items if item.value)
    room = width - MARK - keys - labels
    values = _column([glyphs.line(item.value) for item in items if not item.idle], max(room // 2 if noted else room, 4))
    rows: list[Row] = []
    for index, item in enumerate(items):
        if rows:
            rows += [Row(None, EMPTY)] * (space if item.section else min(space, 1) if item.apart else 0)
        if item.section:
            rows.append(Row(None, _heading(item.section, width, glyphs)))
        rows.append(Row(index, _line(item, index == cursor, Widths(keys, labels, values), width, glyphs)))
    return rows


def _width_beside(item: Item, glyphs: Glyphs) -> int:
    """Return what stands to the right of a label if nothing is cut."""
    texts = [glyphs.line(text) for text in (item.value, item.note) if text]
    return sum(map(cell_len, texts)) + GAP * len(texts)


def window(rows: Sequence[Row], cursor: int, top: int, height: int) -> int:
    """Return the first row to show in `height` lines so that the cursor is in sight, and its heading where possible."""
    place = next((number for number, row in enumerate(rows) if row.item == cursor), 0)
    before = place
    while before and rows[before - 1].item is None:
        before -= 1
    return first_seen(place, min(top, before), height, len(rows))


def _column(texts: Sequence[str], limit: int) -> int:
    return min(max((cell_len(text) for text in texts), default=0), limit) + GAP


def _heading(text: str, width: int, glyphs: Glyphs) -> Line:
    title = cut(glyphs.line(text), max(width - MARK - 2, 0), glyphs.cut)
    rest = width - MARK - cell_len(title) - 1
    return fit((Span(" " * MARK), Span(title, "dim"), Span(" "), Span(glyphs.rule * max(rest, 0), "rule")), width)


def _line(item: Item, chosen: bool, widths: Widths, width: int, glyphs: Glyphs) -> Line:
    if item.idle:
        return fit((Span(" " * MARK), Span(cut(glyphs.line(item.label), width - MARK, glyphs.cut), "dim")), width)
    mark = Span(f"{glyphs.to_move if chosen else ' ':<{MARK}}", "accent")
    key: Line = (Span(f"{item.key:<{widths.keys}}", "key"),) if widths.keys else EMPTY
    label = cut(glyphs.line(item.label), widths.labels - GAP, glyphs.cut)
    line: Line = (mark, *key, Span(label, _label_style(item, chosen)), Span(" " * (widths.labels - cell_len(label))))
    room = width - width_of(line)
    if item.value:
        # What is wrong stands beside the value, not in the column of notes, and has more room there.
        cells = min(cell_len(glyphs.line(item.value)) + GAP, widths.values) if item.wrong else widths.values
        line += _value(item, chosen, cells, glyphs)
        room -= cells
    if item.note and room >= _NOTE_NEEDS:
        style = "bad" if item.wrong else "text" if chosen else "dim"
        line += (Span(cut(glyphs.line(item.note), room, glyphs.cut), style),)
    elif item.wrong:
        line += (Span(cut(glyphs.wrong, max(room, 0), glyphs.cut), "bad"),)
    return fit(line, width)


def _label_style(item: Item, chosen: bool) -> str:
    if chosen:
        return f"{item.style}-strong" if item.style in ("red", "blue") else "strong"
    return item.style


def _value(item: Item, chosen: bool, values: int, glyphs: Glyphs) -> Line:
    text = cut(glyphs.line(item.value), values - GAP, glyphs.cut)
    style = "bad" if item.wrong and not item.note else "accent" if chosen and item.turns else "text"
    return (Span(text, style), Span(" " * (values - cell_len(text))))
