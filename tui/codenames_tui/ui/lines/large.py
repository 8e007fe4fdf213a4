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
    "×": "...|#.#|.#.|#.#|...",
}  # fmt: skip
_HALVES: Final = {("#", "#"): "█", ("#", "."): "▀", (".", "#"): "▄", (".", "."): " "}
_QUARTERS: Final = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""By which of the four parts of a cell are filled: 1 for the upper left, 2 the upper right, 4 and 8 below them."""


def large(text: str, width: int, glyphs: Glyphs, *, doubled: bool = False) -> list[str] | None:
    """Return `text` in large letters, in lines of equal width; None where it is too wide, or a letter is missing.

    >>> from codenames_tui.ui.lines.lines import UNICODE
    >>> large("IF", 10, UNICODE)
    ['█ █▀▀', '█ █▀ ', '▀ ▀  ']
    """
    rows = _dots(text)
    if rows is None or len(rows[0]) * (1 + doubled) > width:
        return None
    if doubled or glyphs.ascii_only:
        full = "#" if glyphs.ascii_only else "█"
        return ["".join((full if dot == "#" else " ") * (1 + doubled) for dot in row) for row in rows]
    pairs = zip_longest(rows[::2], rows[1::2], fillvalue="." * len(rows[0]))
    return ["".join(_HALVES[both] for both in zip(upper, lower, strict=True)) for upper, lower in pairs]


def condensed(text: str, width: int, glyphs: Glyphs) -> list[str] | None:
    """Return `text` in letters as high as large ones and half as wide; None where even that is too wide, or in ASCII.

    >>> from codenames_tui.ui.lines.lines import UNICODE
    >>> condensed("IF", 10, UNICODE)
    ['▌█▀', '▌█▘', '▘▘ ']
    """
    rows = None if glyphs.ascii_only else _dots(text, even=True)
    if rows is None or len(rows[0]) // 2 > width:
        return None
    pairs = zip_longest(rows[::2], rows[1::2], fillvalue="." * len(rows[0]))
    return [
        "".join(_quarter(upper[at : at + 2] + lower[at : at + 2]) for at in range(0, len(upper), 2))
        for upper, lower in pairs
    ]


def _quarter(dots: str) -> str:
    return _QUARTERS[sum(1 << bit for bit, dot in enumerate(dots) if dot == "#")]


def _dots(text: str, *, even: bool = False) -> list[str] | None:
    """Return the five rows of dots that `text` is made of, each letter `even` in width if so; None without a letter."""
    signs = [_LETTERS.get(sign) for sign in _plain(text).upper()]
    if not signs or None in signs:
        return None
    rows = zip(*(sign.split("|") for sign in signs if sign), strict=True)
    if even:
        return ["".join(part + "." * (1 + (len(part) + 1) % 2) for part in parts) for parts in rows]
    return [".".join(parts) for parts in rows]


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
