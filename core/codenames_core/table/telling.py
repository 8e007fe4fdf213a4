"""What a person at the table is told next: pure, so that what goes over a connection can be held against the view.

A connection has a place in the game (`ToldSoFar`). From there, `news` says what the person is to be told, made from the
audience of its seat: everybody hears what lies on the table, a cluer sees the key, and where teams do not overhear each
other a guesser hears its own. A change of seats tells the game anew, from the start. However long a connection was
busy, no more is kept for it than its place.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from codenames_core.files.journal import Header
from codenames_core.files.schema import SeatChange
from codenames_core.game.agent import Question
from codenames_core.game.config import Role, Rules, Seat
from codenames_core.game.events import DiscussionMessage, Event
from codenames_core.game.state import Outcome
from codenames_core.table.invitations import Admits, Invitations
from codenames_core.table.lobby import Lobby, Person, Presence
from codenames_core.table.messages import (
    Awaited,
    InvitationsNow,
    KeyRevealed,
    LobbyNow,
    NoQuestion,
    PersonThere,
    RejectedAnswer,
    TableInvitation,
    YourQuestion,
    YourSeat,
)
from codenames_core.text.sanitiser import one_line
from codenames_core.watch.broadcast import (
    Audience,
    End,
    Happened,
    Start,
    published_event,
    seat_changed_of,
    start_of,
)

MOST_EVENTS_AT_ONCE: Final = 64
LONGEST_REASON: Final = 400
"""Characters of a refused answer, and of the reason."""


class PutQuestion(NamedTuple):
    """The question that a person is asked now."""

    seat: Seat
    question: Question
    number: int
    """How many answers the game has been given so far, those that were refused included."""
    rejected: tuple[tuple[str, str], ...] = ()
    """Own answers that were refused, each with the reason."""
    seconds: float | None = None
    """How much time is left."""

    @property
    def id(self) -> tuple[Seat, int]:
        """What makes it another question."""
        return self.seat, self.number


class TableNow(NamedTuple):
    """All that people may be told something of, as it is now."""

    header: Header
    game: str
    """Names the game on this connection; drawn at random."""
    lobby: Lobby
    shown_lobby: LobbyNow
    """The same as everybody is told it; see `lobby_now`."""
    invitations: Invitations
    """To the table; only its owner is told them."""
    events: Sequence[Event]
    seat_changes: Sequence[SeatChange]
    awaited: tuple[Seat, Question] | None = None
    question: PutQuestion | None = None
    typing: frozenset[Seat] = frozenset()
    is_over: bool = False
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class ToldSoFar:
    """What one connection has been told."""

    lobby: LobbyNow | None = None
    invitations: Invitations | None = None
    seat: tuple[Seat | None] | None = None
    """Where the person sits, in a tuple; None before that was told."""
    has_start: bool = False
    events: int = 0
    changes: int = 0
    awaited: Awaited | None = None
    question: tuple[Seat, int] | None = None
    has_ended: bool = False


def news(told: ToldSoFar, now: TableNow, person: Person) -> tuple[list[Any], ToldSoFar]:
    """Return the next messages for `person`, and what has been told then; no messages where there is no news."""
    messages: list[Any] = []
    lobby = now.shown_lobby
    if lobby != told.lobby:
        messages.append(lobby)
        told = replace(told, lobby=lobby)
    if person.is_owner and now.invitations != told.invitations:
        messages.append(invitations_now(now.invitations))
        told = replace(told, invitations=now.invitations)
    if told.seat != (person.seat,):
        messages.append(YourSeat(seat=person.seat))
        told = ToldSoFar(lobby=lobby, invitations=told.invitations, seat=(person.seat,))
    if not now.lobby.has_begun:
        return messages, told
    if not told.has_start:
        messages.append(start_for(now.header, now.game, person.seat))
        told = replace(told, has_start=True)
    told = _tell_events(messages, told, now, person.seat)
    if told.events < len(now.events):
        return messages, told
    told = _tell_question(messages, told, now, person)
    if now.is_over and not told.has_ended:  # D-171: the key is shown once the game is over
        messages.append(KeyRevealed(key=dict(now.header.board.key)))
        messages.append(End(events=len(now.events), outcome=now.outcome))
        told = replace(told, has_ended=True)
    return messages, told


def _tell_events(messages: list[Any], told: ToldSoFar, now: TableNow, seat: Seat | None) -> ToldSoFar:
    events, changes = told.events, told.changes
    rules = now.header.config.rules
    last = min(len(now.events), events + MOST_EVENTS_AT_ONCE)
    while events < last or (changes < len(now.seat_changes) and now.seat_changes[changes].at <= events):
        if changes < len(now.seat_changes) and now.seat_changes[changes].at <= events:
            messages.append(seat_changed_of(now.seat_changes[changes], changes))
            changes += 1
        else:
            messages.append(Happened(at=events, event=heard_event(now.events[events], rules, seat)))
            events += 1
    return replace(told, events=events, changes=changes)


def _tell_question(messages: list[Any], told: ToldSoFar, now: TableNow, person: Person) -> ToldSoFar:
    awaited = awaited_now(now, person.seat)
    if awaited != told.awaited:
        messages.append(awaited)
        told = replace(told, awaited=awaited)
    question = now.question if now.question is not None and now.question.seat is person.seat else None
    id = question.id if question else None
    if id == told.question:
        return told
    messages.append(NoQuestion() if question is None else your_question(question))
    return replace(told, question=id)


def start_for(header: Header, game: str, seat: Seat | None) -> Start:
    """Return what the game begins with for whoever sits in `seat`: with the key for a cluer that plays with it."""
    sees_key = seat is not None and seat.role is Role.CLUER and not header.config.blind
    return start_of(header, game, Audience.SPYMASTER if sees_key else Audience.PUBLIC)


def heard_event(event: Event, rules: Rules, seat: Seat | None) -> Event:
    """Return `event` as whoever sits in `seat` hears it; a team hears what it says itself."""
    is_own = isinstance(event, DiscussionMessage) and seat is not None and event.team is seat.team
    return event if is_own else published_event(event, rules, Audience.PUBLIC)


def awaited_now(now: TableNow, seat: Seat | None) -> Awaited:
    """Return whose answer is awaited, as whoever sits in `seat` may know it."""
    if now.awaited is None or now.is_over:
        return Awaited()
    asked, question = now.awaited
    return Awaited(seat=asked, question=question, typing=asked in now.typing)


def your_question(question: PutQuestion) -> YourQuestion:
    """Return the message that puts a question to its person."""
    rejected = tuple(
        RejectedAnswer(answer=one_line(answer, LONGEST_REASON), reason=one_line(reason, LONGEST_REASON))
        for answer, reason in question.rejected
    )
    return YourQuestion(
        number=question.number,
        seat=question.seat,
        question=question.question,
        rejected=rejected,
        seconds=question.seconds,
    )


def invitations_now(invitations: Invitations) -> InvitationsNow:
    """Return how others come to the table, for its owner, whose own invitation is nobody else's."""
    others = (one for one in invitations.all if one.admits is not Admits.OWNER)
    return InvitationsNow(
        invitations=tuple(TableInvitation(admits=one.admits, seat=one.seat, token=one.token) for one in others)
    )


def lobby_now(lobby: Lobby, agents: Mapping[Seat, str]) -> LobbyNow:
    """Return who is at the table, for everybody alike; of those who have left, only who has a seat.

    Args:
        lobby: the people.
        agents: who plays the seats that no person has; see `agents_of`.
    """
    shown = (one for one in lobby.people if one.seat is not None or one.presence is not Presence.GONE)
    return LobbyNow(
        people=tuple(map(_person_there, shown)),
        open=lobby.open_seats,
        agents=dict(agents),
        begun=lobby.has_begun,
        paused=lobby.is_paused,
    )


def _person_there(person: Person) -> PersonThere:
    return PersonThere(
        person=person.number,
        name=person.shown_name,
        seat=person.seat,
        presence=person.presence,
        ready=person.is_ready,
        owner=person.is_owner,
        away=person.away,
        wants_pause=person.wants_pause,
    )


def agents_of(header: Header) -> Mapping[Seat, str]:
    """Return who plays where no person does, by such names as the stream tells."""
    return start_of(header, "00000000", Audience.PUBLIC).seats
