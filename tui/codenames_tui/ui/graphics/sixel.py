"""Sixels: a picture in bands that are six pixels high, colour after colour. Pure.

They lie on the screen like text does, and go away when something else is drawn there. Source: the manual of the VT340
(vt100.net/docs/vt3xx-gp/chapter14.html).
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from PIL.Image import Image

COLOURS: Final = 64
_BAND: Final = 6
_LONG_RUN: Final = 3
"""Equal characters from which on their number is shorter."""


def sixels(image: "Image") -> str:
    """Return what shows a picture at the cursor, pixel by pixel, in its `COLOURS` most common colours."""
    import numpy as np
    from PIL import Image

    reduced = image.convert("RGB").quantize(COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    palette = reduced.getpalette() or []
    pixels = np.asarray(reduced)
    height, width = pixels.shape
    colours = "".join(
        f"#{number};2;" + ";".join(str(round(value * 100 / 255)) for value in palette[3 * number : 3 * number + 3])
        for number in range(len(palette) // 3)
    )
    return f'\x1bP0;1;0q"1;1;{width};{height}{colours}{"-".join(_bands(pixels))}\x1b\\'


def _bands(pixels: Any) -> Iterator[str]:
    import numpy as np

    for top in range(0, len(pixels), _BAND):
        band = pixels[top : top + _BAND]
        bits = (1 << np.arange(len(band)))[:, None]
        yield "$".join(f"#{colour}{_runs(((band == colour) * bits).sum(axis=0))}" for colour in np.unique(band))


def _runs(columns: Any) -> str:
    """Return a row of characters, each for the pixels of a column, with repeated ones counted."""
    import numpy as np

    starts = [0, *(np.flatnonzero(np.diff(columns)) + 1).tolist()]
    ends = [*starts[1:], len(columns)]
    return "".join(_run(chr(63 + int(columns[start])), end - start) for start, end in zip(starts, ends, strict=True))


def _run(character: str, count: int) -> str:
    return f"!{count}{character}" if count > _LONG_RUN else character * count
