"""Whether there is a terminal, and how the app looks on it."""

import argparse
import os
import sys
from dataclasses import astuple
from typing import TYPE_CHECKING

from codenames_core.support.errors import InputError
from codenames_tui.cli import exits

if TYPE_CHECKING:
    from codenames_tui.ui.look import Look


def has_terminal() -> bool:
    """Return whether the app can run here: it reads from standard input and draws on standard error.

    A terminal that calls itself `dumb` moves no cursor.
    """
    streams = (sys.stdin, sys.stdout, sys.stderr)
    is_dumb = os.environ.get("TERM", "").lower() == "dumb"
    return is_in_browser() or (not is_dumb and all(stream is not None and stream.isatty() for stream in streams))


def is_in_browser() -> bool:
    """Return whether the app runs for a browser, for which `serve` names Textual's driver."""
    return os.environ.get("TEXTUAL_DRIVER", "").endswith(":WebDriver")


def no_terminal(instead: str) -> int:
    """Print that the app needs a terminal and what to add instead; return the exit code."""
    print(f"codenames-tui: there is no terminal here; add {instead}", file=sys.stderr)
    return exits.WRONG_INPUT


def look(options: argparse.Namespace) -> "Look":
    """Return the look that the options, the settings and the environment ask for; the first of them decides."""
    from codenames_tui.ui.look import Look
    from codenames_tui.ui.preferences import read_settings

    preferences = read_settings().preferences
    look = Look.from_environment(
        os.environ,
        theme=options.theme or preferences.theme,
        ascii_only=options.ascii or preferences.ascii or not takes_all_signs(sys.stderr.encoding),
        mouse=preferences.mouse and not options.no_mouse,
    )
    return look if preferences.animation is None else look._replace(animation=preferences.animation)


def refuse_unknown_theme(name: str) -> None:
    """Refuse a theme that does not exist, also where nothing is drawn.

    Raises:
        InputError: there is no such theme; the message says which there are.
    """
    from codenames_tui.ui.preferences import theme_folders
    from codenames_tui.ui.themes.theming import load_themes, no_theme

    themes = load_themes(theme_folders())
    if name not in themes.names:
        raise InputError("; ".join([no_theme(name, themes.names), *themes.problems]))


def takes_all_signs(encoding: str | None) -> bool:
    """Return whether all that the app draws with can be written in `encoding`."""
    from codenames_tui.ui.lines.lines import UNICODE

    try:
        "".join(str(sign) for sign in astuple(UNICODE)).encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
