"""A table as it is kept beside the journal of its game, so that a host that was killed finds everybody's place again.

It holds secrets: whoever can read the file can take any seat.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from codenames_core.files.strict_json import read_json
from codenames_core.game.config import Role, Rules, Seat
from codenames_core.support.errors import InputError
from codenames_core.support.validation_messages import first_problem
from codenames_core.table.invitations import Admits, Invitation, Invitations
from codenames_core.table.lobby import LONGEST_PERSON, MOST_PEOPLE, Away, Lobby, Person, Presence, sees_key
from codenames_core.text.sanitiser import one_line


class _Kept(BaseModel):
    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")


class KeptInvitation(_Kept):
    """A way to the table."""

    admits: Admits
    token: Annotated[str, Field(min_length=16, max_length=100)]
    seat: Seat | None = None


class KeptPerson(_Kept):
    """Somebody who came to the table."""

    number: Annotated[int, Field(ge=1, le=1_000_000_000)]
    name: Annotated[str, Field(max_length=LONGEST_PERSON)] = ""
    seat: Seat | None = None
    owner: bool = False
    only_seat: Seat | None = None
    only_watches: bool = False
    away: Away = Away.AGENT
    knows_key: bool = False
    token_sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class KeptTable(_Kept):
    """The whole file."""

    version: Literal[1] = 1
    invitations: tuple[KeptInvitation, ...]
    open: tuple[Seat, ...]
    begun: bool = False
    held: bool = False
    people: Annotated[tuple[KeptPerson, ...], Field(max_length=MOST_PEOPLE)] = ()
    listen: Annotated[str, Field(max_length=300)] = ""
    """Where the host listened, which is part of all invitations."""
    names: dict[Seat, Annotated[str, Field(max_length=LONGEST_PERSON)]] = {}
    """Who sat where, of those who gave a name."""

    @model_validator(mode="after")
    def _check_that_nobody_is_twice(self) -> Self:
        """Refuse what no host has written: two people in one place, or secrets that open two things."""
        seats = [one.seat for one in self.people if one.seat is not None]
        values_of: dict[str, Sequence[object]] = {
            "people have one number": [one.number for one in self.people],
            "people have one seat": seats,
            "people own the table": [one.owner for one in self.people if one.owner],
            "people have one secret": [one.token_sha256 for one in self.people],
            "invitations are the same": [one.token for one in self.invitations],
            "invitations are for the same": [(one.admits, one.seat) for one in self.invitations],
        }
        for what, values in values_of.items():
            if len(set(values)) < len(values):
                raise ValueError(f"two {what}")
        if not set(seats) <= set(self.open):
            raise ValueError("somebody sits where people may not")
        if any(one.knows_key and one.seat is not None and one.seat.role is not Role.CLUER for one in self.people):
            raise ValueError("a guesser has seen the key")
        if any((one.admits is Admits.SEAT) is (one.seat is None) for one in self.invitations):
            raise ValueError("an invitation is for a seat and names none, or the other way round")
        return self


def table_to_keep(lobby: Lobby, invitations: Invitations, digests: dict[int, str], names: dict[Seat, str]) -> KeptTable:
    """Return what is kept of a table.

    Args:
        lobby: the people.
        invitations: to the table.
        digests: the hashes of the tokens of people, by their numbers; nobody without one is kept.
        names: see `names_to_record`.
    """
    return KeptTable(
        invitations=tuple(KeptInvitation(admits=one.admits, token=one.token, seat=one.seat) for one in invitations.all),
        open=lobby.open_seats,
        begun=lobby.has_begun,
        held=lobby.is_held,
        people=tuple(
            _kept_person(person, digests[person.number]) for person in lobby.remembered if person.number in digests
        ),
        names=names,
    )


def _kept_person(person: Person, token_sha256: str) -> KeptPerson:
    return KeptPerson(
        number=person.number,
        name=person.name,
        seat=person.seat,
        owner=person.is_owner,
        only_seat=person.only_seat,
        only_watches=person.only_watches,
        away=person.away,
        knows_key=person.knows_key,
        token_sha256=token_sha256,
    )


def lobby_kept(kept: KeptTable, rules: Rules) -> Lobby:
    """Return the people of a table that was kept, whose connections were lost with it."""
    people = tuple(
        Person(
            one.number,
            one_line(one.name, LONGEST_PERSON),
            one.seat,
            Presence.LOST,
            is_owner=one.owner,
            only_seat=one.only_seat,
            only_watches=one.only_watches,
            away=one.away,
            knows_key=one.knows_key or (kept.begun and one.seat is not None and sees_key(one.seat, rules)),
        )
        for one in kept.people
    )
    last = max((one.number for one in kept.people), default=0)
    lobby = Lobby(rules, kept.open, people, is_held=kept.held, last_number=last)
    return replace(lobby, has_begun=kept.begun)


def invitations_kept(kept: KeptTable) -> Invitations:
    """Return the invitations to a table that was kept."""
    return Invitations(tuple(Invitation(one.admits, one.token, one.seat) for one in kept.invitations))


def names_kept(kept: KeptTable) -> dict[Seat, str]:
    """Return who sat where at a table that was kept; clean."""
    return {seat: one_line(name, LONGEST_PERSON) for seat, name in kept.names.items()}


def read_table(text: str, where: str) -> KeptTable:
    """Read the file of a table.

    Raises:
        InputError: it is none; `where` names it in the message.
    """
    try:
        return KeptTable.model_validate(read_json(text, where))
    except ValidationError as error:
        raise InputError(f"{where}: {first_problem(error)}") from error
