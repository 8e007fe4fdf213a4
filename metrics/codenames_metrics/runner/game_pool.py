"""Where the games of a run are played: several at once, each from its journal to its place among the finished ones."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from codenames_core.files.journal import JournalWriter
from codenames_core.play.episode import EpisodeRunner, Outage
from codenames_core.play.pause_gate import PauseGate
from codenames_core.support.errors import CodenamesError
from codenames_core.watch.watchable import WatchableGame
from codenames_metrics.experiment.jobs import Job
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.game.episode_files import EPISODES
from codenames_metrics.run_folder.durable_writes import GroupCommit
from codenames_metrics.run_folder.metrics_cache import measured_line
from codenames_metrics.run_folder.progress import GameStatus, RunStatus
from codenames_metrics.runner.executors import Executor
from codenames_metrics.runner.game_start import GameOpener
from codenames_metrics.runner.game_task import GameFailed, GameTask
from codenames_metrics.runner.models.budget import BudgetReached
from codenames_metrics.runner.models.outages import Outages
from codenames_metrics.runner.models.retries import RetryPolicy
from codenames_metrics.runner.playing_order import PlayingOrder
from codenames_metrics.runner.remote_journal import RemoteJournal
from codenames_metrics.runner.run_logs import RunLogs
from codenames_metrics.runner.run_state import RunState
from codenames_metrics.runner.running_games import RunningGames
from codenames_metrics.runner.session_clock import SessionClock

if TYPE_CHECKING:
    from codenames_agents.providers.provider import CallState, Provider


class _Finished(NamedTuple):
    """A game that was played to its end, and its record kept."""

    place: int
    """In the plan."""
    journal: JournalWriter
    metrics: bytes


class GamePool:
    """Has the games of a plan played that are not done yet.

    Args:
        plan: of the run.
        folder: of the results.
        executor: plays them.
        course: of the run; games begin while its status is running.
        concurrency: games at once; as many as the executor can play, or the experiment has use for, if not given.
        clock: gives seconds.
        sleep: waits for seconds, where a game waits for a model.
        now: the time of day.
    """

    _books: RunLogs
    _provider: "Provider | None"

    def __init__(
        self,
        plan: Plan,
        folder: Path,
        executor: Executor,
        course: RunState,
        *,
        concurrency: int | None,
        clock: Callable[[], float],
        sleep: Callable[[float], Awaitable[object]],
        now: Callable[[], datetime],
    ) -> None:
        self.concurrency = concurrency
        self.on_game: Callable[[WatchableGame], object] | None = None
        """Is given every game that begins."""
        self.order = PlayingOrder(plan, lambda: self._outages.models)
        self.running = RunningGames()
        self.sitting = SessionClock(clock)
        self._outages = Outages(plan.config.limits.outage_seconds, clock, self._model_is_back)
        self.setbacks = RetryPolicy(plan, self.order, self._outages)
        self.seating = GameOpener(folder, plan, now)
        self._plan = plan
        self._executor = executor
        self._course = course
        self._clock = clock
        self._sleep = sleep
        self._sealing = GroupCommit(folder / EPISODES, self._done)
        self._tables: asyncio.TaskGroup | None = None
        self._sitters = 0
        self._gate = PauseGate()
        """Where games begin."""

    @property
    def at_once(self) -> int:
        """How many games are played at the same time; workers may come and go."""
        possible = self._executor.at_once
        wanted = self.concurrency or possible or self._plan.config.games_at_once
        return min(wanted, possible or wanted)

    async def play_all(self, books: RunLogs, provider: "Provider | None") -> None:
        """Play until no game is left that can be played.

        Args:
            books: where it is written down.
            provider: the door to the models; None where nobody asks.

        Raises:
            StorageError: the disk refused.
            InputError: a game cannot be played for want of a key or a file, or its cost cannot be known.
        """
        self._books, self._provider = books, provider
        try:
            async with self._executor, asyncio.TaskGroup() as self._tables:
                await self._gate.wait_open()
                self.fill()
        except BaseExceptionGroup as group:
            raise group.exceptions[0] from None
        finally:
            self._tables = None

    def pause(self) -> None:
        """Begin no other game, and in the running ones no other decision."""
        self.sitting.pause()
        self._gate.pause()
        for game in self.running.games.values():
            if game.runner is not None:
                game.runner.pause()

    def resume(self) -> None:
        """Go on after a pause."""
        self.sitting.resume()
        for game in self.running.games.values():
            if game.runner is not None:
                game.runner.resume()
        self._gate.resume()
        self.fill()

    def leave(self) -> None:
        """Time stands still; games that were in flight are planned again."""
        self.running.clear()
        self.sitting.leave()
        self.order.put_all(self.order.in_state(GameStatus.RUNNING), GameStatus.PLANNED)

    def fill(self) -> None:
        """Let as many games be played at once as may be; those that wait for a model out of order do not count."""
        missing = self.at_once - (self._sitters - self.running.in_outage)
        if missing <= 0:
            return
        for _ in range(min(missing, len(self._plan) - self.order.count(GameStatus.DONE))):
            if self._tables is not None and self._course.status is RunStatus.RUNNING:
                self._sitters += 1
                self._tables.create_task(self._sit())

    async def _sit(self) -> None:
        """Play one game after the other, as long as there is one and not too many others do."""
        try:
            while self._sitters - self.running.in_outage <= self.at_once:
                await self._gate.wait_open()
                if (index := self._next()) is None:
                    break
                await self._attempt(self._plan[index])
                self.fill()  # there may be more workers than before
        finally:
            self._sitters -= 1

    def _next(self) -> int | None:
        """Return the game to play next."""
        if self._course.status is not RunStatus.RUNNING:
            return None
        return self.order.next(free=len(self.running.games) < self.at_once)

    def _model_is_back(self) -> None:
        self.order.model_is_back()
        self.fill()

    async def _attempt(self, job: Job) -> None:
        before = self.setbacks.attempts(job.index, self._clock())
        self.running.begin(job, before.failed + 1)
        self.sitting.sat_down(job.index)
        self.order.put(job.index, GameStatus.RUNNING)
        self._course.beat()
        try:
            await self._play(job, before.failed + 1)
        except GameFailed as failure:
            self._books.failures.add(self.setbacks.failed(job, before, failure))
            self._course.beat()
        except BudgetReached:
            self.order.put(job.index, GameStatus.PLANNED)
            if self._course.status is RunStatus.RUNNING:  # a paused run may be given more money before it goes on
                self._course.status = RunStatus.BUDGET
            self._course.beat()
        except (CodenamesError, OSError):
            self._tables = None  # nobody sits down any more
            raise
        except Exception as error:
            bug = GameFailed("bug", f"{type(error).__name__}: {error}")
            self._books.failures.add(self.setbacks.failed(job, before, bug))
            self._course.beat()
        finally:
            self.running.end(job.index)
            self.sitting.got_up(job.index)

    async def _play(self, job: Job, attempt: int) -> None:
        seated = self.seating.seat(job)
        journal = seated.writer
        far = RemoteJournal(seated, self.on_game)
        meter = self._books.meter(job, self._plan.number(job.index), attempt, self._outages)
        table = GameTask(
            seated.header,
            job.teams,
            journal,
            journal.path,
            played=seated.played,
            meter=meter,
            seconds=self._plan.config.limits.game_seconds if meter else None,
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
            finished = _Finished(job.index, journal, sealed.metrics)
            await self._sealing.keep(self._plan.record_name(job.index), sealed.record, finished)
        finally:
            journal.close()
            far.close()
            if meter:
                meter.abandon()

    def _watchable(self, index: int, runner: EpisodeRunner) -> None:
        self.running.watchable(index, runner)
        if self.on_game is not None:
            self.on_game(runner)
        if self._course.status is RunStatus.PAUSED:
            runner.pause()
        self._course.beat()

    def _outage(self, index: int, outage: Outage | None) -> None:
        """A game waits for a model that cannot be reached, or asks it again; meanwhile another may be played."""
        self.running.outage(index, outage)
        if outage is not None:
            self.fill()
        self._course.beat()

    def _call(self, index: int, state: "CallState") -> None:
        """A question of a game is at the door to the models."""
        if self.running.call(index, state):
            self._course.beat()

    def _done(self, games: Sequence[_Finished]) -> None:
        """Count games whose records are there for good. Journals go last: until then, a game could be sealed again."""
        self._books.measured.append(b"".join(measured_line(game.place, game.metrics) for game in games))
        for game in games:
            game.journal.discard()
            self.setbacks.overcome(game.place)
            self.order.put(game.place, GameStatus.DONE)
            self.running.end(game.place)
            self.sitting.got_up(game.place)
        self._course.beat()
