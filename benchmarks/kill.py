"""What `kill -9` costs: the offline experiment killed on the way, and models that are paid for killed 20 times.

A run is started as a person starts it, killed at random moments, started again without a flag, and at last left in
peace. Then its tables have to be the same bytes as those of an undisturbed run, no finished game may have been
touched again, and of questions no more may have been asked twice than were in flight.
"""

import asyncio
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import repeat
from pathlib import Path

from tests.agents.players import plays
from tests.fake_provider import FakeProvider, Request, completion

from benchmarks.figures import Figure

RUN = (sys.executable, "-m", "codenames_tui", "bench", "run")
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


def differing_tables(one: Path, other: Path) -> int:
    """Return how many tables of two folders are not the same bytes."""
    names = [name for name in DERIVED if (one / name).exists() or (other / name).exists()]
    return sum((one / name).read_bytes() != (other / name).read_bytes() for name in names)


def figures(quick: bool) -> Iterator[Figure]:
    """Kill both."""
    chance = random.Random(2026)
    yield from offline(2 if quick else 5, chance)
    yield from asyncio.run(paid(3 if quick else 20, chance))


def offline(kills: int, chance: random.Random) -> Iterator[Figure]:
    """Kill the offline experiment on the way, and compare."""
    with tempfile.TemporaryDirectory() as name:
        out = Path(name)
        command = [*RUN, "offline", "--executor", "procs", "--out"]
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
        to_its_end([*command, folder.parent])
        now = finished(folder)
        touched += sum(now.get(episode) != moment for episode, moment in before.items())
        about = f"{len(now):,} games, killed {deaths} times"
        yield Figure("finished games played again", touched, "", 0, about=about)
        yield Figure("tables that differ", differing_tables(whole, folder), "", 0, about=about)


async def paid(kills: int, chance: random.Random) -> list[Figure]:
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
            command = [*RUN, str(out / "paid.toml"), "--yes", "--concurrency", str(AT_ONCE), "--out"]
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
        differing = differing_tables(out / "whole" / "paid", folder)
    about = f"{calls:,} questions at 50 ms, killed {deaths} times with {AT_ONCE} games at once"
    return [
        Figure("questions asked twice", more, "", deaths * AT_ONCE, about=about),
        Figure("tables of models that differ", differing, "", 0),
    ]
