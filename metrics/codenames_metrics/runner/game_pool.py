"""Plays the games of a run, several at once, each from its journal to its place among the finished ones."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING

from codenames_core.play.episode import EpisodeRunner, Outage
from codenames_core.play.pause_gate import PauseGate
from codenames_core.support.errors import CodenamesError
from codenames_core.watch.watchable import WatchableGame
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.run_folder.progress import GameStatus, RunStatus
from codenames_metrics.runner.executors import Executor
from codenames_metrics.runner.game_failure import BUG, GameFailed, begins_anew, bug
from codenames_metrics.runner.game_task import GameTask
from codenames_metrics.runner.models.budget import BudgetReached
from codenames_metrics.runner.models.cost_meter import RunCosts
from codenames_metrics.runner.remote_journal import RemoteJournal
from codenames_metrics.runner.run_state import RunState
from codenames_metrics.runner.scheduler import Scheduler
from codenames_metrics.runner.store import RunStore

if TYPE_CHECKING:
    from codenames_agents.providers.provider import CallState, Provider


class GamePool:
    """Keeps as many games going as may be played at once.

    Args:
        plan: of the run.
        executor: plays the games.
        scheduler: says which game is next.
        state: of the run; games begin while its status is `RUNNING`.
        concurrency: games at once; None for as many as the executor can play, or the experiment has use for.
        sleep: waits for seconds, where a game waits for a model.
    """

    _store: RunStore
    _costs: RunCosts | None
    _provider: "Provider | None"

    def __init__(
        self,
        plan: Plan,
        executor: Executor,
        scheduler: Scheduler,
        state: RunState,
        *,
        concurrency: int | None,
        sleep: Callable[[float], Awaitable[object]],
    ) -> None:
        self.concurrency = concurrency
        self.on_game: Callable[[WatchableGame], object] | None = None
        """Is given every game that begins."""
        self._plan = plan
        self._executor = executor
        self._scheduler = scheduler
        self._state = state
        self._sleep = sleep
        self._workers: asyncio.TaskGroup | None = None
        """Where workers may be added; None before and after."""
        self._worker_count = 0
        self._gate = PauseGate()
        """Every worker passes it before a game."""

    @property
    def at_once(self) -> int:
        """How many games are played at the same time; it changes as the executor's processes come and go."""
        possible = self._executor.at_once
        wanted = self.concurrency or possible or self._plan.config.games_at_once
        return min(wanted, possible or wanted)

    async def play_all(self, store: RunStore, costs: RunCosts | None, provider: "Provider | None") -> None:
        """Play until no game is left that can be played.

        Args:
            store: keeps the games.
            costs: of the run; None where no language model plays.
            provider: through which models are asked; None where no language model plays.

        Raises:
            StorageError: the disk refused.
            InputError: a game cannot be played for want of a key or a file, or its cost cannot be known.
        """
        self._store, self._costs, self._provider = store, costs, provider
        try:
            async with self._executor, asyncio.TaskGroup() as self._workers:
                await self._gate.wait_open()
                self.fill()
        except BaseExceptionGroup as group:
            raise group.exceptions[0] from None
        finally:
            self._workers = None

    def pause(self) -> None:
        """Begin no other game, and in the running ones no other decision."""
        self._scheduler.session.pause()
        self._gate.pause()
        for slot in self._scheduler.slots.running.values():
            if slot.runner is not None:
                slot.runner.pause()

    def resume(self) -> None:
        """Go on after a pause."""
        self._scheduler.session.resume()
        for slot in self._scheduler.slots.running.values():
            if slot.runner is not None:
                slot.runner.resume()
        self._gate.resume()
        self.fill()

    def fill(self) -> None:
        """Add workers until as many games are played at once as may be."""
        missing = self.at_once - self._active_workers
        unfinished = len(self._plan) - self._scheduler.slots.count(GameStatus.DONE)
        for _ in range(min(missing, unfinished)):
            if self._workers is not None and self._state.status is RunStatus.RUNNING:
                self._worker_count += 1
                self._workers.create_task(self._work())

    @property
    def _active_workers(self) -> int:
        """Workers whose game is not held up by a model that is away: another game may be played meanwhile."""
        return self._worker_count - self._scheduler.slots.in_outage

    async def _work(self) -> None:
        """Play one game after the other, until there is none or too many workers are active."""
        try:
            while self._active_workers <= self.at_once:
                await self._gate.wait_open()
                if (index := self._next()) is None:
                    break
                await self._attempt(index)
                self.fill()  # the executor may have more processes than before
        except BaseException:
            self._workers = None  # the group is about to end, and takes no more tasks
            raise
        finally:
            self._worker_count -= 1

    def _next(self) -> int | None:
        if self._state.status is not RunStatus.RUNNING:
            return None
        return self._scheduler.next(has_room=len(self._scheduler.slots.running) < self.at_once)

    async def _attempt(self, index: int) -> None:
        """Play a game, and tell the scheduler how that ended; a disk that refuses ends the pool instead."""
        attempt = self._scheduler.begin(index).attempt
        self._state.notify()
        try:
            await self._play(index, attempt)
        except GameFailed as failure:
            self._fail(index, failure)
        except BudgetReached:
            self._scheduler.put_back(index)
            if self._state.status is RunStatus.RUNNING:  # a paused run may be given more money before it goes on
                self._state.status = RunStatus.BUDGET
            self._state.notify()
        except (CodenamesError, OSError):
            raise
        except Exception as error:
            self._fail(index, bug(error))

    def _fail(self, index: int, failure: GameFailed) -> None:
        if failure.kind == BUG and (journal := self._store.set_aside(index)):  # going on would fail there for ever
            failure = begins_anew(failure, journal)
        self._store.record_failure(self._scheduler.fail(index, failure))
        self._state.notify()

    async def _play(self, index: int, attempt: int) -> None:
        job = self._plan[index]
        game = self._store.start(job)
        meter = self._costs.meter(job, attempt) if self._costs is not None else None
        remote_journal = RemoteJournal(game, self.on_game)
        task = GameTask(
            game.header,
            job.teams,
            game.writer,
            game.writer.path,
            played=game.played,
            meter=meter,
            seconds=self._plan.config.limits.game_seconds if meter else None,
            policy=self._provider.policy if meter and self._provider else None,
            sleep=self._sleep,
            on_start=partial(self._started, index),
            on_outage=partial(self._outage_changed, index),
            on_call=partial(self._call_changed, index),
            on_lines=remote_journal.take,
            begun=game.begun,
        )
        try:
            await self._store.commit(game, await self._executor.play(task))
        finally:
            game.writer.close()
            remote_journal.close()
            if meter:
                meter.abandon()

    def _started(self, index: int, runner: EpisodeRunner) -> None:
        """A game is played in this process, and can be watched."""
        self._scheduler.watch(index, runner)
        if self.on_game is not None:
            self.on_game(runner)
        if self._state.status is RunStatus.PAUSED:
            runner.pause()
        self._state.notify()

    def _outage_changed(self, index: int, outage: Outage | None) -> None:
        """A game waits for a model that is away, and another may be played meanwhile; or it asks the model again."""
        self._scheduler.wait(index, outage)
        if outage is not None:
            self.fill()
        self._state.notify()

    def _call_changed(self, index: int, call: "CallState") -> None:
        if self._scheduler.note_call(index, call):
            self._state.notify()
