"""Draws shapes as pixels: with Pillow, and with the DejaVu letters that matplotlib brings along.

The same shapes give the same bytes on the same versions of both. Neither has to be installed.
"""

import importlib.util
import io
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from codenames_tui.exports.colours import colours, rgb
from codenames_tui.exports.moving.shapes import Lettering, Part, RoundedBox
from codenames_tui.ui.lines.mixing import mixed

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageFont import FreeTypeFont

_SHADES: Final = (0.5, 0.25, 0.75)
"""Where a letter ends, its colour and that of the ground are mixed."""
_FINER: Final = 2
"""So many times as large a picture is drawn, so that corners and letters are smooth."""


class Canvas(NamedTuple):
    """Of pictures, in pixels."""

    width: int
    height: int


def can_draw() -> bool:
    """Return whether what draws is installed: the extra `pictures`."""
    return importlib.util.find_spec("PIL") is not None and _fonts() is not None


def to_png(parts: Sequence[Part], canvas: Canvas, shades: int = 48) -> bytes:
    """Return a picture of so many colours at most, where `can_draw()`."""
    (picture,) = drawn([parts], canvas, finer=1)
    out = io.BytesIO()
    with_palette([picture], palette_of([parts], shades))[0].save(out, "PNG")
    return out.getvalue()


def with_palette(pictures: Sequence["Image"], shades: Sequence[str]) -> list["Image"]:
    """Return pictures in the nearest of these colours."""
    from PIL import Image

    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in shades for part in rgb(colour)])
    return [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures]


def palette_of(frames: Sequence[Sequence[Part]], most: int) -> list[str]:
    """Return the colours of the pictures, and what lies between those that meet, the commonest first."""
    ground = colours()["background"]
    met: Counter[tuple[str, str]] = Counter()
    for part in (part for frame in frames for part in frame):
        below = ground
        for shape in part:
            if isinstance(shape, RoundedBox):
                met.update([(ground, shape.fill), *([(ground, shape.edge)] if shape.edge else [])])
                below = shape.fill
            else:
                met[below, shape.fill] += len(shape.text)
    pairs = [pair for pair, _ in met.most_common()]
    whole = dict.fromkeys(colour for pair in pairs for colour in pair)
    between = dict.fromkeys(mixed(one, other, share) for share in _SHADES for one, other in pairs)
    return [*whole, *between][:most]


def drawn(
    frames: Sequence[Sequence[Part]], canvas: Canvas, share: float = 1.0, *, finer: int = _FINER
) -> list["Image"]:
    """Return pictures at a share of their size; of each only what differs from the one before is drawn again."""
    from PIL import Image, ImageDraw

    scale = share * finer
    size = (round(canvas.width * scale), round(canvas.height * scale))
    ground = Image.new("RGB", size, colours()["background"])
    draw = ImageDraw.Draw(ground)
    before: dict[Part, None] = {}
    pictures = []
    for frame in frames:
        now = dict.fromkeys(frame)
        for part in before:
            if part not in now:
                _clear(draw, part, scale)
        for part in now:
            if part not in before:
                _draw(draw, part, scale)
        before = now
        pictures.append(ground.reduce(finer))
    return pictures


def _clear(draw: Any, part: Part, scale: float) -> None:
    """Paint the ground over everything that a part may have covered; its boxes hold its words."""
    for shape in part:
        if isinstance(shape, RoundedBox):
            sides = (shape.x - 2, shape.y - 2, shape.x + shape.width + 2, shape.y + shape.height + 2)
        else:
            left = shape.x - shape.room / 2 if shape.centred else shape.x
            sides = (left, shape.y - shape.size, left + shape.room, shape.y + shape.size * 0.4)
        draw.rectangle([side * scale for side in sides], fill=colours()["background"])


def _draw(draw: Any, part: Part, scale: float) -> None:
    for shape in part:
        if isinstance(shape, RoundedBox):
            sides = [shape.x, shape.y, shape.x + shape.width - 1, shape.y + shape.height - 1]
            radius = min(shape.radius, shape.width / 2, shape.height / 2) * scale
            edge = {"outline": shape.edge, "width": round(2 * scale)} if shape.edge else {}
            draw.rounded_rectangle([side * scale for side in sides], radius, fill=shape.fill, **edge)
        else:
            _write(draw, shape, scale)


def _write(draw: Any, words: Lettering, scale: float) -> None:
    font = _font(words.bold, round(words.size * scale))
    if (width := font.getlength(words.text)) > words.room * scale:
        font = _font(words.bold, max(int(words.size * scale * words.room * scale / width), 1))
    anchor = "ms" if words.centred else "ls"
    draw.text((words.x * scale, words.y * scale), words.text, fill=words.fill, font=font, anchor=anchor)


@lru_cache(maxsize=64)
def _font(bold: bool, size: int) -> "FreeTypeFont":
    from PIL import ImageFont

    folder = _fonts()
    assert folder is not None  # noqa: S101  # `can_draw` says so first
    name = "DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf"
    return ImageFont.truetype(str(folder / name), size, layout_engine=ImageFont.Layout.BASIC)


def _fonts() -> Path | None:
    """Return the folder of matplotlib's letters, found without importing it."""
    found = importlib.util.find_spec("matplotlib")
    for place in (found.submodule_search_locations or ()) if found else ():
        folder = Path(place) / "mpl-data" / "fonts" / "ttf"
        if folder.is_dir():
            return folder
    return None
