"""Has cards picked on the board, and then guesses them, or ends the turn."""

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from codenames_agents.seats.human import PendingQuestion
from codenames_core.game.agent import Question
from codenames_core.game.visibility import View
from codenames_tui.game.board.picking import Picking, picking_among
from codenames_tui.game.seats.answer_form import AnswerForm
from codenames_tui.game.seats.answer_prompt import picks_verdict
from codenames_tui.ui.lines.lines import Glyphs, Line, Span
from codenames_tui.ui.messages import Answered, Picked
from codenames_tui.ui.screens.active_keys import key_of


class PickForm(AnswerForm, can_focus=True):
    """Has cards picked on the board: arrows and enter, coordinates, or the mouse."""

    PLACE = "picking"
    takes_text = False
    picking: Picking

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "move(-1, 0)", "Left", id="pick.left", show=False),
        Binding("right", "move(1, 0)", "Right", id="pick.right", show=False),
        Binding("up", "move(0, -1)", "Up", id="pick.up", show=False),
        Binding("down", "move(0, 1)", "Down", id="pick.down", show=False),
        Binding("tab", "next_free(1)", "Next card that can be picked", id="pick.next", show=False),
        Binding("shift+tab", "next_free(-1)", "Previous card that can be picked", id="pick.before", show=False),
        Binding("enter", "pick", "Pick this card", id="pick.pick", show=False),
        Binding("backspace,delete", "undo", "Undo the last pick", id="pick.undo", show=False),
        Binding("f4,ctrl+s", "finish", "Guess the picked cards, or end the turn", id="pick.finish", show=False),
    ]

    def __init__(self, pending: PendingQuestion, glyphs: Glyphs) -> None:
        super().__init__(pending, glyphs)
        view = pending.view
        self._is_penalty = pending.question is Question.PENALTY
        free, limit = (_own_words(view), 1) if self._is_penalty else (view.unrevealed, None)
        self.picking = picking_among(view.words, free, limit)
        self._ends_turn = False
        """Whether the key that finishes ends the turn without a guess: it was pressed once."""

    def compose(self) -> ComposeResult:
        """What was picked."""
        yield self.hint_panel

    @property
    def draft(self) -> str:
        """The cards that were picked."""
        return ", ".join(self.pending.view.words[index] for index in self.picking.picks)

    @property
    def finishing(self) -> str:
        """What the key does that finishes."""
        if self._is_penalty:
            return "reveal it"
        return "guess" if self.picking.picks else "end the turn"

    def take_focus(self) -> None:
        """Take the arrows."""
        self.focus()
        self._set_picking(self.picking)

    def on_focus(self) -> None:
        """Name the keys, which act from now on."""
        self._set_picking(self.picking)

    def action_move(self, right: int, down: int) -> None:
        """Move the cursor."""
        self._set_picking(self.picking.moved(right, down))

    def action_next_free(self, steps: int) -> None:
        """Move the cursor to the next card that can be picked, or to the one before."""
        self._set_picking(self.picking.at_next_free(steps))

    def action_pick(self) -> None:
        """Pick the card under the cursor."""
        self._take_pick(self.picking.picked(self.picking.cursor))

    def action_undo(self) -> None:
        """Drop the last pick."""
        self._set_picking(self.picking.undone())

    def toggle_card(self, index: int) -> None:
        """Pick or drop the card that was clicked."""
        self._set_picking(self.picking.toggled(index))
        self._say_why_not(index)

    def _take_pick(self, picking: Picking) -> None:
        """Take what was picked by a key, which drops no card: to press it twice would undo it."""
        was_picked = picking.cursor in self.picking.picks
        self._set_picking(picking)
        if was_picked:
            undo = self._key("pick.undo")
            self._say(f"{self._word(picking.cursor)} is picked already; {undo} takes the last pick back.")
        self._say_why_not(picking.cursor)

    def _say_why_not(self, index: int) -> None:
        """Say why a card cannot be picked, if that is so."""
        if index not in self.picking.free:
            word, is_open = self._word(index), self.pending.view.words[index] in self.pending.view.revealed
            self._say(f"{word} is already face up." if is_open else f"{word} is not one of your words.")

    def _say(self, why_not: str) -> None:
        self._show_hints((Span(f"{self.glyphs.wrong} ", "bad"), Span(why_not)))

    def _word(self, index: int) -> str:
        return self.glyphs.line(self.pending.view.words[index])

    def on_key(self, event: events.Key) -> None:
        """Take coordinates."""
        if event.character and event.character in "abcdeABCDE12345":
            event.stop()
            event.prevent_default()
            names_card = bool(self.picking.column) and event.character.isdigit()
            picking = self.picking.typed(event.character)
            (self._take_pick if names_card else self._set_picking)(picking)

    def action_finish(self) -> None:
        """Have the picked cards guessed; without any, a second time ends the turn."""
        words = tuple(self.pending.view.words[index] for index in self.picking.picks)
        if self._is_penalty:
            if words:
                self.post_message(Answered(words[0]))
            else:
                self._say("Pick the card to reveal first.")
        elif words or self._ends_turn:
            self.post_message(Answered(words))
        else:
            self._ends_turn = True
            again = f"No card is picked. {self._key('pick.finish')} again ends the turn without a guess."
            self._show_hints((Span(again, "warn"),))

    def _set_picking(self, picking: Picking) -> None:
        self.picking = picking
        self._ends_turn = False
        view = self.pending.view
        limit = None if self._is_penalty else view.guesses_remaining
        self._show_hints(picks_verdict(view.words, picking, limit, self.glyphs))
        self.post_message(Picked())

    def _show_hints(self, verdict: Line) -> None:
        pick, undo, finish = (self._key(f"pick.{name}") for name in ("pick", "undo", "finish"))
        self.show_hints(verdict, f"{pick} or a1-e5 picks a card", f"{undo} undoes", f"{finish} {self._finishes}")

    @property
    def _finishes(self) -> str:
        verb, _, rest = self.finishing.partition(" ")
        return f"{verb}{'es' if verb == 'guess' else 's'} {rest or 'them'}"

    def _key(self, name: str) -> str:
        return key_of(self.screen, name, self.glyphs)


def _own_words(view: View) -> tuple[str, ...]:
    """Return the face-down words of the seat's team; all of them, where the seat cannot tell."""
    key = getattr(view, "key", None)
    return tuple(word for word in view.unrevealed if key is None or key[word].team is view.seat.team)
