"""What a terminal answers when it is asked how it can show pictures. Pure.

It is asked three things in one go: by kitty's graphics protocol, whether it could show one pixel, which it does not
keep; how many pixels a cell has (XTWINOPS 16); and its device attributes (DA1). Answers come in the order of the
questions, and every terminal knows the last one. So when that is answered, nothing more will come, and nobody has to
wait for a time.

Sources: sw.kovidgoyal.net/kitty/graphics-protocol, and the control sequences of xterm. Attribute 4 means sixels.
"""

import re
from collections.abc import Iterable
from enum import StrEnum
from typing import Final, NamedTuple

QUESTION: Final = "\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\\x1b[16t\x1b[c"
_ANSWER: Final = re.compile(
    r"""
      \x1b_Gi=31(?:,[^;\x1b]{0,80})?;(?P<status>[^\x1b]{0,200})\x1b\\
    | \x1b\[6;(?P<height>\d{1,3});(?P<width>\d{1,3})t
    | \x1b\[\?(?P<attributes>[\d;]{0,80})c
    """,
    re.VERBOSE,
)
_SIXELS: Final = "4"
_USUAL_CELL: Final = (10, 20)


class Protocol(StrEnum):
    """A way to show pixels."""

    KITTY = "kitty"
    SIXEL = "sixel"


class Graphics(NamedTuple):
    """How a terminal shows pictures."""

    protocol: Protocol
    cell_width: int
    """In pixels."""
    cell_height: int


def is_answer(sequence: str) -> bool:
    """Return whether a sequence from a terminal answers one of the questions."""
    return _ANSWER.fullmatch(sequence) is not None


def is_last(sequence: str) -> bool:
    """Return whether nothing comes after this answer."""
    found = _ANSWER.fullmatch(sequence)
    return found is not None and found["attributes"] is not None


def graphics_in(answers: Iterable[str], cell: tuple[int, int] | None = None) -> Graphics | None:
    r"""Return how pictures can be shown, by all answers together; None where they cannot.

    Sixels are drawn pixel by pixel, and need the size of a cell: what the terminal answers, or else `cell`, which the
    system knows. Kitty's protocol takes cells.

    >>> graphics_in(["\x1b_Gi=31;OK\x1b\\", "\x1b[?62c"])
    Graphics(protocol=<Protocol.KITTY: 'kitty'>, cell_width=10, cell_height=20)
    >>> graphics_in(["\x1b[6;18;9t", "\x1b[?62;4c"])
    Graphics(protocol=<Protocol.SIXEL: 'sixel'>, cell_width=9, cell_height=18)
    """
    found = [match for answer in answers if (match := _ANSWER.fullmatch(answer))]
    sizes = [(int(match["width"]), int(match["height"])) for match in found if match["width"]]
    cell = next((size for size in sizes if all(size)), cell)
    if any(match["status"] == "OK" for match in found):
        return Graphics(Protocol.KITTY, *(cell or _USUAL_CELL))
    if cell and any(_SIXELS in (match["attributes"] or "").split(";") for match in found):
        return Graphics(Protocol.SIXEL, *cell)
    return None
