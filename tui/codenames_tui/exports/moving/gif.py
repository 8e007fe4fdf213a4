"""A game as a GIF: the same pictures as the animated SVG, for places that take no SVG.

Where the file would be larger than a megabyte, it is drawn smaller, and with fewer colours.
"""

import io
from collections.abc import Sequence
from typing import Final

from codenames_core.files.record import EpisodeRecord
from codenames_core.support.errors import InputError
from codenames_tui.exports.moving.drawing import Canvas, can_draw, drawn, palette_of, with_palette
from codenames_tui.exports.moving.playing import TimedPicture, frames_of
from codenames_tui.exports.moving.scene import HEIGHT, WIDTH
from codenames_tui.exports.turns import Turns

MISSING: Final = "moving pictures as GIF need an extra: pip install 'codenames-tui[pictures]'"
LARGEST: Final = 1_000_000
"""Bytes that a file should not exceed."""
_TRIES: Final = ((1.0, 96), (1.0, 48), (0.75, 48), (0.6, 32), (0.45, 32))
"""Sizes, in shares of the whole, with so many colours."""


def to_gif(record: EpisodeRecord, pace: float, turns: Turns | None = None) -> bytes:
    """Return the file; see `frames_of` for the arguments and errors.

    Raises:
        InputError: what draws it is not installed.
    """
    if not can_draw():
        raise InputError(MISSING)
    frames = frames_of(record, pace, turns)
    data = b""
    for share, shades in _TRIES:
        data = _written(frames, share, shades)
        if len(data) <= LARGEST:
            break
    return data


def _written(frames: Sequence[TimedPicture], share: float, shades: int) -> bytes:
    parts = [frame.parts for frame in frames]
    plain = with_palette(drawn(parts, Canvas(WIDTH, HEIGHT), share), palette_of(parts, shades))
    out = io.BytesIO()
    seconds = [round(frame.seconds * 1000) for frame in frames]
    plain[0].save(out, "GIF", save_all=True, append_images=plain[1:], duration=seconds, loop=0, optimize=True)
    return out.getvalue()
