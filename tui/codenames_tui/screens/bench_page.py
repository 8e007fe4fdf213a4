"""What the screens of a benchmark have in common: a head, a middle, words about it, and the keys at the foot."""

from collections.abc import Sequence
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.geometry import Size
from textual.screen import Screen
from textual.widget import Widget

from codenames_tui.messages import GoTo, KeyChosen
from codenames_tui.screens.dialogs import KeyHelp
from codenames_tui.screens.keys_now import Hint, all_keys, hints, press
from codenames_tui.views.lines import UNICODE, Glyphs, Span
from codenames_tui.widgets.key_line import KeyLine
from codenames_tui.widgets.too_small import TooSmall
from codenames_tui.widgets.words import Words

SMALLEST_BENCH: Final = Size(60, 16)
"""The smallest terminal in which there is room for a benchmark."""


class BenchPage(Screen[None]):
    """A screen of a benchmark.

    Args:
        glyphs: what is drawn with.
    """

    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark,f1", "help", "Show all keys", id="bench.help"),
        Binding("escape", "back", "Back", id="bench.back"),
        Binding("q", "leave", "Quit", id="bench.quit"),
    ]
    KEYS: ClassVar[Sequence[Hint]] = ()
    """What stands at the foot before the last ones."""
    LAST_KEYS: Final = (Hint(("bench.help",), "help"), Hint(("bench.back",), "back"))

    def __init__(self, *, glyphs: Glyphs = UNICODE) -> None:
        super().__init__()
        self.glyphs = glyphs
        self.heading = Words(glyphs=glyphs, id="bench-heading", wraps=False)
        self.about = Words(glyphs=glyphs, id="bench-about", wraps=False)
        self.key_line = KeyLine(glyphs=glyphs, id="keys")

    def middle(self) -> Sequence[Widget]:
        """Return what stands between the head and the words below."""
        return ()

    def compose(self) -> ComposeResult:
        """Lay out the parts; how large they are is up to the style sheet."""
        with Vertical(id="bench"):
            yield self.heading
            yield from self.middle()
            yield self.about
            yield self.key_line
        yield TooSmall(SMALLEST_BENCH, glyphs=self.glyphs)

    def on_mount(self) -> None:
        """Show the keys."""
        self.show_keys()

    def on_resize(self) -> None:
        """Give way to a note where nothing fits."""
        width, height = self.app.size
        self.set_class(width < SMALLEST_BENCH.width or height < SMALLEST_BENCH.height, "-too-small")
        self.set_class(height >= 34 and width >= 100, "-roomy")

    def show_keys(self) -> None:
        """Show the keys that matter."""
        self.key_line.hints = hints(self, (*self.KEYS, *self.LAST_KEYS), self.glyphs)

    def say(self, text: str, style: str = "dim") -> None:
        """Show a sentence at the foot."""
        self.about.lines = ((Span(self.glyphs.line(text), style),),) if text else ()

    async def on_key_chosen(self, message: KeyChosen) -> None:
        """Do what a key at the foot does."""
        await press(self, message.id)

    def action_help(self) -> None:
        """Show all keys."""
        self.app.push_screen(KeyHelp(all_keys(self, self.glyphs, ("bench.", "run.", "results.")), self.glyphs))

    def action_back(self) -> None:
        """Go back to where the person came from."""
        self.post_message(GoTo("back"))

    def action_leave(self) -> None:
        """Quit the app."""
        self.post_message(GoTo("quit"))
