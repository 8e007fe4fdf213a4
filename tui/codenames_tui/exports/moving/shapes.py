"""What pictures are drawn with: boxes and lines of words, and how wide words are without a font at hand.

The width is an estimate for common sans-serif letters, on the wide side. Whoever draws makes words that turn out wider
than their room fit into it.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

from rich.cells import cell_len

_NARROW: Final = frozenset("iIjl.,:;'|!()[] ")
_WIDE: Final = frozenset("mwMW@%×")


class RoundedBox(NamedTuple):
    """A rectangle with rounded corners, in pixels."""

    x: float
    y: float
    width: float
    height: float
    radius: float
    fill: str
    """`#rrggbb`."""
    edge: str = ""
    """The colour of its outline; none if empty."""


class Lettering(NamedTuple):
    """Clean text on one line."""

    x: float
    """Where it begins, or its middle where `centred`."""
    y: float
    """Of the line that letters stand on."""
    size: float
    """Of the letters, in pixels."""
    fill: str
    text: str
    room: float
    """Pixels that it may take at most."""
    bold: bool = False
    centred: bool = False


Shape: TypeAlias = RoundedBox | Lettering
Part: TypeAlias = tuple[Shape, ...]
"""Shapes that appear and disappear together, from the bottom up. No part of a picture covers another one."""


def width_of_words(text: str, size: float, *, bold: bool = False) -> float:
    """Return about how many pixels a text takes."""
    ems = 0.0
    for sign in text:
        if sign in _NARROW:
            ems += 0.34
        elif sign in _WIDE:
            ems += 0.95
        elif cell_len(sign) == 2:
            ems += 1.02
        else:
            ems += 0.72 if sign.isupper() else 0.58
    return ems * size * (1.07 if bold else 1.0)


def wrapped(text: str, size: float, room: float, most: int) -> list[str]:
    """Return a text in lines of at most `room` pixels, `most` of them; an ellipsis where it does not end."""
    lines = [*_lines(text, size, room)]
    if len(lines) <= most:
        return lines
    last = lines[most - 1]
    while last and width_of_words(f"{last}…", size) > room:
        last = last[:-1]
    return [*lines[: most - 1], f"{last.rstrip(' .')}…"]


def _lines(text: str, size: float, room: float) -> Iterator[str]:
    line = ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if width_of_words(longer, size) <= room:
            line = longer
            continue
        if line:
            yield line
        while width_of_words(word, size) > room and len(word) > 1:
            cut = max(next(n for n in range(1, len(word) + 1) if width_of_words(word[:n], size) > room) - 1, 1)
            yield word[:cut]
            word = word[cut:]
        line = word
    if line:
        yield line
