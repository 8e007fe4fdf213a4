"""The people at a table as far as connections go.

By which secrets they come back, over which connection they are here, how much they may send, and whose connection was
lost.
"""

import secrets
from collections.abc import Callable, Collection, Mapping
from typing import Final, Protocol

from codenames_core.table.allowance import Allowance
from codenames_core.table.invitations import digest
from codenames_core.table.lobby import NotAllowedError
from codenames_tui.table.hosting.timers import Timers

MOST_AT_ONCE: Final = 40
MOST_PER_SECOND: Final = 10
"""Messages of one person, over however many connections."""
OTHER_CONNECTION: Final = "you came back over another connection"


class TooManyMessagesError(NotAllowedError):
    """A person sends more than one may, for now."""

    def __init__(self) -> None:
        super().__init__("too many messages")


class LiveConnection(Protocol):
    """The connection over which a person is here."""

    def end(self, reason: str, *, final: bool) -> None:
        """Say farewell and close."""
        ...


class Guests:
    """Everybody who was let in.

    Args:
        digests: the hashes of the secrets by which people come back, by their numbers.
        clock: gives seconds.
    """

    def __init__(self, digests: Mapping[int, str], clock: Callable[[], float]) -> None:
        self.digests = dict(digests)
        self.lost = Timers()
        """Of people whose connections were lost: when they count as gone."""
        self._clock = clock
        self._connections: dict[int, LiveConnection] = {}
        self._allowances: dict[int, Allowance] = {}

    def returning(self, token: str) -> int | None:
        """Return the number of the person who was given `token`; all are compared, whoever it is."""
        given = digest(token)
        found = [number for number, known in self.digests.items() if secrets.compare_digest(known, given)]
        return found[0] if found else None

    def arrive(self, number: int, token: str, connection: LiveConnection) -> None:
        """Note over which connection a person is here now; the one before it ends."""
        before = self._connections.pop(number, None)
        if before is not None:
            before.end(OTHER_CONNECTION, final=True)
        self._connections[number] = connection
        self.lost.stop(number)
        self.digests[number] = digest(token)

    def leave(self, number: int, connection: LiveConnection) -> bool:
        """Note that a connection is gone; return whether its person was here over it."""
        if self._connections.get(number) is not connection:
            return False
        del self._connections[number]
        return True

    def send_away(self, number: int, reason: str) -> None:
        """End the connection of a person, who cannot come back by what it was given."""
        self.lost.stop(number)
        self.digests.pop(number, None)
        connection = self._connections.pop(number, None)
        if connection is not None:
            connection.end(reason, final=True)

    def keep_only(self, numbers: Collection[int]) -> None:
        """Forget everybody else."""
        self.digests = {number: known for number, known in self.digests.items() if number in numbers}
        self._allowances = {number: left for number, left in self._allowances.items() if number in numbers}

    def may_ask(self, number: int, cost: float = 1.0) -> bool:
        """Count another message of a person; return whether it is within what one may send."""
        now = self._clock()
        known = self._allowances.get(number) or Allowance.full(MOST_AT_ONCE, MOST_PER_SECOND, now)
        self._allowances[number], is_within = known.spend(now, cost)
        return is_within
