"""How wide a text is at most, and how to make it fit: names come from outside, and can be of any length and script."""

import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate
from typing import Final

from codenames_core.text.sanitiser import one_line

_NO_CHARACTERS: Final = str.maketrans({"\ufffe": "\ufffd", "\uffff": "\ufffd"})
"""The two that XML has no place for and that a clean text can hold."""
_WIDTHS: Final = {
    **dict.fromkeys("ijl'|", 0.34),
    **dict.fromkeys(" .,:;!I()[]ftr/\\-", 0.45),
    **dict.fromkeys('abcdeghknopqsuvxyz0123456789?_*"{}JL', 0.64),
    **dict.fromkeys("ABCDEFGHKNOPQRSTUVXYZ$&", 0.8),
    **dict.fromkeys("mwM+<>=~^#–−±", 0.98),
    **dict.fromkeys("W%@…", 1.04),
}
"""Upper bounds in Helvetica, Arial, Liberation Sans and DejaVu Sans, as a share of the size."""
_GREEK_AND_CYRILLIC: Final = range(0x370, 0x460)
_WIDE_LETTER: Final = 1.12
_OTHER: Final = 1.04
"""A character of an East Asian font is as wide as it is high."""
_BOLD: Final = 1.12
_ENDS: Final = " -_/:.,+"
"""After these a name is broken by preference."""


def is_measured(text: str) -> bool:
    """Return whether the width of every character is known, and not only assumed."""
    return all(_known_width(sign) is not None for sign in text)


def width_of(text: str, size: float, *, bold: bool = False) -> float:
    """Return how wide a text is at most; where characters are not known, how wide it may be drawn."""
    widths = (_known_width(sign) or _OTHER for sign in text)
    return sum(widths) * size * (_BOLD if bold else 1.0)


def _known_width(sign: str) -> float | None:
    """Return an upper bound: letters with accents are as wide as those without."""
    if sign in _WIDTHS:
        return _WIDTHS[sign]
    if ord(sign) in _GREEK_AND_CYRILLIC:
        return _WIDE_LETTER
    return _WIDTHS.get(unicodedata.normalize("NFD", sign)[0])


def clean_line(text: str) -> str:
    """Return text from outside on one line, without what XML has no place for."""
    return one_line(text).translate(_NO_CHARACTERS)


def fitted(text: str, width: float, size: float, *, bold: bool = False) -> str:
    """Return a text on one line that is no wider; from a longer one the middle is left out.

    >>> fitted("openai/gpt-5-mini-2025-08-07", 80, 7)
    'openai/gp…25-08-07'
    >>> fitted("short", 80, 7)
    'short'
    """
    whole = clean_line(text)
    if width_of(whole, size, bold=bold) <= width:
        return whole
    kept = bisect_right(range(len(whole)), width, key=lambda kept: width_of(_cut(whole, kept), size, bold=bold)) - 1
    return _cut(whole, kept) if kept >= 0 else ""


def _cut(whole: str, kept: int) -> str:
    """Return the first and the last characters of a text, so many together."""
    return f"{whole[: (kept + 1) // 2]}…{whole[len(whole) - kept // 2 :]}"


def wrapped(text: str, width: float, size: float, *, bold: bool = False, most: int = 12) -> list[str]:
    """Return a text in lines that are no wider, `most` at most; a word too long for a line is cut in its middle.

    >>> wrapped("one two three", 36, 7)
    ['one two', 'three']
    """
    lines: list[str] = []
    for word in _words(clean_line(text), width, size, bold=bold):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, size, bold=bold) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    if len(lines) > most:
        lines = [*lines[: most - 1], fitted(" ".join(lines[most - 1 :]), width, size, bold=bold)]
    return lines


def _words(text: str, width: float, size: float, *, bold: bool) -> Iterator[str]:
    for word in text.split():
        yield fitted(word, width, size, bold=bold)


def name_lines(name: str, width: float, size: float, most: int = 2) -> list[str]:
    """Return a name in lines that are no wider, broken after a space or a sign where that is near, anywhere else.

    Only of a name that does not fit into `most` lines the middle is left out.

    >>> name_lines("openai/gpt-5-mini-2025-08-07", 80, 7)
    ['openai/gpt-5-mini-', '2025-08-07']
    """
    whole = clean_line(name)
    lines = list(_broken(whole, width, size))
    if len(lines) <= most:
        return lines
    tries = (
        list(_broken(_cut(whole, kept), width, size)) for kept in range(_most_signs(whole, most * width, size), 0, -1)
    )
    return next((lines for lines in tries if len(lines) <= most), [])


def _most_signs(whole: str, width: float, size: float) -> int:
    """Return how many characters of a text that is too long there is room for at most, wherever lines end."""
    return min(
        len(whole) - 1, bisect_right(range(len(whole)), width, key=lambda kept: width_of(_cut(whole, kept), size))
    )


def _broken(text: str, width: float, size: float) -> Iterator[str]:
    rest = text.strip()
    while rest:
        length = max(1, bisect_right(list(accumulate(width_of(sign, size) for sign in rest)), width))
        if length < len(rest):
            ends = [place for place in range(length * 2 // 3, length) if rest[place] in _ENDS]
            length = ends[-1] + 1 if ends else length
        yield rest[:length].rstrip()
        rest = rest[length:].lstrip()
