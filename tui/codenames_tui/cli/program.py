"""The program: runs a command, and prints in one line what went wrong.

The commands are listed in `codenames_tui.cli.command_line`; what one does is imported when it is called. Data goes to
standard output, narration and complaints to standard error.
"""

import argparse
import gc
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module

from codenames_tui.cli import exits
from codenames_tui.cli.command_line import parser
from codenames_tui.cli.streams import guarded

_OBJECTS_BETWEEN_COLLECTIONS = 200_000
"""With Python's 700 the collector would traverse every module again and again during a start, and find nothing."""

# D-055: a plugin would see everything that is read, and the search for plugins is slow.
_NO_PLUGINS = ("PYDANTIC_DISABLE_PLUGINS", "__all__")
"""Else pydantic looks in every installed package for plugins, which would see every record and setting."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that `arguments` name and return its exit code."""
    gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS)
    os.environ.setdefault(*_NO_PLUGINS)
    with guarded():
        try:
            return _run(arguments)
        except KeyboardInterrupt:
            return exits.INTERRUPTED
        except BrokenPipeError:  # the reader of our output has closed its end
            return exits.DONE
        except Exception as error:
            return _report(error)


def _run(arguments: Sequence[str] | None) -> int:
    try:
        options = parser().parse_args(arguments)
        if getattr(options, "theme", None) is not None:
            from codenames_tui.cli.terminal import refuse_unknown_theme

            refuse_unknown_theme(options.theme)
        if getattr(options, "transport", None):
            from codenames_agents.providers.transports.choice import VARIABLE

            os.environ[VARIABLE] = options.transport  # processes that play games inherit it
        return _handler(options.handler)(options)
    finally:
        sys.stdout.flush()  # here, where a failure can still be reported


def _handler(name: str) -> Callable[[argparse.Namespace], int]:
    module, function = name.split(":")
    handler: Callable[[argparse.Namespace], int] = getattr(
        import_module(f"codenames_tui.cli.commands.{module}"), function
    )
    return handler


def _report(error: Exception) -> int:
    """Print `error` in one line, and return the exit code."""
    from codenames_core.support.errors import InputError

    if isinstance(error, InputError | OSError):
        print(f"codenames-tui: {_complaint(error)}", file=sys.stderr)
        return exits.WRONG_INPUT
    from codenames_tui.ui.crash import crash_line, write_crash

    print(crash_line(error, write_crash(error)), file=sys.stderr)
    return exits.OUR_ERROR


def _complaint(error: Exception) -> str:
    """Return the sentence for wrong input, or for a refusal of the system."""
    from codenames_core.text.sanitiser import one_line

    if isinstance(error, OSError) and error.filename is not None:  # ours have a whole sentence
        return f"{one_line(str(error.filename))}: {error.strerror}"
    return str(error)
