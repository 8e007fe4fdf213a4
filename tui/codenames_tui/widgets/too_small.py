"""What is shown instead of a screen that does not fit."""

from typing import Final

from textual.geometry import Size

from codenames_tui.views.lines import UNICODE, Glyphs, Line, Span, wrap
from codenames_tui.widgets.lines import LinePanel

SMALLEST: Final = Size(70, 20)
"""The smallest terminal in which the game fits."""


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
