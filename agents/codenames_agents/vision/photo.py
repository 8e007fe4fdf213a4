"""Makes a photograph of a clean picture: hard to read on purpose, by as much as is asked for.

The strength goes from 0, the picture as it lies on the table, to 5: seen from the side, under light that falls off,
out of focus, with grain. Each grows with the strength; how it falls out follows from the seed. Chance comes from
numpy's `RandomState`, whose numbers never change between versions.
"""

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from codenames_agents.vision.colours import TABLE
from codenames_agents.vision.look import STRONGEST

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_SHIFT: Final = 0.07
"""Share of the picture's sides by which a corner is moved at most: less than half a card, so none changes place."""
_BLUR: Final = 0.55
"""Pixels of the blur's radius for each step of strength."""
_GRAIN: Final = 7.0
"""Standard deviation of the grain, of 255, for each step."""
_SHADE: Final = 0.11
"""Share of the light that is lost at the dark side, for each step."""
_STEPS: Final = 8
"""Brightness is rounded to multiples of this, as a cheap camera does; the file would be three times as large."""


def photograph(picture: "Image", strength: int, seed: int) -> "Image":
    """Return a photograph of `picture`, of the same size."""
    from PIL import Image, ImageFilter

    if strength == 0:
        return picture
    random = np.random.RandomState(seed % 2**32)
    size = picture.size
    seen = picture.transform(
        size,
        Image.Transform.PERSPECTIVE,
        _perspective(size, random.uniform(0, MOST_SHIFT * strength / STRONGEST, 8)),
        Image.Resampling.BICUBIC,
        fillcolor=TABLE,
    )
    seen = seen.filter(ImageFilter.GaussianBlur(_BLUR * strength))
    light = _light(size, strength, random)
    pixels = np.asarray(seen, dtype=np.float32) * light[:, :, None]
    pixels += random.standard_normal(pixels.shape[:2]).astype(np.float32)[:, :, None] * _GRAIN * strength
    return Image.fromarray((np.clip(pixels, 0, 255) // _STEPS * _STEPS + _STEPS // 2 - 1).astype(np.uint8), "RGB")


def _light(size: tuple[int, int], strength: int, random: Any) -> Any:
    """Return the share of the light at each pixel: it falls off in one direction."""
    angle = random.uniform(0, 2 * np.pi)
    across = np.linspace(-1, 1, size[0], dtype=np.float32)[None, :] * np.float32(np.cos(angle))
    down = np.linspace(-1, 1, size[1], dtype=np.float32)[:, None] * np.float32(np.sin(angle))
    return 1 - _SHADE * strength * (across + down + 1.4) / 2.8


def _perspective(size: tuple[int, int], shifts: Any) -> list[float]:
    """Return the eight numbers of the map from a photograph to the picture, whose corners move inwards by `shifts`."""
    width, height = size
    left, top, right, above = (0.0, 0.0, float(width), float(height))
    inside = shifts.reshape(4, 2) * size
    corners = [(left, top), (right, top), (right, above), (left, above)]
    seen = [
        (x + (dx if x == left else -dx), y + (dy if y == top else -dy))
        for (x, y), (dx, dy) in zip(corners, inside, strict=True)
    ]
    rows, targets = [], []
    for (x, y), (u, v) in zip(seen, corners, strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        targets += [u, v]
    return [float(number) for number in np.linalg.solve(np.array(rows), np.array(targets))]
