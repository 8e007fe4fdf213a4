"""`serve`: the app in a browser, by textual-serve."""

import argparse
import asyncio
import shlex
import sys

from codenames_core.support.errors import InputError
from codenames_tui.streaming.addresses import Address, is_loopback, listen


def serve(options: argparse.Namespace) -> int:
    """Serve the app until interrupted; each browser that opens the page has an app of its own."""
    try:
        import textual_serve  # noqa: F401
    except ImportError as error:
        raise InputError("the browser needs an extra: pip install 'codenames-tui[web]'") from error
    from codenames_tui.streaming.browser import AppServer

    address = Address(options.host, options.port)
    listener = listen(address, guarded=True)  # who may come is settled before the address, by a proxy
    if not is_loopback(str(listener.getsockname()[0])):
        print(
            "codenames-tui: whoever reaches this address uses the app as you: it plays with your keys and reads your "
            "files. There is no password; see docs/browser.md for a proxy that asks for one",
            file=sys.stderr,
        )
    command = shlex.join([sys.executable, "-m", "codenames_tui"])
    server = AppServer(command, address, options.public_url or address.url().rstrip("/"))
    print(f"the app is at {server.public_url}/; Ctrl+C ends it", file=sys.stderr)
    return 128 + asyncio.run(server.serve_on(listener))
