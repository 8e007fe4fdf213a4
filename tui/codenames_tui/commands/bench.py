"""`bench`: run experiments, and say how far one came."""

import argparse
import asyncio
import json
import signal
import sys
import time
from pathlib import Path
from typing import Any, Final

from codenames_core.errors import InputError
from codenames_core.text import one_line
from codenames_metrics.benchmark import BenchmarkRunner
from codenames_metrics.estimate import Estimate, estimate
from codenames_metrics.executors import Executor
from codenames_metrics.executors.local import LocalExecutor
from codenames_metrics.executors.procs import ProcsExecutor
from codenames_metrics.experiment_file import load_experiment
from codenames_metrics.failures import last_failures
from codenames_metrics.ledger import read_ledger
from codenames_metrics.lock import holder_of
from codenames_metrics.manifest import Manifest, read_manifest
from codenames_metrics.measured import finished
from codenames_metrics.plan import Plan
from codenames_metrics.progress import Progress, RunStatus
from codenames_metrics.results import read_plan
from codenames_tui import exits
from codenames_tui.commands.serving import host_of, served

SECONDS_BETWEEN_LINES: Final = 5.0
MOST_SHOWN: Final = 10
"""Skipped games that are named one by one."""

_EXITS: Final = {
    RunStatus.DONE: exits.DONE,
    RunStatus.INCOMPLETE: exits.SOME_SKIPPED,
    RunStatus.BUDGET: exits.BUDGET_REACHED,
    RunStatus.INTERRUPTED: exits.INTERRUPTED,
}


def run(options: argparse.Namespace) -> int:
    """Run the experiment that the options name, or say what it would take."""
    config = load_experiment(options.experiment, to_be_played=True)
    plan = Plan(config)
    expected = estimate(plan)
    if options.dry_run:
        print(
            json.dumps(_estimate_as_json(expected, plan), indent=1) if options.json else _estimate_text(expected, plan)
        )
        return exits.DONE
    for line in expected.lines():
        _say(line)
    _agree(expected, options)
    runner = BenchmarkRunner(
        config,
        Path(options.out or "benchmark_results") / config.name,
        executor=_executor(options),
        concurrency=options.concurrency,
        budget_usd=options.budget,
    )
    stopped_by: list[signal.Signals] = []
    host = host_of(options)
    if host:
        runner.on_game = host.publish
    status = asyncio.run(served(host, lambda: _run(runner, options, stopped_by)))
    _conclude(runner, status, options)
    return 128 + stopped_by[0] if stopped_by and status is RunStatus.INTERRUPTED else _EXITS[status]


def status(options: argparse.Namespace) -> int:
    """Say how far the runs in some folders came."""
    told = [_told(Path(folder)) for folder in options.folders]
    if options.json:
        print(json.dumps(told if len(told) > 1 else told[0], indent=1))
        return exits.DONE
    for one in told:
        print(_status_text(one))
    return exits.DONE


def _executor(options: argparse.Namespace) -> Executor:
    if options.serve_events is not None and options.executor == "procs":
        raise InputError("--serve-events tells games that are played in this process; leave out --executor procs")
    if options.workers is not None and options.executor != "procs":
        raise InputError("--workers says how many processes play; give --executor procs with it")
    return ProcsExecutor(options.workers) if options.executor == "procs" else LocalExecutor()


def _agree(expected: Estimate, options: argparse.Namespace) -> None:
    """Ask before money is spent, where somebody can answer."""
    if not expected.models or options.yes or not (sys.stdin.isatty() and sys.stderr.isatty()):
        return
    print("Run it? [y/N] ", end="", file=sys.stderr, flush=True)
    if not sys.stdin.readline().strip().casefold().startswith("y"):
        raise InputError("nothing was run; --yes runs it without a question")


async def _run(runner: BenchmarkRunner, options: argparse.Namespace, stopped_by: list[signal.Signals]) -> RunStatus:
    _stop_on_signals(runner, stopped_by, drain=options.drain)
    telling = asyncio.create_task(_tell(runner, plain=not options.json))
    try:
        return await runner.run()
    finally:
        await telling


def _stop_on_signals(runner: BenchmarkRunner, stopped_by: list[signal.Signals], *, drain: bool) -> None:
    loop = asyncio.get_running_loop()

    def stop(number: signal.Signals) -> None:
        first = not stopped_by
        stopped_by.append(number)
        if drain and first:
            _say("finishing the games in flight; once more to stop at once")
            runner.drain()
        else:
            runner.stop()

    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if number := getattr(signal, name, None):
            loop.add_signal_handler(number, stop, number)


async def _tell(runner: BenchmarkRunner, *, plain: bool) -> None:
    """Print a line now and then, and every failure, until the run is over."""
    told_at, told_failure = -SECONDS_BETWEEN_LINES, None
    async for progress in runner.follow():
        if not plain:
            continue
        if progress.last_failure is not None and progress.last_failure is not told_failure:
            told_failure = progress.last_failure
            _say(str(told_failure))
        if (now := time.monotonic()) - told_at >= SECONDS_BETWEEN_LINES:
            told_at = now
            _say(progress.line())


def _conclude(runner: BenchmarkRunner, status: RunStatus, options: argparse.Namespace) -> None:
    progress = runner.progress
    folder = one_line(str(runner.folder))
    if options.json:
        print(json.dumps(_progress_as_json(progress, status, str(runner.folder), runner.plan.benchmark_id), indent=1))
    else:
        print(f"{status}: {progress.line()}")
    _say(f"results in {folder}")
    for model in progress.closed_models:
        _say(f"{one_line(model, 60)} could not be asked any more; its games are held back, and played by another run")
    if status is RunStatus.BUDGET:
        _say(f"the budget of ${runner.budget_usd:.2f} is used up; run it again with a larger one, and it goes on")
    if status in (RunStatus.INTERRUPTED, RunStatus.INCOMPLETE):
        _say("run it again, and it goes on from here")


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
        "spent_usd": progress.spent_usd,
        "unpriced_requests": progress.unpriced,
    }


def _estimate_text(expected: Estimate, plan: Plan) -> str:
    cells = [f"  {cell.name}" for cell in plan.cells[:MOST_SHOWN]]
    more = [f"  and {len(plan.cells) - MOST_SHOWN} more"] if len(plan.cells) > MOST_SHOWN else []
    return "\n".join([f"benchmark   {plan.benchmark_id}", *expected.lines(), "cells:", *cells, *more])


def _estimate_as_json(expected: Estimate, plan: Plan) -> dict[str, Any]:
    names = [name for name in Estimate.__dataclass_fields__ if name != "models"]
    models = [{name: getattr(one, name) for name in type(one).__dataclass_fields__} for one in expected.models]
    return {
        "benchmark_id": plan.benchmark_id,
        **{name: getattr(expected, name) for name in names},
        "models": models,
        "names_of_cells": [cell.name for cell in plan.cells],
    }


def _told(folder: Path) -> dict[str, Any]:
    manifest = read_manifest(folder)
    if manifest is None:
        raise InputError(f"{one_line(str(folder))} is no folder of results: there is no manifest.json in it")
    plan = read_plan(folder)
    done = finished(folder, plan)
    numbers = {plan.record_name(index).removeprefix("episode_").partition(".")[0] for index in done}
    failed = {game: told for game, told in last_failures(folder).items() if game not in numbers}
    rows = read_ledger(folder)
    return {
        "folder": str(folder),
        "name": manifest.name,
        "benchmark_id": manifest.benchmark_id,
        "status": _status_now(folder, manifest),
        "pid": holder_of(folder),
        "total": len(plan),
        "done": len(done),
        "left": len(plan) - len(done),
        "not_played": [
            {"episode": game, "kind": kind, "reason": reason, "then": then}
            for game, (kind, reason, then) in sorted(failed.items())
            if then != "again"
        ],
        "requests": len(rows),
        "spent_usd": sum(row.cost_usd or 0.0 for row in rows),
        "unpriced_requests": sum(row.cost_usd is None and row.tokens_in is not None for row in rows),
    }


def _status_now(folder: Path, manifest: Manifest) -> str:
    """A run that was killed could not say so."""
    was_running = manifest.status in (RunStatus.RUNNING, RunStatus.DRAINING)
    return str(RunStatus.INTERRUPTED if was_running and holder_of(folder) is None else manifest.status)


def _status_text(told: dict[str, Any]) -> str:
    cost = f", ${told['spent_usd']:.2f} spent" if told["requests"] else ""
    by = f" (process {told['pid']})" if told["pid"] else ""
    lines = [
        f"{one_line(told['name'])} [{told['benchmark_id']}]: {told['status']}{by}, "
        f"{told['done']:,} of {told['total']:,} complete{cost}"
    ]
    given_up = told["not_played"]
    lines += [
        f"  {one['then']}: episode {one_line(one['episode'])}: {one_line(one['kind'])}: {one_line(one['reason'], 160)}"
        for one in given_up[:MOST_SHOWN]
    ]
    lines += [f"  and {len(given_up) - MOST_SHOWN} more"] if len(given_up) > MOST_SHOWN else []
    return "\n".join(lines)


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
