"""No command: the app, beginning at home."""

import argparse

from codenames_tui.cli.terminal import has_terminal, look, no_terminal


def home(options: argparse.Namespace) -> int:
    """Open the app."""
    if not has_terminal():
        return no_terminal("a command that needs none: demo --plain, play --headless; --help lists them all")
    from codenames_tui.app.app import run_app

    return run_app(None, look(options))
