"""What people at a table ask for, and what is done then."""

from typing import Final, assert_never

from codenames_core.table.admission import admitted_by
from codenames_core.table.answers import answer_taken
from codenames_core.table.lobby import NotAllowedError
from codenames_core.table.messages import (
    AskForPause,
    BeginGame,
    GiveAnswer,
    Hello,
    MovePerson,
    RemovePerson,
    Request,
    SetAway,
    SetReady,
    SetTyping,
    SitDown,
)
from codenames_core.table.telling import PutQuestion
from codenames_tui.table.hosting.guests import TooManyMessagesError
from codenames_tui.table.hosting.open_table import OpenTable

TYPING_SECONDS: Final = 6.0
"""After which a person who said that it types, and nothing since, counts as not typing."""
WRITTEN_COST: Final = 3.0
"""Messages for which a request counts besides that has to be written to the disk."""
_WRITTEN: Final = (SitDown, SetAway)


def do(table: OpenTable, number: int, request: Request, question: PutQuestion | None) -> None:
    """Do what a person asks for.

    Args:
        table: at which it sits.
        number: of the person.
        request: what it asks for.
        question: what a person is asked now.

    Raises:
        TooManyMessagesError: this person sends more than one may.
        NotAllowedError: the table does not allow it.
    """
    if not table.guests.may_ask(number):
        raise TooManyMessagesError
    if isinstance(request, _WRITTEN) and not table.guests.may_ask(number, WRITTEN_COST):
        raise NotAllowedError("too many changes; wait a moment")
    lobby = table.lobby
    match request:
        case Hello():
            raise NotAllowedError("you are at the table already")
        case SitDown():
            table.take(lobby.sit(number, request.seat))
        case SetReady():
            table.take(lobby.set_ready(number, ready=request.ready))
            if table.lobby.all_are_ready:
                table.begin()
        case SetAway():
            table.take(lobby.set_away(number, request.away))
        case GiveAnswer():
            _answer(table, number, request, question)
        case SetTyping():
            _type(table, number, typing=request.typing)
        case AskForPause():
            table.take(lobby.want_pause(number, pause=request.pause))
        case BeginGame() | MovePerson() | RemovePerson():
            lobby.need_owner(number)
            _do_for_owner(table, request)
        case _:
            assert_never(request)


def _do_for_owner(table: OpenTable, request: BeginGame | MovePerson | RemovePerson) -> None:
    match request:
        case BeginGame():
            table.begin()
        case MovePerson():
            table.take(table.lobby.sit(request.person, request.seat, by_owner=True))
        case RemovePerson():
            _remove(table, request.person, bar=request.bar)


def _remove(table: OpenTable, number: int, *, bar: bool) -> None:
    """Send a person away; where it is barred, the invitation by which it came gives way to a new one."""
    person = table.lobby.person(number)
    if person.is_owner:
        raise NotAllowedError("the owner of the table stays")
    table.stop_typing(number)
    table.guests.send_away(number, f"the owner of the table has sent you away{', for good' if bar else ''}")
    table.take(table.lobby.without(number))
    if bar:
        table.renew(table.invitations.renewed(*admitted_by(person)))


def _answer(table: OpenTable, number: int, given: GiveAnswer, question: PutQuestion | None) -> None:
    seat = table.lobby.person(number).seat
    if question is None or question.seat is not seat or question.number != given.number:
        raise NotAllowedError("this question is not open any more")
    answer = answer_taken(question.question, question.seat, given.answer)
    table.stop_typing(number)
    table.seats.answer(answer)


def _type(table: OpenTable, number: int, *, typing: bool) -> None:
    if typing and table.lobby.person(number).seat is not None and table.lobby.has_begun:
        table.typing.start(number, TYPING_SECONDS, table.changes.notify)
    else:
        table.typing.stop(number)
    table.changes.notify()
