"""What a run folder holds when a session begins in it: finished games, half-played ones, and what a kill has left."""

import os
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from codenames_core.support.errors import InputError
from codenames_core.support.folders import RECORD_SUFFIX
from codenames_core.text.sanitiser import one_line
from codenames_metrics.experiment.game_names import Naming
from codenames_metrics.experiment.growth import new_games
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.game.episode_files import EPISODES
from codenames_metrics.report.results import read_plan
from codenames_metrics.run_folder.ledger import Ledger
from codenames_metrics.run_folder.manifest import Manifest, new_manifest, read_manifest, write_config, write_manifest
from codenames_metrics.run_folder.metrics_cache import finished_games
from codenames_metrics.run_folder.open_questions import left_open
from codenames_metrics.run_folder.other_games import why_other_games


class RunFolderScan(NamedTuple):
    """What a run folder holds."""

    manifest: Manifest
    """The folder's own, or a new one."""
    done: list[int]
    """Places of the games that are finished."""


def scan_run_folder(folder: Path, plan: Plan, now: Callable[[], datetime], *, may_grow: bool = False) -> RunFolderScan:
    """See what is there, and that it belongs to this experiment; delete what a killed run has left over.

    Args:
        folder: of the run.
        plan: what is to be played.
        now: the time of day.
        may_grow: whether the plan may hold further games beside those that were begun there. The folder is told so
            before anything else changes in it, so that a kill at any moment leaves a run of one plan or the other.

    Raises:
        InputError: it belongs to another experiment, or to no benchmark of ours.
    """
    where = one_line(str(folder))
    manifest = read_manifest(folder)
    episodes = folder / EPISODES
    if manifest is None and episodes.is_dir() and any(episodes.iterdir()):
        raise InputError(f"{where} contains episodes that no benchmark left there; choose another folder")
    if manifest is not None and manifest.plan != plan.digest and (may_grow or manifest.next_plan == plan.digest):
        manifest = _grow(folder, manifest, plan)
    if manifest is not None and manifest.plan != plan.digest:
        raise InputError(
            f"{where} contains other games of {manifest.name}: {why_other_games(folder, manifest, plan)}; "
            f"choose another name or another folder{_how_to_grow(folder, manifest, plan)}"
        )
    episodes.mkdir(exist_ok=True)
    done = finished_games(folder, plan)
    _remove_leftovers(episodes, plan, frozenset(done))
    return RunFolderScan((manifest or new_manifest(plan, now())).declaring(plan.config), done)


def plan_to_grow(folder: Path) -> Plan:
    """Return the plan of the run in a folder.

    Raises:
        InputError: the folder holds none, or no games can be added to it.
    """
    plan = read_plan(folder)
    if manifest := read_manifest(folder):
        _refuse_to_grow(folder, manifest)
    return plan


def _refuse_to_grow(folder: Path, manifest: Manifest) -> None:
    """Raise InputError if no games can be added to the run in a folder; the message says what to do instead."""
    if manifest.naming is Naming.NUMBER:
        raise InputError(
            f"{one_line(str(folder))} was begun by an earlier version, which named games by their number, and cannot "
            "grow; it can be reported on and resumed as it is, but a larger experiment needs another name"
        )


def _grow(folder: Path, manifest: Manifest, plan: Plan) -> Manifest:
    """Return the manifest of the run in a folder with more games, if all that were planned are among them.

    Raises:
        InputError: its games are named by their places in the plan, which would change.
    """
    _refuse_to_grow(folder, manifest)
    if manifest.next_plan != plan.digest:
        if new_games(read_plan(folder), plan) is None:
            return manifest
        write_manifest(folder, manifest.model_copy(update={"next_plan": plan.digest}))
    write_config(folder, plan)
    grown = manifest.grown(plan)
    write_manifest(folder, grown)
    return grown


def _how_to_grow(folder: Path, manifest: Manifest, plan: Plan) -> str:
    """Return what to do where the plan has games beside those of the run; empty where it lacks some of them."""
    try:
        adds = manifest.naming is Naming.KEY and new_games(read_plan(folder), plan)
    except InputError:
        return ""
    return ", or add to the run with codenames-tui bench extend" if adds else ""


def _remove_leftovers(episodes: Path, plan: Plan, done: frozenset[int]) -> None:
    """Delete unfinished records, and the journals of finished games."""
    with os.scandir(episodes) as entries:
        for entry in entries:
            if entry.name.endswith(RECORD_SUFFIX) and not entry.name.startswith("."):
                continue
            if plan.index_of(entry.name) in done or entry.name.startswith(".episode_"):
                os.unlink(entry.path)


def charge_orphaned_requests(
    folder: Path, ledger: Ledger, cost_if_free: Callable[[str], float | None] = lambda _: None
) -> None:
    """Count each question that was open when a session was killed, at an unknown cost unless its model is free."""
    for row in left_open(folder):
        ledger.add(row._replace(cost_usd=cost_if_free(row.model)))
