"""What `kill -9` costs: the offline experiment killed on the way, and models that are paid for killed 20 times.

    python benchmarks/bench_kill.py [--kills 5] [--whole DIR] [--paid-kills 20] [--only offline|paid]

A run is started as a person starts it, killed at random moments, started again without a flag, and at last left in
peace. Then its tables have to be the same bytes as those of a run that nobody disturbed (in DIR, if it is at hand), no
finished game may have been touched again, and of questions no more may have been asked twice than were in flight.
"""

import argparse
import asyncio
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from itertools import repeat
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.agents.players import plays
from tests.fake_provider import FakeProvider, Request, completion

RUN = (sys.executable, "-m", "codenames_tui.cli", "bench", "run")
DERIVED = ("metrics/per_episode.csv", "metrics/aggregate.json", "head_to_head.csv", "leaderboard.json")
AT_ONCE = 8
PAID = """
name = "paid"
models = ["m", "random"]
matchups = "round_robin"
seeds = "0..19"
max_turns = 8
max_rounds = 1
[model.m]
spec = "openai/m"
api_base = "{url}"
output = "text"
price_in = 1.0
price_out = 1.0
"""


def finished(folder: Path) -> dict[str, int]:
    """Return the finished games with the time of each file."""
    return {path.name: path.stat().st_mtime_ns for path in (folder / "episodes").glob("episode_*.json")}


def to_its_end(command: Sequence[str | Path]) -> None:
    """Run in peace."""
    subprocess.run(command, check=True, capture_output=True)


def killed(command: Sequence[str | Path], folder: Path, games: int, after: float) -> bool:
    """Run until so many games are finished and some seconds more have passed, and kill; whether it was still there."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        while process.poll() is None and len(finished(folder)) < games:
            time.sleep(0.02)
        time.sleep(after)
        process.kill()
        return process.wait() == -signal.SIGKILL


def same_tables(one: Path, other: Path) -> str:
    """Return a sentence about the tables of two folders."""
    names = [name for name in DERIVED if (one / name).exists() or (other / name).exists()]
    differing = [name for name in names if (one / name).read_bytes() != (other / name).read_bytes()]
    return f"{', '.join(differing)} DIFFER" if differing else f"{len(names)} tables are the same bytes"


def offline(kills: int, whole: Path | None, chance: random.Random) -> None:
    """Kill the offline experiment on the way, and compare."""
    with tempfile.TemporaryDirectory() as name:
        out = Path(name)
        command = [*RUN, "offline", "--executor", "procs", "--out"]
        if whole is None:
            whole = out / "whole" / "offline"
            to_its_end([*command, whole.parent])
        folder = out / "killed" / "offline"
        total, deaths, touched = len(finished(whole)), 0, 0
        before: dict[str, int] = {}
        for kill in range(kills):
            games = int((kill + chance.random()) / kills * total)
            deaths += killed([*command, folder.parent], folder, games, chance.random() / 2)
            now = finished(folder)
            touched += sum(now.get(episode) != moment for episode, moment in before.items())
            before = now
            print(f"  killed with {len(now):,} games finished", flush=True)
        to_its_end([*command, folder.parent])
        now = finished(folder)
        touched += sum(now.get(episode) != moment for episode, moment in before.items())
        print(f"offline: {deaths} times killed, {len(now):,} games, {touched} of them played again")
        print(f"offline: {same_tables(whole, folder)}")


async def paid(kills: int, chance: random.Random) -> None:
    """Kill runs that ask a model, and count the questions that are asked twice."""
    asked: Counter[str] = Counter()

    async def behave(request: Request) -> None:
        asked[str(request.body["messages"]) + str(request.body.get("seed"))] += 1
        await asyncio.sleep(0.05)
        await request.send(200, completion(plays(request.body)))

    with tempfile.TemporaryDirectory() as name:
        out = Path(name)
        async with FakeProvider(repeat(behave)) as server:
            (out / "paid.toml").write_text(PAID.format(url=server.url))
            command = [*RUN, str(out / "paid.toml"), "--concurrency", str(AT_ONCE), "--out"]
            await asyncio.to_thread(to_its_end, [*command, out / "whole"])
            calls = asked.total()
            asked.clear()
            folder, deaths = out / "killed" / "paid", 0
            for _ in range(kills):
                games = min(len(finished(folder)) + chance.randrange(3), 39)
                deaths += await asyncio.to_thread(
                    killed, [*command, folder.parent], folder, games, 3.0 * chance.random()
                )
            await asyncio.to_thread(to_its_end, [*command, folder.parent])
        more = asked.total() - calls
        print(f"paid: {deaths} times killed, {calls:,} questions, {more} asked twice (at most {deaths * AT_ONCE})")
        print(f"paid: {same_tables(out / 'whole' / 'paid', folder)}")


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description="What kill -9 costs.")
    parser.add_argument("--kills", type=int, default=5, help="of the offline experiment (5)")
    parser.add_argument("--whole", type=Path, metavar="DIR", help="results of a run that nobody disturbed")
    parser.add_argument("--paid-kills", type=int, default=20, help="of the runs with a model (20)")
    parser.add_argument("--only", choices=("offline", "paid"), help="one of the two")
    options = parser.parse_args()
    chance = random.Random(2026)
    if options.only != "paid":
        offline(options.kills, options.whole, chance)
    if options.only != "offline":
        asyncio.run(paid(options.paid_kills, chance))


if __name__ == "__main__":
    main()
