"""Is there a terminal to draw on?"""

import sys

from codenames_tui import exits


def has_terminal() -> bool:
    """Return whether a person can see and steer the app: it reads from standard input and draws on standard error."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))


def no_terminal(instead: str) -> int:
    """Say that the app needs a terminal and what to add instead; return the exit code."""
    print(f"codenames-tui: there is no terminal here; add {instead}", file=sys.stderr)
    return exits.WRONG_INPUT
