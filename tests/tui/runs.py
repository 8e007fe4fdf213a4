"""Benchmarks to look at: a run that stands still at a moment, and a results folder. Helpers of the tests here."""

import asyncio
from pathlib import Path
from typing import Any

from codenames_core.game.config import Team
from codenames_core.game.state import Phase
from codenames_metrics.experiment.config import ExperimentConfig
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.run_folder.progress import Delay, Failure, Progress, RunStatus
from codenames_metrics.run_folder.run_snapshot import RunningNow, RunSnapshot
from codenames_metrics.runner.benchmark import BenchmarkRunner
from codenames_tui.benchmark.views.run import GamePreview

PHASES = (Phase.CLUE, Phase.DISCUSSION, Phase.GUESS)


def experiment(**fields: Any) -> ExperimentConfig:
    """Games of three agents in two modes."""
    usual: dict[str, Any] = {
        "name": "spring",
        "models": ["random", "vector:novice", "vector:sharp"],
        "matchups": "both",
        "game_modes": ["standard", "single_guesser"],
        "seeds": [1, 2],
        "max_turns": 6,
    }
    return ExperimentConfig(**{**usual, **fields})


def moment(**fields: Any) -> Progress:
    """A moment in the middle of a run of 36 games."""
    usual: dict[str, Any] = {
        "status": RunStatus.RUNNING,
        "total": 36,
        "planned": 16,
        "running": 4,
        "done": 12,
        "failed": 1,
        "skipped": 2,
        "waiting": 1,
        "begun_with": 2,
        "seconds": 60.0,
        "spent_usd": 1.25,
        "unpriced": 3,
        "closed_models": ("openai/gone",),
        "last_failure": Failure("007", "time limit of the game", "its models have thought for 7200 seconds"),
        "delays": (Delay("009", "m", "retry 3/5 in 12 s (429)"),),
        "failures": (("time limit of the game", 3), ("agent raised an error", 1)),
        "retries": (("rate limit", 14), ("timeout", 2)),
        "at_once": 4,
        "busy_seconds": 240.0,
        "running_seconds": 30.0,
    }
    return Progress(**{**usual, **fields})


GAMES = (RunningNow(8, 1, "retry 3/5 in 12 s (429)"), RunningNow(13, 2), RunningNow(14, 1), RunningNow(15, 1))


class StillRun:
    """A run that changes when it is told to."""

    trouble = ""

    def __init__(self, folder: Path, config: ExperimentConfig | None = None, now: RunSnapshot | None = None) -> None:
        self.folder = folder
        self.plan = Plan(config or experiment())
        self.now = now or RunSnapshot(moment(), 5.0, GAMES)
        self.steered: BenchmarkRunner | None = None
        self.changes = asyncio.Event()

    def look(self) -> RunSnapshot:
        return self.now

    async def changed(self) -> None:
        await self.changes.wait()
        self.changes.clear()

    def glimpse(self, index: int) -> GamePreview | None:
        if index == 15:
            return None
        team = Team.RED if index % 2 else Team.BLUE
        phase = PHASES[index % 3]
        return GamePreview(index % 5 + 1, team, phase, "" if phase is Phase.CLUE else f"harbor {index % 3 + 1}", 6, 3)
