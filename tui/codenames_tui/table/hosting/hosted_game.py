"""A table for a game that was set up: with its invitations and its people, new or as an earlier host left them."""

import asyncio
import socket
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from codenames_agents.seats.turn_limit import NO_LIMIT, TurnLimit
from codenames_core.files.journal import JournalWriter
from codenames_core.files.record import EpisodeRecord
from codenames_core.game.config import Seat
from codenames_core.play.episode import EpisodeRunner
from codenames_core.support.errors import InputError
from codenames_core.table.invitations import Admits, Invitations
from codenames_core.table.lobby import Lobby, playable_seats
from codenames_core.table.saved_table import KeptTable, invitations_kept, lobby_kept
from codenames_tui.game.sessions.seats import Seats
from codenames_tui.streaming.addresses import Address, listen
from codenames_tui.table.hosting.host import TableHost
from codenames_tui.table.hosting.server import PATH, TableServer
from codenames_tui.table.hosting.table_file import keeper
from codenames_tui.ui.shell import resume_command

USUAL_ADDRESS = Address("127.0.0.1", 8777)


class GameToHost(Protocol):
    """A game that is ready to be played."""

    @property
    def runner(self) -> EpisodeRunner:
        """What plays it."""
        ...

    @property
    def journal(self) -> JournalWriter:
        """In which it is written down."""
        ...

    def seal(self, record: EpisodeRecord) -> Path:
        """Save the finished game."""
        ...

    def give_up(self) -> None:
        """Leave it; a journal in which nothing has happened goes away."""
        ...


def seats_for_people(game: GameToHost) -> tuple[Seat, ...]:
    """Return the seats of a game that people can take."""
    seats = Seats(game.runner)
    return playable_seats(game.runner.header.config.rules, [seat for seat in Seat if seats.is_ghost(seat)])


def table_of(
    game: GameToHost,
    open_seats: tuple[Seat, ...],
    listen_at: str,
    kept: KeptTable | None = None,
    limit: TurnLimit = NO_LIMIT,
) -> TableHost:
    """Return the table of a game, with everybody who had a place at it before.

    Args:
        game: that is played.
        open_seats: which people may take.
        listen_at: where the host listens, which is kept.
        kept: what an earlier host wrote down.
        limit: how long people may take for an answer.
    """
    rules = game.runner.header.config.rules
    return TableHost(
        game.runner,
        Lobby(rules, open_seats) if kept is None else lobby_kept(kept, rules),
        Invitations.draw(open_seats) if kept is None else invitations_kept(kept),
        seal=game.seal,
        keep=keeper(game.journal.path, listen_at),
        kept=kept,
        limit=limit,
    )


@dataclass(frozen=True)
class HostedGame:
    """A table on this machine, that somebody hosts inside the app."""

    game: GameToHost
    host: TableHost
    listener: socket.socket

    @property
    def url(self) -> str:
        """Of the table's WebSocket."""
        host, port = self.listener.getsockname()[:2]
        return f"ws://{host}:{port}{PATH}"

    @property
    def owner_token(self) -> str:
        """What lets its owner in."""
        return self.host.invitations.of(Admits.OWNER).token

    @property
    def journal(self) -> Path:
        """Of the game."""
        return self.game.journal.path

    @property
    def is_over(self) -> bool:
        """Whether the game is."""
        return self.host.is_over

    @property
    def what_was_kept(self) -> str:
        """How to open the table again, where its game was left; empty where there is nothing to go on with."""
        if self.is_over or not self.journal.exists():
            return ""
        return f"to open this table again: {resume_command(self.journal, at_table=True)}"

    async def run(self) -> None:
        """Let people in and play, until the game is over; where this ends before, the game can be resumed."""
        try:
            async with TableServer(self.host, self.listener).serving():
                await self.host.run()
        except asyncio.CancelledError:
            self.game.give_up()
            raise


def opened(game: GameToHost, limit: TurnLimit) -> HostedGame:
    """Open a table for a game: at the usual address of this machine, or where that is in use at a free port.

    Raises:
        InputError: there is none.
    """
    try:
        listener = listen(USUAL_ADDRESS, guarded=True)
    except InputError:
        listener = listen(Address(USUAL_ADDRESS.host, 0), guarded=True)
    host, port = listener.getsockname()[:2]
    return HostedGame(game, table_of(game, seats_for_people(game), f"{host}:{port}", limit=limit), listener)
