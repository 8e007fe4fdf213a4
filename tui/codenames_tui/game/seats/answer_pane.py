"""Where a person answers: the panel that asks while a question is pending, and a line to type into until then.

Keys that are typed before the panel has the focus are meant for it; `until_ready` holds them back until then.
"""

import asyncio
from typing import TYPE_CHECKING

from textual import events
from textual.containers import Vertical
from textual.message import Message

from codenames_core.game.config import Seat
from codenames_tui.game.board.picking import Picking
from codenames_tui.ui.lines.lines import UNICODE, Glyphs

if TYPE_CHECKING:  # most games are watched, and nobody is asked anything
    from codenames_agents.seats.human import PendingQuestion
    from codenames_tui.game.seats.answer_panel import AnswerPanel
    from codenames_tui.game.seats.turn_clock import TurnClock
    from codenames_tui.game.seats.waiting_field import WaitingField
    from codenames_tui.game.sessions.seats import Pending


class AnswerPane(Vertical):
    """Shows the panel for a pending question, which posts `Answered` and `Picked`.

    Args:
        glyphs: what is drawn with.
        id: of the widget.
    """

    class HandOverNeeded(Message):
        """Another person has to come to the keyboard before it can be asked."""

        def __init__(self, seat: Seat) -> None:
            super().__init__()
            self.seat = seat

    def __init__(self, *, glyphs: Glyphs = UNICODE, id: str | None = None) -> None:
        super().__init__(id=id)
        self.glyphs = glyphs
        self._panel: AnswerPanel | None = None
        self._waiting: WaitingField | None = None
        self._typed: dict[Seat, str] = {}
        """What people typed who were not asked, by their seats."""
        self._hands_over = False
        self._ready = asyncio.Event()
        self._ready.set()

    @property
    def is_asking(self) -> bool:
        """Whether a person is being asked."""
        return self._panel is not None

    @property
    def seat(self) -> Seat | None:
        """The seat that is being asked."""
        return self._panel.pending.view.seat if self._panel else None

    @property
    def picking(self) -> Picking | None:
        """The choice of cards that is being made, if one is."""
        return self._panel.form.picking if self._panel else None

    @property
    def is_touched(self) -> bool:
        """Whether something would be lost if the panel were closed."""
        return self._panel is not None and self._panel.is_touched

    @property
    def draft(self) -> str:
        """What was typed or picked so far, in words; untrusted."""
        return self._panel.form.draft if self._panel else ""

    @property
    def finishing(self) -> str:
        """What the key does that finishes picking cards; nothing where none are picked."""
        return self._panel.form.finishing if self._panel else ""

    @property
    def question(self) -> "PendingQuestion | None":
        """What is being asked."""
        return self._panel.pending if self._panel else None

    def show_clock(self, turn_clock: "TurnClock | None") -> None:
        """Show how much time is left to answer; None where there is no limit."""
        if self._panel is not None:
            self._panel.countdown.turn_clock = turn_clock

    # Asking

    def show_question(self, pending: "Pending | None", *, at_keyboard: bool) -> None:
        """Ask what is pending, or close.

        Args:
            pending: the open question of a person.
            at_keyboard: whether that person is known to be the one who looks.
        """
        if self._panel is not None and (pending is None or self._panel.pending is not pending.question):
            self.close()
        if pending is None or self._panel is not None or self._hands_over:
            return
        self._ready.clear()
        if at_keyboard:
            self._open(pending)
        else:
            self._hands_over = True
            self.post_message(self.HandOverNeeded(pending.seat))

    def _open(self, pending: "Pending") -> None:
        from codenames_tui.game.seats.answer_panel import AnswerPanel

        self.stop_waiting()
        typed = self._typed.get(pending.seat, "")
        self._panel = AnswerPanel(pending.seat, pending.question, typed, glyphs=self.glyphs)
        if self._panel.form.takes_text:
            self._typed.pop(pending.seat, None)
        self.add_class("-asking")
        self.mount(self._panel)

    def close(self) -> None:
        """Put the panel away, and give the focus back."""
        if self._panel is not None:
            self._ready.set()
            self._panel.remove()
            self._panel = None
            self.remove_class("-asking")
            self.screen.set_focus(None)

    # Waiting

    def show_waiting(self, seat: Seat, title: str) -> None:
        """Let the person in `seat` type who is not asked yet."""
        if self._panel is not None:
            return
        if self._waiting is not None and self._waiting.seat is not seat:
            self.stop_waiting()
        if self._waiting is None:
            from codenames_tui.game.seats.waiting_field import WaitingField

            self._waiting = WaitingField(seat, self._typed.get(seat, ""), glyphs=self.glyphs)
            self.add_class("-waiting")
            self.mount(self._waiting)
        self._waiting.entitle(title)

    def stop_waiting(self) -> None:
        """Put the line away, and keep what was typed into it."""
        if self._waiting is not None:
            self._typed[self._waiting.seat] = self._waiting.typed
            self._waiting.remove()
            self._waiting = None
            self.remove_class("-waiting")

    @property
    def is_waiting(self) -> bool:
        """Whether a person can type who is not asked yet."""
        return self._waiting is not None

    def typed_by(self, seat: Seat) -> str:
        """Return what the person in `seat` has typed so far, asked or not; untrusted."""
        if self._waiting is not None and self._waiting.seat is seat:
            return self._waiting.typed
        return self._typed.get(seat, "") or (self.draft if self.seat is seat else "")

    def forget(self, seat: Seat) -> None:
        """Throw away what was typed in a seat that is given back."""
        if self._waiting is not None and self._waiting.seat is seat:
            self.stop_waiting()
        self._typed.pop(seat, None)

    def type_on(self, text: str) -> bool:
        """Take what was typed somewhere else on the screen, and return whether there is a line for it."""
        if self._waiting is None:
            return False
        self._waiting.type_on(text)
        return True

    def end_hand_over(self) -> None:
        """Note that the person has come to the keyboard."""
        self._hands_over = False

    def toggle_card(self, index: int) -> None:
        """Pick or drop a card that was clicked, if cards are being picked."""
        if self._panel is not None:
            self._panel.form.toggle_card(index)

    # Keys

    def hold_keys(self) -> None:
        """Hold keys back: a person will be asked at once."""
        self._ready.clear()

    def release_keys(self) -> None:
        """Let the keys through that were held back."""
        self._ready.set()

    def is_about_to_ask(self, *, is_pending: bool) -> bool:
        """Return whether keys have to wait, because the panel is not there yet or has not got the focus."""
        if is_pending and self._panel is None and not self._hands_over:
            self._ready.clear()
        return not self._ready.is_set()

    async def until_ready(self) -> None:
        """Return when the question can be answered; a caller that gives up waiting is not kept waiting again."""
        try:
            await self._ready.wait()
        finally:
            self._ready.set()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Let the keys through that were typed before there was a field for them."""
        if self._panel is None or self._panel in event.widget.ancestors_with_self:
            self._ready.set()

    def take_focus(self) -> None:
        """Give the focus to the form."""
        if self._panel is not None:
            self._panel.form.take_focus()
        elif self._waiting is not None:
            self._waiting.field.focus()
