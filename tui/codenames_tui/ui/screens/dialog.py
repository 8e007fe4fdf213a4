"""The base of every question over a screen."""

from typing import Final

from textual.await_complete import AwaitComplete
from textual.screen import ModalScreen, Screen, ScreenResultType

from codenames_tui.ui.lines.keys import KeyHint
from codenames_tui.ui.lines.lines import UNICODE, Glyphs
from codenames_tui.ui.messages import KeyChosen
from codenames_tui.ui.screens.active_keys import press
from codenames_tui.ui.widgets.key_line import KeyLine

ENTER: Final = "enter"
"""Stands for the key itself where it belongs to a field or a list of the dialog."""


class Dialog(ModalScreen[ScreenResultType]):
    """A question that is answered once, however fast one clicks. A click on one of its keys does the same."""

    async def on_key_chosen(self, message: KeyChosen) -> None:
        """Do what a key does that was clicked."""
        if message.id == ENTER:
            if active := self.active_bindings.get(ENTER):
                await self.app.run_action(active.binding.action, active.node)
        else:
            await press(self, message.id)

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Close it with an answer, unless that was done before."""
        return super().dismiss(result) if is_on_top(self) else AwaitComplete()


def keys_to_click(*keys: tuple[str, str, str], glyphs: Glyphs = UNICODE, is_first: bool = True) -> KeyLine:
    """Return a line of keys: what each is called, what it does, and the id of its binding."""
    line = KeyLine(glyphs=glyphs, classes="answer-keys -first" if is_first else "answer-keys")
    line.set_reactive(KeyLine.hints, tuple(KeyHint(*key) for key in keys))
    return line


def is_on_top(screen: Screen[ScreenResultType]) -> bool:
    """Return whether nothing covers a screen. Only then closing it closes no other in its place."""
    return screen.app.screen is screen
