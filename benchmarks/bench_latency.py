"""How much longer a run takes than its games must: models that answer after a second, 64 games in flight.

    python benchmarks/bench_latency.py [--games N]

The server is a process of its own on this machine and is asked through litellm, as any provider is. The critical path
is what the slowest chain of questions takes: games / 64, rounded up, times the calls of a game, times a second. Target:
wall time at most 1.10 times that. litellm is loaded before the clock runs.
"""

import argparse
import asyncio
import subprocess
import sys
import tempfile
import time
from itertools import repeat
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.bench_overhead import answer_to
from tests.fake_provider import FakeProvider, Request, completion

from codenames_agents.litellm_transport import load_litellm
from codenames_metrics.benchmark import BenchmarkRunner
from codenames_metrics.experiment import ExperimentConfig
from codenames_metrics.ledger import read_ledger

AT_ONCE = 64
SECONDS = 1.0
CALLS = 16
"""Of a game: four turns of a clue, two messages and a list of guesses."""


async def serve() -> None:
    """Answer every question after a second, until nobody listens any more."""

    async def behave(request: Request) -> None:
        await asyncio.sleep(SECONDS)
        await request.send(200, completion(answer_to(str(request.body["messages"][-1]["content"]))))

    async with FakeProvider(repeat(behave)) as server:
        print(server.url, flush=True)
        await asyncio.to_thread(sys.stdin.read)


async def run(url: str, games: int, folder: Path) -> float:
    """Return the seconds that the run took."""
    fields = {
        "models": ["m"],
        "model": {"m": {"spec": "openai/slow", "api_base": url, "output": "text"}},
        "matchups": "mirror",
        "seeds": f"0..{games - 1}",
        "max_turns": 4,
    }
    config = ExperimentConfig.model_validate({"name": "latency", **fields})
    runner = BenchmarkRunner(config, folder, concurrency=AT_ONCE)
    began = time.perf_counter()
    await runner.run()
    return time.perf_counter() - began


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description="How much longer a run takes than its games must.")
    parser.add_argument("--games", type=int, default=2 * AT_ONCE, help=f"how many to play ({2 * AT_ONCE})")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        asyncio.run(serve())
        return
    load_litellm()
    before = time.process_time()
    with (
        subprocess.Popen(
            [sys.executable, __file__, "--serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as server,
        tempfile.TemporaryDirectory() as folder,
    ):
        assert server.stdout is not None  # noqa: S101
        seconds = asyncio.run(run(server.stdout.readline().strip(), options.games, Path(folder)))
        outcomes = [row.outcome for row in read_ledger(Path(folder))]
        server.terminate()
    path = -(-options.games // AT_ONCE) * CALLS * SECONDS
    print(f"{options.games} games, {len(outcomes):,} requests, {len(outcomes) - outcomes.count('ok')} failed")
    print(f"CPU of this process {time.process_time() - before:.1f} s, of which litellm has some 5 ms a request")
    print(f"wall time {seconds:.1f} s, critical path {path:.0f} s: {seconds / path:.2f} times   (target 1.10)")


if __name__ == "__main__":
    main()
