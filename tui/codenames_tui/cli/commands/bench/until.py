"""`bench until`: play a run only until something is found out, board by board where it is needed."""

import argparse
import json
from pathlib import Path

from codenames_core.support.errors import InputError
from codenames_core.text.plurals import counted
from codenames_core.text.sanitiser import one_line
from codenames_metrics.analysis.head_to_head import pairing_key, pairings
from codenames_metrics.analysis.stopping import Goal
from codenames_metrics.experiment.config import check_agents_can_play
from codenames_metrics.experiment.estimate import estimate, estimate_of_some
from codenames_metrics.experiment.growth import grown
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.run_folder.metrics_cache import finished_games
from codenames_metrics.runner.recovery import plan_to_grow
from codenames_tui.cli import exits
from codenames_tui.cli.commands.bench.run import play
from codenames_tui.cli.streams import print_note
from codenames_tui.cli.terminal import has_terminal, no_terminal


def until(options: argparse.Namespace) -> int:
    """Play whole boards until pairs are told apart, or say what that may take at most."""
    if options.tui and not has_terminal():
        return no_terminal("--plain")
    folder = Path(options.folder)
    before = plan_to_grow(folder)
    config = grown(before.config, boards=max(0, options.max_boards - len(before.config.seeds)))
    check_agents_can_play(config, force=options.force)
    plan = Plan(config, before.words, naming=before.naming)
    met = pairings(plan.cells)
    if not met:
        raise InputError(f"{one_line(str(folder))}: no two line-ups meet, so that there is nothing to resolve")
    width = None if options.width is None else options.width / 100
    names = (side.name for pairing in met for side in (pairing.first, pairing.second))
    goal = Goal.parse(options.resolve, names, width=width, most_boards=options.max_boards)
    keys = {pairing.key for pairing in met if goal.is_about(pairing)}
    if not keys:
        raise InputError(f"--resolve: {one_line(options.resolve, 60)} never meet each other in {one_line(str(folder))}")
    cells = {number for number, cell in enumerate(plan.cells) if pairing_key(cell) in keys}
    contests = len(cells) * options.max_boards * config.games_per_config
    finished = finished_games(folder, before)
    counting = sum(game % len(before.cells) in cells for game in finished)
    expected = estimate_of_some(estimate(plan), max(0, contests - counting))
    lines = [
        f"resolve     {one_line(options.resolve, 60)}: {counted(len(keys), 'pair')}",
        f"at most     {options.max_boards:,} boards of each, {contests:,} games; {counting:,} of these are finished",
        *expected.lines()[1:],
    ]
    if options.dry_run:
        print(
            json.dumps({"pairs": len(keys), "most_games": contests, "finished": counting}, indent=1)
            if options.json
            else "\n".join(lines)
        )
        return exits.DONE
    for line in lines:
        print_note(line)
    return play(config, folder, expected, options, words=before.words, may_grow=True, goal=goal)
