"""Themes for terminals that have 256 colours: each colour becomes the one of these that is most like it to the eye.

Left to the rounding of what draws them, a red card is orange in one row and brown in the next.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache, partial
from typing import Any, Final

from textual.color import Color, Lab, rgb_to_lab
from textual.theme import Theme

from codenames_tui.ui.lines.mixing import TINTS, mixed

_NAMED: Final = (
    *("primary", "secondary", "accent", "foreground", "background", "surface", "panel"),
    *("warning", "error", "success"),
)
_LEVELS: Final = (0, 95, 135, 175, 215, 255)
"""Of red, green and blue in the cube of 216 colours."""
_GREYS: Final = range(8, 239, 10)
_ONE_SHADE: Final = {"second-shade": "100%"}
_LIGHTNESS: Final = 2.0
"""How much a difference in lightness counts beside one in hue: as much as texts need to stay readable."""


def with_few_colours(theme: Theme) -> Theme:
    """Return `theme` in these colours, and with one shade of each; one in the terminal's own colours keeps them."""
    if theme.ansi:
        return replace(theme, variables={**theme.variables, **_ONE_SHADE})
    named: dict[str, Any] = {name: nearest(value) for name in _NAMED if (value := getattr(theme, name))}
    variables = {name: nearest(value) if value[0] == "#" else value for name, value in theme.variables.items()}
    return replace(theme, variables={**variables, **_tints(theme.variables), **_ONE_SHADE}, **named)


def _tints(variables: Mapping[str, str]) -> dict[str, str]:
    """Return the colours of the key, which stay faint but are not rounded to a grey."""
    return {name: _tint(name, variables) for name in TINTS if variables.get(name, "")[:1] == "#"}


def _tint(name: str, variables: Mapping[str, str]) -> str:
    source, strength = TINTS[name]
    if source == "card-neutral":
        return nearest(variables[name])
    stronger = [nearest(mixed(variables[source], variables["card"], strength + more / 10)) for more in range(5)]
    return next(
        (colour for colour in stronger if colour[1:3] != colour[3:5] or colour[3:5] != colour[5:7]), stronger[0]
    )


@cache
def nearest(colour: str) -> str:
    """Return the colour that is most like `colour`: one of the cube's around it, or a grey."""
    wanted = Color.parse(colour)
    red, green, blue = (_two_nearest(_LEVELS, part) for part in wanted.rgb)
    candidates = [Color(r, g, b) for r in red for g in green for b in blue]
    candidates += [Color(level, level, level) for level in _two_nearest(_GREYS, sum(wanted.rgb) // 3)]
    return min(candidates, key=partial(_difference, rgb_to_lab(wanted))).hex


def _two_nearest(levels: Iterable[int], part: int) -> list[int]:
    return sorted(levels, key=lambda level: abs(level - part))[:2]


def _difference(wanted: Lab, colour: Color) -> float:
    found = rgb_to_lab(colour)
    return _LIGHTNESS * (wanted.L - found.L) ** 2 + (wanted.a - found.a) ** 2 + (wanted.b - found.b) ** 2
