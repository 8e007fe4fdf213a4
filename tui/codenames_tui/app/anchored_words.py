"""Keeps an error of width inside its word: what stands behind a word is put where it belongs, however wide the word is.

Terminals, and the tables of the libraries that measure for us, disagree on how many cells some words take: those in
Indic scripts, and emoji that are newer than one of them. A row that is written from left to right is torn from such a
word on. So the cells of the word and the blanks behind it are painted first, then the word on top, and the cursor is
sent to the column behind. A word that is wider than was thought takes some of its own blanks.
"""

import re
from typing import Final

from rich.cells import cell_len

from codenames_tui.ui.lines.isolates import FIRST_STRONG, POP

_MOVE: Final = re.compile("(\x1b\\[\\d+;\\d+H)")
"""To a row and a column, as Textual begins each piece of a line."""
_CONTROL: Final = re.compile("\x1b\\[[0-?]*[ -/]*[@-~]")
_WORD: Final = re.compile(f"{FIRST_STRONG}([^{FIRST_STRONG}{POP}\x1b\n]*){POP}( *)")


def anchored(data: str) -> str:
    r"""Return what is sent to the terminal, with each isolated word held in its cells.

    >>> anchored("\x1b[2;5Ha \u2068फल\u2069  b")
    '\x1b[2;5Ha     \x1b[7G\u2068फल\u2069\x1b[11Gb'
    """
    if POP not in data:
        return data
    pieces = _MOVE.split(data)
    moves = pieces[1::2]
    return pieces[0] + "".join(
        move + _piece(text, _column(move)) for move, text in zip(moves, pieces[2::2], strict=True)
    )


def _column(move: str) -> int:
    return int(move.rpartition(";")[2][:-1])


def _piece(text: str, column: int) -> str:
    """Return a piece of a line that begins at `column`, counted from 1."""
    written: list[str] = []
    at = 0
    for match in _WORD.finditer(text):
        before = text[at : match.start()]
        column += cell_len(_CONTROL.sub("", before))
        width = cell_len(match[1] + match[2])
        word = match[0].rstrip(" ")
        written.append(f"{before}{' ' * width}\x1b[{column}G{word}\x1b[{column + width}G")
        column += width
        at = match.end()
    return "".join((*written, text[at:]))
