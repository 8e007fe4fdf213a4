"""A search through everything that was said and done in a game."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from codenames_tui.game.talk.finding import EventText, found_items
from codenames_tui.ui.lines.keys import Hint
from codenames_tui.ui.lines.lines import Glyphs, Span
from codenames_tui.ui.screens.active_keys import hints
from codenames_tui.ui.screens.dialog import Dialog
from codenames_tui.ui.widgets.item_list import ItemList
from codenames_tui.ui.widgets.key_line import KeyLine
from codenames_tui.ui.widgets.search_field import SEARCH_KEYS, SearchField
from codenames_tui.ui.widgets.words import Words


class FindInGame(Dialog[int | None]):
    """Asks for words, and returns the position of an event that holds them.

    Args:
        texts: every event as it may be shown.
        glyphs: what is drawn with.
    """

    PLACE = "find"
    TOGETHER_WITH = (SearchField.PLACE, ItemList.PLACE)
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", "Back", id="find.cancel")]

    def __init__(self, texts: Sequence[EventText], glyphs: Glyphs) -> None:
        super().__init__()
        self._texts = texts
        self._glyphs = glyphs
        self._title = Words(glyphs=glyphs, id="dialog-title")
        self._title.lines = ((Span("Find in this game", "strong"),),)
        self.field = SearchField("words, a card, a team, or a turn: ship red turn 3", glyphs=glyphs)
        self.list = ItemList(glyphs=glyphs, id="offers")
        self.list.can_focus = False
        self._keys = KeyLine(glyphs=glyphs, id="dialog-keys")

    def compose(self) -> ComposeResult:
        """Ask."""
        with Vertical(classes="dialog tall"):
            yield self._title
            yield self.field
            yield self.list
            yield self._keys

    def on_mount(self) -> None:
        """Show all events to begin with."""
        self.field.focus()
        self.on_input_changed()

    def on_descendant_focus(self) -> None:
        """Show the keys of the field."""
        self._keys.hints = hints(self, (*SEARCH_KEYS, Hint(("find.cancel",), "back")), self._glyphs)

    def on_input_changed(self) -> None:
        """Show the events that hold what is typed."""
        self.list.show(found_items(self._texts, self.field.value, self._glyphs))
        self.list.action_go(last=False)

    def on_search_field_moved(self, message: SearchField.Moved) -> None:
        """Move the cursor of the list."""
        message.move(self.list)

    def on_input_submitted(self) -> None:
        """Go to the event that is pointed at."""
        if item := self.list.pointed:
            self.dismiss(int(item.name))

    def on_item_list_chosen(self, message: ItemList.Chosen) -> None:
        """Go to the event that was clicked."""
        self.dismiss(int(message.item.name))

    def action_cancel(self) -> None:
        """Go back."""
        self.dismiss(None)
