"""What every screen but the game has in common: a heading, something in its middle, words about it, keys at the foot.

Most have a short list of items, as `ListPage`; the library and the results of a benchmark have tables.
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import takewhile
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.geometry import Size
from textual.screen import Screen
from textual.widget import Widget

from codenames_tui.ui.lines.help import HelpGroup
from codenames_tui.ui.lines.keys import Hint
from codenames_tui.ui.lines.lines import UNICODE, Glyphs, Line, Span
from codenames_tui.ui.messages import Destination, GoTo, KeyChosen
from codenames_tui.ui.screens.active_keys import hints, key_groups, press
from codenames_tui.ui.widgets.item_list import ItemList
from codenames_tui.ui.widgets.key_line import KeyLine
from codenames_tui.ui.widgets.too_small import TooSmall, mark_size
from codenames_tui.ui.widgets.words import Words

SMALLEST_PAGE: Final = Size(40, 10)
"""The smallest terminal in which there is room for a list."""


def page_bindings(prefix: str) -> list[BindingType]:
    """Return the keys of every page. Each kind of page has ids of its own, so that its keys can be remapped alone."""
    return [
        Binding("question_mark,f1", "help", "Show all keys", id=f"{prefix}.help"),
        Binding("escape", "back", "Back", id=f"{prefix}.back"),
        Binding("q", "close", "Close this screen", id=f"{prefix}.quit", show=False),
    ]


class Page(Screen[None]):
    """A screen with something in its middle.

    Args:
        glyphs: what is drawn with.
    """

    AUTO_FOCUS = ""
    PLACE = "page"
    BINDINGS: ClassVar[list[BindingType]] = page_bindings("page")
    FRAME: ClassVar[str] = "page"
    """What the style sheet calls the whole."""
    ID_PREFIX: ClassVar[str] = ""
    """How the style sheet's names of the parts begin."""
    SMALLEST: ClassVar[Size] = SMALLEST_PAGE
    """The smallest terminal in which there is room."""
    HEADING: ClassVar[str] = ""
    SUBHEADING: ClassVar[str] = ""
    """Stands behind the heading."""
    ABOUT_WRAPS: ClassVar[bool] = True
    """Whether the words below the middle may take more than a line."""
    FIRST_KEYS: ClassVar[Sequence[Hint]] = ()
    """What stands at the foot before anything else."""
    KEYS: ClassVar[Sequence[Hint]] = ()
    """What stands at the foot between the first and the last ones."""
    LAST_KEYS: ClassVar[Sequence[Hint]] = (Hint(("page.help",), "help"), Hint(("page.back",), "back"))
    NOT_OFFERED: ClassVar[Collection[str]] = ()
    """Ids of bindings that the palette leaves out: here they lead nowhere."""

    def __init__(self, *, glyphs: Glyphs = UNICODE) -> None:
        super().__init__()
        self.glyphs = glyphs
        self.heading = Words(glyphs=glyphs, id=f"{self.ID_PREFIX}heading", wraps=False)
        self.about = Words(glyphs=glyphs, id=f"{self.ID_PREFIX}about", wraps=self.ABOUT_WRAPS)
        self.key_line = KeyLine(glyphs=glyphs, id="keys")

    def middle(self) -> Iterable[Widget]:
        """Return what stands between the heading and the words below."""
        return ()

    def compose(self) -> ComposeResult:
        """Lay out the parts; how large they are is up to the style sheet."""
        with Vertical(id=self.FRAME):
            yield self.heading
            yield from self.middle()
            yield self.about
            yield self.key_line
        yield TooSmall(self.SMALLEST, glyphs=self.glyphs)

    def on_mount(self) -> None:
        """Show the heading and the keys."""
        self.heading.lines = self.heading_lines()
        self.show_keys()

    def heading_lines(self) -> tuple[Line, ...]:
        """Return what stands at the top."""
        more = (Span(f"  {self.SUBHEADING}", "dim"),) if self.SUBHEADING else ()
        return ((Span(self.HEADING, "strong"), *more),)

    def on_resize(self) -> None:
        """Leave as much room around the middle as there is; give way to a note where nothing fits."""
        mark_size(self, self.SMALLEST)
        width, height = self.app.size
        self.set_class(height >= 50 and width >= 100, "-tall")
        self.set_class(height >= 28, "-airy")
        self.set_class(height < 16, "-tight")

    def show_keys(self) -> None:
        """Show the keys that matter."""
        self.key_line.hints = hints(self, (*self.FIRST_KEYS, *self.KEYS, *self.LAST_KEYS), self.glyphs)

    def say(self, text: str, style: str = "dim") -> None:
        """Show a sentence below the middle."""
        self.about.lines = ((Span(self.glyphs.line(text), style),),) if text else ()

    async def on_key_chosen(self, message: KeyChosen) -> None:
        """Do what a key at the foot does."""
        await press(self, message.id)

    def action_help(self) -> None:
        """Show all keys, those of this page first."""
        from codenames_tui.ui.screens.key_help import show_help

        show_help(self, self.help_groups(), self.glyphs)

    def help_groups(self) -> tuple[HelpGroup, ...]:
        """Return what the help shows."""
        return key_groups(self, self.glyphs, {"On this screen": self._own_prefixes()} if self._own_prefixes() else {})

    @classmethod
    def _own_prefixes(cls) -> tuple[str, ...]:
        """Return how the ids of the keys begin that this page adds to those of every page."""
        kinds = takewhile(lambda kind: kind is not Page, cls.__mro__)
        bindings = [binding for kind in kinds for binding in Binding.make_bindings(vars(kind).get("BINDINGS", ()))]
        return tuple({f"{(binding.id or '').partition('.')[0]}." for binding in bindings})

    def action_back(self) -> None:
        """Go back to where the person came from."""
        self.post_message(GoTo(Destination.BACK))

    def action_close(self) -> None:
        """Close this screen as its key for going back does."""
        self.action_back()

    def action_leave(self) -> None:
        """Quit the app."""
        self.post_message(GoTo(Destination.QUIT))


class ListPage(Page):
    """A screen with a short list.

    Args:
        glyphs: what is drawn with.
    """

    AUTO_FOCUS = "ItemList"
    TOGETHER_WITH: ClassVar[tuple[str, ...]] = (ItemList.PLACE,)
    FIRST_KEYS = (Hint(("list.up", "list.down"), "move"), Hint(("list.choose",), "choose"))

    def __init__(self, *, glyphs: Glyphs = UNICODE) -> None:
        super().__init__(glyphs=glyphs)
        self.list = ItemList(glyphs=glyphs, id=f"{self.ID_PREFIX}list")
        self._described = self.about.lines
        """What was said of the item that is pointed at."""

    def middle(self) -> Iterable[Widget]:
        """Return the list."""
        return (self.list,)

    def on_mount(self) -> None:
        """Have the keys go to the list."""
        self.set_focus(self.list, scroll_visible=False)

    def on_resize(self) -> None:
        """Say what the list has no room for any more, once it has its new size."""
        self.call_after_refresh(self._describe_anew)

    def _describe_anew(self) -> None:
        if self.about.lines == self._described:  # and not what a key led to
            self.describe()

    def on_item_list_pointed(self) -> None:
        """Say something about the item that is pointed at."""
        self.describe()

    def describe(self) -> None:
        """Say below the list what there is to say of the item that is pointed at, and its line does not."""
        if item := self.list.pointed:
            note = "" if self.list.says_all and not item.wrong else item.note
            self.say(item.about or note, "bad" if item.wrong else "dim")
            self._described = self.about.lines
