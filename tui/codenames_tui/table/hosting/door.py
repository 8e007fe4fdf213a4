"""The door of a table: who is let in, who is lost, and who has left."""

import contextlib
from typing import Final

from codenames_core.table.admission import admit
from codenames_core.table.invitations import new_token
from codenames_core.table.lobby import NotAllowedError, Presence
from codenames_core.table.messages import Hello, Welcome
from codenames_tui.table.hosting.guests import LiveConnection, TooManyMessagesError
from codenames_tui.table.hosting.open_table import OpenTable

GRACE_SECONDS: Final = 8.0
"""In which a connection that was lost may come back before its seat counts as left."""
GRACE_AFTER_RESTART: Final = 45.0
"""The same for everybody, once the host itself was away."""


class Door:
    """Lets people in, and notes when they go.

    Args:
        table: to which it leads.
        grace: seconds in which a lost connection may come back.
    """

    def __init__(self, table: OpenTable, grace: float) -> None:
        self._table = table
        self._grace = grace

    def welcome(self, hello: Hello, connection: LiveConnection) -> Welcome:
        """Let somebody in, for the first time or again.

        Raises:
            TooManyMessagesError: this person has come back too often.
            NotAllowedError: nothing that opens this table was shown; or its seat is taken.
        """
        table, guests = self._table, self._table.guests
        number, token = guests.returning(hello.token), hello.token
        if number is not None and not guests.may_ask(number):
            raise TooManyMessagesError
        if number is None:
            number, token = self._newcomer(hello), new_token()
        if hello.name:
            table.take(table.lobby.rename(number, hello.name))
        guests.arrive(number, token, connection)
        table.take(table.lobby.present(number, Presence.HERE))
        return Welcome(person=number, token=token)

    def _newcomer(self, hello: Hello) -> int:
        invitation = self._table.invitations.opened_by(hello.token)
        if invitation is None:
            raise NotAllowedError("this is not an invitation to this table")
        lobby, person = admit(self._table.lobby, invitation, hello.name)
        self._table.take(lobby)
        return person.number

    def left(self, number: int, connection: LiveConnection) -> None:
        """Note that a connection is gone; its person may come back."""
        table = self._table
        if table.guests.leave(number, connection):
            table.stop_typing(number)
            table.take(table.lobby.present(number, Presence.LOST))
            self._give_up_later(number, self._grace)

    def expect_everybody(self) -> None:
        """Wait a while for the people whom a host before this one had."""
        for person in self._table.lobby.people:
            self._give_up_later(person.number, GRACE_AFTER_RESTART)

    def _give_up_later(self, number: int, seconds: float) -> None:
        """Count a person as gone who is not back after so many seconds."""
        table = self._table

        def give_up() -> None:
            with contextlib.suppress(NotAllowedError):  # somebody else needed the place
                table.take(table.lobby.present(number, Presence.GONE))

        table.guests.lost.start(number, seconds, give_up)
