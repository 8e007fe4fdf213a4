"""`bench`: run experiments, and say how far one came."""

import argparse
import asyncio
import gc
import json
import os
import shlex
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any, Final

from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line
from codenames_metrics.experiment.estimate import Estimate, estimate
from codenames_metrics.experiment.experiment_file import load_experiment
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.report.results import read_plan
from codenames_metrics.run_folder.failures import last_failures
from codenames_metrics.run_folder.ledger import spent_by_model
from codenames_metrics.run_folder.lock import lock_holder
from codenames_metrics.run_folder.manifest import Manifest, read_manifest
from codenames_metrics.run_folder.metrics_cache import finished_games
from codenames_metrics.run_folder.progress import GOING_ON, Progress, RunStatus
from codenames_metrics.run_folder.run_snapshot import read_snapshot
from codenames_metrics.runner.benchmark import BenchmarkRunner
from codenames_metrics.runner.executors import Executor
from codenames_metrics.runner.executors.local import LocalExecutor
from codenames_metrics.runner.executors.procs import ProcsExecutor
from codenames_metrics.runner.models.budget import PriceUnknown
from codenames_tui.cli import exits
from codenames_tui.cli.commands.bench.watch import BY_STATUS, run_in_app
from codenames_tui.cli.commands.playing.serving import host_of, served
from codenames_tui.cli.terminal import has_terminal, no_terminal

SECONDS_BETWEEN_LINES: Final = 5.0
SECONDS_TO_LEAVE: Final = 1.5
"""After these an interrupted run is left, whatever still holds it up: its files are whole at any moment."""
OBJECTS_BETWEEN_COLLECTIONS: Final = 700
"""Python's own choice: a finished game refers to itself, and with the 50,000 of a start dozens would lie about."""
GAMES_PER_WORKER: Final = 64
"""With models, in a cluster on this machine."""
MOST_SHOWN: Final = 10
"""Skipped games that are named one by one."""


def run(options: argparse.Namespace) -> int:
    """Run the experiment that the options name, or say what it would take."""
    config = load_experiment(options.experiment, to_be_played=True)
    if options.tui and not has_terminal():
        return no_terminal("--plain")
    plan = Plan(config)
    expected = estimate(plan)
    if options.dry_run:
        print(
            json.dumps(_estimate_as_json(expected, plan), indent=1) if options.json else _estimate_text(expected, plan)
        )
        return exits.DONE
    for line in expected.lines():
        _say(line)
    budget_usd = options.budget if options.budget is not None else config.limits.budget_usd
    if unpriced := [one.model for one in expected.models if one.cost_usd is None and budget_usd is not None]:
        raise PriceUnknown(unpriced[0])
    _agree(expected, budget_usd, options)
    runner = BenchmarkRunner(
        config,
        Path(options.out or "benchmark_results") / config.name,
        executor=_executor(options, games=GAMES_PER_WORKER if config.language_models else 1),
        concurrency=options.concurrency,
        budget_usd=budget_usd,
    )
    if options.tui:
        return run_in_app(runner, options)
    stops = _Stops(runner, drain=options.drain)
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    host = host_of(options)
    if host:
        runner.on_game = host.publish
    try:
        status = asyncio.run(served(host, lambda: _run(runner, options, stops)))
    finally:
        stops.withdraw()
    _conclude(runner, status, options)
    return 128 + stops.numbers[0] if stops.numbers and status is RunStatus.INTERRUPTED else BY_STATUS[status]


def status(options: argparse.Namespace) -> int:
    """Say how far the runs in some folders came."""
    told = [_told(Path(folder)) for folder in options.folders]
    if options.json:
        print(json.dumps(told if len(told) > 1 else told[0], indent=1))
        return exits.DONE
    for one in told:
        print(_status_text(one))
    return exits.DONE


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


def _agree(expected: Estimate, budget_usd: float | None, options: argparse.Namespace) -> None:
    """Ask before money is spent; where nobody can answer, a budget says how much may be, and without one none may."""
    if options.yes or expected.cost_usd == 0:
        return
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        if budget_usd is None:
            raise InputError("models cost money, and nobody is here to ask; give --yes, or a limit with --budget USD")
        return
    print("Run it? [y/N] ", end="", file=sys.stderr, flush=True)
    if not sys.stdin.readline().strip().casefold().startswith("y"):
        raise InputError("nothing was run; --yes runs it without a question")


async def _run(runner: BenchmarkRunner, options: argparse.Namespace, stops: "_Stops") -> RunStatus:
    stops.loop = asyncio.get_running_loop()
    telling = asyncio.create_task(_tell(runner, plain=not options.json))
    try:
        return await runner.run()
    finally:
        await telling


class _Stops:
    """Signals that end a run.

    They are taken by Python and not by the event loop, which may be busy when they come. Where the run cannot be left
    in order, since a thread hangs or a task does not end, the process is left all the same.
    """

    def __init__(self, runner: BenchmarkRunner, *, drain: bool) -> None:
        self.numbers: list[int] = []
        """Those that came."""
        self.loop: asyncio.AbstractEventLoop | None = None
        """In which the run goes on."""
        self._runner = runner
        self._drain = drain
        self._leaving: threading.Timer | None = None
        self._before = {number: signal.signal(number, self._take) for number in _ending_signals()}

    def _take(self, number: int, frame: FrameType | None) -> None:
        self.numbers.append(number)
        if self._drain and len(self.numbers) == 1:
            self._call(self._runner.drain)
            self._call(_say, "finishing the games in flight; once more to stop at once")
        else:
            self._call(self._runner.stop)
            self._leave_soon(128 + number)

    def _call(self, function: Callable[..., object], *arguments: object) -> None:
        if self.loop is None:
            function(*arguments)
        else:
            with suppress(RuntimeError):  # the loop is at its end
                self.loop.call_soon_threadsafe(function, *arguments)

    def withdraw(self) -> None:
        """Heed signals no more."""
        for number, handler in self._before.items():
            signal.signal(number, handler)
        if self._leaving is not None:
            self._leaving.cancel()

    def _leave_soon(self, code: int) -> None:
        if self._leaving is None:
            self._leaving = threading.Timer(SECONDS_TO_LEAVE, os._exit, (code,))
            self._leaving.daemon = True
            self._leaving.start()


def _ending_signals() -> Iterator[int]:
    """Yield the signals that end a run; one that was started with `nohup` outlives its terminal."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and not (name == "SIGHUP" and signal.getsignal(number) is signal.SIG_IGN):
            yield number


async def _tell(runner: BenchmarkRunner, *, plain: bool) -> None:
    """Print a line now and then, also where nothing moves, and every failure, until the run is over."""
    told_at, told_failure = -SECONDS_BETWEEN_LINES, None
    while plain:
        progress = runner.progress
        if progress.last_failure is not None and progress.last_failure is not told_failure:
            told_failure = progress.last_failure
            _say(str(told_failure))
        if (now := time.monotonic()) - told_at >= SECONDS_BETWEEN_LINES:
            told_at = now
            _say(progress.line())
        if runner.is_over:
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(SECONDS_BETWEEN_LINES):
                await runner.changes.wait()


def _conclude(runner: BenchmarkRunner, status: RunStatus, options: argparse.Namespace) -> None:
    progress = runner.progress
    folder = one_line(str(runner.folder))
    if options.json:
        print(json.dumps(_progress_as_json(progress, status, str(runner.folder), runner.plan.benchmark_id), indent=1))
    else:
        print(f"{status}: {progress.line()}")
    _say(f"results in {folder}")
    for model in progress.closed_models:
        _say(f"{one_line(model, 60)} could not be asked any more; what is left of its games is played by another run")
    if status is RunStatus.BUDGET:
        _say(f"the budget of ${runner.budget_usd:.2f} is used up; run it again with a larger one, and it goes on")
    if status in (RunStatus.INTERRUPTED, RunStatus.INCOMPLETE):
        _say("run it again, and it goes on from here")
    if progress.done:
        _say(f"who is how good at what: codenames-tui bench report {shlex.quote(folder)}")


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
    done = finished_games(folder, plan)
    numbers = {plan.record_name(index).removeprefix("episode_").partition(".")[0] for index in done}
    failed = {game: told for game, told in last_failures(folder).items() if game not in numbers}
    spent = spent_by_model(folder, plan.config.model).values()
    return {
        "folder": str(folder),
        "name": manifest.name,
        "benchmark_id": manifest.benchmark_id,
        "status": _status_now(folder, manifest, left=len(plan) - len(done)),
        "pid": (pid := lock_holder(folder)),
        "now": word.progress.line() if pid is not None and (word := read_snapshot(folder)) is not None else None,
        "total": len(plan),
        "done": len(done),
        "left": len(plan) - len(done),
        "not_played": [
            {"episode": game, "kind": kind, "reason": reason, "then": then}
            for game, (kind, reason, then) in sorted(failed.items())
            if then != "again"
        ],
        "requests": sum(one.requests for one in spent),
        "spent_usd": sum(one.known_cost_usd for one in spent),
        "unpriced_requests": sum(one.unpriced + one.unmetered for one in spent),
    }


def _status_now(folder: Path, manifest: Manifest, *, left: int) -> str:
    """A run that was killed could not say so, and of one that was done games can have been deleted."""
    if manifest.status is RunStatus.DONE and left:
        return str(RunStatus.INCOMPLETE)
    was_running = manifest.status in GOING_ON
    return str(RunStatus.INTERRUPTED if was_running and lock_holder(folder) is None else manifest.status)


def _status_text(told: dict[str, Any]) -> str:
    cost = f", ${told['spent_usd']:.2f} spent" if told["requests"] else ""
    by = f" (process {told['pid']})" if told["pid"] else ""
    lines = [
        f"{one_line(told['name'])} [{told['benchmark_id']}]: {told['status']}{by}, "
        f"{told['done']:,} of {told['total']:,} complete{cost}"
    ]
    lines += [f"  now: {told['now']}"] if told["now"] else []
    given_up = told["not_played"]
    lines += [
        f"  {one['then']}: episode {one_line(one['episode'])}: {one_line(one['kind'])}: {one_line(one['reason'], 160)}"
        for one in given_up[:MOST_SHOWN]
    ]
    lines += [f"  and {len(given_up) - MOST_SHOWN} more"] if len(given_up) > MOST_SHOWN else []
    return "\n".join(lines)


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
