"""The pane in which one decision is looked at from the inside."""

from typing import ClassVar

from textual.binding import Binding, BindingType

from codenames_tui.ui.lines.lines import UNICODE, Glyphs
from codenames_tui.ui.lines.paper import Entry
from codenames_tui.ui.messages import Inspected
from codenames_tui.ui.widgets.paper import Paper


class InspectorPane(Paper):
    """Shows a decision from its beginning; says which other one is wanted."""

    PLACE = "inspector"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("less_than_sign,comma", "decision(-1)", "The decision before", id="inspector.before"),
        Binding("greater_than_sign", "decision(1)", "The decision after", id="inspector.after"),
        Binding("z", "enlarge", "The inspector on the whole screen", id="inspector.enlarge"),
        Binding("escape", "put_away", "Put the inspector away", id="inspector.close"),
    ]

    def __init__(self, *, glyphs: Glyphs = UNICODE) -> None:
        super().__init__("Inspector", glyphs=glyphs, id="inspector")
        self._number = 0

    def show_decision(self, number: int, title: str, entries: list[Entry]) -> None:
        """Show a decision; another one from its beginning, the same one where it is being read."""
        self.entitle(title)
        if number != self._number or self._count <= self.size.height:
            self._top = 0
        self._number = number
        self.show(entries)

    def watch_has_focus(self, has_focus: bool) -> None:
        """Have the keys at the foot follow the focus."""
        super().watch_has_focus(has_focus)
        self.post_message(Inspected(0))

    def action_decision(self, steps: int) -> None:
        """Ask for the decision before or after."""
        self.post_message(Inspected(steps))

    def action_enlarge(self) -> None:
        """Take the whole screen, or give it back."""
        self.screen.toggle_class("-inspector-only")

    async def action_put_away(self) -> None:
        """Leave the screen to the game."""
        await self.screen.run_action("inspect")
