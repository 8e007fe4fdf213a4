"""The secrets of a table: invitations, one for each seat, and the tokens with which people come back.

Of a token only a hash is kept; comparing takes the same time whatever was guessed.
"""

import hashlib
import hmac
import secrets
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, Self

from codenames_core.game.config import Seat

_BYTES: Final = 24
"""Of chance in one secret: 192 bits."""


class Admits(StrEnum):
    """What an invitation is for."""

    OWNER = "owner"
    """The table is this person's: it begins, pauses, moves people, and takes any seat."""
    LOBBY = "lobby"
    """Any free seat."""
    WATCH = "watch"
    SEAT = "seat"
    """One seat."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """A way to the table."""

    admits: Admits
    token: str
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Invitations:
    """All ways to a table."""

    all: tuple[Invitation, ...]

    @classmethod
    def draw(cls, seats: tuple[Seat, ...]) -> Self:
        """Return new invitations, which nobody can guess."""
        general = (Invitation(admits, new_token()) for admits in (Admits.OWNER, Admits.LOBBY, Admits.WATCH))
        return cls((*general, *(Invitation(Admits.SEAT, new_token(), seat) for seat in seats)))

    def opened_by(self, token: str) -> Invitation | None:
        """Return the invitation that `token` is; all of them are compared, whichever it is."""
        given = digest(token)
        found = [one for one in self.all if hmac.compare_digest(digest(one.token), given)]
        return found[0] if found else None

    def renewed(self, admits: Admits, seat: Seat | None = None) -> Self:
        """Return the invitations with a new one for something, in place of the one that there was."""
        return type(self)(
            tuple(
                replace(one, token=new_token()) if (one.admits, one.seat) == (admits, seat) else one for one in self.all
            )
        )

    def of(self, admits: Admits, seat: Seat | None = None) -> Invitation:
        """Return the invitation for something."""
        return next(one for one in self.all if one.admits is admits and one.seat is seat)


def new_token() -> str:
    """Return a secret that nobody can guess."""
    return secrets.token_urlsafe(_BYTES)


def digest(token: str) -> str:
    """Return the hash by which a token is known."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
