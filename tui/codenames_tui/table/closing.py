"""Closing a table that this app hosts: asked first, for other people play at it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from textual.app import App

from codenames_tui.ui.lines.lines import Glyphs
from codenames_tui.ui.screens.dialogs import ConfirmLeaving


class HostedHere(Protocol):
    """A table that this app hosts."""

    @property
    def journal(self) -> Path:
        """Of its game."""
        ...

    @property
    def is_over(self) -> bool:
        """Whether its game is, and nobody loses anything."""
        ...

    async def run(self) -> None:
        """Let people in and play."""
        ...


def leave_table(app: App[Any], hosted: HostedHere | None, leave: Callable[[], None], glyphs: Glyphs) -> None:
    """Leave, or ask first where that would close the table."""
    if hosted is None or hosted.is_over:
        leave()
        return
    dialog = ConfirmLeaving(hosted.journal, glyphs, closes_table=True)
    app.push_screen(dialog, lambda sure: leave() if sure else None)
