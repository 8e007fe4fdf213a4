"""A few lines of text that are wrapped to the width of their panel."""

from collections.abc import Sequence

from textual.geometry import Size
from textual.reactive import reactive

from codenames_tui.views.lines import Line, wrap
from codenames_tui.widgets.lines import LinePanel


class Words(LinePanel):
    """Takes lines and wraps them."""

    lines: reactive[tuple[Line, ...]] = reactive((), repaint=False)

    def watch_lines(self) -> None:
        """Draw other lines."""
        self.redraw()

    def draw(self, size: Size) -> Sequence[Line]:
        """Return the lines in the width that there is."""
        return [part for line in self.lines for part in wrap(line, size.width)][: size.height]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return how many lines it takes."""
        return sum(len(wrap(line, width)) for line in self.lines)
