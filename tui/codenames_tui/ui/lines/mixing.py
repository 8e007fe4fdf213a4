"""Colours that are mixed from others, and whether one can be read on another."""

from collections.abc import Callable, Collection, Mapping
from typing import Final

TINTS: Final[Mapping[str, tuple[str, float]]] = {
    "key-red": ("card-red", 0.3),
    "key-blue": ("card-blue", 0.3),
    "key-neutral": ("card-neutral", 0.15),
}
"""Colours of cards that lie face down where the key is shown: which colour is mixed into theirs, and how much of it."""

_STEPS: Final = 20
"""In which a colour is made lighter or darker until it can be read."""


def mixed(colour: str, ground: str, strength: float) -> str:
    """Return `colour` on `ground`, both `#rrggbb`: 1.0 is all colour, 0.0 all ground.

    >>> mixed("#ff0000", "#000000", 0.5)
    '#800000'
    """
    parts = zip(bytes.fromhex(colour[1:]), bytes.fromhex(ground[1:]), strict=True)
    return "#" + "".join(f"{round(strength * upper + (1 - strength) * lower):02x}" for upper, lower in parts)


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, both `#rrggbb`, from 1.0 to 21.0.

    It is the lighter luminance over the darker one, each with 0.05 added: WCAG 2.2, "contrast ratio".

    >>> contrast("#000000", "#ffffff")
    21.0
    """
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    parts = (part / 255 for part in bytes.fromhex(colour[1:]))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def weakest(colour: str, grounds: Collection[str]) -> float:
    """Return the contrast of `colour` with that of `grounds` on which it is hardest to read."""
    return min(contrast(colour, ground) for ground in grounds)


def readable(colour: str, grounds: Collection[str], least: float, rounded: Callable[[str], str] = str) -> str:
    """Return `colour`, made lighter or darker by no more than it takes to have that contrast on all `grounds`.

    Where that is impossible, it is black or white, whichever can be read better. `rounded` gives the colour that a
    terminal shows for one.

    >>> readable("#ff0000", ["#000000"], 4.5)
    '#ff0000'
    >>> readable("#000080", ["#000000"], 4.5)
    '#7373b9'
    """
    end = text_on(*grounds)
    steps = (rounded(mixed(end, colour, step / _STEPS)) for step in range(_STEPS + 1))
    return next((one for one in steps if weakest(one, grounds) >= least), end)


def text_on(*grounds: str) -> str:
    """Return black or white, whichever can be read better on all `grounds`."""
    return max("#000000", "#ffffff", key=lambda text: weakest(text, grounds))
