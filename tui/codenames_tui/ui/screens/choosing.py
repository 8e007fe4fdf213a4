"""Questions over a form: a text, an agent; and notes that only want to be read."""

from collections.abc import Callable, Sequence
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from codenames_tui.ui.lines.items import Item
from codenames_tui.ui.lines.lines import Glyphs, Line, Span
from codenames_tui.ui.screens.dialog import Dialog
from codenames_tui.ui.widgets.field import TextField
from codenames_tui.ui.widgets.item_list import ItemList
from codenames_tui.ui.widgets.words import Words


class Note(Dialog[None]):
    """Says something.

    Args:
        title: what it is about.
        lines: what is to be said.
        glyphs: what is drawn with.
    """

    PLACE = "note"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,space,q", "close", "Back", id="note.close"),
    ]

    def __init__(self, title: str, lines: Sequence[str], glyphs: Glyphs) -> None:
        super().__init__()
        self._title = Words(glyphs=glyphs, id="dialog-title")
        self._title.lines = ((Span(glyphs.line(title), "strong"),),)
        self._words = Words(glyphs=glyphs, id="dialog-words")
        self._words.lines = tuple((Span(glyphs.line(line)),) for line in lines)
        self._keys = Words(glyphs=glyphs, id="dialog-keys")
        self._keys.lines = ((Span("esc", "key"), Span(" back", "dim")),)

    def compose(self) -> ComposeResult:
        """Say it."""
        with Vertical(classes="dialog"):
            yield self._title
            yield self._words
            yield self._keys

    def action_close(self) -> None:
        """Go back."""
        self.dismiss(None)


class AskText(Dialog[str | None]):
    """Asks for a text.

    Args:
        title: what is asked for.
        value: what is there now.
        about: a sentence on what is possible.
        check: returns what is wrong with a text, nothing where it is good.
        glyphs: what is drawn with.
        restrict: a regular expression that what is typed must match.
    """

    PLACE = "question"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", "Back", id="ask.cancel")]

    def __init__(
        self,
        title: str,
        value: str,
        about: str,
        check: Callable[[str], str],
        glyphs: Glyphs,
        *,
        restrict: str | None = None,
    ) -> None:
        super().__init__()
        self._before = value
        self._about = about
        self._check = check
        self._glyphs = glyphs
        self._warned = False
        self._title = Words(glyphs=glyphs, id="dialog-title")
        self._title.lines = ((Span(glyphs.line(title), "strong"),),)
        self.field = TextField(value, glyphs=glyphs, restrict=restrict)
        self.words = Words(glyphs=glyphs, id="dialog-words")
        self._keys = Words(glyphs=glyphs, id="dialog-keys")
        self._keys.lines = (
            (Span("enter", "key"), Span(" take it  ", "dim"), Span("esc", "key"), Span(" back", "dim")),
        )

    def compose(self) -> ComposeResult:
        """Ask."""
        with Vertical(classes="dialog"):
            yield self._title
            yield self.field
            yield self.words
            yield self._keys

    def on_mount(self) -> None:
        """Say what is possible."""
        self._say(self._about)

    def _say(self, text: str, style: str = "dim") -> None:
        self.words.lines = ((Span(self._glyphs.line(text), style),),)

    def on_input_changed(self) -> None:
        """Say what is possible again after what was wrong."""
        self._warned = False
        self._say(self._about)

    def on_input_submitted(self) -> None:
        """Return the text if nothing is wrong with it."""
        if problem := self._check(self.field.value.strip()):
            self._say(problem, "bad")
        else:
            self.dismiss(self.field.value.strip())

    def action_cancel(self) -> None:
        """Go back; what was typed is thrown away only when asked for twice."""
        if self.field.value.strip() == self._before or self._warned:
            self.dismiss(None)
        else:
            self._warned = True
            self._say("Press esc again to throw away what you typed.", "warn")


class Offer(NamedTuple):
    """An agent that can be chosen."""

    spec: str
    about: str
    section: str = ""


class ChooseAgent(Dialog[str | None]):
    """Asks who plays: one of those that are offered, or an agent by its name.

    Args:
        title: for which seat.
        offers: who is offered.
        now: who plays now.
        glyphs: what is drawn with.
    """

    PLACE = "agents"
    TOGETHER_WITH = ("list",)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", "Back", id="agents.cancel"),
        Binding("up,shift+tab", "point(-1)", "Up", id="agents.up", priority=True),
        Binding("down,tab", "point(1)", "Down", id="agents.down", priority=True),
    ]

    def __init__(self, title: str, offers: Sequence[Offer], now: str, glyphs: Glyphs) -> None:
        super().__init__()
        self._offers = offers
        self._now = now
        self._glyphs = glyphs
        self._title = Words(glyphs=glyphs, id="dialog-title")
        self._title.lines = ((Span(glyphs.line(title), "strong"), Span("  type to search, or name a model", "dim")),)
        self.field = TextField("", glyphs=glyphs)
        self.list = ItemList(glyphs=glyphs, id="offers")
        self.list.can_focus = False
        self.words = Words(glyphs=glyphs, id="dialog-words")
        self._keys = Words(glyphs=glyphs, id="dialog-keys")
        self._keys.lines = ((Span("enter", "key"), Span(" choose  ", "dim"), Span("esc", "key"), Span(" back", "dim")),)

    def compose(self) -> ComposeResult:
        """Ask."""
        with Vertical(classes="dialog tall"):
            yield self._title
            yield self.field
            yield self.list
            yield self.words
            yield self._keys

    def on_mount(self) -> None:
        """Show all who are offered, beginning with who plays now."""
        self._show()
        self.list.point_at(self._now)
        self.field.focus()
        self._say()

    def on_input_changed(self) -> None:
        """Show those whose names hold what is typed."""
        self._show()
        self._say()

    def _show(self) -> None:
        typed = self.field.value.strip()
        matches = [offer for offer in self._offers if typed.casefold() in offer.spec.casefold()]
        items = [Item(offer.spec, offer.spec, section=offer.section if not typed else "") for offer in matches]
        if typed and typed not in [offer.spec for offer in matches]:
            items.append(Item(typed, typed, note="as it is typed", section="By name" if items else ""))
        self.list.show(items)
        if typed:
            self.list.action_go(last=False)

    def _say(self) -> None:
        pointed = self.list.pointed
        about = next((offer.about for offer in self._offers if pointed and offer.spec == pointed.name), "")
        line: Line = (Span(self._glyphs.line(about or "A language model by the name that litellm has for it."), "dim"),)
        self.words.lines = (line,)

    def on_item_list_pointed(self) -> None:
        """Say something about who is pointed at."""
        self._say()

    def on_item_list_chosen(self, message: ItemList.Chosen) -> None:
        """Return who was clicked."""
        self.dismiss(message.item.name)

    def on_input_submitted(self) -> None:
        """Return who is pointed at."""
        if self.list.pointed:
            self.dismiss(self.list.pointed.name)

    def action_point(self, steps: int) -> None:
        """Move the cursor of the list."""
        self.list.action_move(steps)

    def action_cancel(self) -> None:
        """Go back; what was typed is thrown away only when asked for twice."""
        if self.field.value.strip():
            self.field.value = ""
        else:
            self.dismiss(None)
