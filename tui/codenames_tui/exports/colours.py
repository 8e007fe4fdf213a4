"""What the styles of spans look like where no style sheet is at hand: the default theme as plain values.

The app has its colours from `app.tcss`, which Textual alone can read; the names and their meaning are the same.
"""

import tomllib
from functools import cache
from typing import Final, NamedTuple

from codenames_tui.ui.data import data_folder
from codenames_tui.ui.lines.mixing import TINTS, mixed
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
}
_ON_KEY: Final = {
    **{name: ("card-text", name) for name in TINTS},
    "key-edge-red": ("team-red", "key-red"),
    "key-edge-blue": ("team-blue", "key-blue"),
    "key-assassin": ("card-assassin-text", "card-assassin"),
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
    named = {**tree["colours"], **tree["game"]}
    tints = {name: mixed(named[source], named["card"], strength) for name, (source, strength) in TINTS.items()}
    return {**named, **tints}


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
    elif name in _ON_KEY:
        foreground, background = (theme[part] for part in _ON_KEY[name])
    else:
        foreground, background = theme[f"{name}-text"], theme[name]
    return Ink(foreground, _shaded(background) if style.endswith(_SHADE) else background, bold)


def _shaded(colour: str) -> str:
    return mixed(colour, colours()["background"], _SHADE_STRENGTH)


@cache
def rgb(colour: str) -> tuple[int, int, int]:
    """Return the parts of `#rrggbb`.

    >>> rgb("#14161b")
    (20, 22, 27)
    """
    red, green, blue = bytes.fromhex(colour[1:])
    return red, green, blue
