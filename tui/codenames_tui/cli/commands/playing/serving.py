"""`--serve-events`: tell what is played to those who watch from elsewhere."""

import argparse
import sys
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

from codenames_core.support.errors import InputError

if TYPE_CHECKING:  # most games are told to nobody
    from codenames_tui.streaming.server import EventServer

T = TypeVar("T")


def host_of(options: argparse.Namespace) -> "EventServer | None":
    """Return what will tell the games, where the options ask for it; its address is taken already.

    Raises:
        InputError: the address or the token file cannot be used.
    """
    if options.serve_events is None:
        if options.token_file is not None:
            raise InputError("--token-file says who may follow the events; give --serve-events HOST:PORT with it")
        return None
    from codenames_tui.streaming.access import Tokens, parse_address, read_secrets
    from codenames_tui.streaming.server import EventServer

    address = parse_address(options.serve_events)
    tokens = None if options.token_file is None else Tokens.of(*read_secrets(options.token_file))
    host = EventServer(address, tokens)
    print(f"events of the game at {host.url}; follow it with: codenames-tui watch {host.url}", file=sys.stderr)
    return host


async def served(host: "EventServer | None", play: Callable[[], Awaitable[T]]) -> T:
    """Call `play` while `host` tells of it."""
    if host is None:
        return await play()
    async with host.serving():
        return await play()
