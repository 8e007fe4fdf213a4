"""`--serve-events`: publish the games that a command plays to those who watch from elsewhere."""

import argparse
import sys
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

from codenames_core.support.errors import InputError

if TYPE_CHECKING:  # loads aiohttp, and most games are not published
    from codenames_tui.streaming.server import EventServer

T = TypeVar("T")


def new_event_server(options: argparse.Namespace) -> "EventServer | None":
    """Return a server whose address is taken already, None where the options ask for none.

    Raises:
        InputError: the address or the token file cannot be used.
    """
    if options.serve_events is None:
        if options.token_file is not None:
            raise InputError("--token-file says who may follow the events; give --serve-events HOST:PORT with it")
        return None
    from codenames_tui.streaming.addresses import parse_address
    from codenames_tui.streaming.server import EventServer
    from codenames_tui.streaming.tokens import Tokens, read_secrets

    address = parse_address(options.serve_events)
    tokens = None if options.token_file is None else Tokens.of(*read_secrets(options.token_file))
    server = EventServer(address, tokens)
    print(f"events of the game at {server.url}; follow it with: codenames-tui watch {server.url}", file=sys.stderr)
    return server


async def run_while_serving(server: "EventServer | None", play: Callable[[], Awaitable[T]]) -> T:
    """Return what `play` returns; `server` serves meanwhile."""
    if server is None:
        return await play()
    async with server.serving():
        return await play()
