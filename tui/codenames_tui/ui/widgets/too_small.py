"""What is shown instead of a screen that does not fit."""

from typing import Any, Final

from textual.geometry import Size
from textual.screen import Screen

from codenames_tui.ui.lines.lines import UNICODE, Glyphs, Line, Span, wrap
from codenames_tui.ui.lines.window_sizes import MEDIUM, TALL, WIDE
from codenames_tui.ui.widgets.line_panel import LinePanel

SMALLEST: Final = Size(70, 20)
"""The smallest terminal in which the game fits."""
ROOMY: Final = Size(100, 34)
"""From this size on, parts stand apart from each other."""


def mark_size(screen: Screen[Any], smallest: Size) -> None:
    """Give a screen the classes by which the style sheet knows its size.

    These are `-too-small`, `-roomy`, `-tall`, and by its columns `-medium` and `-wide`.
    """
    width, height = screen.app.size
    screen.set_class(width < smallest.width or height < smallest.height, "-too-small")
    screen.set_class(width >= ROOMY.width and height >= ROOMY.height, "-roomy")
    screen.set_class(width >= ROOMY.width and height >= TALL, "-tall")
    screen.set_class(MEDIUM <= width < WIDE, "-medium")
    screen.set_class(width >= WIDE, "-wide")


class TooSmall(LinePanel):
    """Says which size is needed.

    Args:
        needed: the size.
        glyphs: what it is drawn with.
    """

    def __init__(self, needed: Size = SMALLEST, *, glyphs: Glyphs = UNICODE) -> None:
        super().__init__(glyphs=glyphs)
        self._needed = needed

    def draw(self, size: Size) -> list[Line]:
        """Return the note."""
        there = self.app.size
        note = f"Too small: {self._needed.width}x{self._needed.height} needed, {there.width}x{there.height} here."
        return wrap((Span(note),), size.width)[: size.height]
