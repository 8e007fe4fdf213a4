"""`bench compare`: two runs, board by board where that is fair."""

import argparse
import json
import sys
from pathlib import Path

from codenames_metrics.report.run_comparison import compare_runs, comparison_text, read_run
from codenames_tui.cli import exits


def compare(options: argparse.Namespace) -> int:
    """Print how two runs compare."""
    result = compare_runs(read_run(Path(options.first)), read_run(Path(options.second)))
    if options.json:
        print(json.dumps(result.model_dump(mode="json"), indent=1, ensure_ascii=False))
    else:
        sys.stdout.write(comparison_text(result))
    return exits.DONE
