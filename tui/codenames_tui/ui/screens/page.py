"""The screens around a game: a title, a list, words about what is pointed at, keys at the foot.

Most have a short list of items, as `ListPage`; the library has a table.
"""

from typing import ClassVar, Final

from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.widget import Widget

from codenames_tui.ui.lines.keys import Hint
from codenames_tui.ui.lines.lines import UNICODE, Glyphs, Line, Span
from codenames_tui.ui.screens.framed import Framed
from codenames_tui.ui.widgets.item_list import ItemList
from codenames_tui.ui.widgets.words import Words

SMALLEST_PAGE: Final = Size(40, 10)
"""The smallest terminal in which there is room for a list."""
_LIST_KEYS: Final = (Hint(("list.up", "list.down"), "move"), Hint(("list.choose",), "choose"))


class Page(Framed):
    """A screen with one thing in its middle.

    Args:
        middle: what is between the title and the words about it.
        glyphs: what is drawn with.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark,f1", "help", "Show all keys", id="page.help"),
        Binding("escape", "back", "Back", id="page.back"),
        Binding("q", "leave", "Quit", id="page.quit"),
    ]
    FRAME = "page"
    SMALLEST = SMALLEST_PAGE
    OWN_KEYS = ("home.", "setup.", "settings.", "library.", "fork.")
    LAST_KEYS = (Hint(("page.help",), "help"), Hint(("page.back",), "back"))
    HEADING: ClassVar[str] = ""

    def __init__(self, middle: Widget, *, glyphs: Glyphs = UNICODE) -> None:
        heading = Words(glyphs=glyphs, id="heading", wraps=False)
        super().__init__(heading, Words(glyphs=glyphs, id="about"), glyphs=glyphs)
        self._middle = middle

    def middle(self) -> tuple[Widget, ...]:
        """Return what stands between the title and the words below."""
        return (self._middle,)

    def on_mount(self) -> None:
        """Show the title."""
        self.heading.lines = self.heading_lines()

    def heading_lines(self) -> tuple[Line, ...]:
        """Return what stands at the top."""
        return ((Span(self.HEADING, "strong"),),)

    def on_resize(self) -> None:
        """Leave as much room around the list as there is."""
        width, height = self.app.size
        self.set_class(height >= 50 and width >= 100, "-tall")
        self.set_class(height >= 28, "-airy")
        self.set_class(height < 16, "-tight")


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
