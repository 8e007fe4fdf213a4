"""`bench run`: run an experiment, in plain lines or in the app, or say what it would take."""

import argparse
import asyncio
import gc
import json
import shlex
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from codenames_agents.models.asking import HowAsked
from codenames_core.support.errors import InputError
from codenames_core.text.plurals import counted
from codenames_core.text.sanitiser import one_line
from codenames_metrics.analysis.resolution import Detectable, Needed, boards_needed, resolution
from codenames_metrics.analysis.resolution import lines as resolution_lines
from codenames_metrics.experiment.asking import asked_as, asked_otherwise, how_models_will_be_asked
from codenames_metrics.experiment.config import ExperimentConfig, check_agents_can_play
from codenames_metrics.experiment.estimate import Estimate, estimate
from codenames_metrics.experiment.experiment_file import load_experiment
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.run_folder.progress import Progress, RunStatus, known_sum
from codenames_metrics.runner.benchmark import BenchmarkRunner
from codenames_metrics.runner.executors import Executor
from codenames_metrics.runner.executors.local import LocalExecutor
from codenames_metrics.runner.executors.procs import ProcsExecutor
from codenames_metrics.runner.models.budget import PriceUnknown
from codenames_tui.cli import exits
from codenames_tui.cli.commands.bench.stop_signals import StopSignals
from codenames_tui.cli.event_serving import new_event_server, run_while_serving
from codenames_tui.cli.streams import print_note
from codenames_tui.cli.terminal import has_terminal, look, no_terminal

BY_STATUS: Final = {
    RunStatus.DONE: exits.DONE,
    RunStatus.INCOMPLETE: exits.SOME_SKIPPED,
    RunStatus.BUDGET: exits.BUDGET_REACHED,
    RunStatus.INTERRUPTED: exits.INTERRUPTED,
    RunStatus.STOPPED_EARLY: exits.DONE,
}
"""The exit code for each way in which a run ends."""
SECONDS_BETWEEN_LINES: Final = 5.0
OBJECTS_BETWEEN_COLLECTIONS: Final = 700
"""Python's own choice: a finished game refers to itself, and with the 50,000 of a start dozens would lie about."""
GAMES_PER_WORKER: Final = 64
"""With models, in a cluster on this machine."""
MOST_SHOWN: Final = 10
"""Cells that are named one by one."""


def run(options: argparse.Namespace) -> int:
    """Run the experiment that the options name, or say what it would take."""
    only_looks = options.dry_run or options.detect is not None
    config = load_experiment(options.experiment, to_be_played=not only_looks, force=options.force)
    if options.tui and not has_terminal():
        return no_terminal("--plain")
    plan = Plan(config)
    expected = estimate(plan)
    if options.detect is not None:
        print(_detect_text(expected, plan, options.detect))
        return exits.DONE
    shown = resolution(plan)
    if options.dry_run:
        asked = how_models_will_be_asked(plan)
        as_json = options.json
        print(
            json.dumps(_estimate_as_json(expected, shown, plan, asked), indent=1)
            if as_json
            else _estimate_text(expected, shown, plan, asked)
        )
        _note_why_not_ready(config, force=options.force)
        return exits.DONE
    for line in (*expected.lines(), *resolution_lines(shown)):
        print_note(line)
    return play(config, Path(options.out or "benchmark_results") / config.name, expected, options)


def _note_why_not_ready(config: ExperimentConfig, *, force: bool) -> None:
    """Say what a run would be refused for, such as a key that is not set."""
    try:
        check_agents_can_play(config, force=force)
    except InputError as error:
        print_note(f"it cannot be run yet: {error}")


def play(
    config: ExperimentConfig, folder: Path, expected: Estimate, options: argparse.Namespace, **of_the_runner: Any
) -> int:
    """Play an experiment, once its cost is agreed to, and return the exit code.

    Args:
        config: the experiment.
        folder: of the results.
        expected: what is still to be paid.
        options: of the command line.
        of_the_runner: further arguments of `BenchmarkRunner`.

    Raises:
        InputError: the cost is not agreed to, or the experiment or the folder does not allow it.
    """
    budget_usd = options.budget if options.budget is not None else config.limits.budget_usd
    if unpriced := [model.model for model in expected.models if model.cost_usd is None and budget_usd is not None]:
        raise PriceUnknown(unpriced[0])
    _confirm_cost(expected, budget_usd, options)
    runner = BenchmarkRunner(
        config,
        folder,
        executor=_executor(options, games=GAMES_PER_WORKER if config.language_models else 1),
        concurrency=options.concurrency,
        budget_usd=budget_usd,
        **of_the_runner,
    )
    if options.tui:
        return _run_in_app(runner, options)
    signals = StopSignals(runner, drain=options.drain)
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    server = new_event_server(options)
    if server:
        runner.on_game = server.publish
    try:
        status = asyncio.run(run_while_serving(server, lambda: _run(runner, options, signals)))
    finally:
        signals.remove()
    _print_result(runner, status, options)
    return 128 + signals.numbers[0] if signals.numbers and status is RunStatus.INTERRUPTED else BY_STATUS[status]


def _executor(options: argparse.Namespace, games: int) -> Executor:
    if options.scheduler is not None and options.executor != "dask":
        raise InputError("--scheduler says where a cluster is; give --executor dask with it")
    if options.workers is not None and (options.executor == "local" or options.scheduler is not None):
        raise InputError(
            "--workers says how many processes play here; give --executor procs or dask with it, and no --scheduler"
        )
    match options.executor:
        case "procs":
            return ProcsExecutor(options.workers)
        case "dask":
            from codenames_metrics.runner.executors.cluster import DaskExecutor

            return DaskExecutor(options.scheduler, workers=options.workers, games=games)
        case _:
            return LocalExecutor()


def _confirm_cost(expected: Estimate, budget_usd: float | None, options: argparse.Namespace) -> None:
    """Ask before money is spent; without a terminal to ask at, a budget is the permission.

    Raises:
        InputError: the answer is no, or nothing permits it.
    """
    if options.yes or expected.cost_usd == 0:
        return
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        if budget_usd is None:
            raise InputError("models cost money, and there is nobody to ask; give --yes, or a limit with --budget USD")
        return
    print("Run it? [y/N] ", end="", file=sys.stderr, flush=True)
    if not sys.stdin.readline().strip().casefold().startswith("y"):
        raise InputError("nothing was run; --yes runs it without a question")


async def _run(runner: BenchmarkRunner, options: argparse.Namespace, signals: StopSignals) -> RunStatus:
    signals.loop = asyncio.get_running_loop()
    printing = asyncio.create_task(_print_progress(runner, plain=not options.json))
    try:
        return await runner.run()
    finally:
        await printing


async def _print_progress(runner: BenchmarkRunner, *, plain: bool) -> None:
    """Print a line every few seconds, also where nothing moves, and the latest failure, until the run is over."""
    printed_at, printed_failure = -SECONDS_BETWEEN_LINES, None
    while plain:
        progress = runner.progress
        if progress.last_failure is not None and progress.last_failure is not printed_failure:
            printed_failure = progress.last_failure
            print_note(str(printed_failure))
        if runner.knows_its_folder and (now := time.monotonic()) - printed_at >= SECONDS_BETWEEN_LINES:
            printed_at = now
            print_note(progress.line())
        if runner.is_over:
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(SECONDS_BETWEEN_LINES):
                await runner.changes.wait()


def _print_result(runner: BenchmarkRunner, status: RunStatus, options: argparse.Namespace) -> None:
    progress = runner.progress
    folder = one_line(str(runner.folder))
    if options.json:
        print(json.dumps(_progress_as_json(progress, status, str(runner.folder), runner.plan.benchmark_id), indent=1))
    else:
        print(f"{status}: {progress.line()}")
    print_note(f"results in {folder}")
    if runner.allocation is not None:
        pairs = runner.allocation.outcome()
        for one in pairs:
            print_note(one.line())
        if status is RunStatus.STOPPED_EARLY and not all(one.is_resolved for one in pairs):
            print_note("all boards that --max-boards allows are played; run it again with a larger one to go on")
    for model in progress.closed_models:
        print_note(f"{one_line(model, 60)} became unavailable; run the experiment again to play the rest of its games")
    for refusal in progress.refusals:
        print_note(one_line(f"{refusal}; it was not asked again, and its games are held back", 300))
    if status is RunStatus.BUDGET:
        print_note(f"the budget of ${runner.budget_usd:.2f} is used up; run it again with a larger one to resume")
    if status in (RunStatus.INTERRUPTED, RunStatus.INCOMPLETE):
        print_note("run it again to resume")
    if progress.done:
        print_note(f"leaderboard: codenames-tui bench report {shlex.quote(folder)}")


def _progress_as_json(progress: Progress, status: RunStatus, folder: str, benchmark_id: str) -> dict[str, Any]:
    return {
        "status": str(status),
        "folder": folder,
        "benchmark_id": benchmark_id,
        "total": progress.total,
        "done": progress.done,
        "skipped": progress.skipped,
        "waiting": progress.waiting,
        "left": progress.total - progress.settled,
        "played_now": progress.done - progress.begun_with,
        "seconds": round(progress.seconds, 3),
        "spent_usd": known_sum(progress.spent_usd, progress.unpriced),
        "unpriced_requests": progress.unpriced,
    }


def _detect_text(expected: Estimate, plan: Plan, points: float) -> str:
    """Return how many boards a difference of so many points takes, with their games and what they cost."""
    found = [_needed_text(needed, expected, points) for needed in boards_needed(plan, points / 100)]
    return "\n".join(found or ["no two line-ups are compared: no number of boards tells anything apart"])


def _needed_text(needed: Needed, expected: Estimate, points: float) -> str:
    difference = f"{needed.what}: win rates {points:g} points apart"
    cost = "" if expected.cost_usd == 0 else f", {_cost_of(needed.games, expected)}"
    return f"{difference} take {counted(needed.boards, 'board')}, {counted(needed.games, 'game')}{cost}"


def _cost_of(games: int, expected: Estimate) -> str:
    if expected.cost_usd is None:
        return "cost unknown"
    return f"about ${expected.cost_usd / expected.games * games:,.2f}"


def _estimate_text(expected: Estimate, shown: Sequence[Detectable], plan: Plan, asked: Mapping[str, HowAsked]) -> str:
    cells = [f"  {cell.name}" for cell in plan.cells[:MOST_SHOWN]]
    more = [f"  and {len(plan.cells) - MOST_SHOWN} more"] if len(plan.cells) > MOST_SHOWN else []
    ways = [f"  {one_line(name, 60)}: {_asked_text(how)}" for name, how in asked.items()]
    warnings = [f"warning: {problem}" for problem in asked_otherwise(asked)]
    how_asked = ["asked:", *ways, *warnings] if ways else []
    head = [f"benchmark   {plan.benchmark_id}", *expected.lines(), *resolution_lines(shown)]
    return "\n".join([*head, *how_asked, "cells:", *cells, *more])


def _asked_text(how: HowAsked) -> str:
    usual = ("its own", "none", "nothing")
    parts = [f"{what} {value}" for what, value in asked_as(how).items() if value not in usual or what == "temperature"]
    return one_line(", ".join(parts), 400)


def _estimate_as_json(
    expected: Estimate, shown: Sequence[Detectable], plan: Plan, asked: Mapping[str, HowAsked]
) -> dict[str, Any]:
    names = [name for name in Estimate.__dataclass_fields__ if name != "models"]
    models = [{name: getattr(model, name) for name in type(model).__dataclass_fields__} for model in expected.models]
    return {
        "benchmark_id": plan.benchmark_id,
        **{name: getattr(expected, name) for name in names},
        "resolution": [one._asdict() for one in shown],
        "warnings": [*expected.warnings, *asked_otherwise(asked)],
        "models": models,
        "asked": {name: how.model_dump() for name, how in asked.items()},
        "names_of_cells": [cell.name for cell in plan.cells],
    }


def _run_in_app(runner: BenchmarkRunner, options: argparse.Namespace) -> int:
    """Run an experiment in the app and return the exit code: how the run ended, where the app ended well."""
    from codenames_tui.app.app import run_app
    from codenames_tui.benchmark.run_screen import BenchRunScreen
    from codenames_tui.benchmark.runs import LocalRun

    wanted = look(options)
    run = LocalRun(runner)
    code = run_app(BenchRunScreen(run, glyphs=wanted.glyphs), wanted, run=run)
    if run.trouble:
        return exits.WRONG_INPUT
    return code or (BY_STATUS[run.status] if run.status is not None else exits.INTERRUPTED)
