"""Small benchmarks for tests: of offline agents, and of a model that answers from memory."""

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from tests.agents.players import Memory, door, no_wait

from codenames_agents.providers.errors import ErrorKind, provider_error
from codenames_agents.providers.transport import Call, RawAnswer
from codenames_metrics.experiment.config import ExperimentConfig
from codenames_metrics.run_folder.progress import GameStatus, Progress, RunStatus
from codenames_metrics.runner.benchmark import BenchmarkRunner

DERIVED: Final = (
    "metrics/per_episode.csv",
    "metrics/aggregate.json",
    "head_to_head.csv",
    "leaderboard.json",
    "report.md",
)
"""The files that are the same however a run went."""


def offline(**fields: Any) -> ExperimentConfig:
    """Eight short games of agents that need next to no time."""
    usual = {
        "name": "quick",
        "models": ["random", "vector:novice"],
        "matchups": "round_robin",
        "game_modes": ["standard", "single_guesser"],
        "seeds": [1, 2],
        "max_turns": 6,
    }
    return ExperimentConfig(**{**usual, **fields})


def with_models(*models: str, **fields: Any) -> ExperimentConfig:
    """Short games of models against an agent that is offline; each model is asked at an address of this machine."""
    usual = {
        "name": "models",
        "models": [*models, "random"],
        "model": {name: {"spec": f"openai/{name}", "api_base": "http://127.0.0.1:9/v1"} for name in models},
        "matchups": "round_robin",
        "seeds": [1, 2],
        "max_turns": 3,
        "max_rounds": 1,
    }
    usual["limits"] = {"outage_seconds": 8.0, **fields.pop("limits", {})}
    return ExperimentConfig(**{**usual, **fields})


def runner(config: ExperimentConfig, folder: Path, transport: Any = None, **options: Any) -> BenchmarkRunner:
    """A runner that never really waits for a model."""
    provider = door(transport or Memory()) if config.language_models else None
    return BenchmarkRunner(config, folder, provider=provider, sleep=no_wait, **options)


async def played(config: ExperimentConfig, folder: Path, transport: Any = None, **options: Any) -> Progress:
    """Run to the end, see that every game has one status at every moment, and return the last one."""
    run = runner(config, folder, transport, **options)
    moments = asyncio.create_task(followed(run))
    await run.run()
    last = (await moments)[-1]
    assert last.status is not RunStatus.RUNNING
    return last


async def followed(run: BenchmarkRunner) -> list[Progress]:
    """Every moment of a run that a watcher sees."""
    moments = []
    async for moment in run.follow():
        assert sum(getattr(moment, status.name.lower()) for status in GameStatus) == moment.total
        moments.append(moment)
    return moments


def derived(folder: Path) -> dict[str, bytes]:
    """The bytes of the files that are the same however a run went."""
    plots = [f"plots/{path.name}" for path in sorted((folder / "plots").iterdir())]
    return {name: (folder / name).read_bytes() for name in (*DERIVED, *plots)}


COMMAND = [sys.executable, "-m", "codenames_tui", "bench", "run"]


class Fails(Memory):
    """A server that fails a model in some way."""

    def __init__(self, model: str, kind: ErrorKind, calls: int = 10_000) -> None:
        super().__init__()
        self.left = calls
        self._model, self._kind = model, kind

    async def send(self, call: Call, on_piece: Callable[[str], None] | None) -> RawAnswer:
        if call.request.model == f"openai/{self._model}" and self.left:
            self.left -= 1
            self.calls.append(call)
            raise provider_error(self._kind, "as always", status=500)
        return await super().send(call, on_piece)
