"""Running a benchmark: many games at once, nothing lost, nothing paid twice.

`BenchmarkRunner` lives in an event loop and knows no screen; a screen follows its `Progress`. It may be killed at any
moment: every answer is in a journal before it is acted on, every finished game in a file of its own. Running the same
experiment in the same folder again resumes it.
"""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, assert_never

from codenames_core.game.words import WordList
from codenames_core.support.errors import InputError, StorageError
from codenames_core.text.sanitiser import one_line
from codenames_core.watch.stream import Signal
from codenames_core.watch.watchable import WatchableGame
from codenames_metrics.analysis.game_results import GameResult, GameResultReader
from codenames_metrics.analysis.stopping import Goal
from codenames_metrics.experiment.asking import how_models_are_asked
from codenames_metrics.experiment.config import ExperimentConfig
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.report.artefacts import Tally, write_artefacts
from codenames_metrics.report.results import BenchmarkResults, ResultsOnDisk, results_from_tally
from codenames_metrics.run_folder.manifest import naming_in
from codenames_metrics.run_folder.progress import Delay, GameStatus, Progress, RunStatus
from codenames_metrics.run_folder.run_snapshot import RunningNow, RunSnapshot
from codenames_metrics.runner.allocation import Allocation
from codenames_metrics.runner.executors import Executor
from codenames_metrics.runner.executors.local import LocalExecutor
from codenames_metrics.runner.game_pool import GamePool
from codenames_metrics.runner.game_slots import GameSlot
from codenames_metrics.runner.models.cost_meter import RunCosts
from codenames_metrics.runner.models.outages import Outages
from codenames_metrics.runner.models.provider_session import new_provider, provider_session
from codenames_metrics.runner.run_state import RunState
from codenames_metrics.runner.scheduler import Scheduler
from codenames_metrics.runner.store import RunStore

if TYPE_CHECKING:
    from codenames_agents.providers.provider import Provider

SECONDS_BETWEEN_SNAPSHOTS: Final = 1.0
"""So often at most the folder is told how far the run is."""


class BenchmarkRunner:
    """Plays the games of an experiment.

    Args:
        config: the experiment.
        folder: of the results; games that are finished there are not played again.
        executor: where games are played; in this process if not given.
        concurrency: games at once; the experiment's if not given.
        budget_usd: what the run may cost, earlier sessions included; the experiment's if not given.
        provider: through which models are asked; a new one with the experiment's limits if not given.
        clock: gives seconds.
        sleep: waits for seconds, where a game waits for a model.
        now: the time of day; for tests.
        words: the list to deal from; read from the experiment's file if not given.
        may_grow: whether the experiment may be one that the run in the folder is to grow into.
        goal: play only until this is found out; all games if not given.

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
        words: WordList | None = None,
        may_grow: bool = False,
        goal: Goal | None = None,
    ) -> None:
        self.folder = Path(folder)
        self.plan = Plan(config, words, naming=naming_in(self.folder))
        self.tally: Tally | None = None
        """What all games came to, once the run is over."""
        self.budget_usd = budget_usd if budget_usd is not None else config.limits.budget_usd
        executor = executor or LocalExecutor()
        if config.language_models and not executor.takes_models:
            model = one_line(config.language_models[0], 60)
            raise InputError(f"{model} is a language model, and worker processes play only offline agents; use local")
        self._provider = provider
        self._now = now
        self._may_grow = may_grow
        self._state = RunState()
        self._outages = Outages(config.limits.outage_seconds, clock, self._model_returned)
        self._scheduler = Scheduler(self.plan, self._outages, clock)
        if goal is not None:
            self._scheduler.allocation = Allocation(self.plan, goal, self._new_results, self._is_settled)
        self._pool = GamePool(
            self.plan,
            executor,
            self._scheduler,
            self._state,
            concurrency=concurrency or config.limits.concurrency,
            sleep=sleep,
        )
        self._store: RunStore | None = None
        self._costs: RunCosts | None = None
        self._reader: GameResultReader | None = None
        self._begun_with = 0
        self._playing: asyncio.Task[None] | None = None

    @property
    def changes(self) -> Signal:
        """Notified when `progress` has changed."""
        return self._state.changes

    @property
    def on_game(self) -> Callable[[WatchableGame], object] | None:
        """Is given every game that begins, wherever it is played."""
        return self._pool.on_game

    @on_game.setter
    def on_game(self, on_game: Callable[[WatchableGame], object] | None) -> None:
        self._pool.on_game = on_game

    @property
    def running(self) -> Mapping[int, GameSlot]:
        """The games that are being played, by their place in the plan."""
        return self._scheduler.slots.running

    @property
    def progress(self) -> Progress:
        """How far the run has come."""
        ledger = self._store.ledger if self._store is not None else None
        spending = ledger.by_model.values() if ledger is not None else ()
        scheduler, count = self._scheduler, self._scheduler.slots.count
        ended = count(GameStatus.DONE, GameStatus.SKIPPED) - self._begun_with
        return Progress(
            status=self._state.status,
            total=len(self.plan),
            **{status.name.lower(): count(status) for status in GameStatus},
            begun_with=self._begun_with,
            seconds=scheduler.session.seconds,
            spent_usd=sum(model.known_cost_usd for model in spending),
            unpriced=sum(model.unpriced + model.unmetered for model in spending),
            closed_models=tuple(scheduler.closed_models),
            refusals=tuple(f"{model} {refuses}" for (model, _), refuses in scheduler.refused_questions.items()),
            last_failure=scheduler.last_failure,
            delays=self._delays(),
            failures=tuple(scheduler.failures_by_kind.most_common()),
            retries=tuple(ledger.retries.most_common()) if ledger is not None else (),
            at_once=self._pool.at_once,
            busy_seconds=scheduler.busy_seconds,
            running_seconds=scheduler.running_seconds(ended),
        )

    @property
    def at_work(self) -> RunSnapshot:
        """How far the run has come, and which games are being played."""
        delays = {delay.game: delay.says for delay in self._delays()}
        games = tuple(
            RunningNow(index, slot.attempt, delays.get(self.plan.name(index), ""))
            for index, slot in self.running.items()
        )
        return RunSnapshot(self.progress, self.budget_usd, games)

    @property
    def allocation(self) -> Allocation | None:
        """What hands out the games of a run that stops once enough is known; None for other runs."""
        return self._scheduler.allocation

    def _new_results(self) -> list[GameResult]:
        """Return the finished games that were not returned before."""
        if self._reader is None:
            self._reader = GameResultReader(self.folder, self.plan)
            return [*self._reader.read_new(), *self._reader.read_uncached()]
        return self._reader.read_new()

    def _is_settled(self, index: int) -> bool:
        return self._scheduler.slots.status(index) in (GameStatus.DONE, GameStatus.SKIPPED, GameStatus.WAITING)

    def _delays(self) -> tuple[Delay, ...]:
        return () if self._provider is None else self._scheduler.delays(self._provider.clock())

    @property
    def knows_its_folder(self) -> bool:
        """Whether it was read what the folder holds already; before, no game counts as complete."""
        return self._store is not None

    @property
    def is_over(self) -> bool:
        """Whether nothing more will change."""
        return self._state.is_over

    def follow(self) -> AsyncIterator[Progress]:
        """Yield the progress now and after every change, until the run is over; a slow reader misses some."""
        return self._state.snapshots(lambda: self.progress)

    def stop(self) -> None:
        """End the run at once. All answers so far are in the journals, and the next run resumes from them."""
        if self._state.status is not RunStatus.INTERRUPTED:
            if self._playing:
                self._playing.cancel()
            self._state.status = RunStatus.INTERRUPTED

    def drain(self) -> None:
        """Let the games in flight end, and begin no other."""
        self.resume()
        if self._state.status is RunStatus.RUNNING:
            self._state.status = RunStatus.DRAINING

    def pause(self) -> None:
        """Begin no other game, and in the running ones no other decision; questions in flight are still answered.

        Games that are played in other processes are played to their end.
        """
        if self._state.status is RunStatus.RUNNING:
            self._pool.pause()
            self._state.status = RunStatus.PAUSED

    def resume(self) -> None:
        """Go on after a pause."""
        if self._state.status is RunStatus.PAUSED:
            self._state.status = RunStatus.RUNNING
            self._pool.resume()
            self._state.notify()

    def change_concurrency(self, games: int) -> int:
        """Play so many games at once from now on, or as many as can be, and return how many; those in flight go on."""
        self._pool.concurrency = max(games, 1)
        self._pool.fill()
        self._state.notify()
        return self._pool.at_once

    def change_budget(self, usd: float | None) -> None:
        """Set another budget for the whole run from now on; None for none.

        Raises:
            PriceUnknown: the price of a model is unknown, so that no budget can be kept.
        """
        if self._costs is not None:
            self._costs.change_budget(usd)
        self.budget_usd = usd
        self._state.notify()

    async def run(self) -> RunStatus:
        """Play until all games are over, the budget is reached or the run is stopped, and return how it ended.

        Raises:
            InputError: the folder holds another experiment, or another process works in it.
            StorageError: the disk refused; the next run resumes from what was written so far.
        """
        try:
            recovered = RunStore.recover(
                self.folder, self.plan, now=self._now, on_commit=self._committed, may_grow=self._may_grow
            )
            with recovered as store:
                self._store = store
                self._scheduler.mark_finished(store.finished)
                self._begun_with = len(store.finished)
                if self.plan.config.language_models:
                    self._costs = RunCosts(
                        self.plan, store.ledger, self.budget_usd, self._outages, store.open_questions
                    )
                self._state.notify()
                store.save_manifest(self.progress)
                await self._play(store)
                if self._state.status is not RunStatus.INTERRUPTED:
                    self.tally = write_artefacts(self.folder, self.plan)
        finally:
            self._state.end()
        return self._state.status

    async def _play(self, store: RunStore) -> None:
        """Play the games that are left, and keep the run folder up to date until they are over."""
        publishing = asyncio.create_task(self._publish(store))
        try:
            await self._play_games(store)
        finally:
            publishing.cancel()
            await asyncio.wait({publishing})
            self._scheduler.stop()
            self._state.status = self._final_status()
            with contextlib.suppress(StorageError):  # the disk may be what ended the run
                store.save_manifest(self.progress)

    async def _publish(self, store: RunStore) -> None:
        """Tell other processes, through the folder, how far the run is, whenever that has changed."""
        async for snapshot in self._state.snapshots(lambda: self.at_work):
            store.publish(snapshot)
            await asyncio.sleep(SECONDS_BETWEEN_SNAPSHOTS)

    async def _play_games(self, store: RunStore) -> None:
        self._scheduler.session.begin()
        asks_models = bool(self.plan.config.language_models)
        if asks_models and self._provider is None:
            self._provider = new_provider(self.plan.config.limits)
        async with provider_session(self._provider if asks_models else None):
            if self._provider is not None and asks_models:
                store.note_asking(await how_models_are_asked(self.plan, self._provider))
                store.save_manifest(self.progress)
            self._playing = asyncio.ensure_future(self._pool.play_all(store, self._costs, self._provider))
            if self._state.status is RunStatus.INTERRUPTED:  # stopped before it began
                self._playing.cancel()
            try:
                await asyncio.wait({self._playing})
            finally:
                if not self._playing.done():
                    self._playing.cancel()
                    await asyncio.wait({self._playing})
        if not self._playing.cancelled():
            self._playing.result()

    def _final_status(self) -> RunStatus:
        """Return how the run has ended."""
        match self._state.status:
            case RunStatus.RUNNING | RunStatus.PAUSED | RunStatus.DRAINING:
                if self.allocation is not None and self.allocation.is_over:
                    return RunStatus.STOPPED_EARLY
                if self._scheduler.slots.count(GameStatus.PLANNED, GameStatus.FAILED):
                    return RunStatus.INTERRUPTED
                given_up = self._scheduler.slots.count(GameStatus.SKIPPED, GameStatus.WAITING)
                return RunStatus.INCOMPLETE if given_up else RunStatus.DONE
            case (
                RunStatus.DONE
                | RunStatus.INCOMPLETE
                | RunStatus.BUDGET
                | RunStatus.INTERRUPTED
                | RunStatus.STOPPED_EARLY as ended
            ):
                return ended
            case status:
                assert_never(status)

    def _committed(self, indices: Sequence[int]) -> None:
        """Count games as done whose records are on the disk for good."""
        for index in indices:
            self._scheduler.finish(index)
        self._state.notify()

    def _model_returned(self) -> None:
        """Play the games that waited for a model which answers again."""
        self._scheduler.requeue_postponed()
        self._pool.fill()


async def run_benchmark(
    config: ExperimentConfig, out: Path | str = "benchmark_results", **options: Any
) -> BenchmarkResults:
    """Play an experiment and return its results.

    Args:
        config: the experiment.
        out: the folder in which a folder of the experiment's name is made, or resumed.
        options: as for `BenchmarkRunner`.
    """
    runner = BenchmarkRunner(config, Path(out) / config.name, **options)
    status = await runner.run()
    tally = runner.tally or Tally(runner.plan.cells, runner.plan.games_per_cell)
    return results_from_tally(ResultsOnDisk(runner.folder, runner.plan), tally, status)
