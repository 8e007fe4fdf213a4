"""Experiments that are played by each executor, and what they come to."""

import asyncio
from collections.abc import Callable
from pathlib import Path

from tests.bench.benchmarks import offline

from codenames_core.files.journal import JournalWriter
from codenames_core.game.board import deal
from codenames_core.game.config import Team, TeamConfig
from codenames_core.play.episode import new_header
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.game.episode import EpisodeMetrics
from codenames_metrics.runner.executors import Executor
from codenames_metrics.runner.executors.cluster import DaskExecutor
from codenames_metrics.runner.executors.local import LocalExecutor
from codenames_metrics.runner.executors.procs import ProcsExecutor
from codenames_metrics.runner.game_task import FinishedGame, GameTask

EXECUTORS: dict[str, Callable[[], Executor]] = {
    "local": LocalExecutor,
    "procs": lambda: ProcsExecutor(1),
    "dask": lambda: DaskExecutor(workers=1, in_process=True),
}


def new_task(path: Path, teams: dict[Team, TeamConfig] | None = None) -> tuple[GameTask, JournalWriter]:
    """A game that is about to begin."""
    job = Plan(offline())[0]
    players = teams or dict(job.teams)
    header = new_header(
        job.config, players[Team.RED], players[Team.BLUE], board=deal(job.config), episode_id=job.episode_id
    )
    writer = JournalWriter(path, header)
    return GameTask(header, players, writer, path, on_lines=writer.take), writer


async def play(executor: Executor, *tasks: GameTask) -> list[FinishedGame]:
    async with executor:
        return list(await asyncio.gather(*map(executor.play, tasks)))


def metrics(finished: FinishedGame) -> EpisodeMetrics:
    return EpisodeMetrics.model_validate_json(finished.metrics)
