"""How the app looks, as the settings and the terminal allow."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from codenames_tui.ui.lines.lines import ASCII, UNICODE, Glyphs

DEFAULT_THEME: Final = "dark"
SYSTEM_THEME: Final = "ansi"
"""The theme in the terminal's own colours, which alone keep teams apart where there are only 16."""
TRUE_COLOURS: Final = 1 << 24
_SYSTEM_COLOURS: Final = 16
LIVE_PACE: Final = 2.0
"""Seconds between two events of a game that is watched, unless a setting says otherwise."""
LONGEST_PACE: Final = 3600.0


class Look(NamedTuple):
    """Choices that are made before the first picture."""

    theme: str = DEFAULT_THEME
    colour: bool = True
    """If not, only the terminal's own two colours are used."""
    ascii_only: bool = False
    animation: bool = False
    mouse: bool = True
    colours: int = TRUE_COLOURS
    """How many the terminal can show."""

    @property
    def glyphs(self) -> Glyphs:
        """The characters to draw with."""
        return ASCII if self.ascii_only else UNICODE

    @classmethod
    def from_environment(
        cls,
        environment: Mapping[str, str],
        *,
        theme: str = DEFAULT_THEME,
        ascii_only: bool = False,
        mouse: bool = True,
    ) -> "Look":
        """Return the look with these choices, as far as the environment allows.

        A `NO_COLOR` that is not empty means no colour at all, and with 16 colours these are the terminal's own;
        nothing is animated over SSH.
        """
        colour = not environment.get("NO_COLOR")
        remote = bool(environment.get("SSH_CONNECTION") or environment.get("SSH_TTY"))
        colours = colours_of(environment)
        has_theme = colour and colours > _SYSTEM_COLOURS
        return cls(theme if has_theme else SYSTEM_THEME, colour, ascii_only, not remote, mouse, colours)


def colours_of(environment: Mapping[str, str]) -> int:
    """Return how many colours the terminal can show, as what draws on it will find."""
    if "TERM" not in environment:
        return TRUE_COLOURS
    from rich.console import Console

    wanted: Any = environment.get("TEXTUAL_COLOR_SYSTEM", "auto")
    system = Console(color_system=wanted, force_terminal=True, _environ=environment).color_system
    return {"standard": _SYSTEM_COLOURS, "windows": _SYSTEM_COLOURS, "256": 256}.get(system or "", TRUE_COLOURS)
