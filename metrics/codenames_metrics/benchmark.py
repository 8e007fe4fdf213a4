"""Running a benchmark: many games at once, nothing lost, nothing paid twice.

`BenchmarkRunner` lives in an event loop and knows no screen; whoever watches follows its `Progress`. It may be killed
at any moment: every answer is in a journal before it is acted on, every finished game in a file of its own. Running the
same experiment in the same folder again goes on from there, without being told to.
"""

import asyncio
import contextlib
import os
import time
from collections import Counter, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from codenames_agents.catalogue import as_recorded, close_models
from codenames_core.board import deal
from codenames_core.config import Role, Team, TeamConfig
from codenames_core.episode import EpisodeRunner, Outage, new_header, resume_journal
from codenames_core.errors import CodenamesError, EpisodeFileError, InputError, StorageError
from codenames_core.folders import JOURNAL_SUFFIX, RECORD_SUFFIX
from codenames_core.journal import Header, JournalWriter, Played
from codenames_core.pausing import PauseGate
from codenames_core.record import write_atomically
from codenames_core.stream import Pulse
from codenames_core.text import one_line
from codenames_metrics.artefacts import Tally, write_artefacts
from codenames_metrics.at_work import AtWork, RunningNow, publish, withdraw
from codenames_metrics.budget import Budget, BudgetReached
from codenames_metrics.executors import Executor
from codenames_metrics.executors.local import LocalExecutor
from codenames_metrics.experiment import ExperimentConfig
from codenames_metrics.failures import FailureLog, FailureRow
from codenames_metrics.files import EPISODES
from codenames_metrics.jobs import Job
from codenames_metrics.ledger import KILLED, Ledger, lost
from codenames_metrics.lines import LineFile
from codenames_metrics.lock import FolderLock
from codenames_metrics.manifest import (
    Manifest,
    new_manifest,
    read_manifest,
    updated,
    version_of,
    write_config,
    write_manifest,
)
from codenames_metrics.measured import finished, measured_line, open_measured
from codenames_metrics.metering import GameMeter, models_at
from codenames_metrics.outages import Outages
from codenames_metrics.plan import Plan
from codenames_metrics.playing import GameFailed, Sealed, Table, tell_table
from codenames_metrics.progress import GOING_ON, Delay, Failure, GameStatus, Progress, RunStatus
from codenames_metrics.results import BenchmarkResults, ResultsOnDisk, of_tally

if TYPE_CHECKING:
    from codenames_agents.provider import CallState, Provider

BROKEN_SUFFIX: Final = ".broken"
"""Of a journal that cannot be gone on with; its game begins anew."""


ENOUGH_TO_TELL: Final = 8
"""So many games have to fail, before they are tried again ahead of new ones with a model that is out of order."""


SECONDS_BETWEEN_WORDS: Final = 1.0
"""So often at most the folder says how far the run is."""


@dataclass(frozen=True, slots=True)
class RunningGame:
    """A game that is being played."""

    job: Job
    attempt: int
    """From 1, in this sitting."""
    runner: EpisodeRunner | None = None
    """To watch it with; None where it is played in another process."""
    retry: "CallState | None" = None
    """What is known of its question while that waits to be asked again."""

    def delay(self, number: str, now: float) -> Delay | None:
        """Return what it waits for; `now` is by the clock of the door to the models."""
        if self.retry is not None:
            return Delay(number, self.retry.model, self.retry.describe(now))
        if self.runner is None or (outage := self.runner.outage) is None:
            return None
        model = self.job.lineup(outage.seat.team).of(outage.seat.role)
        left = max(0.0, outage.until - self.runner.clock())
        return Delay(number, model, f"asked again in {left:.0f} s ({one_line(outage.reason, 80)})")


@dataclass(frozen=True, slots=True)
class _Failed:
    """What is known of a game whose attempts failed."""

    attempts: int
    since: float
    """When the first of them began."""


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
        self.running: dict[int, RunningGame] = {}
        self.on_game: Callable[[EpisodeRunner], object] | None = None
        """Is given every game that begins in this process; set by who watches."""
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
        self._states = bytearray(len(self.plan))
        self._counts = [len(self.plan), *[0] * (len(GameStatus) - 1)]
        self._tables: asyncio.TaskGroup | None = None
        self._sitters = 0
        self._delayed: set[int] = set()
        """Running games that wait to ask a model again."""
        self._in_outage: set[int] = set()
        """Those of them whose model cannot be reached, so that another game may be played meanwhile."""
        self._failures: dict[int, _Failed] = {}
        self._failed_by_kind: Counter[str] = Counter()
        """Attempts of this sitting."""
        self._gate = PauseGate()
        """Where games begin."""
        self._paused_at: float | None = None
        self._paused_seconds = 0.0
        self._sat_down: dict[int, float] = {}
        """When the running attempts began, in seconds of this sitting."""
        self._busy_seconds = 0.0
        self._fresh: Iterator[int] = iter(())
        self._later: deque[int] = deque()
        """Games that nobody has tried, of models that are out of order."""
        self._back: deque[int] = deque()
        """Those of them whose model may be back."""
        self._again: deque[int] = deque()
        self._outages = Outages(config.limits.outage_seconds, clock, self._model_is_back)
        self._left_open: list[int] = []
        """Games that an earlier run began and did not finish."""
        self._closed_models: dict[str, str] = {}
        self._last_failure: Failure | None = None
        self._begun_with = 0
        self._began = clock()
        self._moves = 0
        self._over = False
        self._playing: asyncio.Task[None] | None = None
        self._books: _Books | None = None

    @property
    def _at_once(self) -> int:
        """How many games are played at the same time; workers may come and go."""
        possible = self._executor.at_once
        wanted = self._concurrency or possible or self._config.games_at_once
        return min(wanted, possible or wanted)

    @property
    def progress(self) -> Progress:
        """How far the run has come."""
        planned, running, done, failed, skipped, waiting = self._counts
        ledger = self._books.ledger.by_model.values() if self._books is not None else ()
        return Progress(
            status=self._status,
            total=len(self.plan),
            planned=planned,
            running=running,
            done=done,
            failed=failed,
            skipped=skipped,
            waiting=waiting,
            begun_with=self._begun_with,
            seconds=self._seconds,
            spent_usd=sum(spent.known_cost_usd for spent in ledger),
            unpriced=sum(spent.unpriced + spent.unmetered for spent in ledger),
            closed_models=tuple(self._closed_models),
            last_failure=self._last_failure,
            delays=self._delays(),
            failures=tuple(self._failed_by_kind.most_common()),
            retries=tuple(self._books.ledger.retries.most_common()) if self._books is not None else (),
            at_once=self._at_once,
            busy_seconds=self._busy_seconds,
            running_seconds=self._running_seconds(done + skipped - self._begun_with),
        )

    @property
    def _seconds(self) -> float:
        """Of this sitting, pauses left out."""
        now = self._clock() if self._paused_at is None else self._paused_at
        return now - self._began - self._paused_seconds

    def _running_seconds(self, ended: int) -> float:
        usual = self._busy_seconds / ended if ended else 0.0
        return sum(min(self._seconds - began, usual) for began in self._sat_down.values())

    @property
    def at_work(self) -> AtWork:
        """How far the run has come, and which games are being played."""
        delays = {delay.game: delay.says for delay in self._delays()}
        games = tuple(
            RunningNow(index, game.attempt, delays.get(self._number(index), "")) for index, game in self.running.items()
        )
        return AtWork(self.progress, self.budget_usd, games)

    def _delays(self) -> tuple[Delay, ...]:
        if not self._delayed or self._provider is None:
            return ()
        now = self._provider.clock()
        told = [self.running[index].delay(self._number(index), now) for index in sorted(self._delayed)]
        return tuple(delay for delay in told if delay is not None)

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
            self._status, self._paused_at = RunStatus.PAUSED, self._clock()
            self._gate.pause()
            for game in self.running.values():
                if game.runner is not None:
                    game.runner.pause()
            self._beat()

    def resume(self) -> None:
        """Go on after a pause."""
        if self._status is RunStatus.PAUSED and self._paused_at is not None:
            self._paused_seconds += self._clock() - self._paused_at
            self._status, self._paused_at = RunStatus.RUNNING, None
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
            manifest = self._take_stock()
            self._books = _Books(self.folder, self._config)
            if manifest.status in GOING_ON:
                self._count_what_was_in_flight(self._books.ledger)
            manifest = manifest.gone_on_with()
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

    def _take_stock(self) -> Manifest:
        """See what is there, and that it belongs to this experiment."""
        where = one_line(str(self.folder))
        manifest = read_manifest(self.folder)
        episodes = self.folder / EPISODES
        if manifest is None and episodes.is_dir() and any(episodes.iterdir()):
            raise InputError(f"{where} holds episodes that no benchmark of ours has left there; choose another folder")
        if manifest is not None and manifest.plan != self.plan.digest:
            raise InputError(
                f"{where} holds other games of {manifest.name}: its models, rules, boards or prompts were not these; "
                "choose another name or another folder"
            )
        episodes.mkdir(exist_ok=True)
        for index in finished(self.folder, self.plan):
            self._states[index] = GameStatus.DONE
        self._counts[GameStatus.DONE] = self._states.count(GameStatus.DONE)
        self._counts[GameStatus.PLANNED] -= self._counts[GameStatus.DONE]
        self._beat()
        self._clear_away(episodes)
        self._begun_with = self._counts[GameStatus.DONE]
        self._fresh = iter(range(len(self.plan)))
        return manifest or new_manifest(self.plan, self._now())

    def _count_what_was_in_flight(self, ledger: Ledger) -> None:
        """Count a question for each game in which one may have been open when an earlier run was killed."""
        for index in self._left_open:
            models = sorted(set(models_at(self.plan[index], self._config).values()))
            if models:
                dearest = max(models, key=lambda model: ledger.by_model[model].dearest_usd)
                ledger.add(lost(self._number(index), 0, dearest, KILLED))

    def _clear_away(self, episodes: Path) -> None:
        """Delete what a run that was killed could leave: halves of records, and journals of sealed games."""
        with os.scandir(episodes) as entries:
            for entry in entries:
                if entry.name.endswith(RECORD_SUFFIX) and not entry.name.startswith("."):
                    continue
                index = self.plan.index_of(entry.name)
                is_sealed = index is not None and self._states[index] == GameStatus.DONE
                if is_sealed or entry.name.startswith(".episode_"):
                    os.unlink(entry.path)
                elif index is not None:
                    self._left_open.append(index)

    async def _until_over(self) -> None:
        self._began = self._clock()
        self._paused_at = self._began if self._status is RunStatus.PAUSED else None
        opened = self._open_door()
        self._playing = asyncio.ensure_future(self._play_all())
        if self._status is RunStatus.INTERRUPTED:  # stopped before it began
            self._playing.cancel()
        try:
            await asyncio.wait({self._playing})
        finally:
            if not self._playing.done():
                self._playing.cancel()
                await asyncio.wait({self._playing})
            if opened:
                await close_models()
                opened()
        if not self._playing.cancelled():
            self._playing.result()

    def _open_door(self) -> Callable[[], None] | None:
        """Let the models of this process be asked as the experiment says; return what undoes it."""
        if not self._config.language_models:
            return None
        from codenames_agents.provider import Policy, Provider, share_provider

        limits = self._config.limits
        policy = Policy(
            api_retries=limits.api_retries,
            call_seconds=limits.call_seconds,
            ask_seconds=max(Policy().ask_seconds, 2 * limits.call_seconds),
            most_at_provider=limits.per_provider,
        )
        provider = self._provider = self._provider or Provider(policy=policy)
        told_before = provider.on_state

        def told(state: "CallState") -> None:
            if told_before is not None:
                told_before(state)
            tell_table(state)

        def close() -> None:
            provider.on_state = told_before
            share_provider(None)

        provider.on_state = told
        share_provider(provider)
        return close

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
        missing = self._at_once - (self._sitters - len(self._in_outage))
        for _ in range(min(missing, len(self.plan) - self._counts[GameStatus.DONE])):
            if self._tables is not None and self._status is RunStatus.RUNNING:
                self._sitters += 1
                self._tables.create_task(self._sit())

    async def _sit(self) -> None:
        """Play one game after the other, as long as there is one and not too many others do."""
        try:
            while self._sitters - len(self._in_outage) <= self._at_once:
                await self._gate.wait_open()
                if (index := self._next()) is None:
                    break
                await self._attempt(self.plan[index])
                self._fill()  # there may be more workers than before
        finally:
            self._sitters -= 1

    def _next(self) -> int | None:
        """Return the game to play next: one that nobody has tried, or else one that failed.

        Games of models that are out of order come last. Of these, those that failed come first once they are enough to
        tell: a model that stays away costs the attempts of a few games, and not of all.
        """
        if self._status is not RunStatus.RUNNING:
            return None
        for index in self._untried():
            if self._states[index] != GameStatus.PLANNED:
                continue
            if not self._is_out_of_order(index):
                return index
            self._later.append(index)
        for _ in range(len(self._again)):
            index = self._again.popleft()
            if self._states[index] == GameStatus.FAILED and not self._is_out_of_order(index):
                return index
            self._again.append(index)
        if len(self.running) >= self._at_once:
            return None
        queues = [(self._later, GameStatus.PLANNED), (self._again, GameStatus.FAILED)]
        if len(self._again) >= ENOUGH_TO_TELL:
            queues.reverse()
        for queue, state in queues:
            while queue:
                if self._states[index := queue.popleft()] == state:
                    return index
        return None

    def _untried(self) -> Iterator[int]:
        while self._back:
            yield self._back.popleft()
        yield from self._fresh

    def _is_out_of_order(self, index: int) -> bool:
        out = self._outages.models
        return bool(out) and not out.isdisjoint(self.plan.cell_of(index).models)

    def _model_is_back(self) -> None:
        """Let games be played again that were put off."""
        self._back.extend(self._later)
        self._later.clear()
        self._fill()

    async def _attempt(self, job: Job) -> None:
        failed = self._failures.get(job.index) or _Failed(0, self._clock())
        attempt = failed.attempts + 1
        self.running[job.index] = RunningGame(job, attempt)
        self._sat_down[job.index] = self._seconds
        self._put(job.index, GameStatus.RUNNING)
        try:
            await self._play(job, attempt)
        except GameFailed as failure:
            self._failed(job, replace(failed, attempts=attempt), failure)
        except BudgetReached:
            self._put(job.index, GameStatus.PLANNED)
            if self._status in (RunStatus.RUNNING, RunStatus.PAUSED):
                self._status = RunStatus.BUDGET
                self._gate.resume()
        except (CodenamesError, OSError):
            self._tables = None  # nobody sits down any more
            raise
        except Exception as error:
            bug = GameFailed("bug", f"{type(error).__name__}: {error}")
            self._failed(job, replace(failed, attempts=attempt), bug)
        finally:
            self.running.pop(job.index, None)
            self._delayed.discard(job.index)
            if (began := self._sat_down.pop(job.index, None)) is not None:
                self._busy_seconds += self._seconds - began
            self._in_outage.discard(job.index)

    async def _play(self, job: Job, attempt: int) -> None:
        header, writer, played = self._seated(job)
        meter = self._meter(job, attempt)
        table = Table(
            header,
            job.teams,
            writer,
            writer.path,
            played=played,
            meter=meter,
            seconds=self._config.limits.game_seconds if meter else None,
            policy=self._provider.policy if meter and self._provider else None,
            sleep=self._sleep,
            on_start=lambda runner: self._watchable(job, attempt, runner),
            on_outage=lambda outage: self._outage(job.index, outage),
            on_call=lambda state: self._call(job.index, state),
            on_lines=writer.take,
        )
        try:
            sealed = await self._executor.play(table)
            await self._seal(job, writer, sealed)
        finally:
            writer.close()
            if meter:
                meter.abandon()

    def _watchable(self, job: Job, attempt: int, runner: EpisodeRunner) -> None:
        self.running[job.index] = RunningGame(job, attempt, runner)
        if self.on_game is not None:
            self.on_game(runner)
        if self._status is RunStatus.PAUSED:
            runner.pause()
        self._beat()

    def _outage(self, index: int, outage: Outage | None) -> None:
        """A game waits for a model that cannot be reached, or asks it again; meanwhile another may be played."""
        if outage is None:
            self._in_outage.discard(index)
            self._delayed.discard(index)
        else:
            self._in_outage.add(index)
            self._delayed.add(index)
            self._fill()
        self._beat()

    def _call(self, index: int, state: "CallState") -> None:
        """A question of a game is at the door to the models: take note where it waits to be asked again."""
        is_retry, game = state.phase == "retrying", self.running.get(index)
        if game is not None and (is_retry or game.retry is not None):
            self.running[index] = replace(game, retry=state if is_retry else None)
            (self._delayed.add if is_retry else self._delayed.discard)(index)
            self._beat()

    def _meter(self, job: Job, attempt: int) -> GameMeter | None:
        if self._books is None or not models_at(job, self._config):
            return None
        books = self._books
        if books.budget is None:
            books.budget = Budget(self.budget_usd, books.ledger.by_model)
        return GameMeter(job, self._number(job.index), attempt, self._config, books.ledger, books.budget, self._outages)

    def _seated(self, job: Job) -> tuple[Header, JournalWriter, Played]:
        """Begin a journal, or go on with the one of an earlier attempt."""
        path = self.folder / EPISODES / self.plan.journal_name(job.index)
        if path.exists():
            with contextlib.suppress(EpisodeFileError):
                journal, writer = resume_journal(path)
                if journal.header.episode_id == job.episode_id:
                    return journal.header, writer, journal.played
                writer.close()
            path.replace(path.with_suffix(JOURNAL_SUFFIX + BROKEN_SUFFIX))
        header = self._header(job)
        return header, JournalWriter(path, header), Played()

    def _header(self, job: Job) -> Header:
        red, blue = (_as_recorded(job.teams[team]) for team in Team)
        metadata: dict[str, Any] = {
            "created": self._now().isoformat(timespec="seconds"),
            "app_version": version_of("codenames-tui"),
            "word_list_sha256": self.plan.words.sha256,
            "benchmark": {
                "name": self._config.name,
                "id": self.plan.benchmark_id,
                "game": job.index + 1,
                "key": job.key,
                "composition": str(job.cell.combo.composition),
                "red": list(job.cell.combo.red.models),
                "blue": list(job.cell.combo.blue.models),
                "repeat": job.repeat,
            },
        }
        board = deal(job.config, self.plan.words)
        return new_header(job.config, red, blue, board=board, episode_id=job.episode_id, metadata=metadata)

    async def _seal(self, job: Job, writer: JournalWriter, sealed: Sealed) -> None:
        """Keep a finished game. Its journal goes last: until then, the game could be sealed again.

        The disk may take its time to have the record for good; a thread waits for it, and the other games go on.
        """
        path = self.folder / EPISODES / self.plan.record_name(job.index)
        writing = asyncio.ensure_future(asyncio.to_thread(write_atomically, path, sealed.record))
        try:
            await asyncio.shield(writing)
        except asyncio.CancelledError:
            await asyncio.wait({writing})  # nothing is written any more once the folder is let go
            if writing.exception() is None:
                self._done(job, writer, sealed)
            raise
        self._done(job, writer, sealed)

    def _done(self, job: Job, writer: JournalWriter, sealed: Sealed) -> None:
        if self._books is not None:
            self._books.measured.append(measured_line(job.index, sealed.metrics))
        writer.discard()
        self._failures.pop(job.index, None)
        self._put(job.index, GameStatus.DONE)

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
            self._again.append(job.index)
            self._put(job.index, GameStatus.FAILED)
        else:
            then = "skipped"
            self._put(job.index, GameStatus.SKIPPED)
            if model in self._config.language_models and self._outages.was_silent_since(model, failed.since):
                self._close(model, failure)  # it is the model, and not the game
        number = self._number(job.index)
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
        with_model = [model in cell.models for cell in self.plan.cells]
        for index, state in enumerate(self._states):
            if state in (GameStatus.PLANNED, GameStatus.FAILED) and with_model[index % len(with_model)]:
                self._put(index, GameStatus.WAITING)

    def _number(self, index: int) -> str:
        return self.plan.record_name(index).removeprefix("episode_").partition(".")[0]

    def _put(self, index: int, state: GameStatus) -> None:
        self._counts[self._states[index]] -= 1
        self._counts[state] += 1
        self._states[index] = state
        self._beat()

    def _beat(self) -> None:
        self._moves += 1
        self.changes.beat()

    def _conclude(self, manifest: Manifest) -> None:
        """Say how the run ended; games that were in flight are planned again."""
        self.running.clear()
        self._delayed.clear()
        self._sat_down.clear()
        self._paused_at = self._paused_at if self._paused_at is not None else self._clock()  # time stands still now
        for index, state in enumerate(self._states):
            if state == GameStatus.RUNNING:
                self._put(index, GameStatus.PLANNED)
        if self._status in GOING_ON:
            left = self._counts[GameStatus.PLANNED] + self._counts[GameStatus.FAILED]
            given_up = self._counts[GameStatus.SKIPPED] + self._counts[GameStatus.WAITING]
            stopped = RunStatus.INTERRUPTED if left else RunStatus.DONE
            self._status = RunStatus.INCOMPLETE if given_up and not left else stopped
        with contextlib.suppress(StorageError):  # the disk may be what ended the run
            write_manifest(self.folder, updated(manifest, self.progress, self._now()))


class _Books:
    """The files that grow while a run goes on."""

    def __init__(self, folder: Path, config: ExperimentConfig) -> None:
        self.ledger = Ledger(folder, config.model)
        self.failures = FailureLog(folder)
        self.measured: LineFile = open_measured(folder)
        self.budget: Budget | None = None

    def close(self) -> None:
        self.ledger.close()
        self.failures.close()
        self.measured.close()


def _as_recorded(team: TeamConfig) -> TeamConfig:
    return team.model_copy(update={role.value: as_recorded(team.of(role)) for role in Role})


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
