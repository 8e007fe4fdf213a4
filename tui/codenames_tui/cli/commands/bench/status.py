"""`bench status`: how far runs came."""

import argparse
import json
from pathlib import Path
from typing import Any, Final

from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line
from codenames_metrics.analysis.game_results import failures_so_far
from codenames_metrics.experiment.game_names import name_to_read
from codenames_metrics.report.results import read_plan
from codenames_metrics.run_folder.failures import NextStep, last_failures
from codenames_metrics.run_folder.held_back import held_back_models
from codenames_metrics.run_folder.ledger import spent_by_model
from codenames_metrics.run_folder.lock import lock_holder
from codenames_metrics.run_folder.manifest import Manifest, read_manifest
from codenames_metrics.run_folder.metrics_cache import finished_games, finished_names
from codenames_metrics.run_folder.progress import GOING_ON, RunStatus, cost_in_words, known_sum
from codenames_metrics.run_folder.run_snapshot import read_snapshot
from codenames_metrics.tables.failure_words import failure_warnings
from codenames_tui.cli import exits

MOST_SHOWN: Final = 10
"""Games that were not played and are named one by one."""


def status(options: argparse.Namespace) -> int:
    """Say how far the runs in some folders came."""
    runs = [_describe_run(Path(folder)) for folder in options.folders]
    if options.json:
        print(json.dumps(runs if len(runs) > 1 else runs[0], indent=1))
        return exits.DONE
    for run in runs:
        print(_status_text(run))
    return exits.DONE


def _describe_run(folder: Path) -> dict[str, Any]:
    """Return what the JSON says of a run."""
    manifest = read_manifest(folder)
    if manifest is None:
        raise InputError(f"{one_line(str(folder))} is not a results folder: it has no manifest.json")
    plan = read_plan(folder)
    done = finished_games(folder, plan)
    numbers = finished_names(folder, plan)
    failed = {game: failure for game, failure in last_failures(folder).items() if game not in numbers}
    spent = spent_by_model(folder, plan.config.model).values()
    failures = failures_so_far(folder, plan)
    known_usd = sum(model.known_cost_usd for model in spent)
    unknown = sum(model.unpriced + model.unmetered for model in spent)
    return {
        "folder": str(folder),
        "name": manifest.name,
        "benchmark_id": manifest.benchmark_id,
        "status": _status_now(folder, manifest, left=len(plan) - len(done)),
        "pid": (pid := lock_holder(folder)),
        "now": snapshot.progress.line()
        if pid is not None and (snapshot := read_snapshot(folder)) is not None
        else None,
        "total": len(plan),
        "done": len(done),
        "left": len(plan) - len(done),
        "not_played": [
            {"episode": game, "kind": last.kind, "reason": last.reason, "then": last.then}
            for game, last in sorted(failed.items())
            if last.then != NextStep.AGAIN
        ],
        "failures": [one.model_dump(mode="json") for one in failures],
        "warnings": list(failure_warnings(failures)),
        "held_back": [model.line() for model in held_back_models(folder, numbers)],
        "requests": sum(model.requests for model in spent),
        "spent_usd": known_sum(known_usd, unknown),
        "unpriced_requests": unknown,
    }


def _status_now(folder: Path, manifest: Manifest, *, left: int) -> str:
    """Return the status: the manifest's, unless the run was killed, or games were deleted since it was done."""
    if manifest.status is RunStatus.DONE and left:
        return str(RunStatus.INCOMPLETE)
    was_running = manifest.status in GOING_ON
    return str(RunStatus.INTERRUPTED if was_running and lock_holder(folder) is None else manifest.status)


def _status_text(run: dict[str, Any]) -> str:
    spent = cost_in_words(run["spent_usd"] or 0.0, run["unpriced_requests"], verb=" spent")
    cost = f", {spent}" if run["requests"] else ""
    by = f" (process {run['pid']})" if run["pid"] else ""
    lines = [
        f"{one_line(run['name'])} [{run['benchmark_id']}]: {run['status']}{by}, "
        f"{run['done']:,} of {run['total']:,} complete{cost}"
    ]
    lines += [f"  now: {run['now']}"] if run["now"] else []
    lines += [f"  warning: {one_line(warning, 400)}" for warning in run["warnings"]]
    lines += [f"  {line}" for line in run["held_back"]]
    not_played = [game for game in run["not_played"] if game["then"] != NextStep.HELD_BACK]
    lines += [
        f"  {game['then']}: episode {one_line(name_to_read(game['episode']))}: "
        f"{one_line(game['kind'])}: {one_line(game['reason'], 160)}"
        for game in not_played[:MOST_SHOWN]
    ]
    lines += [f"  and {len(not_played) - MOST_SHOWN} more"] if len(not_played) > MOST_SHOWN else []
    return "\n".join(lines)
