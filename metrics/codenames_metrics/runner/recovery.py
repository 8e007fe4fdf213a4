"""What a run folder holds when a session begins in it: finished games, half-played ones, and what a kill has left."""

import os
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from codenames_core.support.errors import InputError
from codenames_core.support.folders import RECORD_SUFFIX
from codenames_core.text.sanitiser import one_line
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.game.episode_files import EPISODES
from codenames_metrics.run_folder.ledger import KILLED, Ledger, lost_request
from codenames_metrics.run_folder.manifest import Manifest, new_manifest, read_manifest
from codenames_metrics.run_folder.metrics_cache import finished_games
from codenames_metrics.run_folder.other_games import why_other_games
from codenames_metrics.runner.models.cost_meter import models_by_seat


class RunFolderScan(NamedTuple):
    """What a run folder holds."""

    manifest: Manifest
    """The folder's own, or a new one."""
    done: list[int]
    """Places of the games that are finished."""
    left_open: list[int]
    """Places of the games that an earlier session began and did not finish."""


def scan_run_folder(folder: Path, plan: Plan, now: Callable[[], datetime]) -> RunFolderScan:
    """See what is there, and that it belongs to this experiment; delete what a killed run has left over.

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
            f"{where} holds other games of {manifest.name}: {why_other_games(folder, manifest, plan)}; "
            "choose another name or another folder"
        )
    episodes.mkdir(exist_ok=True)
    done = finished_games(folder, plan)
    left_open = list(_remove_leftovers(episodes, plan, frozenset(done)))
    return RunFolderScan(manifest or new_manifest(plan, now()), done, left_open)


def _remove_leftovers(episodes: Path, plan: Plan, done: frozenset[int]) -> Iterator[int]:
    """Delete unfinished records, and the journals of finished games; yield the games of the other journals."""
    with os.scandir(episodes) as entries:
        for entry in entries:
            if entry.name.endswith(RECORD_SUFFIX) and not entry.name.startswith("."):
                continue
            index = plan.index_of(entry.name)
            if index in done or entry.name.startswith(".episode_"):
                os.unlink(entry.path)
            elif index is not None:
                yield index


def charge_orphaned_requests(left_open: Iterable[int], plan: Plan, ledger: Ledger) -> None:
    """Count a request, at the dearest price, for each game that may have had one open when a session was killed."""
    for index in left_open:
        models = sorted(set(models_by_seat(plan[index], plan.config).values()))
        if models:
            dearest = max(models, key=lambda model: ledger.by_model[model].dearest_usd)
            ledger.add(lost_request(plan.number(index), 0, dearest, KILLED))
