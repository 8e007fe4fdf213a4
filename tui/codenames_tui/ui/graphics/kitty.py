"""Kitty's graphics protocol: a PNG that the terminal scales into a rectangle of cells. Pure.

The picture lies over the cells until it is removed; the text below it stays where it is. Source:
sw.kovidgoyal.net/kitty/graphics-protocol.
"""

from base64 import b64encode
from typing import Final

NUMBER: Final = 31
"""The id of the one picture that is shown; another one takes its place."""
_CHUNK: Final = 4096
"""Bytes of base64 in one sequence, by the protocol."""


def kitty_picture(png: bytes, columns: int, rows: int) -> str:
    """Return what shows a picture at the cursor, which stays there; the terminal answers nothing."""
    data = b64encode(png).decode()
    chunks = [data[at : at + _CHUNK] for at in range(0, len(data), _CHUNK)]
    first = f"a=T,f=100,i={NUMBER},c={columns},r={rows},C=1,q=2,"
    return "".join(
        f"\x1b_G{'' if number else first}m={int(number < len(chunks) - 1)};{chunk}\x1b\\"
        for number, chunk in enumerate(chunks)
    )


def kitty_removal() -> str:
    """Return what takes the picture away, and its data."""
    return f"\x1b_Ga=d,d=I,i={NUMBER},q=2\x1b\\"
