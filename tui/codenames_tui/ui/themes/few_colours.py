"""Themes for terminals that have 256 colours: each colour becomes the one of these that is most like it to the eye.

Left to the rounding of what draws them, a red card is orange in one row and brown in the next.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache, partial
from typing import Any, Final

from textual.color import Color, ColorParseError, Lab, rgb_to_lab
from textual.theme import Theme

from codenames_tui.ui.lines.mixing import TINTS, contrast, mixed, readable
from codenames_tui.ui.themes.theming import BASE_COLOURS, PLAIN_COLOUR, READ_ON, READABLE, SIDE_OF

_LEVELS: Final = (0, 95, 135, 175, 215, 255)
"""Of red, green and blue in the cube of 216 colours."""
_GREYS: Final = range(8, 239, 10)
_ONE_SHADE: Final = {"second-shade": "100%"}
_SEEN: Final = 2.0
"""The contrast of the side of a card with the rest; more would take the last of its hue."""
_LIGHTNESS: Final = 2.0
"""How much a difference in lightness counts beside one in hue: as much as texts need to stay readable."""


def with_few_colours(theme: Theme) -> Theme:
    """Return `theme` in these colours, and with one shade of each; one in the terminal's own colours keeps them."""
    if theme.ansi:
        return replace(theme, variables={**theme.variables, **_ONE_SHADE})
    exact = {name: _hex(value) for name, value in (*_named(theme), *theme.variables.items())}
    few = {name: nearest(value) if _is_plain(value) else value for name, value in exact.items()}
    few |= {name: _tint(name, exact) for name in TINTS if _is_plain(exact.get(name, ""))}
    few |= _texts(few)
    base: dict[str, Any] = {name: few[name] for name, _ in _named(theme)}
    return replace(theme, variables={name: few[name] for name in theme.variables} | _ONE_SHADE, **base)


def _named(theme: Theme) -> list[tuple[str, str]]:
    """Return the colours that a theme names itself, and leaves not to Textual."""
    return [(name, value) for name in BASE_COLOURS if (value := getattr(theme, name))]


def _hex(value: str) -> str:
    """Return a colour as `#rrggbb`; the value of a variable that is none, or the terminal's own, as it is."""
    try:
        colour = Color.parse(value)
    except ColorParseError:
        return value
    return value if colour.ansi is not None or colour.a < 1 else colour.hex6


def _is_plain(value: str) -> bool:
    return PLAIN_COLOUR.fullmatch(value) is not None


def _texts(colours: Mapping[str, str]) -> dict[str, str]:
    """Return the colours of texts, with those changed that rounding has brought too near to their ground."""
    return {
        name: readable(colours[name], [colours[ground] for ground in grounds], READABLE, nearest)
        for name, grounds in READ_ON.items()
        if all(_is_plain(colours.get(one, "")) for one in (name, *grounds))
    }


def _tint(name: str, variables: Mapping[str, str]) -> str:
    """Return the ground of a card that shows the key, which stays faint but is not rounded to a grey."""
    source, strength = TINTS[name]
    if source == "card-neutral":
        return nearest(variables[name])
    stronger = [nearest(mixed(variables[source], variables["card"], strength + more / 10)) for more in range(5)]
    side, face_up = nearest(variables[SIDE_OF[name]]), nearest(variables[source])
    seen = [colour for colour in stronger if colour != face_up and contrast(side, colour) >= _SEEN]
    return next((colour for colour in seen if not _is_grey(colour)), (seen or stronger)[0])


def _is_grey(colour: str) -> bool:
    return colour[1:3] == colour[3:5] == colour[5:7]


@cache
def nearest(colour: str) -> str:
    """Return the colour that is most like `colour`, `#rrggbb`: one of the cube's around it, or a grey."""
    wanted = Color.parse(colour)
    candidates = _of_the_cube(wanted)
    candidates += [Color(level, level, level) for level in _two_nearest(_GREYS, sum(wanted.rgb) // 3)]
    return min(candidates, key=partial(_difference, rgb_to_lab(wanted))).hex


def _of_the_cube(wanted: Color) -> list[Color]:
    red, green, blue = (_two_nearest(_LEVELS, part) for part in wanted.rgb)
    return [Color(r, g, b) for r in red for g in green for b in blue]


def _two_nearest(levels: Iterable[int], part: int) -> list[int]:
    return sorted(levels, key=lambda level: abs(level - part))[:2]


def _difference(wanted: Lab, colour: Color) -> float:
    found = rgb_to_lab(colour)
    return _LIGHTNESS * (wanted.L - found.L) ** 2 + (wanted.a - found.a) ** 2 + (wanted.b - found.b) ** 2
