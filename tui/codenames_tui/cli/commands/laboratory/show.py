"""`suite show`: a suite or a probe in the app, also while it is asked."""

import argparse
from pathlib import Path

from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line
from codenames_metrics.laboratory.asking.lab_folder import read_header
from codenames_metrics.laboratory.suites.suite_file import BASIC, load_suite
from codenames_tui.cli import exits
from codenames_tui.cli.terminal import has_terminal, look


def show(options: argparse.Namespace) -> int:
    """Open the app on a suite, or on a folder of answers."""
    path = Path(options.path)
    if path.is_dir():
        read_header(path)  # complains where it is none of a suite or probe
    elif options.path == BASIC or path.is_file():
        load_suite(options.path)
    else:
        raise InputError(f"{one_line(options.path)} does not exist")
    if not has_terminal():
        raise InputError("there is no terminal here; suite report prints what the answers are worth")
    from codenames_tui.app.app import run_app
    from codenames_tui.benchmark.laboratory.lab_screen import LabScreen

    wanted = look(options)
    return run_app(LabScreen(path, glyphs=wanted.glyphs), wanted) or exits.DONE
