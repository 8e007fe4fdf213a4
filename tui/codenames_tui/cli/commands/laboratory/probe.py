"""`probe`: asks recorded decisions again with one thing changed, and says what it causes."""

import argparse
import shlex
import sys
from pathlib import Path

from codenames_core.text.plurals import counted
from codenames_core.text.sanitiser import one_line
from codenames_metrics.laboratory.asking.lab_folder import HEADER
from codenames_metrics.laboratory.asking.positions import Kind
from codenames_metrics.laboratory.asking.questions import check_sight
from codenames_metrics.laboratory.probes.arms import parse_arms
from codenames_metrics.laboratory.probes.plan import ProbePlan, clue_questions, draw_positions, questions
from codenames_metrics.laboratory.probes.report import write_probe
from codenames_metrics.laboratory.probes.running import open_probe_folder, plan_id, read_probe_run, run_probe
from codenames_tui.cli import exits
from codenames_tui.cli.commands.laboratory.asking_options import (
    ask_all,
    confirm_cost,
    expect,
    provider,
    refuse_no_screen,
)
from codenames_tui.cli.streams import print_note


def probe(options: argparse.Namespace) -> int:
    """Ask decisions again, and print what the arms cause."""
    kind = Kind(options.ask)
    arms = parse_arms(options.arms, kind)
    positions = draw_positions(options.sources, kind, arms, count=options.positions, seed=options.seed)
    refuse_no_screen(options)
    plan = ProbePlan(kind, positions, arms, options.repeats)
    asked = [*clue_questions(plan), *questions(plan, {})]
    expected = expect(asked, options)
    boards = len({position.board for position in positions})
    print_note(
        f"{counted(len(positions), 'decision')} on {counted(boards, 'board')}, {counted(len(arms), 'arm')}: "
        f"{counted(len(asked), 'question')}"
    )
    if options.dry_run:
        for one in expected:
            print(one.line())
        return exits.DONE
    check_sight((question.agent for question in asked), positions, force=options.force)
    confirm_cost(expected, options)
    folder = Path(options.out or "laboratory") / f"probe-{kind}-{plan_id(plan)}"
    through = provider(options, has_models=any(question.model for question in asked))
    opening = open_probe_folder(folder, plan)
    code = ask_all(opening, folder, options, through, lambda laboratory: run_probe(laboratory, plan))
    if (folder / HEADER).is_file():
        text = write_probe(folder, *read_probe_run(folder))
        if not options.tui:
            sys.stdout.write(text)
        print_note(f"results in {one_line(str(folder))}; see them: codenames-tui suite show {shlex.quote(str(folder))}")
    return code
