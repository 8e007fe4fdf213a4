"""The terminal: is there one, and how should the app look on it?"""

import argparse
import os
import sys
from dataclasses import replace
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
    """Return how the app should look, as the options, the settings and the environment want it, in this order."""
    from codenames_tui.preferences import read_settings
    from codenames_tui.settings import Look

    preferences = read_settings().preferences
    look = Look.from_environment(
        os.environ,
        theme=options.theme or preferences.theme,
        ascii_only=options.ascii or preferences.ascii,
        mouse=preferences.mouse and not options.no_mouse,
    )
    return look if preferences.animation is None else replace(look, animation=preferences.animation)
