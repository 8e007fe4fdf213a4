"""The boards of two games with one key: which cards differ, and the picture of a board with these in a frame."""

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from rich.cells import cell_len

from codenames_core.game.state import GameState
from codenames_tui.game.board.board_lines import COLUMNS, Shape, board_lines, card_at, table_of
from codenames_tui.ui.lines.lines import Glyphs, Line, Span, fit, joined

_UP, _RIGHT, _DOWN, _LEFT = 1, 2, 4, 8
_BEFORE, _BEHIND = 16, 32
"""A bar at the left or at the right edge of a card, where there is no room for whole frames."""
_CORNERS: Final = {6: "┏", 12: "┓", 3: "┗", 9: "┛", 7: "┣", 13: "┫", 14: "┳", 11: "┻", 15: "╋", 5: "┃", 10: "━"}
_BARS: Final = {_BEFORE: "▐", _BEHIND: "▌", _BEFORE | _BEHIND: "█"}
_IN_ASCII: Final = {5: "|", 10: "-", _BEFORE: "[", _BEHIND: "]", _BEFORE | _BEHIND: "|"}
_STYLE: Final = "accent"
_LAST: Final = COLUMNS * COLUMNS - 1


class Differences(NamedTuple):
    """The cards that lie face up in one game alone, as indexes in board order."""

    first: frozenset[int]
    second: frozenset[int]

    @property
    def both(self) -> frozenset[int]:
        """All of them."""
        return self.first | self.second


def differences_of(first: GameState, second: GameState) -> Differences:
    """Return which cards of two games on one board differ."""
    words = first.board.words
    return Differences(
        frozenset(index for index, word in enumerate(words) if word in first.revealed - second.revealed),
        frozenset(index for index, word in enumerate(words) if word in second.revealed - first.revealed),
    )


def framed_width(shape: Shape) -> int:
    """Return how many cells a board takes with its frames, from its row numbers on."""
    return _rectangles(shape)[_LAST].right + 2


def framed_height(shape: Shape) -> int:
    """Return how many lines it takes: frames have a line above and below only where there is a gap between rows."""
    cards = _rectangles(shape)[_LAST].bottom - _rectangles(shape)[0].top + 1
    return cards + 2 if shape.row_gap else cards


def framed_board(
    state: GameState, framed: Collection[int], shape: Shape, glyphs: Glyphs, *, key_shown: bool
) -> list[Line]:
    """Return the picture of a board, without the letters of its columns.

    Args:
        state: the game.
        framed: which cards are in a frame. Without gaps between the rows it is a bar at either edge of the card.
        shape: how large the cards are.
        glyphs: what is drawn with.
        key_shown: whether cards that are face down are tinted.
    """
    table = table_of(state, None, glyphs, key_shown=key_shown)
    lines: list[Line] = [(), *board_lines(tuple(card._replace(mentioned=False) for card in table), shape, glyphs)[1:]]
    frames = _frames(shape, frozenset(framed))
    if shape.row_gap:
        lines.append(())
    drawn = [_with_signs(line, frames.get(y, {}), framed_width(shape), glyphs) for y, line in enumerate(lines)]
    return drawn if shape.row_gap else drawn[1:]


@lru_cache(maxsize=64)
def _frames(shape: Shape, framed: frozenset[int]) -> Mapping[int, Mapping[int, int]]:
    """Return the cells of all frames by line and column, with the directions in which the frame goes on from there."""
    cells: dict[int, dict[int, int]] = {}

    def add(x: int, y: int, ways: int) -> None:
        row = cells.setdefault(y, {})
        row[x] = row.get(x, 0) | ways

    for index, (left, top, right, bottom) in _rectangles(shape).items():
        if index not in framed:
            continue
        for y in range(top, bottom + 1):
            add(left - 1, y, _UP | _DOWN if shape.row_gap else _BEFORE)
            add(right + 1, y, _UP | _DOWN if shape.row_gap else _BEHIND)
        if shape.row_gap:
            for y, down in ((top - 1, _DOWN), (bottom + 1, _UP)):
                add(left - 1, y, down | _RIGHT)
                add(right + 1, y, down | _LEFT)
                for x in range(left, right + 1):
                    add(x, y, _LEFT | _RIGHT)
    return cells


class _Rectangle(NamedTuple):
    left: int
    top: int
    right: int
    bottom: int


@lru_cache(maxsize=16)
def _rectangles(shape: Shape) -> Mapping[int, _Rectangle]:
    """Return where the cards are in the picture of a board, the last cells included."""
    found: dict[int, _Rectangle] = {}
    for y in range(shape.height):
        for x in range(shape.width):
            if (index := card_at(x, y, shape)) is not None:
                first = found.get(index, _Rectangle(x, y, x, y))
                found[index] = _Rectangle(first.left, first.top, x, y)
    return found


def _with_signs(line: Line, signs: Mapping[int, int], width: int, glyphs: Glyphs) -> Line:
    """Return `line` in `width` cells: its cards, its row number, and between them nothing but the signs of frames."""
    spans: list[Span] = []
    begin = 0
    for text, style in (_bare(span, at_start=not number) for number, span in enumerate(fit(line, width))):
        end = begin + cell_len(text)
        done = 0
        for x in sorted(x for x in signs if begin <= x < end):
            spans += [Span(text[done : x - begin], style), Span(_sign(signs[x], glyphs), _STYLE)]
            done = x - begin + 1
        spans.append(Span(text[done:], style))
        begin = end
    return joined(span for span in spans if span.text)


def _bare(span: Span, *, at_start: bool) -> Span:
    """Return a span as it is where it belongs to a card, else without signs, but for the row number at the start."""
    if span.style.startswith(("card", "key")):
        return span
    kept = span.text[:1] if at_start else ""
    return Span(kept + " " * (cell_len(span.text) - len(kept)), span.style)


def _sign(ways: int, glyphs: Glyphs) -> str:
    return _IN_ASCII.get(ways, "+") if glyphs.ascii_only else (_BARS.get(ways) or _CORNERS[ways])
