"""What the screens of a benchmark have in common."""

from typing import ClassVar, Final

from textual.binding import Binding, BindingType
from textual.geometry import Size

from codenames_tui.ui.lines.keys import Hint
from codenames_tui.ui.lines.lines import UNICODE, Glyphs
from codenames_tui.ui.screens.framed import Framed
from codenames_tui.ui.widgets.words import Words

SMALLEST_BENCH: Final = Size(60, 16)
"""The smallest terminal in which there is room for a benchmark."""


class BenchPage(Framed):
    """A screen of a benchmark.

    Args:
        glyphs: what is drawn with.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark,f1", "help", "Show all keys", id="bench.help"),
        Binding("escape", "back", "Back", id="bench.back"),
        Binding("q", "leave", "Quit", id="bench.quit"),
    ]
    FRAME = "bench"
    SMALLEST = SMALLEST_BENCH
    OWN_KEYS = ("bench.", "run.", "results.")
    LAST_KEYS = (Hint(("bench.help",), "help"), Hint(("bench.back",), "back"))

    def __init__(self, *, glyphs: Glyphs = UNICODE) -> None:
        heading = Words(glyphs=glyphs, id="bench-heading", wraps=False)
        super().__init__(heading, Words(glyphs=glyphs, id="bench-about", wraps=False), glyphs=glyphs)
