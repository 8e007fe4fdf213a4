"""Running a benchmark: many games at once, nothing lost, nothing paid twice.

`BenchmarkRunner` lives in an event loop and knows no screen; whoever watches follows its `Progress`. It may be killed
at any moment: every answer is in a journal before it is acted on, every finished game in a file of its own. Running the
same experiment in the same folder again goes on from there, without being told to.
"""

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from codenames_core.episode import EpisodeRunner, Outage
from codenames_core.errors import CodenamesError, InputError, StorageError
from codenames_core.journal import JournalWriter
from codenames_core.pausing import PauseGate
from codenames_core.stream import Pulse
from codenames_core.text import one_line
from codenames_core.told import Followed
from codenames_metrics.artefacts import Tally, write_artefacts
from codenames_metrics.at_work import AtWork, RunningNow, publish, withdraw
from codenames_metrics.books import Books
from codenames_metrics.budget import BudgetReached
from codenames_metrics.door import new_door, opened
from codenames_metrics.executors import Executor
from codenames_metrics.executors.local import LocalExecutor
from codenames_metrics.experiment import ExperimentConfig
from codenames_metrics.failures import FailureRow
from codenames_metrics.far_journal import FarJournal
from codenames_metrics.files import EPISODES
from codenames_metrics.jobs import Job
from codenames_metrics.lock import FolderLock
from codenames_metrics.manifest import Manifest, updated, write_config, write_manifest
from codenames_metrics.measured import measured_line
from codenames_metrics.outages import Outages
from codenames_metrics.plan import Plan
from codenames_metrics.playing import GameFailed, Table
from codenames_metrics.playing_order import PlayingOrder
from codenames_metrics.progress import GOING_ON, Delay, Failure, GameStatus, Progress, RunStatus
from codenames_metrics.results import BenchmarkResults, ResultsOnDisk, of_tally
from codenames_metrics.running_games import RunningGame, RunningGames
from codenames_metrics.sealing import Sealing
from codenames_metrics.seating import Seating
from codenames_metrics.sitting import Sitting
from codenames_metrics.stock import count_what_was_in_flight, take_stock

if TYPE_CHECKING:
    from codenames_agents.provider import CallState, Provider

SECONDS_BETWEEN_WORDS: Final = 1.0
"""So often at most the folder says how far the run is."""


@dataclass(frozen=True, slots=True)
class _Failed:
    """What is known of a game whose attempts failed."""

    attempts: int
    since: float
    """When the first of them began."""


class _Finished(NamedTuple):
    """A game that was played to its end, and its record kept."""

    place: int
    """In the plan."""
    journal: JournalWriter
    metrics: bytes


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
        self.changes = Pulse()
        """Beats when `progress` has changed."""
        self.on_game: Callable[[Followed], object] | None = None
        """Is given every game that begins, wherever it is played; set by who watches."""
        self.tally: Tally | None = None
        """What all games came to, once the run is over."""
        self.budget_usd = budget_usd if budget_usd is not None else config.limits.budget_usd
        self._config = config
        self._executor = executor or LocalExecutor()
        if config.language_models and not self._executor.takes_models:
            model = one_line(config.language_models[0], 60)
            raise InputError(f"{model} is a language model, and worker processes play offline agents alone; use local")
        self._concurrency = concurrency or config.limits.concurrency
        self._provider = provider
        self._clock = clock
        self._sleep = sleep
        self._now = now
        self._status = RunStatus.RUNNING
        self._outages = Outages(config.limits.outage_seconds, clock, self._model_is_back)
        self._order = PlayingOrder(self.plan, lambda: self._outages.models)
        self._sitting = Sitting(clock)
        self._running = RunningGames()
        self._seating = Seating(self.folder, self.plan, now)
        self._sealing = Sealing(self.folder / EPISODES, self._done)
        self._books: Books | None = None
        self._tables: asyncio.TaskGroup | None = None
        self._sitters = 0
        self._gate = PauseGate()
        """Where games begin."""
        self._failures: dict[int, _Failed] = {}
        self._failed_by_kind: Counter[str] = Counter()
        """Attempts of this sitting."""
        self._closed_models: dict[str, str] = {}
        self._last_failure: Failure | None = None
        self._begun_with = 0
        self._moves = 0
        self._over = False
        self._playing: asyncio.Task[None] | None = None

    @property
    def running(self) -> dict[int, RunningGame]:
        """The games that are being played, by their place in the plan."""
        return self._running.games

    @property
    def _at_once(self) -> int:
        """How many games are played at the same time; workers may come and go."""
        possible = self._executor.at_once
        wanted = self._concurrency or possible or self._config.games_at_once
        return min(wanted, possible or wanted)

    @property
    def progress(self) -> Progress:
        """How far the run has come."""
        ledger = self._books.ledger if self._books is not None else None
        spent = ledger.by_model.values() if ledger is not None else ()
        return Progress(
            status=self._status,
            total=len(self.plan),
            **{state.name.lower(): self._order.count(state) for state in GameStatus},
            begun_with=self._begun_with,
            seconds=self._sitting.seconds,
            spent_usd=sum(one.known_cost_usd for one in spent),
            unpriced=sum(one.unpriced + one.unmetered for one in spent),
            closed_models=tuple(self._closed_models),
            last_failure=self._last_failure,
            delays=self._delays(),
            failures=tuple(self._failed_by_kind.most_common()),
            retries=tuple(ledger.retries.most_common()) if ledger is not None else (),
            at_once=self._at_once,
            busy_seconds=self._sitting.busy_seconds,
            running_seconds=self._sitting.running_seconds(
                self._order.count(GameStatus.DONE, GameStatus.SKIPPED) - self._begun_with
            ),
        )

    @property
    def at_work(self) -> AtWork:
        """How far the run has come, and which games are being played."""
        delays = {delay.game: delay.says for delay in self._delays()}
        games = tuple(
            RunningNow(index, game.attempt, delays.get(self.plan.number(index), ""))
            for index, game in self.running.items()
        )
        return AtWork(self.progress, self.budget_usd, games)

    def _delays(self) -> tuple[Delay, ...]:
        return () if self._provider is None else self._running.delays(self.plan.number, self._provider.clock)

    @property
    def is_over(self) -> bool:
        """Whether nothing more will change."""
        return self._over

    async def follow(self) -> AsyncIterator[Progress]:
        """Yield the progress now and after every change, until the run is over; a slow reader misses some."""
        while True:
            seen = self._moves
            yield self.progress
            if self._over:
                return
            if seen == self._moves:
                await self.changes.wait()
            else:
                await asyncio.sleep(0)  # a reader that changes something would be alone in the loop

    def stop(self) -> None:
        """End the run at once. Whatever was answered is in the journals, and another run goes on from there."""
        if self._status is not RunStatus.INTERRUPTED:
            self._status = RunStatus.INTERRUPTED
            if self._playing:
                self._playing.cancel()
            self._beat()

    def drain(self) -> None:
        """Let the games in flight end, and begin no other."""
        self.resume()
        if self._status is RunStatus.RUNNING:
            self._status = RunStatus.DRAINING
            self._beat()

    def pause(self) -> None:
        """Begin no other game, and in the running ones no other decision; what is in flight lands.

        Games that are played in other processes are played to their end.
        """
        if self._status is RunStatus.RUNNING:
            self._status = RunStatus.PAUSED
            self._sitting.pause()
            self._gate.pause()
            for game in self.running.values():
                if game.runner is not None:
                    game.runner.pause()
            self._beat()

    def resume(self) -> None:
        """Go on after a pause."""
        if self._status is RunStatus.PAUSED:
            self._status = RunStatus.RUNNING
            self._sitting.resume()
            for game in self.running.values():
                if game.runner is not None:
                    game.runner.resume()
            self._gate.resume()
            self._fill()
            self._beat()

    def change_concurrency(self, games: int) -> int:
        """Play so many games at once from now on, or as many as can be, and return how many; those in flight go on."""
        self._concurrency = max(games, 1)
        self._fill()
        self._beat()
        return self._at_once

    def change_budget(self, usd: float | None) -> None:
        """Have another budget for the whole run from now on.

        Raises:
            PriceUnknown: a model has no known price, so that no budget can be kept.
        """
        if self._books is not None and self._books.budget is not None:
            self._books.budget.change(usd)
        self.budget_usd = usd
        self._beat()

    async def run(self) -> RunStatus:
        """Play until all games are over, the budget is reached or the run is stopped, and return how it ended.

        Raises:
            InputError: the folder holds another experiment, or another process works in it.
            StorageError: the disk refused; what was written so far can be gone on with.
        """
        lock: FolderLock | None = None
        try:
            lock = FolderLock(self.folder)
            stock = take_stock(self.folder, self.plan, self._now)
            self._order.put_all(stock.done, GameStatus.DONE)
            self._begun_with = len(stock.done)
            self._beat()
            self._books = Books(self.folder, self._config)
            if stock.manifest.status in GOING_ON:
                count_what_was_in_flight(stock.left_open, self.plan, self._config, self._books.ledger)
            manifest = stock.manifest.gone_on_with()
            write_config(self.folder, self.plan)
            write_manifest(self.folder, updated(manifest, self.progress, self._now()))
            telling = asyncio.create_task(self._publish())
            try:
                await self._until_over()
            finally:
                telling.cancel()
                await asyncio.wait({telling})
                self._conclude(manifest)
            if self._status is not RunStatus.INTERRUPTED:
                self.tally = write_artefacts(self.folder, self.plan)
        finally:
            if self._books is not None:
                self._books.close()
            if lock is not None:
                withdraw(self.folder)
                lock.release()
            self._over = True
            self._beat()
        return self._status

    async def _publish(self) -> None:
        """Leave word of what goes on in the folder, for other processes, whenever it has changed."""
        while True:
            seen = self._moves
            publish(self.folder, self.at_work)
            await asyncio.sleep(SECONDS_BETWEEN_WORDS)
            if seen == self._moves:
                await self.changes.wait()

    async def _until_over(self) -> None:
        self._sitting.begin()
        if self._config.language_models and self._provider is None:
            self._provider = new_door(self._config.limits)
        async with opened(self._provider if self._config.language_models else None):
            self._playing = asyncio.ensure_future(self._play_all())
            if self._status is RunStatus.INTERRUPTED:  # stopped before it began
                self._playing.cancel()
            try:
                await asyncio.wait({self._playing})
            finally:
                if not self._playing.done():
                    self._playing.cancel()
                    await asyncio.wait({self._playing})
        if not self._playing.cancelled():
            self._playing.result()

    async def _play_all(self) -> None:
        try:
            async with self._executor, asyncio.TaskGroup() as self._tables:
                await self._gate.wait_open()
                self._fill()
        except BaseExceptionGroup as group:
            raise group.exceptions[0] from None
        finally:
            self._tables = None

    def _fill(self) -> None:
        """Let as many games be played at once as may be; those that wait for a model out of order do not count."""
        missing = self._at_once - (self._sitters - self._running.in_outage)
        if missing <= 0:
            return
        for _ in range(min(missing, len(self.plan) - self._order.count(GameStatus.DONE))):
            if self._tables is not None and self._status is RunStatus.RUNNING:
                self._sitters += 1
                self._tables.create_task(self._sit())

    async def _sit(self) -> None:
        """Play one game after the other, as long as there is one and not too many others do."""
        try:
            while self._sitters - self._running.in_outage <= self._at_once:
                await self._gate.wait_open()
                if (index := self._next()) is None:
                    break
                await self._attempt(self.plan[index])
                self._fill()  # there may be more workers than before
        finally:
            self._sitters -= 1

    def _next(self) -> int | None:
        """Return the game to play next."""
        if self._status is not RunStatus.RUNNING:
            return None
        return self._order.next(free=len(self.running) < self._at_once)

    def _model_is_back(self) -> None:
        self._order.model_is_back()
        self._fill()

    async def _attempt(self, job: Job) -> None:
        failed = self._failures.get(job.index) or _Failed(0, self._clock())
        attempt = failed.attempts + 1
        self._running.begin(job, attempt)
        self._sitting.sat_down(job.index)
        self._put(job.index, GameStatus.RUNNING)
        try:
            await self._play(job, attempt)
        except GameFailed as failure:
            self._failed(job, replace(failed, attempts=attempt), failure)
        except BudgetReached:
            self._put(job.index, GameStatus.PLANNED)
            if self._status is RunStatus.RUNNING:  # a paused run may be given more money before it goes on
                self._status = RunStatus.BUDGET
        except (CodenamesError, OSError):
            self._tables = None  # nobody sits down any more
            raise
        except Exception as error:
            bug = GameFailed("bug", f"{type(error).__name__}: {error}")
            self._failed(job, replace(failed, attempts=attempt), bug)
        finally:
            self._running.end(job.index)
            self._sitting.got_up(job.index)

    async def _play(self, job: Job, attempt: int) -> None:
        seated = self._seating.seat(job)
        header, writer = seated.header, seated.writer
        far = FarJournal(seated, self.on_game)
        number = self.plan.number(job.index)
        meter = self._books.meter(job, number, attempt, self.budget_usd, self._outages) if self._books else None
        table = Table(
            header,
            job.teams,
            writer,
            writer.path,
            played=seated.played,
            meter=meter,
            seconds=self._config.limits.game_seconds if meter else None,
            policy=self._provider.policy if meter and self._provider else None,
            sleep=self._sleep,
            on_start=lambda runner: self._watchable(job.index, runner),
            on_outage=lambda outage: self._outage(job.index, outage),
            on_call=lambda state: self._call(job.index, state),
            on_lines=far.take,
            begun=seated.begun,
        )
        try:
            sealed = await self._executor.play(table)
            await self._sealing.keep(
                self.plan.record_name(job.index), sealed.record, _Finished(job.index, writer, sealed.metrics)
            )
        finally:
            writer.close()
            far.close()
            if meter:
                meter.abandon()

    def _watchable(self, index: int, runner: EpisodeRunner) -> None:
        self._running.watchable(index, runner)
        if self.on_game is not None:
            self.on_game(runner)
        if self._status is RunStatus.PAUSED:
            runner.pause()
        self._beat()

    def _outage(self, index: int, outage: Outage | None) -> None:
        """A game waits for a model that cannot be reached, or asks it again; meanwhile another may be played."""
        self._running.outage(index, outage)
        if outage is not None:
            self._fill()
        self._beat()

    def _call(self, index: int, state: "CallState") -> None:
        """A question of a game is at the door to the models."""
        if self._running.call(index, state):
            self._beat()

    def _done(self, games: Sequence[_Finished]) -> None:
        """Count games whose records are there for good. Journals go last: until then, a game could be sealed again."""
        if self._books is not None:
            self._books.measured.append(b"".join(measured_line(game.place, game.metrics) for game in games))
        for game in games:
            game.journal.discard()
            self._failures.pop(game.place, None)
            self._order.put(game.place, GameStatus.DONE)
            self._running.end(game.place)
            self._sitting.got_up(game.place)
        self._beat()

    def _failed(self, job: Job, failed: _Failed, failure: GameFailed) -> None:
        """Queue a game again, give it up, or hold it back."""
        model = job.lineup(failure.seat.team).of(failure.seat.role) if failure.seat else ""
        if failure.closes and model:
            then = "held back"
            self._close(model, failure)
            self._put(job.index, GameStatus.WAITING)
        elif failed.attempts < self._config.limits.game_attempts and model in self._closed_models:
            then = "held back"
            self._put(job.index, GameStatus.WAITING)
        elif failed.attempts < self._config.limits.game_attempts:
            then = "again"
            self._failures[job.index] = failed
            self._put(job.index, GameStatus.FAILED)
        else:
            then = "skipped"
            self._put(job.index, GameStatus.SKIPPED)
            if model in self._config.language_models and self._outages.was_silent_since(model, failed.since):
                self._close(model, failure)  # it is the model, and not the game
        number = self.plan.number(job.index)
        self._last_failure = Failure(number, failure.kind, failure.reason)
        self._failed_by_kind[failure.kind] += 1
        if self._books is not None:
            self._books.failures.add(
                FailureRow(number, failed.attempts, failure.kind, failure.reason, failure.seat, model, then)
            )

    def _close(self, model: str, failure: GameFailed) -> None:
        """Hold back every game with a model that cannot be asked any more; the others go on."""
        if model in self._closed_models:
            return
        self._closed_models[model] = str(failure)
        held_back = self._order.with_model(model, GameStatus.PLANNED, GameStatus.FAILED)
        self._order.put_all(held_back, GameStatus.WAITING)
        self._beat()

    def _put(self, index: int, state: GameStatus) -> None:
        self._order.put(index, state)
        self._beat()

    def _beat(self) -> None:
        self._moves += 1
        self.changes.beat()

    def _conclude(self, manifest: Manifest) -> None:
        """Say how the run ended; games that were in flight are planned again."""
        self._running.clear()
        self._sitting.leave()
        self._order.put_all(self._order.in_state(GameStatus.RUNNING), GameStatus.PLANNED)
        if self._status in GOING_ON:
            left = self._order.count(GameStatus.PLANNED, GameStatus.FAILED)
            given_up = self._order.count(GameStatus.SKIPPED, GameStatus.WAITING)
            stopped = RunStatus.INTERRUPTED if left else RunStatus.DONE
            self._status = RunStatus.INCOMPLETE if given_up and not left else stopped
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
    return of_tally(ResultsOnDisk(runner.folder, runner.plan), tally, status)
