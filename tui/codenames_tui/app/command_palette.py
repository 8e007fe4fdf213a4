"""The list of all commands: Textual's, which holds however fast one types and clicks."""

from textual.await_complete import AwaitComplete
from textual.command import CommandList, CommandPalette

from codenames_tui.ui.screens.dialog import is_on_top


class Commands(CommandPalette):
    """A palette that is closed once, and whose keys wait for its list."""

    def dismiss(self, result: None = None) -> AwaitComplete:
        """Close it, unless that was done before."""
        return super().dismiss(result) if is_on_top(self) else AwaitComplete()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key does something: those that move through the list do when it is laid out."""
        if action == "command_list" and not self.query_one(CommandList).scrollable_content_region:
            return False
        return super().check_action(action, parameters)
