"""Commands and paths that a person can copy from the terminal and run."""

import os
import shlex
from pathlib import Path

from codenames_core.text.sanitiser import clean


def shell_quoted(path: Path | str) -> str:
    r"""Return `path` quoted for a shell, without any character that could act on a terminal.

    >>> print(shell_quoted("my games/one.jsonl"), shell_quoted("-x"), shell_quoted("a\nb"))
    'my games/one.jsonl' ./-x $'a\x0ab'
    """
    text = str(path)
    if text.startswith("-"):
        text = f"./{text}"
    if text.isprintable() and text == clean(text):
        return shlex.quote(text)
    return "$'" + "".join(_escaped(byte) for byte in os.fsencode(text)) + "'"


def _escaped(byte: int) -> str:
    sign = chr(byte)
    return sign if sign.isascii() and sign.isprintable() and sign not in "'\\" else f"\\x{byte:02x}"


def saved_line(path: Path) -> str:
    """Return where a game was saved; the path can be copied as it stands."""
    return f"saved as {shell_quoted(path)}"


def resume_command(journal: Path, *, at_table: bool = False) -> str:
    """Return the command that goes on with the game of `journal`, at the table where other people had places."""
    return f"codenames-tui {'host' if at_table else 'play'} --resume {shell_quoted(journal)}"
