"""Themes for terminals that have 256 colours: each colour becomes the one of these that is most like it to the eye.

Left to the rounding of what draws them, a red card is orange in one row and brown in the next.
"""

from dataclasses import replace
from functools import cache
from typing import Any, Final

from rich.color import Color as TerminalColour
from textual.color import Color, Lab, rgb_to_lab
from textual.theme import Theme

_NAMED: Final = (
    *("primary", "secondary", "accent", "foreground", "background", "surface", "panel"),
    *("warning", "error", "success"),
)
_OWN_TO_EACH_TERMINAL: Final = 16
"""The first colours of the 256, which may be anything."""
_ONE_SHADE: Final = {"second-shade": "100%"}
_LIGHTNESS: Final = 2.0
"""How much a difference in lightness counts beside one in hue: as much as texts need to stay readable."""


def with_few_colours(theme: Theme) -> Theme:
    """Return `theme` in these colours, and with one shade of each; one in the terminal's own colours keeps them."""
    if theme.ansi:
        return replace(theme, variables={**theme.variables, **_ONE_SHADE})
    named: dict[str, Any] = {name: nearest(value) for name in _NAMED if (value := getattr(theme, name))}
    variables = {name: nearest(value) if value[0] == "#" else value for name, value in theme.variables.items()}
    return replace(theme, variables={**variables, **_ONE_SHADE}, **named)


def nearest(colour: str) -> str:
    """Return the colour that is most like `colour`."""
    wanted = rgb_to_lab(Color.parse(colour))
    return min(_colours(), key=lambda one: _difference(wanted, one[1]))[0]


def _difference(one: Lab, other: Lab) -> float:
    return _LIGHTNESS * (one.L - other.L) ** 2 + (one.a - other.a) ** 2 + (one.b - other.b) ** 2


@cache
def _colours() -> list[tuple[str, Lab]]:
    numbers = range(_OWN_TO_EACH_TERMINAL, 256)
    names = [TerminalColour.from_ansi(number).get_truecolor().hex for number in numbers]
    return [(name, rgb_to_lab(Color.parse(name))) for name in names]
