"""Who is at the keyboard of a game that people play, as far as it is known."""

from collections.abc import Collection
from typing import NamedTuple

from codenames_core.game.config import Role, Seat, Team


class Keyboard(NamedTuple):
    """Who sat when it was looked at last, and who of them has said that it is at the keyboard."""

    people: frozenset[Seat] = frozenset()
    seat: Seat | None = None

    def among(self, people: Collection[Seat], asked: Seat | None) -> "Keyboard":
        """Return who is at the keyboard once these people sit.

        Whoever sits down where nobody sat is there. Wherever else people come or go, only the one who is being asked
        stays known; anybody else has to say again that it is there, also the last one who is left. Between the two
        guessers of a team nothing has to be hidden, so one of them will do for the other.

        Args:
            people: the seats in which people sit now.
            asked: the person that is being asked.
        """
        now = frozenset(people)
        if now == self.people:
            return self._replace(seat=asked) if asked and self.is_as_good_as(asked) else self
        if not self.people:
            return Keyboard(now, next(iter(now)) if len(now) == 1 else None)
        return Keyboard(now, self.seat if self.seat in now and asked is self.seat else None)

    def with_seat(self, seat: Seat) -> "Keyboard":
        """Return that the person in `seat` has said that it is there."""
        return self._replace(seat=seat if seat in self.people else None)

    def is_as_good_as(self, seat: Seat) -> bool:
        """Return whether whoever is at the keyboard may see just what `seat` may: the two guessers of a team."""
        return self.seat is not None and _side(self.seat) == _side(seat)


def _side(seat: Seat) -> tuple[Team, bool]:
    """Return what decides how much a seat may see: its team, and whether it is the cluer's."""
    return seat.team, seat.role is Role.CLUER
