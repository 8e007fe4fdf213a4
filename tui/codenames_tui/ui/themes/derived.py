"""Textual's own themes with colours for the game: derived from those of the theme, and all of them readable."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any, Final

from textual.color import Color
from textual.theme import Theme

from codenames_tui.ui.lines.mixing import TINTS, mixed, readable, text_on, weakest
from codenames_tui.ui.themes.theming import BASE_COLOURS, READABLE, SECOND_SHADE, SEEN, own_widgets, tints

_LEAST_SATURATION: Final = 0.3
"""Below it, a colour is a grey that leans to one side."""
_LEAST_ON_A_CARD: Final = 0.4
"""The same of the card of a team, which has to stand out among those that lie face down, and is darker."""
_Hues = tuple[tuple[float, float], ...]
_RED: Final[_Hues] = ((330, 360), (0, 20))
_BLUE: Final[_Hues] = ((195, 255),)
_PURPLE: Final[_Hues] = ((262, 320),)
_USUAL: Final = {_RED: "#e5534b", _BLUE: "#4e96ea", _PURPLE: "#b07cf0"}
"""Where a theme has no such colour."""
_SAND: Final = "#c8a860"
"""Of neutral cards, as in the box of the game."""
_TEXT_COLOURS: Final = ("foreground", "accent", "error", "success", "warning")


def derived(theme: Theme) -> Theme:
    """Return `theme` with a colour for everything in a game; its own colours stay unless they could not be read."""
    own = _base_colours(theme)
    background = own["background"]
    card = mixed(own["foreground"], background, 0.1)
    grounds = (background, own["surface"], card, _second_shade(card, background))
    text = {name: readable(own[name], grounds, READABLE) for name in _TEXT_COLOURS}
    game = _game_colours(own, text, card, grounds, dark=theme.dark)
    base = {**own, **text}
    variables = {**theme.variables, **own_widgets(base, game), **game, **tints(game)}
    colours: dict[str, Any] = base
    return replace(theme, variables=variables, **colours)


def _base_colours(theme: Theme) -> dict[str, str]:
    """Return the colours of Textual's widgets, those too that a theme leaves to Textual."""
    generated = theme.to_color_system().generate()
    return {name: Color.parse(getattr(theme, name) or generated[name]).hex6 for name in BASE_COLOURS}


def _game_colours(
    own: Mapping[str, str], text: Mapping[str, str], card: str, grounds: Collection[str], *, dark: bool
) -> dict[str, str]:
    """Return the colours of a game.

    Args:
        own: the colours of the theme.
        text: those of them that texts have, as they can be read.
        card: the ground of a card that lies face down.
        grounds: everything that texts stand on.
        dark: whether the theme is.
    """
    background, foreground = own["background"], text["foreground"]
    red = _of_hue(_RED, own, "error", "accent", "secondary")
    blue = _of_hue(_BLUE, own, "primary", "secondary", "accent")
    purple = readable(_of_hue(_PURPLE, own, "accent", "primary", "secondary"), grounds, READABLE)
    sand = mixed(_SAND, own["foreground"], 0.6)
    cards = {
        "card-red": _of_a_team(red, _USUAL[_RED], background),
        "card-blue": _of_a_team(blue, _USUAL[_BLUE], background),
        "card-neutral": _under_white(mixed(sand, background, 0.5), background)
        if dark
        else mixed(sand, background, 0.45),
        "card-assassin": mixed("#ffffff", foreground, 0.5) if dark else mixed("#000000", foreground, 0.6),
    }
    keys = {name: mixed(cards[source], card, strength) for name, (source, strength) in TINTS.items()}
    team_red, team_blue = _on(grounds, keys["key-red"], red), _on(grounds, keys["key-blue"], blue)
    badge = mixed(foreground, background, 0.25)
    return {
        "muted": readable(mixed(foreground, background, 0.6), grounds, READABLE),
        "rule": mixed(foreground, background, 0.25),
        "team-red": team_red,
        "team-blue": team_blue,
        "neutral": readable(sand, grounds, READABLE),
        "assassin": purple,
        "red-faint": mixed(team_red, background, 0.45),
        "blue-faint": mixed(team_blue, background, 0.45),
        "card": card,
        "card-text": readable(foreground, (*grounds, *keys.values()), READABLE),
        **cards,
        **{f"{name}-text": text_on(ground, _second_shade(ground, background)) for name, ground in cards.items()},
        "badge": badge,
        "badge-text": readable(foreground, [badge], READABLE),
        "badge-accent": text["accent"],
        "badge-accent-text": text_on(text["accent"]),
        "badge-warn": purple,
        "badge-warn-text": text_on(purple),
    }


def _on(grounds: Collection[str], key: str, colour: str) -> str:
    """Return a team's colour so that it is read on all grounds, and seen on a card of its own that shows the key."""
    return readable(readable(colour, [key], SEEN), grounds, READABLE)


def _of_hue(hues: _Hues, base: Mapping[str, str], *names: str) -> str:
    """Return the first of the named colours that has such a hue, or the usual one."""
    for name in names:
        hue, saturation, _ = Color.parse(base[name]).hsl
        if saturation >= _LEAST_SATURATION and any(first <= hue * 360 <= last for first, last in hues):
            return base[name]
    return _USUAL[hues]


def _of_a_team(colour: str, usual: str, background: str) -> str:
    """Return the colour of a team's cards: as little of the usual one is mixed in as makes it stand out."""
    steps = (_under_white(mixed(usual, colour, step / 10), background) for step in range(11))
    return next((one for one in steps if Color.parse(one).hsl[1] >= _LEAST_ON_A_CARD), _under_white(usual, background))


def _under_white(colour: str, background: str) -> str:
    """Return `colour`, darkened until white can be read on it, in the second shade of a card too."""
    steps = (mixed("#000000", colour, step / 20) for step in range(21))
    return next(one for one in steps if weakest("#ffffff", (one, _second_shade(one, background))) >= READABLE)


def _second_shade(card: str, background: str) -> str:
    """Return a card's colour in every other row of a tight board."""
    return mixed(card, background, SECOND_SHADE)
