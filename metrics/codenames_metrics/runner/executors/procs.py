"""Plays games in worker processes: for offline agents, which keep a core busy.

Workers play; only the driver, this process, writes files. A worker that dies costs its game an attempt, and the next
attempt resumes from the journal in a new worker.
"""

import asyncio
import contextlib
import json
import os
import sys
from asyncio.subprocess import PIPE, Process
from types import TracebackType
from typing import Final, Self

from codenames_core.game.config import Team
from codenames_core.support.errors import InputError
from codenames_metrics.runner.cores import available_cores
from codenames_metrics.runner.executors.pipe_messages import (
    FAILED,
    HEAD,
    JOURNAL,
    LINES,
    METRICS,
    RECORD,
    TEAMS,
    PipeMessage,
    failure_from_json,
    pack_message,
)
from codenames_metrics.runner.game_failure import GameFailed
from codenames_metrics.runner.game_task import FinishedGame, GameTask

ONE_THREAD: Final = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
"""Set to 1 for each worker: with one thread per core in each, the workers would slow each other down."""


class ProcsExecutor:
    """Plays each game in one of several processes.

    Args:
        workers: how many; one for each core if not given.

    Raises:
        InputError: fewer than one.
    """

    takes_models = False

    def __init__(self, workers: int | None = None) -> None:
        if workers is not None and workers < 1:
            raise InputError(f"{workers} workers can play nothing; one or more are needed")
        self.workers = workers or available_cores()
        self.at_once: int | None = self.workers + 1  # one more, so that a worker need not wait for its next game
        self._free = asyncio.Semaphore(self.workers)
        self._idle: list[_Worker] = []
        self._all: set[_Worker] = set()

    async def __aenter__(self) -> Self:
        """Workers start when they are needed."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Stop all workers."""
        for worker in tuple(self._all):
            await self._dismiss(worker)

    @property
    def pids(self) -> tuple[int, ...]:
        """The processes of all workers, busy or idle."""
        return tuple(worker.process.pid for worker in self._all)

    async def play(self, task: GameTask) -> FinishedGame:
        """See `Executor.play`."""
        async with self._free:
            return await self._play(task)

    async def _play(self, task: GameTask) -> FinishedGame:
        worker = self._idle.pop() if self._idle else await self._hire()
        try:
            finished = await worker.play(task)
        except GameFailed:
            if worker.process.returncode is None and worker.is_idle:
                self._idle.append(worker)
            else:
                await self._dismiss(worker)
            raise
        except BaseException:
            await self._dismiss(worker)  # it is in the middle of a game whose result is not wanted
            raise
        self._idle.append(worker)
        return finished

    async def _hire(self) -> "_Worker":
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "codenames_metrics.runner.executors.worker",
            stdin=PIPE,
            stdout=PIPE,
            env=dict.fromkeys(ONE_THREAD, "1") | environment,
        )
        worker = _Worker(process)
        self._all.add(worker)
        return worker

    async def _dismiss(self, worker: "_Worker") -> None:
        self._all.discard(worker)
        await worker.end()


class _Worker:
    """One process, and the pipe to it."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.is_idle = True

    async def play(self, task: GameTask) -> FinishedGame:
        """Have a game played, and pass the lines of its journal on as they come."""
        self.is_idle = False
        await self._send(task)
        record = b""
        while True:
            message = await self._next()
            match message.kind:
                case kind if kind == LINES:
                    if task.on_lines is not None:
                        task.on_lines(message.content)
                case kind if kind == RECORD:
                    record = message.content
                case kind if kind == METRICS:
                    self.is_idle = True
                    task.journal.close()
                    return FinishedGame(record, message.content)
                case kind if kind == FAILED:
                    self.is_idle = True
                    raise failure_from_json(message.content)

    async def end(self) -> None:
        """Kill the process and wait until it is gone."""
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        if self.process.stdin is not None:
            self.process.stdin.close()
        if self.process.stdout is not None:
            await self.process.stdout.read()  # asyncio waits for the process until its output has been read
        await self.process.wait()

    async def _send(self, task: GameTask) -> None:
        pipe = self.process.stdin
        assert pipe is not None  # noqa: S101  the process was started with pipes
        teams = {team: task.teams[team].model_dump(mode="json") for team in Team}
        with contextlib.suppress(ConnectionError):  # `_next` notices that a worker is gone
            pipe.write(pack_message(TEAMS, json.dumps(teams).encode()))
            pipe.write(pack_message(JOURNAL, task.journal_so_far()))
            await pipe.drain()

    async def _next(self) -> PipeMessage:
        pipe = self.process.stdout
        assert pipe is not None  # noqa: S101  the process was started with pipes
        try:
            kind, size = HEAD.unpack(await pipe.readexactly(HEAD.size))
            return PipeMessage(kind, await pipe.readexactly(size))
        except (asyncio.IncompleteReadError, ConnectionError) as error:
            code = await self.process.wait()
            raise GameFailed("worker died", f"exit code {code}") from error
