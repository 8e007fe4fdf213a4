"""`suite`: builds suites of decisions, has agents answer them, and says what the answers are worth."""

import argparse
import json
import shlex
import sys
from pathlib import Path

from codenames_agents.offline.known_words import known_words
from codenames_core.support.errors import InputError
from codenames_core.text.plurals import counted
from codenames_core.text.sanitiser import one_line
from codenames_metrics.experiment.config import is_language_model
from codenames_metrics.laboratory.asking.lab_folder import HEADER
from codenames_metrics.laboratory.asking.positions import Kind
from codenames_metrics.laboratory.asking.questions import check_sight
from codenames_metrics.laboratory.suites.building import build_suite
from codenames_metrics.laboratory.suites.plan import (
    PANEL,
    SuitePlan,
    check_agents,
    expected_panel_questions,
    first_questions,
    planned,
)
from codenames_metrics.laboratory.suites.report import REPORT, SuiteResults, report_as_json, report_text, write_report
from codenames_metrics.laboratory.suites.running import open_suite_folder, read_suite_run, run_suite
from codenames_metrics.laboratory.suites.suite_file import load_suite, write_suite
from codenames_tui.cli import exits
from codenames_tui.cli.commands.laboratory.asking_options import (
    ask_all,
    confirm_cost,
    expect,
    note_all,
    provider,
    refuse_no_screen,
)
from codenames_tui.cli.streams import print_note


def build(options: argparse.Namespace) -> int:
    """Draw a suite from recorded games, and write it to a file."""
    kinds = [Kind(kind) for kind in dict.fromkeys(options.kind or ["guess"])]
    path = Path(options.out)
    name = path.name.partition(".")[0] or "suite"
    drawn = build_suite(
        options.sources,
        kinds,
        name=name,
        per_model=options.per_model,
        seed=options.seed,
        speakers=options.speakers,
        talk=not options.without_talk,
    )
    write_suite(drawn.suite, path)
    note_all(drawn.notes)
    print(f"suite {drawn.suite.id}: {len(drawn.suite.positions)} positions in {one_line(str(path))}")
    return exits.DONE


def run(options: argparse.Namespace) -> int:
    """Have models answer a suite, and print what their answers are worth."""
    suite = load_suite(options.suite)
    refuse_no_screen(options)
    panel = PANEL if options.panel is None else options.panel
    plan = planned(suite, options.models, panel, options.repeats, map(Kind, options.kind or ()))
    if not plan.suite.positions:
        raise InputError(f"{one_line(options.suite)}: no position of the kinds that are asked for")
    _note_unknown_words(plan)
    asks_models = any(is_language_model(listener.spec) for listener in plan.panel)
    later = expected_panel_questions(plan) if asks_models else ()
    expected = expect([*first_questions(plan), *later], options)
    if options.dry_run:
        print(
            "\n".join(
                [counted(len(plan.suite.positions) * len(plan.models) * plan.repeats, "question")]
                + [one.line() for one in expected]
            )
        )
        return exits.DONE
    check_agents(plan)
    check_sight((*plan.models, *plan.panel), plan.suite.positions, force=options.force)
    confirm_cost(expected, options)
    folder = Path(options.out or "laboratory") / suite.folder_name
    has_models = any(is_language_model(agent.spec) for agent in (*plan.models, *plan.panel))
    through = provider(options, has_models=has_models)
    opening = open_suite_folder(folder, suite, plan)
    code = ask_all(opening, folder, options, through, lambda laboratory: run_suite(laboratory, plan))
    if (folder / HEADER).is_file():
        found = _reported(folder)
        if not options.tui:
            _print(found, options)
        print_note(f"results in {one_line(str(folder))}; see them: codenames-tui suite show {shlex.quote(str(folder))}")
    return code


def report(options: argparse.Namespace) -> int:
    """Print what the answers in a folder are worth, finished or not."""
    folder = Path(options.folder)
    _print(_reported(folder), options)
    print_note(f"report in {one_line(str(folder / REPORT))}")
    return exits.DONE


def _reported(folder: Path) -> SuiteResults:
    found = read_suite_run(folder)
    write_report(folder, found)
    return found


def _print(found: SuiteResults, options: argparse.Namespace) -> None:
    text = json.dumps(report_as_json(found), indent=1) + "\n" if options.json else report_text(found)
    sys.stdout.write(text)


def _note_unknown_words(plan: SuitePlan) -> None:
    """Say on how many boards offline agents have never seen most of the words."""
    note_all(_sentences(plan), most=3)


def _sentences(plan: SuitePlan) -> list[str]:
    said = []
    for position in {position.board: position for position in plan.suite.positions}.values():
        known = known_words((*plan.models, *plan.panel), position.state.board.words, position.state.config.language)
        if known is not None:
            said.append(f"board {position.board}: {known.sentence}")
    return said
