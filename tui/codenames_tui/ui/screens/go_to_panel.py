"""A letter on each panel that can have the focus; typing it goes there."""

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Offset
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from codenames_tui.ui.screens.dialog import Dialog

LETTERS: Final = "asdfghjkl"
"""Easy to reach; the first panel has the first one."""


class GoToPanel(Dialog[int | None]):
    """Shows letters, and returns the place among `corners` of the one that was typed.

    Args:
        corners: the upper left corners of the panels.
    """

    PLACE = "panels"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", "Back", id="panels.cancel")]

    def __init__(self, corners: Sequence[Offset]) -> None:
        super().__init__()
        self._corners = corners[: len(LETTERS)]

    def compose(self) -> ComposeResult:
        """Put a letter into each corner."""
        for letter, corner in zip(LETTERS, self._corners, strict=False):
            label = Static(Content(f" {letter} "), classes="panel-letter")
            label.styles.offset = corner
            yield label

    def on_key(self, event: events.Key) -> None:
        """Go to the panel of a letter; any other key goes back."""
        place = LETTERS.find(event.key) if len(event.key) == 1 else -1
        event.stop()
        event.prevent_default()
        self.dismiss(place if 0 <= place < len(self._corners) else None)

    def on_click(self) -> None:
        """Go back."""
        self.dismiss(None)

    def action_cancel(self) -> None:
        """Go back."""
        self.dismiss(None)


def go_to_panel(screen: Screen[Any]) -> bool:
    """Let the person choose by a letter which panel of `screen` has the focus; return whether there are several."""
    panels: list[Widget] = [panel for panel in screen.focus_chain if panel.region]
    if len(panels) < 2:
        return False

    def go(place: int | None) -> None:
        if place is not None and panels[place].is_attached:
            panels[place].focus()

    screen.app.push_screen(GoToPanel([panel.region.offset for panel in panels]), go)
    return True
