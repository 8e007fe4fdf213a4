"""What the terminal shows, so that only what changes is sent to it.

Textual sends a whole screen whenever a screen is put over another or is laid out again, and a dialog is laid out
several times before it has its place. Here each piece is compared with what was sent before, cell by cell.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.strip import Strip

_MOVE: Final = "\x1b[{};{}H"
"""To a row and a column, both from 1."""
_RESET: Final = "\x1b[0m"
_GAP: Final = 12
"""Unchanged cells that are sent again rather than stepped over, which takes about as many bytes."""


class Piece(NamedTuple):
    """A part of a line that is to be drawn."""

    x: int
    y: int
    strip: Strip


class DrawnCell(NamedTuple):
    """A character on the terminal."""

    character: str
    seen: str
    """The codes of what is seen of its style: of a blank, only what is behind it."""
    style: "CellStyle"


class CellStyle(NamedTuple):
    """The codes of a style."""

    codes: str
    blank: str
    """The codes of what is seen of it in a blank."""


class TerminalCells:
    """What was sent to the terminal, line by line."""

    def __init__(self) -> None:
        self._lines: dict[int, Strip] = {}

    def forget(self) -> None:
        """Take nothing for granted: the terminal may show anything."""
        self._lines.clear()

    def send(self, piece: Piece, console: Console) -> str:
        """Return what is sent so that a piece is shown, and remember it."""
        x, y, strip = piece
        end = x + strip.cell_length
        line = self._lines.get(y)
        if line is None or line.cell_length < end:
            self._remember_whole_line(piece)
            return _whole(piece, console)
        before = line.crop(x, end)
        if before.render(console) == strip.render(console):
            return ""
        self._lines[y] = Strip.join([line.crop(0, x), strip, line.crop(end)])
        if not (_one_cell_each(before.text) and _one_cell_each(strip.text)):
            return _whole(piece, console)
        cells = list(cells_of(strip, console))
        spans = changed_spans(list(cells_of(before, console)), cells)
        return "".join(_at(x + start, y) + drawn(cells[start:stop]) for start, stop in spans)

    def _remember_whole_line(self, piece: Piece) -> None:
        if piece.x == 0:
            self._lines[piece.y] = piece.strip
        else:
            self._lines.pop(piece.y, None)


class ChangedCells(CompositorUpdate):
    """Draws of an update what differs from what the terminal shows.

    Args:
        update: what Textual would send.
        shown: what was sent before.
    """

    def __init__(self, update: LayoutUpdate | ChopsUpdate, shown: TerminalCells) -> None:
        self._update = update
        self._shown = shown

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield all of the update, as for a picture of it."""
        yield self._update

    def render_segments(self, console: Console) -> str:
        """Return what is sent; it is called once, when it is sent."""
        return "".join(self._shown.send(piece, console) for piece in _pieces(self._update))


def _pieces(update: LayoutUpdate | ChopsUpdate) -> Iterator[Piece]:
    if isinstance(update, LayoutUpdate):
        left, top, _, _ = update.region
        for y, strips in enumerate(update.strips, top):
            yield Piece(left, y, Strip.join(strips))
        return
    for y, left, right in update.spans:
        line: Mapping[int, Strip | None] = update.chops[y]
        for end, (x, strip) in zip(update.chop_ends[y], line.items(), strict=False):
            if strip is not None and x < right and end > left:
                yield Piece(x, y, strip if end <= right else strip.crop(0, right - x))


def cells_of(strip: Strip, console: Console) -> Iterator[DrawnCell]:
    """Yield the cells of a strip whose characters all take one."""
    for text, style, _ in strip:
        codes = CellStyle(_codes(style, console), _codes(_seen_in_blanks(style), console))
        for character in text:
            yield DrawnCell(character, codes.blank if character == " " else codes.codes, codes)


def changed_spans(before: Sequence[DrawnCell], now: Sequence[DrawnCell]) -> list[tuple[int, int]]:
    """Return from where to where the cells of two lines of the same length look different; the end is not included."""
    spans: list[tuple[int, int]] = []
    for place, (old, new) in enumerate(zip(before, now, strict=True)):
        if old[:2] == new[:2]:
            continue
        if spans and place - spans[-1][1] <= _GAP:
            spans[-1] = (spans[-1][0], place + 1)
        else:
            spans.append((place, place + 1))
    return spans


def drawn(cells: Sequence[DrawnCell]) -> str:
    """Return the characters with their codes, those that look alike together."""
    parts: list[str] = []
    style: CellStyle | None = None
    for cell in cells:
        if style is None or cell.seen != (style.blank if cell.character == " " else style.codes):
            parts.append((_RESET if style and style.codes else "") + cell.style.codes)
            style = cell.style
        parts.append(cell.character)
    return "".join((*parts, _RESET if style and style.codes else ""))


def _codes(style: Style | None, console: Console) -> str:
    return Strip([Segment("-", style)], 1).render(console).partition("-")[0]


@lru_cache(maxsize=1024)
def _seen_in_blanks(style: Style | None) -> Style | None:
    if style is None or style.reverse or style.underline or style.underline2 or style.strike or style.overline:
        return style
    return Style(bgcolor=style.bgcolor)


@lru_cache(maxsize=4096)
def _one_cell_each(text: str) -> bool:
    return text.isascii() or all(cell_len(character) == 1 for character in text)


def _whole(piece: Piece, console: Console) -> str:
    """Return all of a piece, as beside a word whose width terminals disagree on: who knows what became of it there."""
    x, y, strip = piece
    return _at(x, y) + (drawn(list(cells_of(strip, console))) if _one_cell_each(strip.text) else strip.render(console))


def _at(x: int, y: int) -> str:
    return _MOVE.format(y + 1, x + 1)
