"""Colours that are mixed from others."""

from collections.abc import Mapping
from typing import Final

TINTS: Final[Mapping[str, tuple[str, float]]] = {
    "key-red": ("card-red", 0.3),
    "key-blue": ("card-blue", 0.3),
    "key-neutral": ("card-neutral", 0.15),
}
"""Colours of cards that lie face down where the key is shown: which colour is mixed into theirs, and how much of it."""


def mixed(colour: str, ground: str, strength: float) -> str:
    """Return `colour` on `ground`, both `#rrggbb`: 1.0 is all colour, 0.0 all ground.

    >>> mixed("#ff0000", "#000000", 0.5)
    '#800000'
    """
    parts = zip(bytes.fromhex(colour[1:]), bytes.fromhex(ground[1:]), strict=True)
    return "#" + "".join(f"{round(strength * upper + (1 - strength) * lower):02x}" for upper, lower in parts)
