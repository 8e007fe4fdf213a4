"""A picture that fits itself to the room there is."""

from collections.abc import Callable, Sequence

from textual.geometry import Size
from textual.reactive import reactive

from codenames_tui.ui.lines.lines import Line
from codenames_tui.ui.widgets.line_panel import LinePanel

Picture = Callable[[Size], Sequence[Line]]
"""Returns the lines of a picture in that size."""


def _nothing(size: Size) -> Sequence[Line]:
    return ()


class StillPicture(LinePanel):
    """Shows one picture, until it is given another."""

    picture: reactive[Picture] = reactive(lambda: _nothing, repaint=False)

    def watch_picture(self) -> None:
        """Draw another picture."""
        self.redraw()

    def draw(self, size: Size) -> Sequence[Line]:
        """Return the picture in the size that there is."""
        return self.picture(size)[: size.height]
