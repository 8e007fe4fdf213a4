"""Taking part in a live game: a person takes a seat, is asked there, and sees no more than the seat may see."""

import asyncio
from typing import TYPE_CHECKING

from codenames_core.game.config import Seat
from codenames_tui.game.cursor_screen import CursorScreen
from codenames_tui.game.seats.disclosure import NO_KEY, Disclosure, disclosure_for, is_blind

if TYPE_CHECKING:
    from codenames_agents.seats.human import PendingQuestion
    from codenames_tui.game.board.picking import Picking
    from codenames_tui.game.seats.answer_panel import AnswerPanel
    from codenames_tui.game.seats.seats import Seats


class TakingPart:
    """What the people at a game screen are asked, and what they may see.

    Args:
        screen: shows the game.
    """

    def __init__(self, screen: CursorScreen) -> None:
        self._screen = screen
        self._keyboard: Seat | None = None
        """The person who said that it is at the keyboard, where several share it."""
        self._handing_over = False
        self._panel: AnswerPanel | None = None
        self._ready = asyncio.Event()
        """Is set unless somebody is about to be asked: keys that are typed by then are for the answer."""
        self._ready.set()

    @property
    def _seats(self) -> "Seats | None":
        """The seats of the game, None where nobody can sit down any more."""
        game = self._screen.game
        return None if game.over else game.seats

    @property
    def sight(self) -> Disclosure:
        """What may be seen now."""
        seats = self._seats
        if seats is None or not (people := seats.people):
            return self._screen.game.sight
        owed = seats.owed
        at_keyboard = self._keyboard if owed and owed[0] is self._keyboard else None
        return disclosure_for(people, at_keyboard, self._screen.game.replay.state.config)

    @property
    def picking(self) -> "Picking | None":
        """The choice of cards that is being made, if one is."""
        return self._panel.form.picking if self._panel else None

    @property
    def is_asking(self) -> bool:
        """Whether a person is being asked."""
        return self._panel is not None

    def choose_seat(self) -> None:
        """Ask which seat to take or to give back."""
        seats = self._seats
        if seats is None:
            self._screen.say("Seats can be taken in a game that is being played.")
            return
        from codenames_tui.game.seats.dialogs import ChooseSeat

        labels = [(seat, self._label(seats, seat)) for seat in Seat if not seats.is_ghostly(seat)]
        self._screen.app.push_screen(ChooseSeat(labels, seats.due), self._chosen)

    def _label(self, seats: "Seats", seat: Seat) -> str:
        glyphs = self._screen.glyphs
        choice = "give back" if seat in seats.people else glyphs.line(seats.occupant(seat))
        blind = f" {glyphs.dot} {NO_KEY}" if is_blind(seat, self._screen.game.replay.state.config) else ""
        return f"{seat.label:<15}{choice}{blind}"

    def _chosen(self, seat: Seat | None) -> None:
        seats = self._seats
        if seat is None or seats is None:
            return
        if seat in seats.people:
            self._give_back(seat)
            return
        if seat is seats.asked and not seats.people:
            self._ready.clear()
        seats.take(seat)
        self._screen.game.replay.seek(len(self._screen.game.replay))
        self._screen.key_shown = False
        self._screen.unsay()

    def show(self) -> None:
        """Ask what is owed, or put the panel away; to be called whenever the game has changed."""
        seats = self._seats
        owed = seats.owed if seats else None
        if self._panel is not None and (owed is None or self._panel.owed is not owed[1]):
            self._put_away()
        if seats is None or seats.due not in seats.people:
            self._ready.set()
        if seats is None or owed is None or self._panel is not None or self._handing_over:
            return
        if len(seats.people) > 1 and self._keyboard is not owed[0]:
            self._hand_over(owed[0])
        else:
            self._keyboard = owed[0]
            self._ask(*owed)

    def _hand_over(self, seat: Seat) -> None:
        def here(_: bool | None) -> None:
            self._handing_over = False
            self._keyboard = seat
            self._screen.show_position()

        from codenames_tui.game.seats.dialogs import HandOver

        self._handing_over = True
        self._ready.set()
        self._screen.app.push_screen(HandOver(seat, self._screen.game.replay.state.config), here)

    def _ask(self, seat: Seat, owed: "PendingQuestion") -> None:
        from codenames_tui.game.seats.answer_panel import AnswerPanel

        self._ready.clear()
        self._panel = AnswerPanel(seat, owed, glyphs=self._screen.glyphs)
        self._screen.add_class("-answering")
        self._screen.query_one("#talk").mount(self._panel)

    @property
    def is_about_to_ask(self) -> bool:
        """Whether a person is asked who cannot answer yet: the panel is not there, or has not got the focus."""
        seats = self._seats
        if seats is not None and seats.owed is not None and self._panel is None and not self._handing_over:
            self._ready.clear()
        return not self._ready.is_set()

    async def until_asked(self) -> None:
        """Return when a person who is about to be asked can answer; who gives up waiting is not kept waiting again."""
        try:
            await self._ready.wait()
        finally:
            self._ready.set()

    def begin(self) -> None:
        """Note that the panel has the focus."""
        if self._panel is not None:
            self._ready.set()

    def take_keyboard(self) -> None:
        """Give the focus, which went away with a terminal too small to show it, back to the panel."""
        if self._panel is not None and self._screen.focused is None:
            self._panel.form.begin()

    def _put_away(self) -> None:
        if self._panel is not None:
            self._ready.set()
            self._panel.remove()
            self._panel = None
            self._screen.remove_class("-answering")
            self._screen.set_focus(None)

    def answer(self, answer: object) -> None:
        """Give the person's answer to the game."""
        if seats := self._seats:
            seats.answer(answer)
            self._put_away()
            self._screen.unsay()

    def pick(self, index: int) -> None:
        """Pick or drop a card that was clicked, if cards are being picked."""
        if self._panel is not None:
            self._panel.form.toggle_card(index)

    def leave_seat(self) -> None:
        """Give the seat that is asked back to its agent, not without asking where something would be lost."""
        if self._panel is None:
            return
        from codenames_tui.game.seats.dialogs import ConfirmGivingUp

        seat = self._panel.owed.view.seat
        if self._panel.is_touched:
            self._screen.app.push_screen(ConfirmGivingUp(), lambda sure: self._give_back(seat) if sure else None)
        else:
            self._give_back(seat)

    def _give_back(self, seat: Seat) -> None:
        if seats := self._seats:
            seats.give_back(seat)
            self._put_away()
            self._screen.unsay()
