"""`serve`: the app in a browser, by textual-serve; or a site, or games, for a room to read."""

import argparse
import asyncio
import shlex
import sys
from pathlib import Path
from urllib.parse import urlsplit

from codenames_core.support.errors import InputError
from codenames_core.text.plurals import counted
from codenames_tui.streaming.addresses import Address, is_loopback, listen
from codenames_tui.table.client import invitation_in


def serve(options: argparse.Namespace) -> int:
    """Serve the app until interrupted; each browser that opens the page has an app of its own."""
    if options.read_only is not None and options.table is not None:
        raise InputError("--read-only shows games and --table one that is played; give one of them")
    if options.read_only is not None:
        return _serve_room(options)
    if options.table is not None:
        invitation_in(options.table)  # complains before a browser does
    if options.key is not None:
        raise InputError("--key is for --read-only FOLDER; in the app everyone decides for themselves")
    try:
        import textual_serve  # noqa: F401
    except ImportError as error:
        raise InputError("the browser needs an extra: pip install 'codenames-tui[web]'") from error
    from codenames_tui.streaming.browser import AppServer

    address = Address(options.host, options.port)
    listener = listen(address, guarded=True)  # who may come is settled before the address, by a proxy
    if options.table is None and not is_loopback(str(listener.getsockname()[0])):
        print(
            "codenames-tui: whoever reaches this address uses the app as you: it plays with your keys and reads your "
            "files. There is no password; see docs/browser.md for a proxy that asks for one",
            file=sys.stderr,
        )
    joining = () if options.table is None else ("join", "--invitation-file", str(Path(options.table).absolute()))
    command = shlex.join([sys.executable, "-m", "codenames_tui", *joining])
    server = AppServer(command, address, options.public_url or address.url().rstrip("/"))
    what = "the app" if options.table is None else "the table"
    print(f"{what} is at {server.public_url}/; Ctrl+C ends it", file=sys.stderr)
    return 128 + asyncio.run(server.serve_on(listener))


def _serve_room(options: argparse.Namespace) -> int:
    """Show a site or a folder of games to a room until interrupted."""
    from codenames_tui.exports.key_shown import KeyShown
    from codenames_tui.exports.site.room import GamesOnDisk, RoomServer, shelf_of

    shelf = shelf_of(Path(options.read_only), None if options.key is None else KeyShown(options.key))
    if isinstance(shelf, GamesOnDisk) and shelf.left_out:
        print(f"left out, because no game can be read in them: {counted(shelf.left_out, 'file')}", file=sys.stderr)
    address = Address(options.host, options.port)
    listener = listen(address, guarded=True)  # it only reads, and whoever names the host decides who may
    names = {address.host, urlsplit(options.public_url or "").hostname or address.host}
    print(f"read-only at {(options.public_url or address.url()).rstrip('/')}/; Ctrl+C ends it", file=sys.stderr)
    return 128 + asyncio.run(RoomServer(shelf, names).serve_on(listener))
