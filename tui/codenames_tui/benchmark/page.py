"""What the screens of a benchmark have in common."""

from typing import ClassVar, Final

from textual.binding import BindingType
from textual.geometry import Size

from codenames_tui.ui.lines.keys import Hint
from codenames_tui.ui.screens.page import Page, page_bindings

SMALLEST_BENCH: Final = Size(60, 16)
"""The smallest terminal in which there is room for a benchmark."""


class BenchPage(Page):
    """A screen of a benchmark: over the whole width, with one line of words below its middle.

    Where it is one base of several it comes first: Textual takes a widget's names in style sheets from its first base.

    Args:
        glyphs: what is drawn with.
    """

    PLACE = "benchmark"
    BINDINGS: ClassVar[list[BindingType]] = page_bindings("bench")
    FRAME = "bench"
    ID_PREFIX = "bench-"
    SMALLEST = SMALLEST_BENCH
    ABOUT_WRAPS = False
    LAST_KEYS = (Hint(("bench.help",), "help"), Hint(("bench.back",), "back"))
