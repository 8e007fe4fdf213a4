"""What the app knows that a screen can be made from."""

from pathlib import Path
from typing import Protocol

from codenames_tui.ui.look import Look
from codenames_tui.ui.preferences import Settings


class AppState(Protocol):
    """The part of the app that every screen may ask for when it is made. A feature may extend it by what it needs."""

    look: Look
    settings: Settings

    @property
    def games_folder(self) -> Path:
        """Where games are kept."""
