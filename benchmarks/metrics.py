"""How long the metrics of many episodes take, from their files to averages and rows, and how much memory.

    python benchmarks/metrics.py [--episodes N] [--games N]

A few games of offline agents are played and written; then as many episodes as asked for are read from these files, one
after the other, as `codenames-tui metrics --format csv` does. Target: 10,000 episodes in at most 10 s of CPU time, and
no more memory than for 1,000.
"""

import argparse
import asyncio
import resource
import tempfile
import time
from collections.abc import Iterator
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


def write_games(folder: Path, games: int) -> list[Path]:
    """Play and write games between teams of three styles."""
    paths = []
    for seed in range(games):
        styles = ("vector:balanced", "vector:bold", "vector:novice")
        red, blue = (build_team(styles[(seed + side) % 3], seed=seed) for side in range(2))
        record = asyncio.run(run_episode(GameConfig(seed=seed), red, blue))
        paths.append(record.save(folder / f"{seed:03}.json"))
    return paths


def measure(paths: Iterator[Path]) -> tuple[int, int]:
    """Read, measure, aggregate and write rows; return how many episodes and characters there were."""
    aggregation = Aggregation()

    def rows() -> Iterator[dict[str, object]]:
        for path in paths:
            metrics = compute_episode_metrics(read_record(path))
            aggregation.add(metrics)
            yield from rows_of(metrics)

    written = sum(map(len, csv_lines(rows())))
    return aggregation.result().episodes, written


def parts(paths: list[Path]) -> Iterator[tuple[str, float]]:
    """The milliseconds of each part for one episode."""
    began = time.process_time()
    records = [read_record(path) for path in paths]
    yield "read and validated", time.process_time() - began
    began = time.process_time()
    for record in records:
        record.state_at(len(record.public_transcript))
    yield "folded alone", time.process_time() - began
    began = time.process_time()
    measured = [compute_episode_metrics(record) for record in records]
    yield "measured, fold included", time.process_time() - began
    began = time.process_time()
    aggregation = Aggregation()
    for metrics in measured:
        aggregation.add(metrics)
    yield "aggregated", time.process_time() - began
    began = time.process_time()
    for _ in csv_lines(row for metrics in measured for row in rows_of(metrics)):
        pass
    yield "written as CSV", time.process_time() - began


def megabytes() -> float:
    """The most memory that this process has had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description="Metrics of many episodes: CPU time and memory.")
    parser.add_argument("--episodes", type=int, default=TARGET_EPISODES, help="how many to measure (10,000)")
    parser.add_argument("--games", type=int, default=60, help="how many different ones (60)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        paths = write_games(Path(name), options.games)
        size = sum(path.stat().st_size for path in paths) / len(paths) / 1024
        events = sum(len(read_record(path).public_transcript) for path in paths) / len(paths)
        measure(islice(cycle(paths), 1_000))
        before = megabytes()
        began = time.process_time()
        count, written = measure(islice(cycle(paths), options.episodes))
        seconds = time.process_time() - began
        after = megabytes()
        print(f"{count:,} episodes of {size:.0f} KB and {events:.0f} events: {seconds:.1f} s of CPU time", end="")
        print(f"   (target {TARGET_EPISODES:,} in {TARGET_SECONDS} s)")
        print(f"  memory after 1,000 and after all  {before:.0f} MB, {after:.0f} MB; {written:,} characters of CSV")
        for part, spent in parts(paths):
            print(f"  {part:32}  {spent / len(paths) * 1000:6.2f} ms")


if __name__ == "__main__":
    main()
