"""Sixels: a picture in bands that are six pixels high, colour after colour. Pure.

They lie on the screen like text does, and go away when something else is drawn there. Source: the manual of the VT340
(vt100.net/docs/vt3xx-gp/chapter14.html).
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from PIL.Image import Image

COLOURS: Final = 64
_BAND: Final = 6
_FIRST: Final = 63
"""The code of the character for no pixel."""
_EMPTY: Final = chr(_FIRST)
_RUN: Final = re.compile(r"(.)\1{3,}")
"""Equal characters whose number is shorter."""


def sixels(image: "Image") -> str:
    """Return what shows a picture at the cursor, pixel by pixel, in so many colours as `COLOURS` says."""
    import numpy as np
    from PIL import Image

    reduced = image.convert("RGB").quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
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
        bits = (1 << np.arange(len(band), dtype=np.uint8))[:, None]
        yield "$".join(
            f"#{colour}{_shortened(((band == colour) * bits).sum(axis=0, dtype=np.uint8) + _FIRST)}"
            for colour in np.unique(band)
        )


def _shortened(columns: Any) -> str:
    """Return a row of characters, each for the pixels of a column, with long runs counted and without an empty end."""
    return _RUN.sub(_counted, columns.tobytes().decode("ascii").rstrip(_EMPTY))


def _counted(run: re.Match[str]) -> str:
    return f"!{len(run[0])}{run[1]}"
