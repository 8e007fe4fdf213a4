"""`bench merge`: check the games of bundles and merge them into one run."""

import argparse
import shlex
import time
from pathlib import Path
from typing import Final

from codenames_core.text.plurals import counted
from codenames_core.text.sanitiser import one_line
from codenames_metrics.arena import merge as bundles
from codenames_metrics.arena.unfinished_merge import folder_of_unfinished
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

    try:
        merged = bundles.merge([Path(bundle) for bundle in options.bundles], folder, say)
    except BaseException:
        _say_what_is_left(folder_of_unfinished(folder))
        raise
    if merged.resumed:
        print_note(f"{counted(merged.resumed, 'game')} had been checked before, and counted as they were")
    again = f", {merged.twice:,} of them twice" if merged.twice else ""
    print(f"{counted(merged.games, 'game')} of {len(merged.plan):,} in {one_line(str(folder))}{again}")
    print_note(f"leaderboard: codenames-tui bench report {shlex.quote(one_line(str(folder)))}")
    return exits.DONE


def _say_what_is_left(unfinished: Path) -> None:
    """Say where a merge that did not come to its end has left what it checked, if it has."""
    if unfinished.is_dir():
        print_note(f"what is checked lies in {one_line(str(unfinished))}; the same command goes on from there")
