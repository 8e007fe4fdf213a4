"""A recorded decision asked again, of the same or another agent, beside what was played."""

import asyncio
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from codenames_core.files.record import EpisodeRecord
from codenames_core.game.agent import AgentTrace
from codenames_core.game.config import AgentConfig
from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line
from codenames_metrics.experiment.estimate import price_of
from codenames_metrics.laboratory.asking.again import decision_at, questions_again
from codenames_metrics.laboratory.asking.asking import ask_here
from codenames_metrics.laboratory.asking.price import price
from codenames_metrics.laboratory.asking.questions import LabQuestion
from codenames_metrics.runner.game_failure import GameFailed
from codenames_tui.game.inspector.ask_again_lines import ANOTHER, TIMES, offers, result_lines, why_not_asked
from codenames_tui.ui.lines.keys import Hint
from codenames_tui.ui.lines.lines import Glyphs, Span
from codenames_tui.ui.screens.active_keys import hints
from codenames_tui.ui.screens.choosing import AskText
from codenames_tui.ui.screens.dialog import Dialog
from codenames_tui.ui.widgets.item_list import ItemList
from codenames_tui.ui.widgets.key_line import KeyLine
from codenames_tui.ui.widgets.words import Words

RUNNING = "Only a game that is over can be asked again; open it in the library."
NOT_AGAIN = "This decision cannot be asked again: nothing was chosen by the seat that was asked."


def why_not_again(record: EpisodeRecord | None, trace: AgentTrace) -> str:
    """Return why a decision cannot be asked again; empty where it can."""
    if not isinstance(record, EpisodeRecord):
        return RUNNING
    return "" if decision_at(record, trace) is not None else NOT_AGAIN


class AskAgainScreen(Dialog[None]):
    """Lists who can be asked, and shows what they answer.

    Args:
        record: the game.
        trace: of the decision, which can be asked again.
        glyphs: what is drawn with.
    """

    PLACE = "ask again"
    TOGETHER_WITH = ("list",)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "agree", "Ask the model at this price", id="ask_again.agree"),
        Binding("escape,q", "cancel", "Back", id="ask_again.cancel"),
    ]

    def __init__(self, record: EpisodeRecord, trace: AgentTrace, glyphs: Glyphs) -> None:
        super().__init__()
        found = decision_at(record, trace)
        assert found is not None  # noqa: S101  see `why_not_again`
        self._position = found
        self._played = trace
        self._glyphs = glyphs
        self._asked: dict[str, list[AgentTrace]] = {}
        self._offered: list[LabQuestion] = []
        """Questions to a model that wait for a yes."""
        self._note = ""
        title = f"Ask again: {found.ask.seat.label}, turn {found.state.turn.number}"
        self._title = Words(glyphs=glyphs, id="dialog-title")
        self._title.lines = ((Span(title, "strong"),),)
        self.list = ItemList(glyphs=glyphs, id="offers")
        self.results = Words(glyphs=glyphs, id="dialog-words")
        self._keys = KeyLine(glyphs=glyphs, id="dialog-keys")

    def compose(self) -> ComposeResult:
        """Show the list, and what came back."""
        with Vertical(classes="dialog tall"):
            yield self._title
            yield self.list
            yield self.results
            yield self._keys

    def on_mount(self) -> None:
        """Point at whoever decided."""
        self.set_focus(self.list, scroll_visible=False)
        self._show()

    def _show(self) -> None:
        pointed = self.list.pointed
        self.list.show(offers(self._position, self._asked))
        if pointed is not None:
            self.list.point_at(pointed.name)
        self._show_results()
        yes = (Hint(("ask_again.agree",), "yes, ask"),) if self._offered else ()
        keys = (*yes, Hint(("list.choose",), f"ask {TIMES} times"), Hint(("ask_again.cancel",), "back"))
        self._keys.hints = hints(self, keys, self._glyphs)

    def _show_results(self) -> None:
        item = self.list.pointed
        spec = item.name if item else ""
        traces = self._asked.get(spec, ())
        lines = result_lines(self._position, self._played, item.label if item else "", traces, self._glyphs)
        note = ((Span(self._glyphs.line(self._note), "strong"),),) if self._note else ()
        self.results.lines = (*lines, *note)

    def on_item_list_pointed(self) -> None:
        """Show what the agent that is pointed at has answered."""
        self._show_results()

    def on_item_list_chosen(self, message: ItemList.Chosen) -> None:
        """Ask the agent that was chosen, or which one to ask."""
        if message.item.name == ANOTHER:
            about = "A spec, such as vector:bold or openai/gpt-4o-mini; a model says its price first."
            ask = AskText("Ask another agent", "", about, why_not_asked, self._glyphs)
            self.app.push_screen(ask, self._take_another)
        else:
            self._offer(message.item.name)

    def _take_another(self, spec: str | None) -> None:
        if spec:
            spec = AgentConfig.parse(spec).text
            self._asked.setdefault(spec, [])
            self._show()
            self.list.point_at(spec)
            self._offer(spec)

    def _offer(self, spec: str) -> None:
        """Ask an agent; a language model only after its price and a yes."""
        questions = questions_again(self._position, AgentConfig.parse(spec), len(self._asked.get(spec, ())), TIMES)
        self._note, self._offered = "", []
        model = questions[0].model
        if model is None:
            self._ask(spec, questions)
            return
        self._offered = questions
        self._note = f"{price(model, questions, price_of(questions[0].agent)).line()}. Ask it?"
        self._show()

    def action_agree(self) -> None:
        """Ask the model whose price is shown."""
        questions, self._offered, self._note = self._offered, [], ""
        if questions:
            self._ask(questions[0].agent.text, questions)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key does something: there is a yes only to a price."""
        return bool(self._offered) if action == "agree" else True

    def _ask(self, spec: str, questions: list[LabQuestion]) -> None:
        self.run_worker(self._answers(spec, questions), group="asking", exclusive=True)

    async def _answers(self, spec: str, questions: list[LabQuestion]) -> None:
        """Ask one after the other, and show each answer as it comes."""
        for question in questions:
            try:
                trace = await _answer(question)
            except (GameFailed, InputError) as error:
                self._note = one_line(str(error), 200)
                break
            self._asked.setdefault(spec, []).append(trace)
            self._show()
        self._show()

    def action_cancel(self) -> None:
        """Go back to the game."""
        self.dismiss(None)


async def _answer(question: LabQuestion) -> AgentTrace:
    """Ask; offline agents think beside the screen, which they would hold up for a moment each."""
    if question.model is not None:
        return await ask_here(question)
    return await asyncio.to_thread(asyncio.run, ask_here(question))
