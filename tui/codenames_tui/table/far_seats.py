"""The seats of a game that is played at a table elsewhere, as the person in one of them has them at the screen."""

import asyncio
from typing import Any

from codenames_agents.seats.human import PendingQuestion
from codenames_core.game.config import Seat
from codenames_core.table.answers import answer_given
from codenames_core.table.messages import GiveAnswer, SitDown, YourQuestion
from codenames_tui.game.sessions.seats import Pending
from codenames_tui.table.guest import TableGuest


class FarSeats:
    """The six seats, of which one at most is this person's.

    Args:
        guest: the person.
    """

    def __init__(self, guest: TableGuest) -> None:
        self._guest = guest
        self._asked: tuple[YourQuestion, Pending] | None = None

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seat of the person at the screen; the others at the table have screens of their own."""
        seat = self._guest.known.seat
        return () if seat is None else (seat,)

    @property
    def pending(self) -> Pending | None:
        """The question that this person is to answer now."""
        question = self._guest.known.question
        if question is None:
            self._asked = None
        elif self._asked is None or self._asked[0] is not question:
            answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
            put = PendingQuestion(question.question, self._guest.known.view(), answer)
            self._asked = question, Pending(question.seat, put)
        return self._asked[1] if self._asked and self._asked[1].question.is_open else None

    @property
    def asked(self) -> Seat | None:
        """The seat that is asked now."""
        return self._guest.known.awaited.seat

    @property
    def due(self) -> Seat | None:
        """The seat that is asked now, as far as the table has said."""
        return self.asked

    def occupant(self, seat: Seat) -> str:
        """Return who sits in `seat`: a person by name, or an agent."""
        person = self._guest.in_seat(seat)
        return person.name if person else self._guest.known.lobby.agents.get(seat, "")

    def is_ghost(self, seat: Seat) -> bool:
        """Return whether no person can take `seat`."""
        return seat not in self._guest.known.lobby.open

    def take(self, seat: Seat) -> None:
        """Ask the table for a seat."""
        self._guest.ask(SitDown(seat=seat))

    def give_back(self, seat: Seat) -> None:
        """Stand up."""
        self._guest.ask(SitDown(seat=None))

    def stand_in(self, seat: Seat) -> str:
        """Return which agent decides in the place of the person; the table sees to it."""
        return self._guest.known.lobby.agents.get(seat, "")

    def forfeit(self, seat: Seat) -> None:
        """Do nothing: the table ends the question."""

    def has_stand_in(self, seat: Seat) -> bool:
        """Return whether an agent decides in the place of the person, which is not told."""
        return False

    def answer(self, answer: Any) -> bool:
        """Give the answer to what is asked; False where nothing is asked any more."""
        pending = self.pending
        if pending is None or self._asked is None:
            return False
        self._guest.ask(GiveAnswer(number=self._asked[0].number, answer=answer_given(answer)))
        pending.question.close()
        return True
