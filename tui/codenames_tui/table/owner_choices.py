"""What the owner of a table chooses from: people to move or send away, and invitations to hand out."""

from typing import Final

from pydantic import BaseModel

from codenames_core.game.config import Seat
from codenames_core.table.invitations import Admits
from codenames_core.table.messages import LobbyNow, MovePerson, PersonThere, RemovePerson, TableInvitation
from codenames_tui.ui.lines.items import Item
from codenames_tui.ui.lines.lines import Line, Span, wrap

_NO_SEAT: Final = "no seat"
_AWAY: Final = "send away"
_BARRED: Final = "send away for good"


def places_for(person: PersonThere, lobby: LobbyNow) -> list[Item]:
    """Return where the owner can have a person go."""
    taken = {one.seat for one in lobby.people}
    seats = [Item(seat, seat.label, style=str(seat.team)) for seat in lobby.open if seat not in taken]
    without = [Item(_NO_SEAT, _NO_SEAT, note="stays in the lobby, and watches")] if person.seat else []
    return [
        *seats,
        *without,
        Item(_AWAY, _AWAY, note="can come back by an invitation", section="Away from the table"),
        Item(_BARRED, _BARRED, note="that invitation no longer works"),
    ]


def request_for(person: PersonThere, place: str) -> BaseModel:
    """Return what the owner asks for who chose that place for a person."""
    if place in (_AWAY, _BARRED):
        return RemovePerson(person=person.person, bar=place == _BARRED)
    return MovePerson(person=person.person, seat=None if place == _NO_SEAT else Seat(place))


def people_without_seat(lobby: LobbyNow, owner: int) -> list[Item]:
    """Return the people whom the owner can give a seat or send away, who have none."""
    return [Item(str(one.person), one.name) for one in lobby.people if one.seat is None and one.person != owner]


def invitation_items(invitations: tuple[TableInvitation, ...]) -> list[Item]:
    """Return the invitations that the owner can hand out, each named by its secret."""
    return [Item(one.token, for_whom(one), style=str(one.seat.team) if one.seat else "text") for one in invitations]


def for_whom(one: TableInvitation) -> str:
    """Return what an invitation is for.

    >>> for_whom(TableInvitation(admits=Admits.LOBBY, token="x"))
    'any free seat'
    """
    if one.seat is not None:
        return one.seat.label
    return "to watch" if one.admits is Admits.WATCH else "any free seat"


def command_lines(invitation: str, width: int) -> tuple[Line, ...]:
    """Return what somebody types to come by an invitation, in lines of `width` cells."""
    return tuple(wrap((Span(join_command(invitation), "strong"),), width))


def join_command(invitation: str) -> str:
    """Return what somebody types to come by an invitation.

    >>> join_command("http://127.0.0.1:8777/#abc")
    "codenames-tui join 'http://127.0.0.1:8777/#abc'"
    """
    return f"codenames-tui join '{invitation}'"
