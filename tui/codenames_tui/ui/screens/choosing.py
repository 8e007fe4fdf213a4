"""Questions over a form: a text, an agent; and notes that only want to be read."""

import asyncio
import re
from collections.abc import Callable, Sequence
from typing import ClassVar, Final, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input

from codenames_tui.ui.lines.items import Item
from codenames_tui.ui.lines.lines import Glyphs, Line, Span
from codenames_tui.ui.screens.dialog import ENTER, Dialog, keys_to_click
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
        self._keys = keys_to_click(("esc", "back", "note.close"), glyphs=glyphs)

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
        self._keys = keys_to_click(("enter", "OK", ENTER), ("esc", "back", "ask.cancel"), glyphs=glyphs)

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
            self._say("Press esc again to discard what you typed.", "warn")


class Offer(NamedTuple):
    """An agent that can be chosen, or a note among them."""

    spec: str
    about: str
    section: str = ""
    idle: bool = False
    """Whether it is a note, and nothing to choose."""
    label: str = ""
    """How it is shown, if not by its spec."""


LookUp = Callable[[str], Sequence[Offer]]
"""Returns more offers: for an empty text those that take a while to find, for the address of a server its own.

It is called in a thread, and never raises.
"""
_ADDRESS: Final = re.compile(r"(https?://|localhost[:/]|127\.|\[::1\])\S+")


class ChooseAgent(Dialog[str | None]):
    """Asks who plays: one of those that are offered, or an agent by its name.

    Args:
        title: for which seat.
        offers: who is offered at once.
        now: who plays now.
        glyphs: what is drawn with.
        look_up: finds others.
    """

    PLACE = "agents"
    TOGETHER_WITH = ("list",)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", "Back", id="agents.cancel"),
        Binding("up,shift+tab", "point(-1)", "Up", id="agents.up", priority=True),
        Binding("down,tab", "point(1)", "Down", id="agents.down", priority=True),
        Binding("pageup", "page(-1)", "Page up", id="agents.page_up", priority=True),
        Binding("pagedown", "page(1)", "Page down", id="agents.page_down", priority=True),
    ]

    def __init__(
        self, title: str, offers: Sequence[Offer], now: str, glyphs: Glyphs, look_up: LookUp | None = None
    ) -> None:
        super().__init__()
        self._offers = list(offers)
        self._now = now
        self._glyphs = glyphs
        self._look_up = look_up
        self._looking = ""
        """What is being looked for."""
        self._title = Words(glyphs=glyphs, id="dialog-title")
        self._heading = Span(glyphs.line(title), "strong")
        self.field = TextField("", glyphs=glyphs)
        self.list = ItemList(glyphs=glyphs, id="offers")
        self.list.can_focus = False
        self.words = Words(glyphs=glyphs, id="dialog-words")
        self._keys = keys_to_click(("enter", "choose", ENTER), ("esc", "back", "agents.cancel"), glyphs=glyphs)

    def compose(self) -> ComposeResult:
        """Ask."""
        with Vertical(classes="dialog tall"):
            yield self._title
            yield self.field
            yield self.list
            yield self.words
            yield self._keys

    def on_mount(self) -> None:
        """Show all who are offered, beginning with who plays now, and look for others."""
        self._show()
        self.list.point_at(self._now)
        self.field.focus()
        self._say()
        if self._look_up:
            self._find(self._look_up, "", "models")

    # Finding others

    def _find(self, look_up: LookUp, text: str, what: str) -> None:
        """Look for others in a thread, and go on as before meanwhile."""
        self._looking = what
        self._show()
        self.run_worker(self._found(look_up, text), group="look-up")

    async def _found(self, look_up: LookUp, text: str) -> None:
        found = await asyncio.to_thread(look_up, text)
        agents = [offer for offer in found if not offer.idle]
        known = {offer.spec for offer in self._offers}
        new = {offer.spec: offer for offer in (agents if text else found) if offer.spec not in known}
        self._offers += new.values()
        self._looking = ""
        if agents and text and self.field.value.strip() == text:
            with self.field.prevent(Input.Changed):
                self.field.value = ""
        self._show()
        if agents and text:
            self.list.point_at(agents[0].spec)
        self._say("" if agents or not text else next((offer.spec for offer in found), "no model is there"))

    def on_input_changed(self) -> None:
        """Show those whose names hold what is typed."""
        self._show()
        if self.field.value.strip():
            self.list.action_go(last=False)
        self._say()

    def _show(self) -> None:
        typed = self.field.value.strip()
        matches = [] if self._is_address(typed) else _matching(self._offers, typed)
        items = [
            Item(offer.spec, offer.label or offer.spec, section=offer.section if not typed else "", idle=offer.idle)
            for offer in matches
        ]
        if self._is_address(typed):
            items.append(Item(typed, typed, note="list the models of this server"))
        elif typed and typed not in [offer.spec for offer in matches]:
            items.append(Item(typed, typed, note="use this as a model's name", section="By name" if items else ""))
        if self._looking and not typed:
            items.append(Item("looking", f"looking for {self._looking}{self._glyphs.cut}", idle=True))
        self.list.show(items)
        what = f"type to search {sum(not offer.idle for offer in self._offers)} agents, or to name a model"
        self._title.lines = ((self._heading, Span(f"  {what}", "dim")),)

    def _is_address(self, typed: str) -> bool:
        return self._look_up is not None and _ADDRESS.fullmatch(typed) is not None

    def _say(self, problem: str = "") -> None:
        pointed = self.list.pointed
        about = next((offer.about for offer in self._offers if pointed and offer.spec == pointed.name), "")
        text = problem or about or "A language model as PROVIDER/MODEL, or the address of a server on this machine."
        line: Line = (Span(self._glyphs.line(text), "warn" if problem else "dim"),)
        self.words.lines = (line,)

    def on_item_list_pointed(self) -> None:
        """Say something about who is pointed at."""
        self._say()

    def on_item_list_chosen(self, message: ItemList.Chosen) -> None:
        """Take who was clicked."""
        self._choose(message.item.name)

    def on_input_submitted(self) -> None:
        """Take who is pointed at."""
        if self.list.pointed and not self.list.pointed.idle:
            self._choose(self.list.pointed.name)

    def _choose(self, name: str) -> None:
        """Return who is chosen, or list the models of the server at an address."""
        if self._look_up and self._is_address(name):
            self._find(self._look_up, name, f"models at {name}")
        else:
            self.dismiss(name)

    def action_point(self, steps: int) -> None:
        """Move the cursor of the list."""
        self.list.action_move(steps)

    def action_page(self, pages: int) -> None:
        """Move the cursor by the height of the list."""
        self.list.action_page(pages)

    def action_cancel(self) -> None:
        """Go back; what was typed is thrown away only when asked for twice."""
        if self.field.value.strip():
            self.field.value = ""
        else:
            self.dismiss(None)


def _matching(offers: Sequence[Offer], typed: str) -> list[Offer]:
    """Return the offers whose names hold every word that is typed, the very one first."""
    if not typed:
        return list(offers)
    words = typed.casefold().split()
    matches = [offer for offer in offers if not offer.idle and all(word in offer.spec.casefold() for word in words)]
    return sorted(matches, key=lambda offer: offer.spec.casefold() != typed.casefold())
