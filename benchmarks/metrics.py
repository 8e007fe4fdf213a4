"""How long the metrics of many episodes take, from their files to rows and averages, and how much memory.

    python benchmarks/metrics.py [--episodes N] [--games N]

A few games of offline agents are played and written; then `codenames-tui metrics --format csv` measures a folder with
as many links to them as asked for, in a process of its own. Target: 10,000 episodes in at most 10 s of CPU time, and no
more memory than for 1,000.
"""

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import cycle, islice
from pathlib import Path
from typing import Final

from codenames_agents.catalogue import build_team
from codenames_core.config import GameConfig
from codenames_core.episode import run_episode
from codenames_metrics.aggregate import Aggregation
from codenames_metrics.episode import compute_episode_metrics
from codenames_metrics.export import csv_lines, rows_of
from codenames_metrics.files import read_record

TARGET_SECONDS: Final = 10
TARGET_EPISODES: Final = 10_000
MEASURED: Final = """
import re, sys, time
from codenames_tui.cli import main
main()
most = re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())
print(time.process_time(), most[1] if most else 0, file=sys.stderr)
"""
"""The command, and then what it took. Memory as Linux counts it, since a new process began as a copy of this one."""
STYLES: Final = ("vector:balanced", "vector:bold", "vector:novice")


def write_games(folder: Path, games: int) -> list[Path]:
    """Play and write games between teams of three styles."""
    paths = []
    for seed in range(games):
        red, blue = (build_team(STYLES[(seed + side) % len(STYLES)], seed=seed) for side in range(2))
        record = asyncio.run(run_episode(GameConfig(seed=seed), red, blue))
        paths.append(record.save(folder / f"{seed:03}.json"))
    return paths


def command(paths: list[Path], folder: Path, episodes: int) -> tuple[float, float]:
    """Seconds of CPU time and megabytes that the command takes for a folder of so many episodes."""
    folder.mkdir()
    for number, path in enumerate(islice(cycle(paths), episodes)):
        os.link(path, folder / f"{number:06}.json")
    arguments = [sys.executable, "-c", MEASURED, "metrics", str(folder), "--format", "csv"]
    said = subprocess.run(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=True, text=True).stderr
    seconds, kilobytes = said.splitlines()[-1].split()
    return float(seconds), int(kilobytes) / 1024


def parts(paths: list[Path]) -> Iterator[tuple[str, float]]:
    """The seconds of each part for all episodes, best of three."""
    records = [read_record(path) for path in paths]
    measured = [compute_episode_metrics(record) for record in records]

    def aggregate() -> None:
        aggregation = Aggregation()
        for metrics in measured:
            aggregation.add(metrics)

    works: dict[str, Callable[[], object]] = {
        "read and validated": lambda: [read_record(path) for path in paths],
        "folded alone": lambda: [record.state_at(len(record.public_transcript)) for record in records],
        "measured, fold included": lambda: [compute_episode_metrics(record) for record in records],
        "aggregated": aggregate,
        "written as CSV": lambda: list(csv_lines(row for metrics in measured for row in rows_of(metrics))),
    }
    for part, work in works.items():
        spent = []
        for _ in range(3):
            began = time.process_time()
            work()
            spent.append(time.process_time() - began)
        yield part, min(spent)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description="Metrics of many episodes: CPU time and memory.")
    parser.add_argument("--episodes", type=int, default=TARGET_EPISODES, help="how many to measure (10,000)")
    parser.add_argument("--games", type=int, default=60, help="how many different ones (60)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        games = Path(name) / "games"
        paths = write_games(games, options.games)
        size = sum(path.stat().st_size for path in paths) / len(paths) / 1024
        events = sum(len(read_record(path).public_transcript) for path in paths) / len(paths)
        _, little = command(paths, Path(name) / "few", options.episodes // 10)
        seconds, much = command(paths, Path(name) / "many", options.episodes)
        print(
            f"{options.episodes:,} episodes of {size:.0f} KB and {events:.0f} events: {seconds:.1f} s of CPU time",
            end="",
        )
        print(f"   (target {TARGET_EPISODES:,} in {TARGET_SECONDS} s)")
        print(f"  most memory for a tenth of them, for all  {little:.0f} MB, {much:.0f} MB")
        for part, spent in parts(paths):
            print(f"  {part:40}  {spent / len(paths) * 1000:6.2f} ms")


if __name__ == "__main__":
    main()
