"""A run seen from outside, through its folder alone: from another terminal, on a server, or after its end.

While the run is alive, its own snapshot counts (`run_snapshot`), otherwise its files. A look costs next to nothing
where nothing has changed.
"""

import os
from pathlib import Path

from codenames_metrics.experiment.config import Limits
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.game.episode_files import EPISODES
from codenames_metrics.report.results import read_plan
from codenames_metrics.run_folder.failures import NAME as FAILURES
from codenames_metrics.run_folder.failures import NextStep, last_failures
from codenames_metrics.run_folder.ledger import spent_by_model
from codenames_metrics.run_folder.lock import lock_holder
from codenames_metrics.run_folder.manifest import NAME as MANIFEST
from codenames_metrics.run_folder.manifest import read_manifest
from codenames_metrics.run_folder.metrics_cache import finished_games
from codenames_metrics.run_folder.progress import GOING_ON, Progress, RunStatus
from codenames_metrics.run_folder.run_snapshot import NAME as SNAPSHOT
from codenames_metrics.run_folder.run_snapshot import RunSnapshot, read_snapshot

_WATCHED = (SNAPSHOT, MANIFEST, FAILURES, EPISODES)


class RunWatcher:
    """Follows the run in a folder.

    Raises:
        InputError: it is no run folder.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.plan: Plan = read_plan(folder)
        self._seen: tuple[int, ...] = ()
        """When the watched files had changed at the last look."""
        self._last: RunSnapshot | None = None

    def look(self) -> RunSnapshot:
        """Return how far the run is.

        Raises:
            InputError: a file of it cannot be read.
        """
        seen = tuple(_changed_at(self.folder / name) for name in _WATCHED)
        alive = lock_holder(self.folder) is not None
        if self._last is None or seen != self._seen or (not alive and not self._last.progress.is_over):
            self._seen = seen
            self._last = (read_snapshot(self.folder) if alive else None) or self._on_disk(alive)
        return self._last

    def _on_disk(self, alive: bool) -> RunSnapshot:
        return RunSnapshot(progress_on_disk(self.folder, self.plan, alive=alive), self._limits.budget_usd)

    @property
    def _limits(self) -> Limits:
        return self.plan.config.limits


def progress_on_disk(folder: Path, plan: Plan, *, alive: bool) -> Progress:
    """Return how far a run has come, as its files say; a run that was killed counts as interrupted.

    Raises:
        InputError: a file cannot be read.
    """
    done = finished_games(folder, plan)
    names = {plan.name(index) for index in done}
    steps = [last.then for game, last in last_failures(folder).items() if game not in names]
    skipped, waiting = steps.count(NextStep.SKIPPED), steps.count(NextStep.HELD_BACK)
    manifest = read_manifest(folder)
    status = manifest.status if manifest else RunStatus.INTERRUPTED
    spending = spent_by_model(folder, plan.config.model).values()
    return Progress(
        status=RunStatus.INTERRUPTED if status in GOING_ON and not alive else status,
        total=len(plan),
        planned=len(plan) - len(done) - skipped - waiting,
        running=0,
        done=len(done),
        failed=0,
        skipped=skipped,
        waiting=waiting,
        begun_with=len(done),
        seconds=0.0,
        spent_usd=sum(model.known_cost_usd for model in spending),
        unpriced=sum(model.unpriced + model.unmetered for model in spending),
    )


def _changed_at(path: Path) -> int:
    try:
        return os.stat(path).st_mtime_ns
    except OSError:
        return 0
