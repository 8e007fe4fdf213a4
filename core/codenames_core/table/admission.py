"""Who is let in to a table, and as whom: somebody new by an invitation, or the person whose invitation it was."""

from typing import Final

from codenames_core.game.config import Seat
from codenames_core.table.invitations import Admits, Invitation
from codenames_core.table.lobby import Lobby, NotAllowedError, Person, Presence

_ASK: Final = "ask the host for another invitation"


def admit(lobby: Lobby, invitation: Invitation, name: str) -> tuple[Lobby, Person]:
    """Return the table once whoever shows `invitation` has come, and that person.

    An invitation to a seat is for one person, and the owner's is for the owner: whoever shows it again is that person,
    who has lost what it was given to come back with. The others let in somebody new each time.

    Raises:
        NotAllowedError: the person whose invitation it is, is here; somebody else has the seat; or too many have come.
    """
    if (before := _came_by(lobby, invitation)) is not None:
        return lobby, before
    seat = invitation.seat
    if seat is not None and (sitting := lobby.in_seat(seat)) is not None and not sitting.is_replaced:
        raise NotAllowedError(f"{sitting.shown_name} has the seat of {seat.label}; {_ASK}")
    lobby, person = lobby.come(
        name,
        is_owner=invitation.admits is Admits.OWNER,
        only_seat=seat,
        only_watches=invitation.admits is Admits.WATCH,
    )
    if seat is not None and not lobby.why_no_seat(person, seat):
        lobby = lobby.sit(person.number, seat)
    return lobby, lobby.person(person.number)


def _came_by(lobby: Lobby, invitation: Invitation) -> Person | None:
    """Return who came by an invitation that is for one person."""
    if invitation.admits is Admits.OWNER:
        return next((person for person in lobby.people if person.is_owner), None)
    holder = None if invitation.seat is None else lobby.holder_of(invitation.seat)
    if holder is not None and holder.presence is Presence.HERE:
        raise NotAllowedError(f"{holder.shown_name} came by this invitation, which is for one person; {_ASK}")
    return holder


def admitted_by(person: Person) -> tuple[Admits, Seat | None]:
    """Return what the invitation was for by which a person came."""
    if person.is_owner:
        return Admits.OWNER, None
    if person.only_seat is not None:
        return Admits.SEAT, person.only_seat
    return (Admits.WATCH if person.only_watches else Admits.LOBBY), None
