"""The terminal: is there one, and how should the app look on it?"""

import argparse
import os
import sys
from typing import TYPE_CHECKING

from codenames_tui import exits

if TYPE_CHECKING:
    from codenames_tui.settings import Look


def has_terminal() -> bool:
    """Return whether a person can see and steer the app: it reads from standard input and draws on standard error."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))


def no_terminal(instead: str) -> int:
    """Say that the app needs a terminal and what to add instead; return the exit code."""
    print(f"codenames-tui: there is no terminal here; add {instead}", file=sys.stderr)
    return exits.WRONG_INPUT


def look(options: argparse.Namespace) -> "Look":
    """Return how the app should look, as the options and the environment want it."""
    from codenames_tui.settings import DEFAULT_THEME, Look

    return Look.from_environment(
        os.environ,
        theme=options.theme or DEFAULT_THEME,
        ascii_only=options.ascii,
        mouse=not options.no_mouse,
    )
