"""What the driver of a benchmark does for each game where others play: how fast it is, and whether memory stays flat.

    python benchmarks/cluster_driver.py [--games N] [--hear N] [--folder DIR]

Nobody plays. A stand-in for the cluster takes every order and says what a worker would: begun, the lines of the
journal, and the outcome of a game that was played once. `hearing` is the executor alone, which has to keep up with all
workers: order, lines, outcome; target 2,000 outcomes a second, and memory that does not grow. `whole` is all that the
driver does, with plan, key, header, journal, and record on the disk; records are deleted again, and no tables are made.
"""

import argparse
import asyncio
import gc
import resource
import shutil
import tempfile
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from codenames_core.agent import AgentTrace
from codenames_core.events import Event
from codenames_core.record import SeatChange
from codenames_metrics.benchmark import BenchmarkRunner
from codenames_metrics.executors import cluster_worker as worker
from codenames_metrics.executors.cluster import DaskExecutor, Worker
from codenames_metrics.executors.local import LocalExecutor
from codenames_metrics.experiment import ExperimentConfig
from codenames_metrics.files import EPISODES
from codenames_metrics.playing import Sealed, Table

SLOTS: Final = 256
MOST_SEEDS: Final = 50_000
TEAMS_SWAPPED: Final = 2


@dataclass(frozen=True)
class Said:
    """What a worker says of a game."""

    sealed: Sealed
    lines: tuple[bytes, ...]
    table: Table
    """Of the game that was really played."""


class StandIn:
    """Stands in for a client of Dask, and for workers that have played already."""

    status = "running"

    def __init__(self, hear: Callable[[tuple[float, dict[str, Any]]], None], said: Said) -> None:
        self._hear = hear
        self._said = said
        self._orders: deque[str] = deque()
        self._ordered = asyncio.Event()

    def submit(self, play: object, order: worker.Order, **options: object) -> "Task":
        """Take an order."""
        self._orders.append(order.key)
        self._ordered.set()
        return Task()

    async def answer(self) -> None:
        """Say what became of each order."""
        outcome = {"record": self._said.sealed.record, "metrics": self._said.sealed.metrics}
        while await self._ordered.wait():
            while self._orders:
                key = self._orders.popleft()
                self._say(key, worker.BEGUN, None)
                for lines in self._said.lines:
                    self._say(key, worker.LINES, lines)
                self._say(key, worker.OVER, outcome)
                await asyncio.sleep(0)
            self._ordered.clear()

    def _say(self, key: str, kind: str, content: Any) -> None:
        self._hear((0.0, {"game": key, "player": "p", "address": "tcp://w", "kind": kind, "content": content}))


class Task:
    """A task that never ends by itself."""

    status = "pending"

    def __await__(self) -> Any:
        return asyncio.get_running_loop().create_future().__await__()

    def release(self) -> None:
        """Nobody wants it any more."""


class Simulated(DaskExecutor):
    """The executor on a stand-in for its cluster."""

    def __init__(self, said: Said) -> None:
        super().__init__()
        self._said = said

    async def __aenter__(self) -> "Simulated":
        """Connect to nobody."""
        self._client = stand_in = StandIn(self._heard, self._said)
        self._workers = {"tcp://w": Worker("tcp://w", SLOTS)}
        self._start(stand_in.answer())
        return self

    async def _leave(self) -> None:
        for task in [*self._tasks]:
            task.cancel()


class Nowhere:
    """A journal that keeps nothing."""

    def answered(self, trace: AgentTrace) -> None:
        """Forget an answer."""

    def happened(self, event: Event) -> None:
        """Forget an event."""

    def seat_changed(self, change: SeatChange) -> None:
        """Forget a change."""

    def close(self) -> None:
        """There is nothing to let go of."""


def experiment(games: int) -> ExperimentConfig:
    """Return an experiment of at least so many games."""
    boards = min(-(-games // TEAMS_SWAPPED), MOST_SEEDS)
    return ExperimentConfig.model_validate(
        {
            "name": "driver",
            "models": ["vector:sharp", "random"],
            "matchups": "round_robin",
            "seeds": {"count": boards},
            "games_per_config": -(-games // (boards * TEAMS_SWAPPED)),
        }
    )


async def one_game(folder: Path) -> Said:
    """Play a game, and return what a worker would say of it."""
    kept: list[tuple[Sealed, bytes, Table]] = []

    class Keeping(LocalExecutor):
        async def play(self, table: Table) -> Sealed:
            header = table.path.read_bytes()
            sealed = await super().play(table)
            kept.append((sealed, table.path.read_bytes()[len(header) :], table))
            (folder / "journal.jsonl").write_bytes(header)
            return sealed

    await BenchmarkRunner(experiment(2), folder / "one", executor=Keeping()).run()
    sealed, journal, table = kept[0]
    size = worker.WORTH_A_MESSAGE
    print(f"one game: record {len(sealed.record):,} bytes, journal {len(journal):,}, metrics {len(sealed.metrics):,}")
    return Said(sealed, tuple(journal[at : at + size] for at in range(0, len(journal), size)), table)


class Progress:
    """Prints ten lines on the way."""

    def __init__(self, name: str, total: int) -> None:
        self._name, self._total, self._told = name, total, 0
        self._began, self._cpu = time.perf_counter(), time.process_time()

    def tell(self, done: int) -> None:
        """Say how far it is."""
        if done < self._told + self._total // 10 and done < self._total:
            return
        self._told = done
        seconds, cpu = time.perf_counter() - self._began, time.process_time() - self._cpu
        resident = int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 1e6
        each = cpu / max(1, done) * 1e3
        print(
            f"{self._name} {done:>9,}  {done / seconds:7,.0f}/s  {each:.3f} ms CPU each  {resident:,.0f} MB", flush=True
        )


async def hearing(games: int, said: Said, folder: Path) -> None:
    """Measure the executor alone."""
    progress, left, done = Progress("hearing", games), iter(range(games)), 0
    table = Table(said.table.header, said.table.teams, Nowhere(), folder / "journal.jsonl", on_lines=lambda lines: None)
    async with Simulated(said) as executor:

        async def sit() -> None:
            nonlocal done
            for _ in left:
                await executor.play(table)
                done += 1
                progress.tell(done)

        async with asyncio.TaskGroup() as tables:
            for _ in range(executor.at_once or 1):
                tables.create_task(sit())


async def whole(games: int, said: Said, folder: Path) -> None:
    """Measure all that the driver does, up to the last few games: what follows them are tables."""
    run = BenchmarkRunner(experiment(games), folder / "run", executor=Simulated(said))
    progress, deleted = Progress("whole  ", games), 0

    async def watch() -> None:
        nonlocal deleted
        async for moment in run.follow():
            progress.tell(min(moment.done, games))
            while deleted < moment.done - 2 * SLOTS:
                with suppress(FileNotFoundError):
                    (folder / "run" / EPISODES / run.plan.record_name(deleted)).unlink()
                deleted += 1
            if moment.done >= games - 2:
                run.stop()

    watching = asyncio.create_task(watch())
    await run.run()
    await watching


async def main(options: argparse.Namespace, folder: Path) -> None:
    """Measure both."""
    said = await one_game(folder)
    await hearing(options.hear, said, folder)
    await whole(options.games, said, folder)


if __name__ == "__main__":
    gc.set_threshold(700)  # as `bench run` does
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=4_000)
    parser.add_argument("--hear", type=int, default=20_000)
    parser.add_argument("--folder")
    options = parser.parse_args()
    top = Path(tempfile.mkdtemp(dir=options.folder))
    try:
        asyncio.run(main(options, top))
    finally:
        shutil.rmtree(top)
