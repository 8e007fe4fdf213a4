"""What the styles of spans look like where no style sheet is at hand: the default theme as plain values.

The app has its colours from `app.tcss`, which Textual alone can read; the names and their meaning are the same.
"""

import tomllib
from functools import cache
from typing import Final, NamedTuple

from codenames_tui.ui.data import data_folder
from codenames_tui.ui.look import DEFAULT_THEME


class Ink(NamedTuple):
    """How text looks. Colours are `#rrggbb`."""

    foreground: str
    background: str
    bold: bool = False


_ON_NOTHING: Final = {
    "text": "foreground",
    "strong": "foreground",
    "dim": "muted",
    "accent": "accent",
    "good": "success",
    "bad": "error",
    "warn": "warning",
    "rule": "rule",
    "key": "accent",
    "red": "team-red",
    "blue": "team-blue",
    "neutral": "neutral",
    "assassin": "assassin",
    "red-strong": "team-red",
    "blue-strong": "team-blue",
    "red-faint": "red-faint",
    "blue-faint": "blue-faint",
}
_ON_CARDS: Final = {
    "card": "card-text",
    "card-mentioned": "card-text",
    "card-mark": "accent",
    "card-belief-left": "accent",
    "card-belief-right": "success",
    "key-red": "team-red",
    "key-blue": "team-blue",
    "key-neutral": "neutral",
    "key-assassin": "assassin",
}
_BOLD: Final = frozenset(
    (
        *("strong", "key", "assassin", "red-strong", "blue-strong", "card-mentioned", "card-mark"),
        *("card-red", "card-blue", "card-assassin", "key-assassin"),
    )
)
_SHADE: Final = "-2"
_SHADE_STRENGTH: Final = 0.85


@cache
def colours() -> dict[str, str]:
    """Return the colours of the default theme by their names."""
    tree = tomllib.loads((data_folder("themes") / f"{DEFAULT_THEME}.toml").read_text("utf-8"))
    return {**tree["colours"], **tree["game"]}


@cache
def ink(style: str) -> Ink:
    """Return what a style of a span looks like.

    Raises:
        KeyError: there is no such style.
    """
    theme = colours()
    name = style.removesuffix(_SHADE)
    bold = name in _BOLD
    if name in _ON_NOTHING:
        return Ink(theme[_ON_NOTHING[name]], theme["background"], bold)
    if name in _ON_CARDS:
        foreground, background = theme[_ON_CARDS[name]], theme["card"]
    else:
        foreground, background = theme[f"{name}-text"], theme[name]
    return Ink(foreground, _shaded(background) if style.endswith(_SHADE) else background, bold)


def _shaded(colour: str) -> str:
    return "#" + "".join(
        f"{round(_SHADE_STRENGTH * upper + (1 - _SHADE_STRENGTH) * lower):02x}"
        for upper, lower in zip(rgb(colour), rgb(colours()["background"]), strict=True)
    )


@cache
def rgb(colour: str) -> tuple[int, int, int]:
    """Return the parts of `#rrggbb`.

    >>> rgb("#14161b")
    (20, 22, 27)
    """
    red, green, blue = bytes.fromhex(colour[1:])
    return red, green, blue
