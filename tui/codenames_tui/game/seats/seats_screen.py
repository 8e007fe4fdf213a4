"""The people at a game screen: taking seats, being asked, and answering."""

from pathlib import Path
from typing import TYPE_CHECKING

from codenames_core.game.config import Seat
from codenames_tui.game.seats.answer_pane import AnswerPane
from codenames_tui.game.sessions.session import GameSession
from codenames_tui.game.timeline_screen import TimelineScreen
from codenames_tui.ui.lines.lines import Glyphs
from codenames_tui.ui.messages import Answered, CardClicked

if TYPE_CHECKING:
    from codenames_tui.game.sessions.seats import Seats


class SeatsScreen(TimelineScreen):
    """A game screen, as far as people take part in the game. `answers` has to be laid out on it."""

    def __init__(
        self, session: GameSession, *, glyphs: Glyphs, journal: Path | None = None, position: int | None = None
    ) -> None:
        super().__init__(session, glyphs=glyphs, journal=journal, position=position)
        self.answers = AnswerPane(glyphs=glyphs, id="answers")

    @property
    def _open_seats(self) -> "Seats | None":
        """The seats of a game that goes on."""
        return None if self.session.standing.over else self.session.seats

    # Taking a seat

    def action_take_seat(self) -> None:
        """Take a seat in the game, or give one back."""
        seats = self._open_seats
        if seats is None:
            self.say("Seats can be taken in a game that is being played.")
            return
        from codenames_tui.game.seats.choices import seat_choices
        from codenames_tui.game.seats.dialogs import ChooseSeat

        choices = seat_choices(seats, self.session.timeline.last_state.config, self.glyphs)
        self.app.push_screen(ChooseSeat(choices, seats.due), self._take_or_give_back)

    def _take_or_give_back(self, seat: Seat | None) -> None:
        seats = self._open_seats
        if seat is None or seats is None:
            return
        if seat in seats.people:
            self._give_back(seat)
            return
        if seat is seats.asked and not seats.people:
            self.answers.hold_keys()
        seats.take(seat)
        self.set_reactive(TimelineScreen.key_shown, False)  # drawn with the position
        self.look_at(len(self.session.timeline))

    def _give_back(self, seat: Seat) -> None:
        if seats := self._open_seats:
            seats.give_back(seat)
            self.answers.close()
            self.look_at(self.position)

    def give_back_asked_seat(self) -> None:
        """Give the seat that is asked back to its agent, not without asking where something would be lost."""
        from codenames_tui.game.seats.dialogs import ConfirmGivingUp

        seat = self.answers.seat
        if seat is None:
            return
        if self.answers.is_touched:
            self.app.push_screen(ConfirmGivingUp(), lambda sure: self._give_back(seat) if sure else None)
        else:
            self._give_back(seat)

    # Being asked

    def show_question(self) -> None:
        """Ask a person what is pending; one who shares the keyboard has to come to it first."""
        seats = self._open_seats
        if seats is None or seats.due not in seats.people:
            self.answers.release_keys()
        pending = seats.pending if seats else None
        if seats and pending and len(seats.people) == 1:
            self.at_keyboard = pending.seat
        self.answers.show_question(pending, at_keyboard=pending is not None and pending.seat is self.at_keyboard)
        self.set_class(self.answers.is_asking, "-answering")

    def on_answer_pane_hand_over_needed(self, message: AnswerPane.HandOverNeeded) -> None:
        """Hide the game until the person who is asked has come to the keyboard."""
        from codenames_tui.game.seats.dialogs import HandOver

        def show_game(_: bool | None) -> None:
            self.answers.end_hand_over()
            self.at_keyboard = message.seat
            self.redraw()

        self.app.push_screen(HandOver(message.seat, self.session.timeline.last_state.config), show_game)
        self.answers.release_keys()

    def on_answered(self, message: Answered) -> None:
        """Give the answer to the game."""
        if seats := self._open_seats:
            seats.answer(message.answer)
            self.answers.close()
            self.look_at(self.position)

    def on_picked(self) -> None:
        """Show what is picked on the board."""
        self.redraw()

    def on_card_clicked(self, message: CardClicked) -> None:
        """Pick the card, where cards are being picked."""
        self.answers.toggle_card(message.index)

    @property
    def is_about_to_ask(self) -> bool:
        """Whether a person is asked who cannot answer yet."""
        seats = self._open_seats
        return self.answers.is_about_to_ask(is_pending=seats is not None and seats.pending is not None)

    async def until_asked(self) -> None:
        """Return when a person who is about to be asked can answer."""
        await self.answers.until_ready()
