"""A list in front of a screen, of which one is chosen; what is pointed at can be tried meanwhile."""

from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from codenames_tui.ui.lines.items import Item
from codenames_tui.ui.lines.lines import Glyphs, Line, Span
from codenames_tui.ui.screens.dialog import ENTER, Dialog, keys_to_click
from codenames_tui.ui.widgets.item_list import ItemList
from codenames_tui.ui.widgets.words import Words

_FEWEST_LINES: Final = 2
"""Below a list, so that it stays where it is."""


class ChooseItem(Dialog[str | None]):
    """Asks for one of `items`, and returns its name.

    Args:
        title: what is asked for.
        items: what can be chosen.
        now: the name of the one to begin with.
        glyphs: what is drawn with.
        try_out: called with the name of each item that is pointed at.
        words: stand below the list.
        does: what is done with the chosen one, in a word or two.
    """

    PLACE = "choice"
    TOGETHER_WITH = ("list",)
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "cancel", "Back", id="choice.cancel")]

    def __init__(
        self,
        title: str,
        items: Sequence[Item],
        now: str,
        glyphs: Glyphs,
        *,
        try_out: Callable[[str], None] = lambda _: None,
        words: Sequence[Line] = (),
        does: str = "choose",
    ) -> None:
        super().__init__()
        self._items = items
        self._now = now
        self._try_out = try_out
        self._title = Words(glyphs=glyphs, id="dialog-title")
        self._title.lines = ((Span(glyphs.line(title), "strong"),),)
        self.list = ItemList(glyphs=glyphs, id="offers")
        self._words = Words(glyphs=glyphs, id="dialog-words")
        self._words.lines = tuple(words)
        self._keys = keys_to_click(("enter", does, ENTER), ("esc", "back", "choice.cancel"), glyphs=glyphs)

    def compose(self) -> ComposeResult:
        """Show the list."""
        with Vertical(classes="dialog tall"):
            yield self._title
            yield self.list
            yield self._words
            yield self._keys

    def on_mount(self) -> None:
        """Point at the one that holds now."""
        self.list.show(self._items)
        self.list.point_at(self._now)
        self.set_focus(self.list, scroll_visible=False)

    def say(self, words: Sequence[Line]) -> None:
        """Show these words below the list, which makes room for them."""
        self._words.lines = tuple(words)
        self._words.styles.height = max(len(words), _FEWEST_LINES)

    def on_item_list_pointed(self) -> None:
        """Try what is pointed at."""
        if item := self.list.pointed:
            self._try_out(item.name)

    def on_item_list_chosen(self, message: ItemList.Chosen) -> None:
        """Return what was chosen."""
        self.dismiss(message.item.name)

    def action_cancel(self) -> None:
        """Return nothing."""
        self.dismiss(None)
