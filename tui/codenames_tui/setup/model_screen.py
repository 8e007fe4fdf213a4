"""The parameters of the model at a seat, field by field."""

from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from codenames_core.game.config import AgentConfig
from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line
from codenames_tui.setup import game_form, model_form
from codenames_tui.ui.lines.items import Item
from codenames_tui.ui.lines.lines import Glyphs, Span
from codenames_tui.ui.screens.choosing import AskText
from codenames_tui.ui.screens.dialog import ENTER, Dialog, keys_to_click
from codenames_tui.ui.widgets.item_list import ItemList
from codenames_tui.ui.widgets.words import Words

TAKE: Final = "take"


class SetParameters(Dialog[str | None]):
    """Asks for the parameters of a model, and returns its spec with them.

    Args:
        title: for which seat.
        agent: the model as it is now.
        glyphs: what is drawn with.
    """

    PLACE = "parameters"
    TOGETHER_WITH = ("list",)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", "Back", id="parameters.cancel"),
        Binding("f4,ctrl+s", "take", "Use these parameters", id="parameters.take"),
        Binding("delete,backspace", "reset", "The model's own", id="parameters.reset"),
    ]

    def __init__(self, title: str, agent: AgentConfig, glyphs: Glyphs) -> None:
        super().__init__()
        self.agent = agent
        self._before = agent
        self._warned = False
        self._glyphs = glyphs
        self._title = Words(glyphs=glyphs, id="dialog-title")
        self._title.lines = ((Span(glyphs.line(title), "strong"),),)
        self.list = ItemList(glyphs=glyphs, id="offers")
        self.words = Words(glyphs=glyphs, id="dialog-words")
        keys = (
            ("enter", "edit", ENTER),
            ("f4", "use these", "parameters.take"),
            ("esc", "back", "parameters.cancel"),
        )
        self._keys = keys_to_click(*keys, glyphs=glyphs)

    def compose(self) -> ComposeResult:
        """Ask."""
        with Vertical(classes="dialog tall"):
            yield self._title
            yield self.list
            yield self.words
            yield self._keys

    def on_mount(self) -> None:
        """Show the fields."""
        self.list.long = True
        self._show()
        self.list.focus()

    def _show(self) -> None:
        items = [
            Item(
                field,
                label,
                model_form.text_of(field, self.agent) or model_form.USUAL.get(field, "its own"),
                about=model_form.ABOUT[field],
                turns=bool(model_form.choices_of(field)),
            )
            for field, label in model_form.FIELDS.items()
        ]
        self.list.show([*items, Item(TAKE, "Use these parameters", style="accent", apart=True)])
        self._describe()

    def _describe(self, problem: str = "") -> None:
        pointed = self.list.pointed
        text = problem or (
            game_form.kept_spec(self.agent.text) if pointed is None or pointed.name == TAKE else pointed.about
        )
        self.words.lines = ((Span(self._glyphs.line(text), "bad" if problem else "dim"),),)

    def on_item_list_pointed(self) -> None:
        """Say what is possible in the field that is pointed at."""
        self._describe()

    def on_item_list_turned(self, message: ItemList.Turned) -> None:
        """Take the next choice."""
        field = message.item.name
        choices = model_form.choices_of(field)
        now = model_form.text_of(field, self.agent)
        place = choices.index(now) if now in choices else 0
        self._fill(field, choices[(place + message.steps) % len(choices)])

    def on_item_list_chosen(self, message: ItemList.Chosen) -> None:
        """Ask for the text of a field, or take them all."""
        field = message.item.name
        if field == TAKE:
            self.action_take()
            return

        def check(text: str) -> str:
            return self._problem_with(field, text)

        now = model_form.text_of(field, self.agent)
        about = model_form.ABOUT[field]
        ask = AskText(model_form.FIELDS[field], now, about, check, self._glyphs)
        self.app.push_screen(ask, lambda text: None if text is None else self._fill(field, text))

    def _problem_with(self, field: str, text: str) -> str:
        try:
            model_form.with_text(field, text, self.agent)
        except InputError as error:
            return one_line(str(error), 300)
        return ""

    def _fill(self, field: str, text: str) -> None:
        self._warned = False
        self.agent = model_form.with_text(field, text, self.agent)
        self._show()

    def action_reset(self) -> None:
        """Leave the parameter that is pointed at to the model."""
        if (item := self.list.pointed) and item.name not in (model_form.MODEL, TAKE):
            self._fill(item.name, "")

    def action_take(self) -> None:
        """Return the spec."""
        self.dismiss(self.agent.text)

    def action_cancel(self) -> None:
        """Go back; what was changed is thrown away only when asked for twice."""
        if self.agent == self._before or self._warned:
            self.dismiss(None)
        else:
            self._warned = True
            self._describe("Press esc again to discard your changes.")
