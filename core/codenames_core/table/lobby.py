"""Who is at a table, and who sits where: plain values, and what each request makes of them.

A request that is against the rules of the table raises `NotAllowedError`, whose text the person is told. Connections,
clocks and secrets are left to others.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, Self

from codenames_core.game.config import Role, Rules, Seat
from codenames_core.support.errors import CodenamesError
from codenames_core.text.sanitiser import one_line

LONGEST_PERSON: Final = 40
"""Characters of a person's name."""
MOST_PEOPLE: Final = 200
"""At one table, those who watch and those who have left included."""
MOST_WITHOUT_SEAT: Final = 60
"""People who are here without a seat and came to watch, and as many who may yet sit; more would keep players out."""


class NotAllowedError(CodenamesError):
    """A person asked for what the table does not allow; the message is for that person."""


class Presence(StrEnum):
    """Whether a person is there."""

    HERE = "here"
    LOST = "lost"
    """The connection was lost a moment ago."""
    GONE = "gone"
    """It did not come back in time, or the person left."""


class Away(StrEnum):
    """What becomes of a seat while its person is gone."""

    AGENT = "agent"
    """The agent of the seat plays on."""
    WAIT = "wait"
    """The game waits for the person."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who came to the table."""

    number: int
    """By which the others name this person; counted from 1."""
    name: str = ""
    """As the person chose; empty for whoever gave none. Clean."""
    seat: Seat | None = None
    presence: Presence = Presence.HERE
    is_ready: bool = False
    is_owner: bool = False
    only_seat: Seat | None = None
    """The seat that the invitation was for; None where any may be taken."""
    only_watches: bool = False
    """Whether the invitation was to watch."""
    away: Away = Away.AGENT
    knows_key: bool = False
    """Whether the person has seen the key of the game."""
    wants_pause: bool = False

    @property
    def shown_name(self) -> str:
        """The name, or a number for whoever gave none."""
        return self.name or f"person {self.number}"

    @property
    def is_in_crowd(self) -> bool:
        """Whether the person is here without a seat, by an invitation that opens for any number of people."""
        is_here = self.presence is not Presence.GONE
        return is_here and self.seat is None and self.only_seat is None and not self.is_owner

    @property
    def is_replaced(self) -> bool:
        """Whether the person is gone and left the seat to its agent, so that somebody else may take it."""
        return self.presence is Presence.GONE and self.away is Away.AGENT

    @property
    def plays(self) -> bool:
        """Whether the person answers for a seat now."""
        return self.seat is not None and (self.presence is not Presence.GONE or self.away is Away.WAIT)


@dataclass(frozen=True, slots=True)
class Lobby:
    """The people at a table, and how far the game is."""

    rules: Rules
    open_seats: tuple[Seat, ...]
    """The seats that people may take."""
    people: tuple[Person, ...] = ()
    has_begun: bool = False
    is_held: bool = False
    """Whether the owner paused the game."""
    last_number: int = 0
    """Of the person who came last."""

    def person(self, number: int) -> Person:
        """Return the person of that number.

        Raises:
            NotAllowedError: there is none.
        """
        for person in self.people:
            if person.number == number:
                return person
        raise NotAllowedError(f"there is no person {number} at this table")

    def in_seat(self, seat: Seat) -> Person | None:
        """Return who has `seat`."""
        return next((person for person in self.people if person.seat is seat), None)

    def tidied(self) -> Self:
        """Return the table without people who have gone and left nothing behind."""
        stay = self.remembered
        people = tuple(one for one in self.people if one.presence is not Presence.GONE or one in stay)
        return self if len(people) == len(self.people) else replace(self, people=people)

    @property
    def remembered(self) -> tuple[Person, ...]:
        """The people to whom the table owes something although they may be gone: a seat, the table, or silence."""
        return tuple(one for one in self.people if one.seat is not None or one.is_owner or one.knows_key)

    def holder_of(self, seat: Seat) -> Person | None:
        """Return who came by the invitation to `seat`, wherever that person sits now."""
        return next((person for person in self.people if person.only_seat is seat), None)

    @property
    def seated(self) -> tuple[Person, ...]:
        """The people who have a seat."""
        return tuple(person for person in self.people if person.seat is not None)

    @property
    def played_by_people(self) -> frozenset[Seat]:
        """The seats for which people answer now; agents answer for the others."""
        return frozenset(person.seat for person in self.people if person.seat is not None and person.plays)

    @property
    def votes(self) -> tuple[int, int]:
        """How many of those who sit here want a pause, and how many it takes: more than half of them."""
        here = [person for person in self.seated if person.presence is Presence.HERE]
        return sum(person.wants_pause for person in here), len(here) // 2 + 1

    @property
    def is_paused(self) -> bool:
        """Whether the game stands still, by word of the owner or by vote."""
        votes, needed = self.votes
        return self.is_held or votes >= needed

    # Coming and going

    def come(
        self, name: str, *, is_owner: bool = False, only_seat: Seat | None = None, only_watches: bool = False
    ) -> tuple[Self, Person]:
        """Return the table with another person, and that person.

        Raises:
            NotAllowedError: too many have come.
        """
        people = self.people
        if len(people) >= MOST_PEOPLE:  # somebody who neither sits nor is here leaves nothing behind
            people = tuple(one for one in people if one.seat or one.is_owner or one.presence is Presence.HERE)
        if len(people) >= MOST_PEOPLE:
            raise NotAllowedError(f"{MOST_PEOPLE} people are at this table already")
        person = Person(
            self.last_number + 1,
            one_line(name, LONGEST_PERSON),
            is_owner=is_owner,
            only_seat=only_seat,
            only_watches=only_watches,
        )
        crowd = [one for one in people if one.is_in_crowd and one.only_watches is only_watches]
        if person.is_in_crowd and len(crowd) >= MOST_WITHOUT_SEAT:
            raise NotAllowedError(f"{MOST_WITHOUT_SEAT} people without a seat are at this table already")
        return replace(self, people=(*people, person), last_number=person.number), person

    def present(self, number: int, presence: Presence) -> Self:
        """Return the table once a person has come back, was lost, or is gone."""
        if presence is Presence.HERE:
            return self._with(number, presence=presence)
        return self._with(number, presence=presence, wants_pause=False)

    def without(self, number: int) -> Self:
        """Return the table once a person was sent away, or left for good."""
        self.person(number)
        return replace(self, people=tuple(person for person in self.people if person.number != number))

    def rename(self, number: int, name: str) -> Self:
        """Return the table once a person goes by another name; whoever has seen the key could say it by that."""
        if self.person(number).knows_key:
            return self
        return self._with(number, name=one_line(name, LONGEST_PERSON))

    # Sitting

    def sit(self, number: int, seat: Seat | None, *, by_owner: bool = False) -> Self:
        """Return the table once a person sits in `seat`, or in none.

        Args:
            number: of the person.
            seat: None to stand up.
            by_owner: whether the owner moves the person, which no invitation stands in the way of.

        Raises:
            NotAllowedError: the seat is not to be had by this person; the message says why.
        """
        person = self.person(number)
        if seat is person.seat:
            return self
        if seat is None:
            return self._with(number, seat=None, is_ready=False, wants_pause=False)
        if reason := self.why_no_seat(person, seat, by_owner=by_owner):
            raise NotAllowedError(reason)
        sees = self.has_begun and sees_key(seat, self.rules)
        before = self.in_seat(seat)
        vacated = self if before is None else self._with(before.number, seat=None, is_ready=False)
        return vacated._with(number, seat=seat, is_ready=False, knows_key=person.knows_key or sees)

    def why_no_seat(self, person: Person, seat: Seat, *, by_owner: bool = False) -> str:
        """Return why `seat` is not to be had by `person`; empty where it is."""
        if seat not in self.open_seats:
            return f"{seat.label} is not a seat for people at this table"
        if (sitting := self.in_seat(seat)) is not None and sitting.number != person.number and not sitting.is_replaced:
            return f"{sitting.shown_name} has the seat of {seat.label}"
        if not by_owner and person.only_watches:
            return "this invitation is to watch"
        if not by_owner and person.only_seat not in (None, seat):
            return f"this invitation is for {person.only_seat.label}" if person.only_seat else ""
        if person.knows_key and not sees_key(seat, self.rules):
            return f"{person.shown_name} has seen the key, and can only be a cluer in this game"
        return ""

    def set_ready(self, number: int, *, ready: bool) -> Self:
        """Return the table once a person is ready for the game to begin, or is not.

        Raises:
            NotAllowedError: the person has no seat.
        """
        if self.person(number).seat is None:
            raise NotAllowedError("take a seat first")
        return self._with(number, is_ready=ready)

    def set_away(self, number: int, away: Away) -> Self:
        """Return the table once a person has said what becomes of its seat while it is gone."""
        return self._with(number, away=away)

    # Playing

    @property
    def all_are_ready(self) -> bool:
        """Whether somebody sits, and everybody who sits here is ready."""
        here = [person for person in self.seated if person.presence is Presence.HERE]
        return bool(here) and all(person.is_ready for person in here)

    def begin(self) -> Self:
        """Return the table once the game has begun: cluers see the key from now on."""
        people = tuple(
            replace(person, knows_key=person.seat is not None and sees_key(person.seat, self.rules))
            for person in self.people
        )
        return replace(self, people=people, has_begun=True)

    def want_pause(self, number: int, *, pause: bool) -> Self:
        """Return the table once a person asks for a pause, or for its end; the owner's word holds alone.

        Raises:
            NotAllowedError: the person only watches, or the game has not begun.
        """
        person = self.person(number)
        if not self.has_begun:
            raise NotAllowedError("the game has not begun")
        if person.is_owner:
            people = self.people if pause else tuple(replace(one, wants_pause=False) for one in self.people)
            return replace(self, is_held=pause, people=people)
        if person.seat is None:
            raise NotAllowedError("whoever only watches cannot pause the game")
        return self._with(number, wants_pause=pause)

    def need_owner(self, number: int) -> None:
        """Do nothing for the owner.

        Raises:
            NotAllowedError: it is somebody else.
        """
        if not self.person(number).is_owner:
            raise NotAllowedError("only the owner of the table can do that")

    def _with(self, number: int, **changes: object) -> Self:
        self.person(number)
        people = (
            replace(one, **changes) if one.number == number else one  # type: ignore[arg-type]
            for one in self.people
        )
        return replace(self, people=tuple(people))


def sees_key(seat: Seat, rules: Rules) -> bool:
    """Return whether whoever sits in `seat` sees the key once the game has begun."""
    return seat.role is Role.CLUER and not rules.blind


def playable_seats(rules: Rules, ghosts: Iterable[Seat] = ()) -> tuple[Seat, ...]:
    """Return the seats that anybody answers for: no ghost's, and of a single guesser only the one."""
    idle = set(ghosts)
    if not rules.discussion:
        idle |= {seat for seat in Seat if seat.role is Role.GUESSER_2}
    return tuple(seat for seat in Seat if seat not in idle)


def names_to_record(lobby: Lobby, before: Mapping[Seat, str]) -> dict[Seat, str]:
    """Return the names of those who sat at the table, by their seats: only of people who chose one.

    Args:
        lobby: the table now.
        before: what was known until now.
    """
    return {**before, **{person.seat: person.name for person in lobby.seated if person.name and person.seat}}
