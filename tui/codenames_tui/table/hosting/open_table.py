"""A table as it is now, and what follows from each change: in the game, on the disk, and for everybody to see."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from codenames_core.game.config import Seat
from codenames_core.support.errors import StorageError
from codenames_core.table.invitations import Invitations
from codenames_core.table.lobby import Lobby, names_to_record
from codenames_core.table.saved_table import KeptTable, names_kept, table_to_keep
from codenames_core.table.telling import agents_of, lobby_now
from codenames_core.watch.stream import Signal
from codenames_tui.game.sessions.seats import Seats
from codenames_tui.table.hosting.guests import Guests
from codenames_tui.table.hosting.timers import Timers

if TYPE_CHECKING:
    from codenames_core.play.episode import EpisodeRunner


class OpenTable:
    """The people at a table, how they come in, and their game.

    Args:
        runner: plays the game.
        lobby: the people.
        invitations: to the table.
        guests: their connections.
        keep: writes down what a host that is started again has to know.
        kept: what was written down before, for a game that is resumed.
    """

    def __init__(
        self,
        runner: "EpisodeRunner",
        lobby: Lobby,
        invitations: Invitations,
        guests: Guests,
        *,
        keep: Callable[[KeptTable], None],
        kept: KeptTable | None,
    ) -> None:
        self.lobby = lobby
        self.invitations = invitations
        self.guests = guests
        self.seats = Seats(runner)
        self.changes: Signal = runner.changes
        """Notified whenever there may be news for somebody."""
        self.typing = Timers()
        """Of people who type: when that is forgotten."""
        self.begun = asyncio.Event()
        self.failure: StorageError | None = None
        """Why nothing can be kept any more."""
        self.names: dict[Seat, str] = names_kept(kept) if kept else {}
        """Who sat where, of those who gave a name."""
        self._runner = runner
        self._keep, self._kept = keep, kept
        self._agents = agents_of(runner.header)
        self.shown = lobby_now(lobby, self._agents)
        """The lobby as everybody is told it."""

    def take(self, lobby: Lobby) -> None:
        """Have the table be as `lobby` says."""
        self.lobby = lobby.tidied()
        self.guests.keep_only({person.number for person in self.lobby.people})
        self._follow_up()

    def renew(self, invitations: Invitations) -> None:
        """Have these be the ways to the table from now on."""
        self.invitations = invitations
        self._follow_up()

    def begin(self) -> None:
        """Begin the game, if it has not begun."""
        if not self.lobby.has_begun:
            self.take(self.lobby.begin())
            self.begun.set()

    def stop_typing(self, number: int) -> None:
        """Forget that a person types."""
        if self.typing.stop(number):
            self.changes.notify()

    def _follow_up(self) -> None:
        try:
            if self._runner.state.outcome is None:  # nothing is kept of a game that is over
                self._seat_people()
                self._save()
        except StorageError as error:
            self.failure = error
            self._runner.stop()
            self.begun.set()  # a table that nothing can be kept of does not wait for its game
        shown = lobby_now(self.lobby, self._agents)
        if shown != self.shown:  # whoever was told it is told nothing where it is the same
            self.shown = shown
        self.changes.notify()

    def _seat_people(self) -> None:
        """Put people into the seats for which they answer now, agents into the others; pause the game, or not."""
        if not self.lobby.has_begun:
            return
        self.names = names_to_record(self.lobby, self.names)
        wanted = self.lobby.played_by_people
        for seat in self.seats.people:
            if seat not in wanted:
                self.seats.give_back(seat)
        for seat in wanted:
            self.seats.take(seat)
        gate = self._runner.gate
        if self.lobby.is_paused and not gate.paused:
            self._runner.pause()
        elif gate.paused and not self.lobby.is_paused:
            self._runner.resume()

    def _save(self) -> None:
        kept = table_to_keep(self.lobby, self.invitations, self.guests.digests, self.names)
        if kept != self._kept:
            self._keep(kept)
            self._kept = kept
