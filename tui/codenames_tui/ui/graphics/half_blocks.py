"""A picture in the cells of a terminal: each cell shows two pixels, one above the other."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.color import Color
from rich.segment import Segment
from rich.style import Style

if TYPE_CHECKING:
    from PIL.Image import Image

UPPER_HALF = "▀"


def half_blocks(image: "Image", columns: int, rows: int, *, ascii_only: bool = False) -> list[list[Segment]]:
    """Return the lines of a picture that is as large as it can be in so many cells, of which each is two pixels high.

    In ASCII a cell is one colour: the mean of both.
    """
    from PIL import Image

    share = min(columns / image.width, 2 * rows / image.height)
    width, height = max(int(image.width * share), 1), max(int(image.height * share) // 2, 1)
    pixels = image.convert("RGB").resize((width, 2 * height), Image.Resampling.BOX)
    if ascii_only:
        pixels = pixels.resize((width, height), Image.Resampling.BOX)
    lines = []
    for row in range(height):
        across = range(width)
        if ascii_only:
            lines.append([Segment(" ", _style(None, pixels.getpixel((column, row)))) for column in across])
        else:
            pairs = [(pixels.getpixel((column, 2 * row)), pixels.getpixel((column, 2 * row + 1))) for column in across]
            lines.append([Segment(UPPER_HALF, _style(upper, lower)) for upper, lower in pairs])
    return lines


def _style(ink: Sequence[int] | None, ground: Sequence[int]) -> Style:
    return Style(color=Color.from_rgb(*ink) if ink else None, bgcolor=Color.from_rgb(*ground))
