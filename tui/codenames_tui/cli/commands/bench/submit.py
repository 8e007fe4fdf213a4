"""`bench submit`: write the finished games of a run into one file for others to check."""

import argparse
from pathlib import Path

from codenames_core.text.plurals import counted
from codenames_core.text.sanitiser import one_line
from codenames_metrics.arena import submit as bundles
from codenames_metrics.report.results import read_plan
from codenames_tui.cli import exits


def submit(options: argparse.Namespace) -> int:
    """Write the bundle."""
    folder, out = Path(options.folder), Path(options.out)
    games = bundles.submit(folder, read_plan(folder), out)
    print(f"{counted(games, 'game')} in {one_line(str(out))}")
    return exits.DONE
