"""What a benchmark run costs beside the models: CPU per call, bytes written, memory; and how fast it resumes.

Models answer at once from memory, 64 games run together, everything is journalled, sealed, measured and in the ledger.
The run's own part is what it takes beyond agents and engine, which play the same games without it.
"""

import asyncio
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from benchmarks.figures import Figure
from benchmarks.measuring import most_memory_mb, spent_by
from benchmarks.models import Instant, mirror_of
from codenames_agents.catalogue import build_team
from codenames_agents.providers.provider import Provider, share_provider
from codenames_core.game.config import Team
from codenames_core.play.episode import run_episode
from codenames_metrics.experiment.config import ExperimentConfig
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.run_folder.ledger import NAME as LEDGER
from codenames_metrics.run_folder.ledger import LedgerRow, spent_by_model
from codenames_metrics.run_folder.line_file import csv_line
from codenames_metrics.run_folder.manifest import new_manifest, write_manifest
from codenames_metrics.runner.benchmark import BenchmarkRunner
from codenames_metrics.runner.recovery import scan_run_folder

AT_ONCE: Final = 64
TURNS: Final = 4
MOST: Final = 100_000


def bytes_written() -> int:
    """Return what this process handed to the system to write, as far as it counts."""
    for line in Path("/proc/self/io").read_text().splitlines():
        if line.startswith("wchar:"):
            return int(line.split()[1])
    return 0


async def bare(config: ExperimentConfig, games: int) -> float:
    """Return the CPU seconds of the same games without a runner: agents and engine alone."""
    share_provider(Provider(Instant()))
    plan = Plan(config)
    began = time.process_time()
    for index in range(games):
        job = plan[index]
        red, blue = (build_team(job.teams[team]) for team in Team)
        await run_episode(job.config, red, blue)
    spent = time.process_time() - began
    share_provider(None)
    return spent


def figures(quick: bool) -> Iterator[Figure]:
    """Play games of sixteen calls, with a run around them and without."""
    games = 200 if quick else 1_000
    config = mirror_of(games, TURNS)
    asyncio.run(bare(config, 20))  # warm up
    alone = min(asyncio.run(bare(config, 100)) for _ in range(3)) / 100
    with tempfile.TemporaryDirectory() as folder:
        instant = Instant()
        runner = BenchmarkRunner(config, Path(folder) / "run", provider=Provider(instant), concurrency=AT_ONCE)
        written = bytes_written()
        spent = spent_by(lambda: asyncio.run(runner.run()))
        written = bytes_written() - written
        size = sum(path.stat().st_size for path in (Path(folder) / "run").rglob("*") if path.is_file())
    calls = instant.calls
    whole, engine = spent.cpu / calls * 1e3, alone * games / calls * 1e3
    about = f"{games:,} games of {calls // games} calls, {AT_ONCE} at once"
    yield Figure("a call, the run's own part", whole - engine, "ms of CPU", 0.5, about=about)
    yield Figure("a call, with agents and engine", whole, "ms of CPU")
    yield Figure("all of it, by the clock", spent.wall, "s")
    yield Figure("written", written / size, "times the final size", 2.2, about="journal and record counted")
    yield Figure("memory at most", most_memory_mb(), "MB", 110, about=about)


def memory(quick: bool) -> Iterator[Figure]:
    """Play short games in processes of their own, and see what ten times as many need."""
    games = 100 if quick else 1_000
    few, many = (_memory_of(count) for count in (games, 10 * games))
    yield Figure(f"memory of {10 * games:,} short games", many, "MB", few + 20, about=f"{few:.0f} MB for {games:,}")


def _memory_of(games: int) -> float:
    """Return the most memory that a process had which played so many games of one turn, in MB."""
    command = [sys.executable, "-m", "benchmarks.overhead", str(games)]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def play_short_games(games: int) -> None:
    """Play games of one turn, and print how much memory that took."""
    with tempfile.TemporaryDirectory() as folder:
        runner = BenchmarkRunner(mirror_of(games, 1), folder, provider=Provider(Instant()), concurrency=AT_ONCE)
        asyncio.run(runner.run())
    print(most_memory_mb())


def resume(quick: bool) -> Iterator[Figure]:
    """Look through folders of finished games, and sum up what they cost."""
    for games in (5_000,) if quick else (1_000, 10_000, MOST):
        about = f"{games:,} finished games, {games * 16:,} requests"
        yield Figure("resume scan", _scan(games), "s of CPU", 5 if games == MOST else None, about=about)


def _scan(games: int) -> float:
    """Return the CPU seconds of one look."""
    fields = {"models": ["random"], "matchups": "mirror", "seeds": {"count": 1_000}, "games_per_config": games // 1_000}
    config = ExperimentConfig.model_validate({"name": "scan", **fields})
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        plan = Plan(config)
        (folder / "episodes").mkdir()
        for index in range(len(plan)):
            (folder / "episodes" / plan.record_name(index)).touch()
        write_manifest(folder, new_manifest(plan))
        row = csv_line(LedgerRow("1", 1, None, "m", None, 12, "ok", 200, 1_234, 56, 0.001, 1.234, 0.0))
        with (folder / LEDGER).open("wb") as ledger:
            ledger.write(csv_line(LedgerRow._fields))
            ledger.writelines(row * 1_000 for _ in range(games * 16 // 1_000))
        began = time.process_time()
        scan_run_folder(folder, Plan(config), lambda: datetime.now(UTC))
        spent_by_model(folder, {})
        return time.process_time() - began


if __name__ == "__main__":
    play_short_games(int(sys.argv[1]))
