"""The keys, and other ones for them: each is checked against all others before it is kept."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Self

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from codenames_tui.app.keymap import KnownBinding, bound, check_keymap, is_key, known_bindings, written
from codenames_tui.ui.app_state import AppState
from codenames_tui.ui.lines.items import Item
from codenames_tui.ui.lines.keys import Hint
from codenames_tui.ui.lines.lines import Glyphs, Span
from codenames_tui.ui.messages import Destination, Settled
from codenames_tui.ui.preferences import Settings
from codenames_tui.ui.screens.active_keys import hints
from codenames_tui.ui.screens.dialog import Dialog, keys_to_click
from codenames_tui.ui.screens.page import ListPage
from codenames_tui.ui.widgets.item_list import ItemList
from codenames_tui.ui.widgets.search_field import SearchField
from codenames_tui.ui.widgets.words import Words


def holds(binding: KnownBinding, text: str) -> bool:
    """Return whether every word of `text` is in a binding's description, its place, its id or its keys."""
    searched = " ".join((binding.description, binding.where, binding.id, *map(written, binding.keys))).casefold()
    return all(word in searched for word in text.casefold().split())


def key_items(bindings: Sequence[KnownBinding], changed: Mapping[str, str]) -> list[Item]:
    """Return an item for each binding, called by its id, with its keys; those with other keys than usual are marked."""
    items: list[Item] = []
    for binding in bindings:
        section = binding.where.capitalize() if not items or binding.where != bindings[len(items) - 1].where else ""
        keys = " ".join(written(key) for key in binding.keys)
        style = "accent" if binding.id in changed else "text"
        items.append(Item(binding.id, binding.description, keys, about=binding.id, section=section, style=style))
    return items


class KeysScreen(ListPage):
    """A list of all keys, of which each can be changed.

    Args:
        keys: other keys, by the id of their binding.
        glyphs: what is drawn with.
    """

    PLACE = Destination.KEYS
    HEADING = "Keys"
    SUBHEADING = "choose a command to give it another key"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("delete,backspace", "reset", "Reset to the default", id="keys.reset"),
        Binding("slash", "search", "Search the commands", id="keys.search"),
    ]
    TOGETHER_WITH = (SearchField.PLACE,)
    KEYS = (Hint(("keys.search",), "search"), Hint(("keys.reset",), "default"))

    def __init__(self, keys: Mapping[str, str], *, glyphs: Glyphs) -> None:
        super().__init__(glyphs=glyphs)
        self._changed = dict(keys)
        self.field = SearchField("search by command, screen or key", glyphs=glyphs)

    @classmethod
    def for_app(cls, app: AppState) -> Self:
        """Return the keys as they are settled."""
        return cls(app.settings.preferences.keys, glyphs=app.look.glyphs)

    def on_mount(self) -> None:
        """Show the keys."""
        self.list.long = True
        self.mount(self.field, after=self.heading)
        self.field.display = False
        self._show()

    def take(self, settings: Settings) -> None:
        """Show other keys."""
        self._changed = dict(settings.preferences.keys)
        self._show()
        self.show_keys()

    def _show(self) -> None:
        holding = check_keymap(self._changed, known_bindings()).keymap
        found = [one for one in bound(known_bindings(), holding) if holds(one, self.field.value)]
        nothing = Item("", "No command matches all of these words.", idle=True)
        self.list.show(key_items(found, self._changed) or [nothing])
        self.describe()

    def show_keys(self) -> None:
        """Show the keys that matter, by what has the focus."""
        if self.field.has_focus:
            wanted = (Hint(("search.up", "search.down"), "move"), Hint(("search.choose",), "choose"))
            self.key_line.hints = hints(self, (*wanted, Hint(("page.back",), "all commands")), self.glyphs)
        else:
            super().show_keys()

    def on_descendant_focus(self) -> None:
        """Have the keys at the foot follow the focus."""
        self.show_keys()

    def on_descendant_blur(self) -> None:
        """Have the keys at the foot follow the focus."""
        self.show_keys()

    def action_search(self) -> None:
        """Type what a command must hold."""
        self.field.display = True
        self.field.focus()

    def on_input_changed(self) -> None:
        """Show the commands that hold what is typed, with the cursor on the first."""
        self._show()
        self.list.action_go(last=False)

    def on_search_field_moved(self, message: SearchField.Moved) -> None:
        """Move the cursor while the search has the focus."""
        message.move(self.list)

    def on_input_submitted(self) -> None:
        """Ask for a key of the command that is pointed at."""
        self.list.action_choose()

    def action_back(self) -> None:
        """Drop the search, or go back."""
        if self.field.display:
            self.field.value = ""
            self.field.display = False
            self.set_focus(self.list, scroll_visible=False)
        else:
            super().action_back()

    def on_item_list_chosen(self, message: ItemList.Chosen) -> None:
        """Ask for a key."""
        ask = AskKey(message.item.name, message.item.label, self._changed, self.glyphs)
        self.app.push_screen(ask, lambda key: self._take_key(message.item.name, key))

    def _take_key(self, name: str, key: str | None) -> None:
        if key is not None:
            self._settle({**self._changed, name: key})

    def action_reset(self) -> None:
        """Give the binding that is pointed at its usual keys."""
        if (item := self.list.pointed) and item.name in self._changed:
            self._settle({name: key for name, key in self._changed.items() if name != item.name})

    def _settle(self, keys: Mapping[str, str]) -> None:
        self.post_message(Settled("keys", keys))


def why_not(name: str, key: str, changed: Mapping[str, str]) -> str:
    """Return why a binding cannot have a key, nothing where it can.

    Args:
        name: the id of the binding.
        key: in Textual's name.
        changed: the other keys that hold, by the ids of their bindings.
    """
    if not is_key(written(key)):
        return f"{key} cannot be set."
    problems = check_keymap({**changed, name: written(key)}, known_bindings()).problems
    return next(
        (one.split(": ", 2)[-1].removesuffix("; the default keys are kept") for one in problems if repr(name) in one),
        "",
    )


class AskKey(Dialog[str | None]):
    """Takes the next key that is pressed, if the binding can have it.

    Args:
        name: the id of the binding.
        what: what the key does.
        changed: the other keys that hold, by the ids of their bindings.
        glyphs: what is drawn with.
    """

    PLACE = "new key"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", "Back", id="new_key.cancel")]

    def __init__(self, name: str, what: str, changed: Mapping[str, str], glyphs: Glyphs) -> None:
        super().__init__()
        self._binding = name
        self._changed = changed
        self._glyphs = glyphs
        self._title = Words(glyphs=glyphs, id="dialog-title")
        self._title.lines = ((Span(glyphs.line(what), "strong"),),)
        self.words = Words(glyphs=glyphs, id="dialog-words")
        self._keys = keys_to_click(("esc", "back", "new_key.cancel"), glyphs=glyphs)

    def compose(self) -> ComposeResult:
        """Ask."""
        with Vertical(classes="dialog"):
            yield self._title
            yield self.words
            yield self._keys

    def on_mount(self) -> None:
        """Say what to do."""
        self._say("Press the new key.")

    def _say(self, text: str, style: str = "dim") -> None:
        self.words.lines = ((Span(self._glyphs.line(text), style),),)

    def on_key(self, event: events.Key) -> None:
        """Take the key, or say why it cannot be."""
        if event.key == "escape":
            return
        event.stop()
        event.prevent_default()
        if problem := why_not(self._binding, event.key, self._changed):
            self._say(problem, "bad")
        else:
            self.dismiss(written(event.key))

    def action_cancel(self) -> None:
        """Return nothing."""
        self.dismiss(None)
