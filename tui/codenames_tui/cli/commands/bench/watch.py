"""`bench watch`: a run of another process, in the app or in plain lines."""

import argparse
import time
from pathlib import Path
from typing import Final

from codenames_metrics.runner.run_watcher import RunWatcher
from codenames_tui.cli import exits
from codenames_tui.cli.terminal import has_terminal, look, no_terminal

SECONDS_BETWEEN_LINES: Final = 5.0


def watch(options: argparse.Namespace) -> int:
    """Open the app on a run of another process, or print how far it is until it is over."""
    if options.plain:
        return _print_progress(RunWatcher(Path(options.folder)))
    if not has_terminal():
        RunWatcher(Path(options.folder))  # complains where there is no run
        return no_terminal("--plain")
    from codenames_tui.app.app import run_app
    from codenames_tui.benchmark.run_screen import BenchRunScreen
    from codenames_tui.benchmark.runs import RemoteRun

    wanted = look(options)
    return run_app(BenchRunScreen(RemoteRun(Path(options.folder)), glyphs=wanted.glyphs), wanted)


def _print_progress(run: RunWatcher) -> int:
    """Print a line whenever there is something new, until the run is over."""
    printed = None
    while True:
        progress = run.look().progress
        if progress != printed:
            printed = progress
            print(f"{progress.status}: {progress.line()}", flush=True)
        if progress.is_over:
            return exits.DONE
        time.sleep(SECONDS_BETWEEN_LINES)
