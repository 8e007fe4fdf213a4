"""`bench submit` and `bench merge`: one leaderboard of runs that were played in different places."""

import argparse
import shlex
import time
from pathlib import Path

from codenames_core.text.plurals import counted
from codenames_core.text.sanitiser import one_line
from codenames_metrics.arena.merge import merge as merge_bundles
from codenames_metrics.arena.submit import submit as submit_run
from codenames_metrics.report.results import read_plan
from codenames_tui.cli import exits
from codenames_tui.cli.streams import print_note

_SECONDS_BETWEEN_LINES = 5.0


def submit(options: argparse.Namespace) -> int:
    """Write the finished games of a run into a bundle."""
    folder, out = Path(options.folder), Path(options.out)
    games = submit_run(folder, read_plan(folder), out)
    print(f"{counted(games, 'game')} in {one_line(str(out))}")
    return exits.DONE


def merge(options: argparse.Namespace) -> int:
    """Check the games of some bundles, and keep them as one run."""
    folder = Path(options.out)
    printed_at = time.monotonic()

    def say(done: int, total: int) -> None:
        nonlocal printed_at
        if (now := time.monotonic()) - printed_at >= _SECONDS_BETWEEN_LINES:
            printed_at = now
            print_note(f"{done:,} of {total:,} games are checked")

    merged = merge_bundles([Path(bundle) for bundle in options.bundles], folder, say)
    again = f", {merged.twice:,} of them twice" if merged.twice else ""
    print(f"{counted(merged.games, 'game')} of {len(merged.plan):,} in {one_line(str(folder))}{again}")
    print_note(f"who is how good at what: codenames-tui bench report {shlex.quote(one_line(str(folder)))}")
    return exits.DONE
