"""`bench extend`: let a run grow by models, boards and arms; what is finished is not played again."""

import argparse
import json
import shlex
from pathlib import Path

from codenames_core.text.plurals import counted
from codenames_core.text.sanitiser import one_line
from codenames_metrics.experiment.arms import parse_arm
from codenames_metrics.experiment.config import check_agents_can_play
from codenames_metrics.experiment.estimate import Estimate, estimate, estimate_of_some
from codenames_metrics.experiment.growth import grown
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.run_folder.metrics_cache import finished_games
from codenames_metrics.runner.recovery import plan_to_grow
from codenames_tui.cli import exits
from codenames_tui.cli.commands.bench.run import play
from codenames_tui.cli.streams import print_note
from codenames_tui.cli.terminal import has_terminal, no_terminal


def extend(options: argparse.Namespace) -> int:
    """Add games to a run and play what is not finished, or say what that would take."""
    if options.tui and not has_terminal():
        return no_terminal("--plain")
    folder = Path(options.folder)
    before = plan_to_grow(folder)
    config = grown(
        before.config, models=options.add_model, boards=options.add_boards, arms=dict(map(parse_arm, options.add_arm))
    )
    check_agents_can_play(config, force=options.force)
    after = Plan(config, before.words, naming=before.naming)
    finished = len(finished_games(folder, before))
    expected = estimate_of_some(estimate(after), len(after) - finished)
    if options.dry_run:
        print(
            _as_json(before, after, finished, expected)
            if options.json
            else "\n".join(_lines(after, finished, expected))
        )
        return exits.DONE
    for line in _lines(after, finished, expected):
        print_note(line)
    print_note(f"if interrupted, resume with: codenames-tui bench extend {shlex.quote(one_line(str(folder)))}")
    return play(config, folder, expected, options, words=before.words, may_grow=True)


def _lines(after: Plan, finished: int, expected: Estimate) -> list[str]:
    new = f"new         {counted(len(after) - finished, 'game')} to play; {finished:,} of {len(after):,} are finished"
    return [f"benchmark   {after.benchmark_id}", new, *expected.lines()]


def _as_json(before: Plan, after: Plan, finished: int, expected: Estimate) -> str:
    tree = {
        "benchmark_id": after.benchmark_id,
        "games": len(after),
        "games_before": len(before),
        "finished": finished,
        "to_play": len(after) - finished,
        "cost_usd": expected.cost_usd,
        "warnings": list(expected.warnings),
    }
    return json.dumps(tree, indent=1)
