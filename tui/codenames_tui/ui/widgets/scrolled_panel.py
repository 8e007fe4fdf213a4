"""A panel of lines that scrolls by keys and by the wheel of the mouse."""

from textual import events

from codenames_tui.ui.widgets.line_panel import LinePanel

_WHEEL = 3
"""Lines for each notch."""


class ScrolledPanel(LinePanel):
    """Shows a part of its lines; which one, a subclass keeps."""

    def scroll_text(self, lines: int) -> None:
        """Scroll by that many lines, up where negative."""
        raise NotImplementedError

    def action_scroll_lines(self, lines: int) -> None:
        """Scroll by lines."""
        self.scroll_text(lines)

    def action_scroll_pages(self, pages: int) -> None:
        """Scroll by the height of the panel, but for one line."""
        self.scroll_text(pages * max(self.size.height - 1, 1))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Scroll up."""
        event.stop()
        self.scroll_text(-_WHEEL)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Scroll down."""
        event.stop()
        self.scroll_text(_WHEEL)
