"""How the app looks, as the settings and the terminal allow."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from codenames_tui.ui.lines.lines import ASCII, UNICODE, Glyphs

DEFAULT_THEME: Final = "dark"
COLOURLESS_THEME: Final = "ansi"
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

        A `NO_COLOR` that is not empty means no colour at all; nothing is animated over SSH.
        """
        colour = not environment.get("NO_COLOR")
        remote = bool(environment.get("SSH_CONNECTION") or environment.get("SSH_TTY"))
        return cls(theme if colour else COLOURLESS_THEME, colour, ascii_only, not remote, mouse)
