"""`join`: sit down at a table that somebody hosts, or watch it."""

import argparse
import asyncio
from typing import Final

from codenames_core.game.config import Seat
from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line
from codenames_tui.cli.streams import print_note
from codenames_tui.cli.terminal import has_terminal
from codenames_tui.table.client import TableClient, invitation_in, table_address
from codenames_tui.table.guest import TableGuest, arrive
from codenames_tui.table.hosting.way_in import trust_in

WATCH: Final = "watch"


def join(options: argparse.Namespace) -> int:
    """Join the table of an invitation, in the app."""
    address = table_address(_invitation(options))
    if not address.token:
        raise InputError("the invitation has no secret: http://HOST:PORT/#SECRET is needed, as the host printed it")
    wanted = _seat(options.seat)
    tls = trust_in(options.tls_authority)
    if not has_terminal():
        raise InputError("there is no terminal here, and a table takes one: join shows a game and takes answers")
    client = TableClient(address.url, address.token, options.name, tls=tls)
    asyncio.run(arrive(client))
    guest = TableGuest(client, wanted)
    from codenames_tui.app.app import run_app
    from codenames_tui.cli.terminal import look
    from codenames_tui.table.lobby_screen import LobbyScreen

    shown = look(options)
    code = run_app(LobbyScreen(guest, glyphs=shown.glyphs), shown)
    if guest.way_back:
        print_note(guest.way_back)
    return code


def _invitation(options: argparse.Namespace) -> str:
    """Return the invitation, from the command line or from a file.

    Raises:
        InputError: there is none, or there are two.
    """
    if (options.invitation is None) is (options.invitation_file is None):
        raise InputError("one invitation is needed: http://HOST:PORT/#SECRET, or --invitation-file FILE")
    if options.invitation is not None:
        return str(options.invitation)
    return invitation_in(options.invitation_file)


def _seat(name: str | None) -> Seat | None:
    if name is None or name == WATCH:
        return None
    plain = name.replace("-", "_")
    if plain not in list(Seat):
        known = ", ".join(seat.replace("_", "-") for seat in Seat)
        raise InputError(f"--seat is {one_line(name, 40)!r}; there are {known} and watch")
    return Seat(plain)
