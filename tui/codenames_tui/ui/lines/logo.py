"""The name of the game on nine cards, some of which lie face up."""

from typing import Final

from codenames_tui.ui.lines.lines import EMPTY, Line, Span, width_of

_CARDS: Final = (
    ("C", "card-red"),
    ("O", "card-blue"),
    ("D", "card-neutral"),
    ("E", "card"),
    ("N", "card-red"),
    ("A", "card-assassin"),
    ("M", "card-blue"),
    ("E", "card"),
    ("S", "card-red"),
)
_SMALL: Final = 3
"""Cells of a card in one line."""
_LARGE: Final = 7
"""Cells of a card in three lines."""
_GAP: Final = 2
"""Cells between the cards and what stands beside them."""


def logo_lines(beside: Line, width: int, *, is_large: bool) -> tuple[Line, ...]:
    """Return the cards in lines of at most `width` cells, and what stands beside them, or below where that is too wide.

    Args:
        beside: what the app is for, in a line.
        width: cells.
        is_large: whether there is room for three lines of cards.
    """
    cells = _LARGE if is_large and len(_CARDS) * (_LARGE + 1) <= width else _SMALL
    face, blank = _row(cells), _row(cells, blank=True)
    if width_of(face) + _GAP + width_of(beside) > width:
        return (*((blank, face, blank) if cells == _LARGE else (face,)), beside)
    named = (*face, Span(" " * _GAP), *beside)
    return (blank, named, blank) if cells == _LARGE else (named,)


def _row(cells: int, *, blank: bool = False) -> Line:
    """Return one line of all cards, with their letters or without."""
    line: Line = EMPTY
    for letter, style in _CARDS:
        line = (*line, Span(f"{' ' if blank else letter:^{cells}}", style), Span(" "))
    return line[:-1]
