"""`bench merge`: check the games of bundles and merge them into one run."""

import argparse
import shlex
import time
from pathlib import Path
from typing import Final

from codenames_core.text.plurals import counted
from codenames_core.text.sanitiser import one_line
from codenames_metrics.arena import merge as bundles
from codenames_tui.cli import exits
from codenames_tui.cli.streams import print_note

SECONDS_BETWEEN_LINES: Final = 5.0


def merge(options: argparse.Namespace) -> int:
    """Check and keep the games, and say now and then how far that is."""
    folder = Path(options.out)
    printed_at = time.monotonic()

    def say(done: int, total: int) -> None:
        nonlocal printed_at
        if (now := time.monotonic()) - printed_at >= SECONDS_BETWEEN_LINES:
            printed_at = now
            print_note(f"{done:,} of {total:,} games are checked")

    merged = bundles.merge([Path(bundle) for bundle in options.bundles], folder, say)
    again = f", {merged.twice:,} of them twice" if merged.twice else ""
    print(f"{counted(merged.games, 'game')} of {len(merged.plan):,} in {one_line(str(folder))}{again}")
    print_note(f"leaderboard: codenames-tui bench report {shlex.quote(one_line(str(folder)))}")
    return exits.DONE
