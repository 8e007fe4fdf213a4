"""How much longer a run takes than its games must: models that answer after a second, 64 games in flight.

    python benchmarks/bench_latency.py [--games N]

The server is a process of its own on this machine and is asked through litellm, as any provider is; then over bare
sockets, to tell the run's own part from litellm's. The critical path is what the slowest chain of questions takes:
games / 64, rounded up, times the calls of a game, times a second. Target: wall time at most 1.10 times that. litellm is
loaded before the clock runs. Where others use the machine, a process gets less than a core, and litellm alone needs a
third of one: the share of a core that was needed is printed, and how long the loop was kept from running.
"""

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import repeat
from pathlib import Path
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.bench_overhead import answer_to
from tests.fake_provider import FakeProvider, Request, completion

from codenames_agents.endpoints import Endpoint
from codenames_agents.litellm_transport import load_litellm
from codenames_agents.provider import Provider
from codenames_agents.transport import Call, RawAnswer, Transport
from codenames_agents.usage import Usage
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


class BareSockets:
    """Asks a server with one connection for each question, and reads no more of its answer than is needed."""

    async def send(self, call: Call, on_piece: Callable[[str], None] | None) -> RawAnswer:
        """See `Transport`."""
        address = urlsplit(call.request.api_base or "")
        reader, writer = await asyncio.open_connection(address.hostname, address.port)
        body = json.dumps({"messages": [dict(one) for one in call.request.messages]}).encode()
        writer.write(b"POST / HTTP/1.1\r\ncontent-length: %d\r\n\r\n%s" % (len(body), body))
        head = await reader.readuntil(b"\r\n\r\n")
        answer = json.loads(await reader.readexactly(int(head.split(b"content-length: ")[1].split()[0])))
        writer.close()
        return RawAnswer(answer["choices"][0]["message"]["content"], model="slow", usage=Usage(40, 8), cost_usd=0.001)

    async def takes_schema(self, model: str, endpoint: Endpoint) -> bool:
        """See `Transport`."""
        return False

    async def close(self) -> None:
        """See `Transport`."""


async def run(url: str, games: int, folder: Path, transport: Transport | None) -> float:
    """Return the seconds that the run took."""
    fields = {
        "models": ["m"],
        "model": {"m": {"spec": "openai/slow", "api_base": url, "output": "text"}},
        "matchups": "mirror",
        "seeds": f"0..{games - 1}",
        "max_turns": 4,
    }
    config = ExperimentConfig.model_validate({"name": "latency", **fields})
    runner = BenchmarkRunner(config, folder, concurrency=AT_ONCE, provider=Provider(transport))
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
    with subprocess.Popen(
        [sys.executable, __file__, "--serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None  # noqa: S101
        url = server.stdout.readline().strip()
        for name, transport in (("litellm", None), ("bare sockets", BareSockets())):
            with tempfile.TemporaryDirectory() as folder:
                tell(name, url, options.games, Path(folder), transport)
        server.terminate()


def tell(name: str, url: str, games: int, folder: Path, transport: Transport | None) -> None:
    """Print the figures of one run."""
    before, waited = time.process_time(), seconds_in_line()
    seconds = asyncio.run(run(url, games, folder, transport))
    cpu, waited = time.process_time() - before, seconds_in_line() - waited
    outcomes = [row.outcome for row in read_ledger(folder)]
    path = -(-games // AT_ONCE) * CALLS * SECONDS
    print(f"{name}: {games} games, {len(outcomes):,} requests, {len(outcomes) - outcomes.count('ok')} failed")
    print(f"  wall time {seconds:.1f} s, critical path {path:.0f} s: {seconds / path:.2f} times   (target 1.10)")
    print(f"  CPU {cpu:.1f} s, {cpu / len(outcomes) * 1e3:.1f} ms a request; waited {waited:.1f} s more for a core")


def seconds_in_line() -> float:
    """Return how long this process could have run and had no core, 0 where the system does not tell."""
    try:
        return int(Path("/proc/self/schedstat").read_text().split()[1]) / 1e9
    except (OSError, IndexError):
        return 0.0


if __name__ == "__main__":
    main()
