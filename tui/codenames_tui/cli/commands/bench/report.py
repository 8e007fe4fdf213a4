"""`bench report`: what the games of a run came to, however far it is."""

import argparse
import json
import sys
from pathlib import Path

from codenames_core.text.sanitiser import one_line
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.report.artefacts import LEADERBOARD, Tally, find_given_up, write_artefacts
from codenames_metrics.report.citing.latex import latex_tables
from codenames_metrics.report.citing.paragraph import methods_paragraph
from codenames_metrics.report.pictures.pdf import MISSING, can_draw_pdf
from codenames_metrics.report.report import REPORT
from codenames_metrics.report.results import read_plan
from codenames_metrics.report.run_facts import run_facts
from codenames_metrics.tables.leaderboard_parquet import PARQUET, write_leaderboard
from codenames_metrics.tables.parquet import needs_pyarrow
from codenames_tui.cli import exits


def report(options: argparse.Namespace) -> int:
    """Write tables, report and plots from the games that are there, and print the report."""
    texts = []
    if options.parquet:
        needs_pyarrow()
    pdf = can_draw_pdf()
    if not pdf:
        print(f"no pictures as PDF, only as SVG: {MISSING}", file=sys.stderr)
    for folder in map(Path, options.folders):
        plan = read_plan(folder)
        tally = write_artefacts(folder, plan, pdf=pdf)
        if options.parquet:
            write_leaderboard(tally.leaderboard(), folder / PARQUET)
        texts.append(_printed(folder, plan, tally, options))
        print(f"report in {one_line(str(folder / REPORT))}", file=sys.stderr)
    if options.json and len(texts) > 1:
        texts = [json.dumps([json.loads(text) for text in texts], indent=1, ensure_ascii=False) + "\n"]
    sys.stdout.write("\n".join(texts))
    return exits.DONE


def _printed(folder: Path, plan: Plan, tally: Tally, options: argparse.Namespace) -> str:
    """Return what is printed of a run, in the form that is asked for."""
    if options.json:
        return (folder / LEADERBOARD).read_text("utf-8")
    report = (folder / REPORT).read_text("utf-8")
    match options.format:
        case "latex":
            return latex_tables(report)
        case "methods":
            return methods_paragraph(tally.leaderboard(), run_facts(folder, plan, find_given_up(folder, plan)), plan)
        case _:
            return report
