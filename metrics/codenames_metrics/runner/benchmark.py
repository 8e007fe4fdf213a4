"""Running a benchmark: many games at once, nothing lost, nothing paid twice.

`BenchmarkRunner` lives in an event loop and knows no screen; whoever watches follows its `Progress`. It may be killed
at any moment: every answer is in a journal before it is acted on, every finished game in a file of its own. Running the
same experiment in the same folder again goes on from there, without being told to.
"""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from codenames_core.support.errors import InputError, StorageError
from codenames_core.text.sanitiser import one_line
from codenames_core.watch.stream import Signal
from codenames_core.watch.watchable import WatchableGame
from codenames_metrics.experiment.config import ExperimentConfig
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.report.artefacts import Tally, write_artefacts
from codenames_metrics.report.results import BenchmarkResults, ResultsOnDisk, results_from_tally
from codenames_metrics.run_folder.lock import FolderLock
from codenames_metrics.run_folder.manifest import Manifest, updated, write_config, write_manifest
from codenames_metrics.run_folder.progress import GOING_ON, Delay, GameStatus, Progress, RunStatus
from codenames_metrics.run_folder.run_snapshot import RunningNow, RunSnapshot, publish, withdraw
from codenames_metrics.runner.executors import Executor
from codenames_metrics.runner.executors.local import LocalExecutor
from codenames_metrics.runner.game_pool import GamePool
from codenames_metrics.runner.models.provider_session import new_provider, provider_session
from codenames_metrics.runner.recovery import charge_orphaned_requests, scan_run_folder
from codenames_metrics.runner.run_logs import RunLogs
from codenames_metrics.runner.run_state import RunState
from codenames_metrics.runner.running_games import RunningGame

if TYPE_CHECKING:
    from codenames_agents.providers.provider import Provider

SECONDS_BETWEEN_WORDS: Final = 1.0
"""So often at most the folder says how far the run is."""


class BenchmarkRunner:
    """Plays the games of an experiment.

    Args:
        config: the experiment.
        folder: of the results; games that are finished there are not played again.
        executor: where games are played; in this process if not given.
        concurrency: games at once; the experiment's if not given.
        budget_usd: what the run may cost, earlier sittings included; the experiment's if not given.
        provider: the door to language models; a new one, as patient as the experiment says, if not given.
        clock: gives seconds.
        sleep: waits for seconds, where a game waits for a model.
        now: the time of day; for tests.

    Raises:
        InputError: the executor cannot ask models, and the experiment has some; or a word list cannot be read.
    """

    def __init__(
        self,
        config: ExperimentConfig,
        folder: Path | str,
        *,
        executor: Executor | None = None,
        concurrency: int | None = None,
        budget_usd: float | None = None,
        provider: "Provider | None" = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.plan = Plan(config)
        self.folder = Path(folder)
        self.tally: Tally | None = None
        """What all games came to, once the run is over."""
        self.budget_usd = budget_usd if budget_usd is not None else config.limits.budget_usd
        self._config = config
        executor = executor or LocalExecutor()
        if config.language_models and not executor.takes_models:
            model = one_line(config.language_models[0], 60)
            raise InputError(f"{model} is a language model, and worker processes play offline agents alone; use local")
        self._provider = provider
        self._now = now
        self._course = RunState()
        self._room = GamePool(
            self.plan,
            self.folder,
            executor,
            self._course,
            concurrency=concurrency or config.limits.concurrency,
            clock=clock,
            sleep=sleep,
            now=now,
        )
        self._books: RunLogs | None = None
        self._begun_with = 0
        self._playing: asyncio.Task[None] | None = None

    @property
    def changes(self) -> Signal:
        """Beats when `progress` has changed."""
        return self._course.changes

    @property
    def on_game(self) -> Callable[[WatchableGame], object] | None:
        """Is given every game that begins, wherever it is played; set by who watches."""
        return self._room.on_game

    @on_game.setter
    def on_game(self, begins: Callable[[WatchableGame], object] | None) -> None:
        self._room.on_game = begins

    @property
    def running(self) -> dict[int, RunningGame]:
        """The games that are being played, by their place in the plan."""
        return self._room.running.games

    @property
    def progress(self) -> Progress:
        """How far the run has come."""
        ledger = self._books.ledger if self._books is not None else None
        spent = ledger.by_model.values() if ledger is not None else ()
        order, sitting, setbacks = self._room.order, self._room.sitting, self._room.setbacks
        return Progress(
            status=self._course.status,
            total=len(self.plan),
            **{state.name.lower(): order.count(state) for state in GameStatus},
            begun_with=self._begun_with,
            seconds=sitting.seconds,
            spent_usd=sum(one.known_cost_usd for one in spent),
            unpriced=sum(one.unpriced + one.unmetered for one in spent),
            closed_models=tuple(setbacks.closed_models),
            last_failure=setbacks.last,
            delays=self._delays(),
            failures=tuple(setbacks.by_kind.most_common()),
            retries=tuple(ledger.retries.most_common()) if ledger is not None else (),
            at_once=self._room.at_once,
            busy_seconds=sitting.busy_seconds,
            running_seconds=sitting.running_seconds(
                order.count(GameStatus.DONE, GameStatus.SKIPPED) - self._begun_with
            ),
        )

    @property
    def at_work(self) -> RunSnapshot:
        """How far the run has come, and which games are being played."""
        delays = {delay.game: delay.says for delay in self._delays()}
        games = tuple(
            RunningNow(index, game.attempt, delays.get(self.plan.number(index), ""))
            for index, game in self.running.items()
        )
        return RunSnapshot(self.progress, self.budget_usd, games)

    def _delays(self) -> tuple[Delay, ...]:
        return () if self._provider is None else self._room.running.delays(self.plan.number, self._provider.clock)

    @property
    def is_over(self) -> bool:
        """Whether nothing more will change."""
        return self._course.is_over

    def follow(self) -> AsyncIterator[Progress]:
        """Yield the progress now and after every change, until the run is over; a slow reader misses some."""
        return self._course.moments(lambda: self.progress)

    def stop(self) -> None:
        """End the run at once. Whatever was answered is in the journals, and another run goes on from there."""
        if self._course.status is not RunStatus.INTERRUPTED:
            self._course.status = RunStatus.INTERRUPTED
            if self._playing:
                self._playing.cancel()
            self._course.beat()

    def drain(self) -> None:
        """Let the games in flight end, and begin no other."""
        self.resume()
        if self._course.status is RunStatus.RUNNING:
            self._course.go_to(RunStatus.DRAINING)

    def pause(self) -> None:
        """Begin no other game, and in the running ones no other decision; what is in flight lands.

        Games that are played in other processes are played to their end.
        """
        if self._course.status is RunStatus.RUNNING:
            self._course.status = RunStatus.PAUSED
            self._room.pause()
            self._course.beat()

    def resume(self) -> None:
        """Go on after a pause."""
        if self._course.status is RunStatus.PAUSED:
            self._course.status = RunStatus.RUNNING
            self._room.resume()
            self._course.beat()

    def change_concurrency(self, games: int) -> int:
        """Play so many games at once from now on, or as many as can be, and return how many; those in flight go on."""
        self._room.concurrency = max(games, 1)
        self._room.fill()
        self._course.beat()
        return self._room.at_once

    def change_budget(self, usd: float | None) -> None:
        """Have another budget for the whole run from now on.

        Raises:
            PriceUnknown: a model has no known price, so that no budget can be kept.
        """
        if self._books is not None:
            self._books.change_budget(usd)
        self.budget_usd = usd
        self._course.beat()

    async def run(self) -> RunStatus:
        """Play until all games are over, the budget is reached or the run is stopped, and return how it ended.

        Raises:
            InputError: the folder holds another experiment, or another process works in it.
            StorageError: the disk refused; what was written so far can be gone on with.
        """
        lock: FolderLock | None = None
        try:
            lock = FolderLock(self.folder)
            stock = scan_run_folder(self.folder, self.plan, self._now)
            self._room.order.put_all(stock.done, GameStatus.DONE)
            self._begun_with = len(stock.done)
            self._course.beat()
            self._books = RunLogs(self.folder, self._config, self.budget_usd)
            if stock.manifest.status in GOING_ON:
                charge_orphaned_requests(stock.left_open, self.plan, self._config, self._books.ledger)
            manifest = stock.manifest.gone_on_with()
            write_config(self.folder, self.plan)
            write_manifest(self.folder, updated(manifest, self.progress, self._now()))
            telling = asyncio.create_task(self._publish())
            try:
                await self._until_over(self._books)
            finally:
                telling.cancel()
                await asyncio.wait({telling})
                self._conclude(manifest)
            if self._course.status is not RunStatus.INTERRUPTED:
                self.tally = write_artefacts(self.folder, self.plan)
        finally:
            if self._books is not None:
                self._books.close()
            if lock is not None:
                withdraw(self.folder)
                lock.release()
            self._course.end()
        return self._course.status

    async def _publish(self) -> None:
        """Leave word of what goes on in the folder, for other processes, whenever it has changed."""
        async for moment in self._course.moments(lambda: self.at_work):
            publish(self.folder, moment)
            await asyncio.sleep(SECONDS_BETWEEN_WORDS)

    async def _until_over(self, books: RunLogs) -> None:
        self._room.sitting.begin()
        if self._config.language_models and self._provider is None:
            self._provider = new_provider(self._config.limits)
        async with provider_session(self._provider if self._config.language_models else None):
            self._playing = asyncio.ensure_future(self._room.play_all(books, self._provider))
            if self._course.status is RunStatus.INTERRUPTED:  # stopped before it began
                self._playing.cancel()
            try:
                await asyncio.wait({self._playing})
            finally:
                if not self._playing.done():
                    self._playing.cancel()
                    await asyncio.wait({self._playing})
        if not self._playing.cancelled():
            self._playing.result()

    def _conclude(self, manifest: Manifest) -> None:
        """Say how the run ended; games that were in flight are planned again."""
        self._room.leave()
        if self._course.status in GOING_ON:
            left = self._room.order.count(GameStatus.PLANNED, GameStatus.FAILED)
            given_up = self._room.order.count(GameStatus.SKIPPED, GameStatus.WAITING)
            stopped = RunStatus.INTERRUPTED if left else RunStatus.DONE
            self._course.status = RunStatus.INCOMPLETE if given_up and not left else stopped
        with contextlib.suppress(StorageError):  # the disk may be what ended the run
            write_manifest(self.folder, updated(manifest, self.progress, self._now()))


async def run_benchmark(
    config: ExperimentConfig, out: Path | str = "benchmark_results", **options: Any
) -> BenchmarkResults:
    """Play an experiment and return what it found.

    Args:
        config: the experiment.
        out: the folder in which a folder of the experiment's name is made, or gone on with.
        options: as for `BenchmarkRunner`.
    """
    runner = BenchmarkRunner(config, Path(out) / config.name, **options)
    status = await runner.run()
    tally = runner.tally or Tally(runner.plan.cells, runner.plan.games_per_cell)
    return results_from_tally(ResultsOnDisk(runner.folder, runner.plan), tally, status)
