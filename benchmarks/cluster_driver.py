"""What the driver of a benchmark does for each game that workers play: how fast it is, and whether memory stays flat.

No game is played. A stand-in for the cluster takes every order and sends what a worker would: begun, the lines of the
journal, and the outcome of a game that was played once. `take_outcomes` is the executor alone, which has to keep up
with all workers: order, lines, outcome. `drive` is all that the driver does, with plan, key, header, journal and
record, once with files in memory, where the system has a folder for that, and once on the disk; records are deleted
again, and no tables are made.
"""

import asyncio
import gc
import os
import tempfile
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from benchmarks.figures import Better, Figure
from benchmarks.measuring import resident_mb, spent_by
from codenames_core.files.schema import SeatChange
from codenames_core.game.agent import AgentTrace
from codenames_core.game.events import Event
from codenames_metrics.experiment.config import ExperimentConfig
from codenames_metrics.game.episode_files import EPISODES
from codenames_metrics.runner.benchmark import BenchmarkRunner
from codenames_metrics.runner.executors import cluster_worker as worker
from codenames_metrics.runner.executors.cluster import DaskExecutor, Worker
from codenames_metrics.runner.executors.local import LocalExecutor
from codenames_metrics.runner.game_task import FinishedGame, GameTask

SLOTS: Final = 256
MOST_SEEDS: Final = 50_000
MEMORY: Final = Path("/dev/shm")  # noqa: S108  a folder of our own is made in it
TEAMS_SWAPPED: Final = 2


@dataclass(frozen=True)
class PlayedGame:
    """What a worker sends of a game."""

    finished: FinishedGame
    lines: tuple[bytes, ...]
    task: GameTask
    """Of the game that was really played."""
    begun: Path
    """Its journal as it was before the first question."""


class StandIn:
    """Stands in for a Dask client, and for workers that have already played."""

    status = "running"

    def __init__(self, take_message: Callable[[tuple[float, dict[str, Any]]], None], game: PlayedGame) -> None:
        self._take_message = take_message
        self._game = game
        self._orders: deque[str] = deque()
        self._ordered = asyncio.Event()

    def submit(self, play: object, order: worker.GameOrder, **options: object) -> "Task":
        """Take an order."""
        self._orders.append(order.key)
        self._ordered.set()
        return Task()

    async def answer(self) -> None:
        """Send the messages and the outcome of each order."""
        outcome = {"record": self._game.finished.record, "metrics": self._game.finished.metrics}
        while await self._ordered.wait():
            while self._orders:
                key = self._orders.popleft()
                self._send(key, worker.BEGUN, None)
                for lines in self._game.lines:
                    self._send(key, worker.LINES, lines)
                self._send(key, worker.OVER, outcome)
                await asyncio.sleep(0)
            self._ordered.clear()

    def _send(self, key: str, kind: str, content: Any) -> None:
        self._take_message((0.0, {"game": key, "player": "p", "address": "tcp://w", "kind": kind, "content": content}))


class Task:
    """A task that never ends by itself."""

    status = "pending"

    def __await__(self) -> Any:
        return asyncio.get_running_loop().create_future().__await__()

    def release(self) -> None:
        """Do nothing."""


class Simulated(DaskExecutor):
    """The executor on a stand-in for its cluster."""

    def __init__(self, game: PlayedGame) -> None:
        super().__init__()
        self._game = game

    async def __aenter__(self) -> "Simulated":
        """Use the stand-in instead of a connection."""
        self._client = stand_in = StandIn(self._take_message, self._game)
        self._workers = {"tcp://w": Worker("tcp://w", SLOTS)}
        self._start(stand_in.answer())
        return self

    async def _leave(self) -> None:
        for task in [*self._tasks]:
            task.cancel()


class NullJournal:
    """A journal that keeps nothing."""

    def answered(self, trace: AgentTrace) -> None:
        """Forget an answer."""

    def happened(self, event: Event) -> None:
        """Forget an event."""

    def seat_changed(self, change: SeatChange) -> None:
        """Forget a change."""

    def close(self) -> None:
        """Do nothing."""


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


async def play_one_game(folder: Path) -> PlayedGame:
    """Play a game, and return what a worker would send of it."""
    kept: list[tuple[FinishedGame, bytes, GameTask]] = []
    begun = folder / "journal.jsonl"

    class Keeping(LocalExecutor):
        async def play(self, task: GameTask) -> FinishedGame:
            header = task.path.read_bytes()
            finished = await super().play(task)
            kept.append((finished, task.path.read_bytes()[len(header) :], task))
            begun.write_bytes(header)
            return finished

    await BenchmarkRunner(experiment(2), folder / "one", executor=Keeping()).run()
    finished, journal, task = kept[0]
    size = worker.WORTH_A_MESSAGE
    return PlayedGame(finished, tuple(journal[at : at + size] for at in range(0, len(journal), size)), task, begun)


async def take_outcomes(games: int, game: PlayedGame, _folder: Path) -> None:
    """Take so many outcomes with the executor alone."""
    left = iter(range(games))
    task = GameTask(game.task.header, game.task.teams, NullJournal(), game.begun, on_lines=lambda lines: None)
    async with Simulated(game) as executor:

        async def work() -> None:
            for _ in left:
                await executor.play(task)

        async with asyncio.TaskGroup() as workers:
            for _ in range(executor.at_once or 1):
                workers.create_task(work())


async def drive(games: int, game: PlayedGame, folder: Path) -> None:
    """Do all that the driver does, up to the last few games: only tables follow them."""
    run = BenchmarkRunner(experiment(games), folder / "run", executor=Simulated(game))
    episodes, deleted = f"{folder}/run/{EPISODES}", 0

    async def watch() -> None:
        nonlocal deleted
        async for moment in run.follow():
            while deleted < moment.done - 2 * SLOTS:
                with suppress(FileNotFoundError):
                    os.unlink(f"{episodes}/{run.plan.record_name(deleted)}")
                deleted += 1
            if moment.done >= games - 2:
                run.stop()

    watching = asyncio.create_task(watch())
    await run.run()
    await watching


def figures(quick: bool) -> Iterator[Figure]:
    """Do each part after a tenth of it that warms up."""
    gc.set_threshold(700)  # as `bench run` does
    disk = Path(tempfile.gettempdir())
    parts = [
        ("hearing", take_outcomes, 20_000, 2_000, disk),
        ("the whole driver, on the disk", drive, 4_000, None, disk),
    ]
    if MEMORY.is_dir():
        parts.insert(1, ("the whole driver, in memory", drive, 20_000, 2_000, MEMORY))
    for name, part, games, aim, top in parts:
        with tempfile.TemporaryDirectory(dir=top) as place:
            game = asyncio.run(play_one_game(Path(place)))
            count = games // 10 if quick else games
            (first := Path(place, "first")).mkdir()
            asyncio.run(part(count // 10, game, first))
            before = resident_mb()
            (all_ := Path(place, "all")).mkdir()
            spent = spent_by(lambda part=part, count=count, game=game, all_=all_: asyncio.run(part(count, game, all_)))  # type: ignore[misc]
            about = f"{count:,} outcomes"
            yield Figure(f"{name}: outcomes", count / spent.wall, "/s by the clock", aim, Better.MORE, about)
            yield Figure(f"{name}: an outcome", spent.cpu / count * 1000, "ms of CPU")
            yield Figure(f"{name}: memory that it grew by", resident_mb() - before, "MB", about=about)
