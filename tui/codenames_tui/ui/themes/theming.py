"""Themes are data: TOML files that name colours, read and checked before anything is drawn."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from textual.color import Color, ColorParseError
from textual.theme import BUILTIN_THEMES, Theme

from codenames_core.files.untrusted_files import decode, open_ordinary, refusal
from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line
from codenames_tui.ui.data import data_folder
from codenames_tui.ui.lines.mixing import TINTS, mixed

BASE_COLOURS: Final = (
    *("primary", "secondary", "accent", "foreground", "background", "surface", "panel"),
    *("warning", "error", "success"),
)
"""Colours of Textual's own widgets."""
GAME_COLOURS: Final = (
    *("muted", "rule", "team-red", "team-blue", "neutral", "assassin"),
    *("red-faint", "blue-faint"),
    *("card", "card-text", "card-red", "card-red-text", "card-blue", "card-blue-text"),
    *("card-neutral", "card-neutral-text", "card-assassin", "card-assassin-text"),
    *("badge", "badge-text", "badge-accent", "badge-accent-text", "badge-warn", "badge-warn-text"),
)
"""Colours of the panels of a game."""
_EVERYWHERE: Final = ("background", "surface", "card")
_CARDS: Final = ("card-red", "card-blue", "card-neutral", "card-assassin")
_TEXTS: Final = (
    *("foreground", "accent", "error", "success", "warning"),
    *("muted", "team-red", "team-blue", "neutral", "assassin"),
)
READ_ON: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(_TEXTS, _EVERYWHERE),
    "card-text": ("card", *TINTS),
    **{f"{ground}-text": (ground,) for ground in (*_CARDS, "badge", "badge-accent", "badge-warn")},
}
"""What each colour of a text has to be read on."""
SIDE_OF: Final[Mapping[str, str]] = {"key-red": "team-red", "key-blue": "team-blue"}
"""The colour of the sides of a card that shows the key, by that of its ground."""
READABLE: Final = 4.5
"""The contrast of a text with its ground: WCAG 2.2, level AA."""
SEEN: Final = 3.0
"""The contrast of what is no text, such as the side of a card: WCAG 2.2, level AA."""
SECOND_SHADE: Final = 0.85
"""How strong a card's colour is in every other row of a tight board."""
FALLBACK: Final[Mapping[str, str]] = {
    **dict.fromkeys((*GAME_COLOURS, *TINTS), "ansi_default"),
    "second-shade": f"{SECOND_SHADE:.0%}",
}
"""Holds until a theme is worn, so that every variable of the style sheet exists."""
OFFERED: Final = tuple(name for name, theme in BUILTIN_THEMES.items() if not theme.ansi)
"""Names of Textual's themes that have colours to derive those of the game from; `ansi` is ours."""


LARGEST_THEME: Final = 1_000_000
"""Bytes of a file; a real one has two thousand."""
PLAIN_COLOUR: Final = re.compile("#[0-9a-fA-F]{6}")
"""The usual form of a colour; any other is left to Textual, which is slower."""
_NAME: Final = re.compile(r"[\w. -]{1,40}")
"""Without brackets: Textual's palette reads markup in the names of themes."""


class Themes(NamedTuple):
    """The usable themes, and the problems of the others."""

    usable: tuple[Theme, ...]
    problems: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Names that can be chosen: of these themes, then of Textual's."""
        return tuple(dict.fromkeys((*(theme.name for theme in self.usable), *OFFERED)))


class ThemeError(InputError):
    """A theme file that cannot be used; the message says which and why."""


def load_themes(folders: Iterable[Path] | None = None) -> Themes:
    """Read all theme files of `folders`, those that come with the app if not given."""
    usable: dict[str, Theme] = {}
    problems = []
    for folder in folders or [data_folder("themes")]:
        for path in sorted(folder.glob("*.toml")):
            try:
                theme = read_theme(path)
            except ThemeError as error:
                problems.append(str(error))
            else:
                usable[theme.name] = theme
    return Themes(tuple(usable.values()), tuple(problems))


def has_game_colours(theme: Theme) -> bool:
    """Return whether a theme has a colour for everything in a game."""
    return theme.variables.keys() >= {*GAME_COLOURS}


def no_theme(name: str, available: Iterable[str]) -> str:
    """Return the complaint about a theme that does not exist."""
    return f"unknown theme {one_line(name, 40)!r}; available: {', '.join(available)}"


def read_theme(path: Path) -> Theme:
    """Read one theme file.

    Raises:
        ThemeError: it cannot be used.
    """
    where = f"theme {one_line(path.name, 60)}"
    try:
        tree = tomllib.loads(_text(path, where))
    except ThemeError:
        raise
    except (ValueError, RecursionError) as error:
        raise ThemeError(f"{where}: not TOML: {one_line(str(error), 100)}") from error
    name = tree.get("name")
    if not isinstance(name, str) or not name:
        raise ThemeError(f"{where}: name is missing")
    if not _NAME.fullmatch(name):
        raise ThemeError(f"{where}: name is {one_line(repr(name), 40)}; letters, digits, spaces and . _ - are possible")
    base = _colours(tree, "colours", BASE_COLOURS, where)
    game = _colours(tree, "game", GAME_COLOURS, where)
    ansi = _flag(tree, "ansi", False, where)
    return Theme(
        name=name,
        dark=_flag(tree, "dark", True, where),
        ansi=ansi,
        variables={
            **(BUILTIN_THEMES["ansi-dark"].variables if ansi else {}),
            **own_widgets(base, game),
            **game,
            **tints(game),
        },
        **base,  # type: ignore[arg-type]
    )


def _text(path: Path, where: str) -> str:
    try:
        with open_ordinary(path) as file:
            data = file.read(LARGEST_THEME + 1)
    except (OSError, ValueError) as error:
        raise ThemeError(f"{where}: {refusal(error)}") from error
    if len(data) > LARGEST_THEME:
        raise ThemeError(f"{where}: more than {LARGEST_THEME:,} bytes, which is the limit")
    return decode(data, where, ThemeError)


def _flag(tree: Mapping[str, Any], key: str, default: bool, where: str) -> bool:
    value = tree.get(key, default)
    if not isinstance(value, bool):
        raise ThemeError(f"{where}: {key} must be true or false")
    return value


def _colours(tree: Mapping[str, Any], section: str, names: tuple[str, ...], where: str) -> dict[str, str]:
    table = tree.get(section)
    if not isinstance(table, dict):
        raise ThemeError(f"{where}: section [{section}] is missing")
    for key in table:
        if key not in names:
            raise ThemeError(f"{where}: {section}.{one_line(key, 40)} is not a colour that is used")
    return {name: _colour(table.get(name), f"{where}: {section}.{name}") for name in names}


def _colour(value: Any, where: str) -> str:
    if value is None:
        raise ThemeError(f"{where} is missing")
    if isinstance(value, str) and PLAIN_COLOUR.fullmatch(value):
        return value
    try:
        Color.parse(value)
    except (ColorParseError, TypeError, AttributeError) as error:
        raise ThemeError(f"{where} is {one_line(repr(value), 40)}, which is not a colour") from error
    return str(value)


def tints(game: Mapping[str, str]) -> dict[str, str]:
    """Return the colours that are mixed; a terminal's own cannot be, so a card keeps its ground there."""
    card = Color.parse(game["card"])
    parsed = {name: (Color.parse(game[source]), strength) for name, (source, strength) in TINTS.items()}
    return {
        name: mixed(colour.hex6, card.hex6, strength) if card.ansi is None and colour.ansi is None else game["card"]
        for name, (colour, strength) in parsed.items()
    }


def own_widgets(base: Mapping[str, str], game: Mapping[str, str]) -> dict[str, str]:
    """Return the variables of Textual's own widgets that follow from a theme's colours."""
    return {
        "border": game["rule"],
        "border-blurred": game["rule"],
        "block-cursor-background": base["accent"],
        "block-cursor-foreground": base["background"] if not base["background"].startswith("ansi") else "ansi_black",
        "footer-key-foreground": base["accent"],
    }
