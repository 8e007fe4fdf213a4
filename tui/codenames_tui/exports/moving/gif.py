"""A game as a GIF: the same pictures as the animated SVG, for places that take no SVG.

It is drawn by Pillow with the DejaVu letters that matplotlib brings along, so the same game gives the same bytes on the
same versions of both. Where the file would be larger than a megabyte, it is drawn smaller, and with fewer colours.
"""

import importlib.util
import io
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from codenames_core.files.record import EpisodeRecord
from codenames_core.support.errors import InputError
from codenames_tui.exports.colours import colours, rgb
from codenames_tui.exports.moving.playing import TimedPicture, frames_of
from codenames_tui.exports.moving.scene import HEIGHT, WIDTH
from codenames_tui.exports.moving.shapes import Lettering, Part, RoundedBox
from codenames_tui.exports.turns import Turns
from codenames_tui.ui.lines.mixing import mixed

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageFont import FreeTypeFont

MISSING: Final = "moving pictures as GIF need an extra: pip install 'codenames-tui[pictures]'"
LARGEST: Final = 1_000_000
"""Bytes that a file should not exceed."""
_TRIES: Final = ((1.0, 96), (1.0, 48), (0.75, 48), (0.6, 32), (0.45, 32))
"""Sizes, in shares of the whole, with so many colours."""
_SHADES: Final = (0.5, 0.25, 0.75)
"""Where a letter ends, its colour and that of the ground are mixed."""
_FINER: Final = 2
"""So many times as large a picture is drawn, so that corners and letters are smooth."""


def to_gif(record: EpisodeRecord, pace: float, turns: Turns | None = None) -> bytes:
    """Return the file; see `frames_of` for the arguments and errors.

    Raises:
        InputError: what draws it is not installed.
    """
    if importlib.util.find_spec("PIL") is None or _fonts() is None:
        raise InputError(MISSING)
    frames = frames_of(record, pace, turns)
    data = b""
    for share, shades in _TRIES:
        data = _written(frames, share, shades)
        if len(data) <= LARGEST:
            break
    return data


def _written(frames: Sequence[TimedPicture], share: float, shades: int) -> bytes:
    from PIL import Image

    pictures = _drawn(frames, share)
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in _palette(frames, shades) for part in rgb(colour)])
    plain = [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures]
    out = io.BytesIO()
    seconds = [round(frame.seconds * 1000) for frame in frames]
    plain[0].save(out, "GIF", save_all=True, append_images=plain[1:], duration=seconds, loop=0, optimize=True)
    return out.getvalue()


def _palette(frames: Sequence[TimedPicture], most: int) -> list[str]:
    """Return the colours of the pictures, and what lies between those that meet, the commonest first."""
    ground = colours()["background"]
    met: Counter[tuple[str, str]] = Counter()
    for part in (part for frame in frames for part in frame.parts):
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


def _drawn(frames: Sequence[TimedPicture], share: float) -> list["Image"]:
    """Return the pictures; of each only what differs from the one before is drawn again."""
    from PIL import Image, ImageDraw

    scale = share * _FINER
    canvas = Image.new("RGB", (round(WIDTH * scale), round(HEIGHT * scale)), colours()["background"])
    draw = ImageDraw.Draw(canvas)
    before: dict[Part, None] = {}
    pictures = []
    for frame in frames:
        now = dict.fromkeys(frame.parts)
        for part in before:
            if part not in now:
                _clear(draw, part, scale)
        for part in now:
            if part not in before:
                _draw(draw, part, scale)
        before = now
        pictures.append(canvas.reduce(_FINER))
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
    assert folder is not None  # noqa: S101  # `to_gif` asks first
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
