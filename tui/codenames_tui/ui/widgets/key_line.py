"""The last line of every screen: the keys that matter now."""

from textual import events
from textual.geometry import Size
from textual.reactive import reactive

from codenames_tui.ui.lines.keys import KeyHint, hint_at, keys_line
from codenames_tui.ui.lines.lines import Line
from codenames_tui.ui.messages import KeyChosen
from codenames_tui.ui.widgets.line_panel import LinePanel


class KeyLine(LinePanel):
    """The keys that matter now; a click on one does the same."""

    hints: reactive[tuple[KeyHint, ...]] = reactive((), repaint=False)

    def watch_hints(self) -> None:
        """Draw other keys."""
        self.redraw()

    def draw(self, size: Size) -> list[Line]:
        """Return the keys."""
        return [keys_line(self.hints, size.width)]

    def on_click(self, event: events.Click) -> None:
        """Say which key was clicked."""
        if hint := hint_at(self.hints, event.get_content_offset_capture(self).x, self.size.width):
            self.post_message(KeyChosen(hint.id))
