"""The command line: the parser, and a module for each command."""

from codenames_tui.cli.program import main

__all__ = ["main"]
