"""The panel in which a person answers for a seat: a clue, a message, or cards picked on the board.

It is no dialog: the board and the discussion stay in sight. Each form takes the question and posts `Answered`.
"""

from typing import ClassVar, Final, assert_never

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.widgets import Input

from codenames_agents.seats.human import PendingQuestion
from codenames_core.decisions.questions import why_unsayable
from codenames_core.game.agent import Question
from codenames_core.game.config import Seat
from codenames_core.game.events import Clue, DiscussionMessage
from codenames_core.referee.legality import LARGEST_NUMBER, read_number, why_illegal_in
from codenames_tui.game.seats.answer_form import AnswerForm
from codenames_tui.game.seats.answer_prompt import (
    ONE_WORD_AND_A_NUMBER,
    clue_verdict,
    message_verdict,
    title_of,
)
from codenames_tui.game.seats.pick_form import PickForm
from codenames_tui.game.seats.turn_clock import TurnClock, clock_line
from codenames_tui.ui.lines.lines import Glyphs, Line, Span
from codenames_tui.ui.messages import Answered
from codenames_tui.ui.widgets.field import TextField
from codenames_tui.ui.widgets.line_panel import LinePanel

AGREED: Final = "Agreed."
"""What a guesser says who agrees without a word."""


class Countdown(LinePanel):
    """How much time the person has left; one line, which is not there where there is no limit."""

    turn_clock: reactive[TurnClock | None] = reactive(None, repaint=False)

    def watch_turn_clock(self, turn_clock: TurnClock | None) -> None:
        """Draw another time."""
        self.display = turn_clock is not None
        self.redraw()

    def draw(self, size: Size) -> list[Line]:
        """Return the time."""
        moves = self.app.animation_level != "none"
        return [clock_line(self.turn_clock, size.width, self.glyphs, moves=moves)] if self.turn_clock else []


class AnswerPanel(Vertical):
    """Asks a person for the answer of a seat.

    Args:
        seat: whose answer it is.
        pending: what is asked.
        typed: what the person typed before it was asked.
        glyphs: what is drawn with.
    """

    def __init__(self, seat: Seat, pending: PendingQuestion, typed: str = "", *, glyphs: Glyphs) -> None:
        super().__init__()
        self.pending = pending
        self.border_title = Content(f" {title_of(seat, pending.question)} ")
        self.countdown = Countdown(glyphs=glyphs)
        self.countdown.display = False
        self.form = _form_for(pending, typed, glyphs)

    def compose(self) -> ComposeResult:
        """Show the form for what is asked, and the time that is left."""
        yield self.countdown
        yield self.form

    @property
    def is_touched(self) -> bool:
        """Whether something would be lost if the panel went away."""
        return self.form.is_touched


class ClueForm(AnswerForm):
    """Asks for a word and a number; the referee judges them while they are typed."""

    PLACE = "clue"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "number(1)", "One more", id="clue.more", show=False),
        Binding("down", "number(-1)", "One less", id="clue.less", show=False),
        Binding("tab,shift+tab", "other_field", "Word, or number", id="clue.other", show=False, priority=True),
    ]

    def __init__(self, pending: PendingQuestion, typed: str, glyphs: Glyphs) -> None:
        super().__init__(pending, glyphs)
        self.word = TextField(typed, glyphs=glyphs, placeholder="word", max_length=80, id="clue-word")
        self.number = TextField("1", glyphs=glyphs, max_length=9, id="clue-number", select_on_focus=True)
        self._is_borrowed = False
        """Whether the number is the one that stands behind the word."""

    def compose(self) -> ComposeResult:
        """Two fields and a verdict."""
        with Horizontal(classes="fields"):
            yield self.word
            yield self.number
        yield self.hint_panel

    @property
    def draft(self) -> str:
        """The word and its number, once there is a word."""
        return " ".join(self._given) if self.word.value else ""

    def take_focus(self) -> None:
        """Ask for the word."""
        self.word.focus()
        self._show_verdict()

    @property
    def _typed(self) -> tuple[str, str]:
        """The word, and what was typed behind it, unless that is a second word."""
        typed = " ".join(self.word.value.split())  # at blanks of any width
        word, _, last = typed.rpartition(" ")
        return (typed, "") if not word or (last.isalpha() and read_number(last) is None) else (word, last)

    def action_number(self, more: int) -> None:
        """Count the number up or down."""
        number = read_number(self.number.value)
        now = number if isinstance(number, int) else 0
        self._is_borrowed = False
        self.word.value = self._typed[0]
        self.number.value = str(min(max(now + more, 0), LARGEST_NUMBER))

    def action_other_field(self) -> None:
        """Go from the word to the number, or back."""
        (self.number if self.word.has_focus else self.word).focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Ask the referee; what stands behind the word is the number, for as long as it stands there.

        It stays where it was typed: a field that emptied itself, or gave its focus away, would lose keys that are
        typed fast, or pasted.
        """
        event.stop()
        word, rest = self._typed
        if self.number.has_focus:
            self._is_borrowed = False
            self.word.value = word
        elif rest:
            self.number.value, self._is_borrowed = rest, True
        elif self._is_borrowed:
            self.number.value, self._is_borrowed = "1", False
        self._show_verdict()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Give the clue, if it is legal."""
        event.stop()
        word, number = self._given
        if why_illegal_in(self.pending.view, word, number) is None:
            self.post_message(Answered(Clue(word, read_number(number) or 0)))
        elif not word.strip():
            self._show_hints((Span(f"{ONE_WORD_AND_A_NUMBER}.", "warn"),))

    @property
    def _given(self) -> tuple[str, str]:
        word, rest = self._typed
        return word, self.number.value if self.number.has_focus else rest or self.number.value

    def _show_verdict(self) -> None:
        self._show_hints(clue_verdict(self.pending.view, *self._given, self.glyphs))

    def _show_hints(self, verdict: Line) -> None:
        self.show_hints(verdict, "enter gives the clue", "up/down number")


class MessageForm(AnswerForm):
    """Asks for what a guesser says, and whether it agrees."""

    PLACE = "message"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "agree", "Agree, or not", id="message.agree", show=False, priority=True)
    ]
    _KEYS = ("enter sends it", "tab ready to guess")

    def __init__(self, pending: PendingQuestion, typed: str, glyphs: Glyphs) -> None:
        super().__init__(pending, glyphs)
        self.text = TextField(
            typed, glyphs=glyphs, max_length=0, placeholder="what you think; both teams hear it", id="message-text"
        )
        self.consensus = False

    def compose(self) -> ComposeResult:
        """A field and a mark."""
        yield self.text
        yield self.hint_panel

    @property
    def draft(self) -> str:
        """The message so far."""
        return self.text.value

    def take_focus(self) -> None:
        """Ask for the message."""
        if not self.pending.view.rules.surveillance:
            self.text.placeholder = "what you think"
        self.text.focus()
        self._show_verdict()

    def action_agree(self) -> None:
        """Say that this guesser is ready to guess, or is not."""
        self.consensus = not self.consensus
        self._show_verdict()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Say what can be said of the message."""
        event.stop()
        self._show_verdict()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Say it; who agrees need not type anything."""
        event.stop()
        text = event.value if event.value.strip() else AGREED if self.consensus else ""
        if text and why_unsayable(text):
            self._show_verdict()
        elif text:
            seat = self.pending.view.seat
            self.post_message(Answered(DiscussionMessage(seat=seat, text=text, consensus=self.consensus)))
        else:
            self.show_hints((Span("Type what you think first, or agree with tab.", "warn"),), *self._KEYS)

    def _show_verdict(self) -> None:
        verdict = message_verdict(self.text.value, self.consensus, self.glyphs)
        self.show_hints(verdict, *self._KEYS)


def _form_for(pending: PendingQuestion, typed: str, glyphs: Glyphs) -> AnswerForm:
    match pending.question:
        case Question.CLUE:
            return ClueForm(pending, typed, glyphs)
        case Question.MESSAGE:
            return MessageForm(pending, typed, glyphs)
        case Question.GUESSES | Question.PENALTY:
            return PickForm(pending, glyphs)
        case _:
            assert_never(pending.question)
