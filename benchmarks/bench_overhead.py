"""What a benchmark run costs beside the models: CPU per call, bytes written, memory; and how fast it resumes.

    python benchmarks/bench_overhead.py [--games N]

Models answer at once from memory, 64 games run together, everything is journalled, sealed, measured and in the ledger.
Targets: 0.5 ms of CPU per call on top of the agents and the game (they are measured apart, in `provider.py` and
`episodes.py`; here the whole is shown), 2.2 times the final size written, 110 MB. Growth of memory: processes of their
own play 1,000 and 10,000 short games; target 20 MB. The resume scan reads a folder of 100,000 finished games and a
ledger of 1.6 million requests; target 5 s.
"""

import argparse
import asyncio
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from codenames_agents.catalogue import build_team
from codenames_agents.endpoints import Endpoint
from codenames_agents.provider import Provider, share_provider
from codenames_agents.transport import Call, RawAnswer
from codenames_agents.usage import Usage
from codenames_core.config import Team
from codenames_core.episode import run_episode
from codenames_metrics.benchmark import BenchmarkRunner
from codenames_metrics.experiment import ExperimentConfig
from codenames_metrics.ledger import NAME as LEDGER
from codenames_metrics.ledger import LedgerRow, spent_by_model
from codenames_metrics.lines import csv_line
from codenames_metrics.manifest import new_manifest, write_manifest
from codenames_metrics.plan import Plan
from codenames_metrics.stock import take_stock


def answer_to(question: str) -> str:
    """Return what the model says: a made-up clue, agreement, a pass."""
    if "Give your clue" in question:
        return "REASONING: Both.\nCLUE: QUIXLE\nNUMBER: 2"
    return "Let us see.\nCONSENSUS: YES" if "What do you say" in question else "GUESSES: PASS"


class Instant:
    """Answers every question at once."""

    calls = 0

    async def send(self, call: Call, on_piece: Callable[[str], None] | None) -> RawAnswer:
        """See `Transport`."""
        self.calls += 1
        text = answer_to(str(call.request.messages[-1]["content"]))
        await asyncio.sleep(0)
        return RawAnswer(text, model="instant", usage=Usage(1_000, 30), cost_usd=0.001)

    async def takes_schema(self, model: str, endpoint: Endpoint) -> bool:
        """See `Transport`."""
        return False

    async def close(self) -> None:
        """See `Transport`."""


def experiment(games: int) -> ExperimentConfig:
    """Games of 16 calls: four turns of a clue, two messages and a list of guesses."""
    model = {"spec": "openai/instant", "api_base": "http://127.0.0.1:9/v1"}
    fields = {"models": ["m"], "model": {"m": model}, "matchups": "mirror", "seeds": f"0..{games - 1}", "max_turns": 4}
    return ExperimentConfig.model_validate({"name": "overhead", **fields})


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


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description="What a benchmark run costs beside the models.")
    parser.add_argument("--games", type=int, default=1_000, help="how many to play (1,000)")
    parser.add_argument("--memory-of", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.memory_of:
        play_short_games(options.memory_of)
        return
    games = options.games
    config = experiment(games)
    asyncio.run(bare(config, 20))  # warm up
    alone = asyncio.run(bare(config, min(games, 200))) / min(games, 200)
    with tempfile.TemporaryDirectory() as folder:
        instant = Instant()
        runner = BenchmarkRunner(config, Path(folder) / "run", provider=Provider(instant), concurrency=64)
        written, began, wall = bytes_written(), time.process_time(), time.perf_counter()
        asyncio.run(runner.run())
        cpu, wall, written = time.process_time() - began, time.perf_counter() - wall, bytes_written() - written
        size = sum(path.stat().st_size for path in (Path(folder) / "run").rglob("*") if path.is_file())
    calls = instant.calls
    memory = most_memory()
    print(f"{games:,} games, {calls:,} calls in {wall:.1f} s")
    print(f"CPU per call              {cpu / calls * 1e3:8.3f} ms, the whole of it")
    print(f"  agents and engine alone {alone * games / calls * 1e3:8.3f} ms")
    print(f"  the run's own           {(cpu - alone * games) / calls * 1e3:8.3f} ms   (target 0.5)")
    print(f"written / final size      {written / size:8.2f}   (target 2.2; {size / games / 1024:.1f} KB a game)")
    print(f"memory, at most           {memory:8.0f} MB   (target 110)")
    few, many = memory_of(1_000), memory_of(10_000)
    print(f"memory, 10,000 games      {many:8.0f} MB, {many - few:+.0f} MB beside 1,000 (target +20)")
    print(f"resume scan of 100,000    {resume_scan():8.2f} s    (target 5)")


def most_memory() -> float:
    """Return the most that this process ever had, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def memory_of(games: int) -> float:
    """Return the most memory that a process had which played so many short games, in MB."""
    command = [sys.executable, __file__, "--memory-of", str(games)]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def play_short_games(games: int) -> None:
    """Play games of one turn, and print how much memory that took."""
    model = {"spec": "openai/instant", "api_base": "http://127.0.0.1:9/v1"}
    fields = {"models": ["m"], "model": {"m": model}, "matchups": "mirror", "seeds": f"0..{games - 1}", "max_turns": 1}
    config = ExperimentConfig.model_validate({"name": "memory", **fields})
    with tempfile.TemporaryDirectory() as folder:
        runner = BenchmarkRunner(config, folder, provider=Provider(Instant()), concurrency=64)
        asyncio.run(runner.run())
    print(most_memory())


def resume_scan() -> float:
    """Return the CPU seconds until a run over 100,000 finished games knows that they are, and what they cost."""
    fields = {"models": ["random"], "matchups": "mirror", "seeds": {"count": 1_000}, "games_per_config": 100}
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
            ledger.writelines(row * 1_000 for _ in range(1_600))
        began = time.process_time()
        take_stock(folder, Plan(config), lambda: datetime.now(UTC))
        spent_by_model(folder, {})
        return time.process_time() - began


if __name__ == "__main__":
    main()
