"""A person at a table elsewhere: the connection, what is known through it, and what was said of both."""

import contextlib
from typing import Any

from pydantic import BaseModel

from codenames_core.game.config import Seat
from codenames_core.support.errors import CodenamesError, InputError
from codenames_core.table.known_game import KnownGame
from codenames_core.table.messages import InvitationsNow, LobbyNow, PersonThere, TableInvitation, TurnedDown, Welcome
from codenames_core.text.sanitiser import one_line
from codenames_core.watch.stream import Signal
from codenames_tui.streaming.client import RefusedError
from codenames_tui.streaming.news import Notice
from codenames_tui.table.client import TableClient, invitation_to


class TableGuest:
    """Follows a table through a connection.

    Args:
        client: the connection.
        wanted: the seat to ask for on arrival; None to choose later.
    """

    def __init__(self, client: TableClient, wanted: Seat | None = None) -> None:
        self.known = KnownGame()
        self.changes = Signal()
        """Notified of every message."""
        self.person = 0
        """The number of this person at the table; 0 before it is known."""
        self.trouble = ""
        """What is wrong with the connection; empty where all is well."""
        self.invitations: tuple[TableInvitation, ...] = ()
        """How others come; only the owner of a table is told."""
        self.remarks: list[str] = []
        """What the table turned down, and why."""
        self.is_closed = False
        """Whether nothing more will come."""
        self._client = client
        self._wanted = wanted

    async def run(self) -> None:
        """Follow the table until the game is over, or the table sends this person away."""
        try:
            async for message in self._client.follow():
                self.take(message)
        except CodenamesError as error:
            self.trouble = str(error)
        self.is_closed = True
        self.changes.notify()

    def take(self, message: Any) -> None:
        """Take what the table tells."""
        match message:
            case Welcome():
                self.person, self.trouble = message.person, ""
                if self._wanted is not None:
                    self.ask(_sit_down(self._wanted))
                    self._wanted = None
            case Notice():
                self.trouble = message.text
            case InvitationsNow():
                self.invitations = message.invitations
            case TurnedDown():
                self.remarks.append(message.reason)
            case _:
                self.known.take(message)
        self.changes.notify()

    def ask(self, request: BaseModel) -> None:
        """Ask the table for something; where the connection is lost, say so."""
        if not self._client.send(request):
            self.remarks.append("the connection is lost; it will be tried again")
            self.changes.notify()

    def whisper(self, request: BaseModel) -> None:
        """Tell the table something that may get lost."""
        self._client.send(request)

    def invitation(self, token: str) -> str:
        """Return what is given to others, of whom the table lets in whoever shows `token`."""
        return invitation_to(self._client.url, token)

    @property
    def me(self) -> PersonThere | None:
        """This person, as the table knows it."""
        return next((one for one in self.known.lobby.people if one.person == self.person), None)

    def in_seat(self, seat: Seat) -> PersonThere | None:
        """Return who has `seat`."""
        return next((one for one in self.known.lobby.people if one.seat is seat), None)

    @property
    def way_back(self) -> str:
        """What is said to who leaves a game that goes on. The invitation is a secret, so it is not repeated."""
        if self.is_closed or self.known.end is not None:
            return ""
        return "you left the table; to come back, run codenames-tui join with the invitation that you used"


async def arrive(client: TableClient) -> None:
    """Come to the table once, before a screen opens.

    Raises:
        InputError: nobody can, or this person may not; the message says why.
    """
    try:
        async with contextlib.aclosing(client.follow()) as messages:
            async for message in messages:
                if isinstance(message, Notice) and message.text:
                    raise InputError(one_line(message.text.partition(" s: ")[2] or message.text, 200))
                if isinstance(message, LobbyNow):
                    return
    except RefusedError as error:
        raise InputError(str(error)) from error


def _sit_down(seat: Seat) -> BaseModel:
    from codenames_core.table.messages import SitDown

    return SitDown(seat=seat)
