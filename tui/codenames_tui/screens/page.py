"""What the screens around a game have in common: a title, a list, words about what is pointed at, keys at the foot.

Most have a short list of items, as `ListPage`; the library has a table.
"""

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
from codenames_tui.views.lines import UNICODE, Glyphs, Line, Span
from codenames_tui.widgets.items import ItemList
from codenames_tui.widgets.key_line import KeyLine
from codenames_tui.widgets.too_small import TooSmall
from codenames_tui.widgets.words import Words

SMALLEST_PAGE: Final = Size(40, 10)
"""The smallest terminal in which there is room for a list."""
_LIST_KEYS: Final = (Hint(("list.up", "list.down"), "move"), Hint(("list.choose",), "choose"))


_OWN_KEYS: Final = ("home.", "setup.", "settings.", "library.", "fork.")


class Page(Screen[None]):
    """A screen with something in its middle.

    Args:
        middle: what is between the title and the words about it.
        glyphs: what is drawn with.
    """

    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark,f1", "help", "Show all keys", id="page.help"),
        Binding("escape", "back", "Back", id="page.back"),
        Binding("q", "leave", "Quit", id="page.quit"),
    ]
    HEADING: ClassVar[str] = ""
    FIRST_KEYS: ClassVar[Sequence[Hint]] = ()
    """What stands at the foot before anything else."""
    KEYS: ClassVar[Sequence[Hint]] = ()
    """What stands at the foot between moving and the last ones."""
    LAST_KEYS: ClassVar[Sequence[Hint]] = (Hint(("page.help",), "help"), Hint(("page.back",), "back"))

    def __init__(self, middle: Widget, *, glyphs: Glyphs = UNICODE) -> None:
        super().__init__()
        self.glyphs = glyphs
        self.heading = Words(glyphs=glyphs, id="heading", wraps=False)
        self.about = Words(glyphs=glyphs, id="about")
        self.key_line = KeyLine(glyphs=glyphs, id="keys")
        self._middle = middle

    def compose(self) -> ComposeResult:
        """Lay out the parts; how large they are is up to the style sheet."""
        with Vertical(id="page"):
            yield self.heading
            yield self._middle
            yield self.about
            yield self.key_line
        yield TooSmall(SMALLEST_PAGE, glyphs=self.glyphs)

    def on_mount(self) -> None:
        """Show the title and the keys."""
        self.heading.lines = self.heading_lines()
        self.show_keys()

    def heading_lines(self) -> tuple[Line, ...]:
        """Return what stands at the top."""
        return ((Span(self.HEADING, "strong"),),)

    def show_keys(self) -> None:
        """Show the keys that matter."""
        self.key_line.hints = hints(self, (*self.FIRST_KEYS, *self.KEYS, *self.LAST_KEYS), self.glyphs)

    def on_resize(self) -> None:
        """Give way to a note where the list does not fit."""
        width, height = self.app.size
        self.set_class(width < SMALLEST_PAGE.width or height < SMALLEST_PAGE.height, "-too-small")
        self.set_class(height >= 34 and width >= 100, "-roomy")
        self.set_class(height >= 50 and width >= 100, "-tall")
        self.set_class(height >= 28, "-airy")
        self.set_class(height < 16, "-tight")

    def say(self, text: str, style: str = "dim") -> None:
        """Show a sentence below the list."""
        self.about.lines = ((Span(self.glyphs.line(text), style),),) if text else ()

    async def on_key_chosen(self, message: KeyChosen) -> None:
        """Do what a key at the foot does."""
        await press(self, message.id)

    def action_help(self) -> None:
        """Show all keys."""
        self.app.push_screen(KeyHelp(all_keys(self, self.glyphs, _OWN_KEYS), self.glyphs))

    def action_back(self) -> None:
        """Go back to where the person came from."""
        self.post_message(GoTo("back"))

    def action_leave(self) -> None:
        """Quit the app."""
        self.post_message(GoTo("quit"))


class ListPage(Page):
    """A screen with a short list.

    Args:
        glyphs: what is drawn with.
    """

    AUTO_FOCUS = "ItemList"
    FIRST_KEYS = _LIST_KEYS

    def __init__(self, *, glyphs: Glyphs = UNICODE) -> None:
        self.list = ItemList(glyphs=glyphs, id="list")
        super().__init__(self.list, glyphs=glyphs)

    def on_mount(self) -> None:
        """Have the keys go to the list."""
        self.set_focus(self.list, scroll_visible=False)

    def describe(self) -> None:
        """Say below the list what there is to say of the item that is pointed at."""
        if item := self.list.pointed:
            self.say(item.about or item.note, "bad" if item.wrong else "dim")
