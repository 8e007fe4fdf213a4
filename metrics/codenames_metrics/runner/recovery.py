"""What a folder of results holds when a run begins in it: finished games, half-played ones, and what a kill left."""

import os
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from codenames_core.support.errors import InputError
from codenames_core.support.folders import RECORD_SUFFIX
from codenames_core.text.sanitiser import one_line
from codenames_metrics.experiment.config import ExperimentConfig
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.game.episode_files import EPISODES
from codenames_metrics.run_folder.ledger import KILLED, Ledger, lost
from codenames_metrics.run_folder.manifest import Manifest, new_manifest, read_manifest
from codenames_metrics.run_folder.metrics_cache import finished
from codenames_metrics.runner.models.cost_meter import models_at


class RunFolderScan(NamedTuple):
    """What there is."""

    manifest: Manifest
    """The folder's own, or a new one."""
    done: list[int]
    """Places of the games that are finished."""
    left_open: list[int]
    """Those of the games that an earlier run began and did not finish."""


def scan_run_folder(folder: Path, plan: Plan, now: Callable[[], datetime]) -> RunFolderScan:
    """See what is there, and that it belongs to this experiment; delete what a run that was killed has left over.

    Raises:
        InputError: it belongs to another experiment, or to no benchmark of ours.
    """
    where = one_line(str(folder))
    manifest = read_manifest(folder)
    episodes = folder / EPISODES
    if manifest is None and episodes.is_dir() and any(episodes.iterdir()):
        raise InputError(f"{where} holds episodes that no benchmark of ours has left there; choose another folder")
    if manifest is not None and manifest.plan != plan.digest:
        raise InputError(
            f"{where} holds other games of {manifest.name}: its models, rules, boards or prompts were not these; "
            "choose another name or another folder"
        )
    episodes.mkdir(exist_ok=True)
    done = finished(folder, plan)
    return RunFolderScan(
        manifest or new_manifest(plan, now()), done, list(_clear_away(episodes, plan, frozenset(done)))
    )


def _clear_away(episodes: Path, plan: Plan, done: frozenset[int]) -> Iterator[int]:
    """Delete halves of records, and journals of sealed games; yield the games of the other journals."""
    with os.scandir(episodes) as entries:
        for entry in entries:
            if entry.name.endswith(RECORD_SUFFIX) and not entry.name.startswith("."):
                continue
            index = plan.index_of(entry.name)
            if index in done or entry.name.startswith(".episode_"):
                os.unlink(entry.path)
            elif index is not None:
                yield index


def charge_orphaned_requests(left_open: list[int], plan: Plan, config: ExperimentConfig, ledger: Ledger) -> None:
    """Count a question for each game in which one may have been open when an earlier run was killed."""
    for index in left_open:
        models = sorted(set(models_at(plan[index], config).values()))
        if models:
            dearest = max(models, key=lambda model: ledger.by_model[model].dearest_usd)
            ledger.add(lost(plan.number(index), 0, dearest, KILLED))
