"""A benchmark in the app: run there, or watched from another terminal."""

import argparse
import time
from pathlib import Path
from typing import Final

from codenames_metrics.run_folder.progress import RunStatus
from codenames_metrics.runner.benchmark import BenchmarkRunner
from codenames_metrics.runner.run_watcher import RunWatcher
from codenames_tui.cli import exits
from codenames_tui.cli.terminal import has_terminal, look, no_terminal

BY_STATUS: Final = {
    RunStatus.DONE: exits.DONE,
    RunStatus.INCOMPLETE: exits.SOME_SKIPPED,
    RunStatus.BUDGET: exits.BUDGET_REACHED,
    RunStatus.INTERRUPTED: exits.INTERRUPTED,
}
"""The exit code for each way in which a run ends."""
SECONDS_BETWEEN_LINES: Final = 5.0


def watch(options: argparse.Namespace) -> int:
    """Open the app on a run of another process, or print how far it is until it is over."""
    if options.plain:
        return _print(RunWatcher(Path(options.folder)))
    if not has_terminal():
        RunWatcher(Path(options.folder))  # complains where there is no run
        return no_terminal("--plain")
    from codenames_tui.app.app import run_app
    from codenames_tui.benchmark.run_screen import BenchRunScreen
    from codenames_tui.benchmark.runs import RemoteRun

    wanted = look(options)
    return run_app(BenchRunScreen(RemoteRun(Path(options.folder)), glyphs=wanted.glyphs), wanted)


def _print(run: RunWatcher) -> int:
    """Print a line whenever there is something new, until the run is over."""
    told = None
    while True:
        progress = run.look().progress
        if progress != told:
            told = progress
            print(f"{progress.status}: {progress.line()}", flush=True)
        if progress.is_over:
            return exits.DONE
        time.sleep(SECONDS_BETWEEN_LINES)


def run_in_app(runner: BenchmarkRunner, options: argparse.Namespace) -> int:
    """Run an experiment in the app and return the exit code: how the run ended, where the app ended well."""
    from codenames_tui.app.app import run_app
    from codenames_tui.benchmark.run_screen import BenchRunScreen
    from codenames_tui.benchmark.runs import LocalRun

    wanted = look(options)
    run = LocalRun(runner)
    code = run_app(BenchRunScreen(run, glyphs=wanted.glyphs), wanted, run=run)
    if run.trouble:
        return exits.WRONG_INPUT
    return code or (BY_STATUS[run.status] if run.status is not None else exits.INTERRUPTED)
