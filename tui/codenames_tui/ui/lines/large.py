"""Words in large letters, for a screen that is seen from far away: three lines high, five where there is room."""

import unicodedata
from itertools import zip_longest
from typing import Final

from codenames_tui.ui.lines.lines import Glyphs

_LETTERS: Final = {
    "A": ".#.|#.#|###|#.#|#.#", "B": "##.|#.#|##.|#.#|##.", "C": ".##|#..|#..|#..|.##",
    "D": "##.|#.#|#.#|#.#|##.", "E": "###|#..|##.|#..|###", "F": "###|#..|##.|#..|#..",
    "G": ".##|#..|#.#|#.#|.##", "H": "#.#|#.#|###|#.#|#.#", "I": "#|#|#|#|#", "J": "..#|..#|..#|#.#|.#.",
    "K": "#.#|#.#|##.|#.#|#.#", "L": "#..|#..|#..|#..|###", "M": "#...#|##.##|#.#.#|#...#|#...#",
    "N": "#..#|##.#|#.##|#..#|#..#", "O": ".#.|#.#|#.#|#.#|.#.", "P": "##.|#.#|##.|#..|#..",
    "Q": ".#..|#.#.|#.#.|#.#.|.###", "R": "##.|#.#|##.|#.#|#.#", "S": ".##|#..|.#.|..#|##.",
    "T": "###|.#.|.#.|.#.|.#.", "U": "#.#|#.#|#.#|#.#|###", "V": "#.#|#.#|#.#|#.#|.#.",
    "W": "#...#|#...#|#.#.#|##.##|#...#", "X": "#.#|#.#|.#.|#.#|#.#", "Y": "#.#|#.#|.#.|.#.|.#.",
    "Z": "###|..#|.#.|#..|###", "0": "###|#.#|#.#|#.#|###", "1": ".#|##|.#|.#|.#", "2": "##.|..#|.#.|#..|###",
    "3": "##.|..#|.#.|..#|##.", "4": "#.#|#.#|###|..#|..#", "5": "###|#..|##.|..#|##.",
    "6": ".##|#..|###|#.#|###", "7": "###|..#|.#.|.#.|.#.", "8": "###|#.#|###|#.#|###",
    "9": "###|#.#|###|..#|##.", " ": "..|..|..|..|..", "-": "..|..|##|..|..", "'": "#|#|.|.|.",
}  # fmt: skip
_HALVES: Final = {("#", "#"): "█", ("#", "."): "▀", (".", "#"): "▄", (".", "."): " "}


def large(text: str, width: int, glyphs: Glyphs, *, doubled: bool = False) -> list[str] | None:
    """Return `text` in large letters, in lines of equal width; None where it is too wide, or a letter is missing.

    >>> from codenames_tui.ui.lines.lines import UNICODE
    >>> large("IF", 10, UNICODE)
    ['█ █▀▀', '█ █▀ ', '▀ ▀  ']
    """
    signs = [_LETTERS.get(sign) for sign in _plain(text).upper()]
    if not signs or None in signs:
        return None
    rows = [".".join(parts) for parts in zip(*(sign.split("|") for sign in signs if sign), strict=True)]
    if len(rows[0]) * (1 + doubled) > width:
        return None
    if doubled or glyphs.ascii_only:
        full = "#" if glyphs.ascii_only else "█"
        return ["".join((full if dot == "#" else " ") * (1 + doubled) for dot in row) for row in rows]
    pairs = zip_longest(rows[::2], rows[1::2], fillvalue="." * len(rows[0]))
    return ["".join(_HALVES[both] for both in zip(upper, lower, strict=True)) for upper, lower in pairs]


def _plain(text: str) -> str:
    """Return `text` without accents."""
    return "".join(sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign))


def height_of(glyphs: Glyphs, *, doubled: bool = False) -> int:
    """Return how many lines large letters take."""
    return 5 if doubled or glyphs.ascii_only else 3


def spaced(text: str) -> str:
    """Return `text` with its letters apart, where it cannot be written large.

    >>> spaced("sea 2")
    'S E A   2'
    """
    return " ".join(text.upper())
