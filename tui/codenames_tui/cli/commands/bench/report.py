"""`bench report` and `bench compare`: what the games of a benchmark came to, however far it is."""

import argparse
import json
import sys
from pathlib import Path

from codenames_core.text.sanitiser import one_line
from codenames_metrics.report.artefacts import LEADERBOARD, write_artefacts
from codenames_metrics.report.report import REPORT
from codenames_metrics.report.results import read_plan
from codenames_metrics.report.run_comparison import compare_runs, comparison_text, read_run
from codenames_tui.cli import exits


def report(options: argparse.Namespace) -> int:
    """Write tables, report and plots anew from the games that are there, and print the report."""
    told = []
    for folder in map(Path, options.folders):
        write_artefacts(folder, read_plan(folder))
        told.append((folder / (LEADERBOARD if options.json else REPORT)).read_text("utf-8"))
        print(f"report in {one_line(str(folder / REPORT))}", file=sys.stderr)
    if options.json and len(told) > 1:
        told = [json.dumps([json.loads(one) for one in told], indent=1, ensure_ascii=False) + "\n"]
    sys.stdout.write("\n".join(told))
    return exits.DONE


def compare(options: argparse.Namespace) -> int:
    """Print how two runs compare."""
    result = compare_runs(read_run(Path(options.first)), read_run(Path(options.second)))
    if options.json:
        print(json.dumps(result.model_dump(mode="json"), indent=1, ensure_ascii=False))
    else:
        sys.stdout.write(comparison_text(result))
    return exits.DONE
