"""Where questions are answered: in this process, in others, or on a cluster. Only this process writes and pays."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import TYPE_CHECKING, Any, Protocol, Self

from codenames_core.game.agent import AgentTrace
from codenames_metrics.laboratory.asking.asking import Build, ask_here
from codenames_metrics.laboratory.asking.questions import LabQuestion, build_asked
from codenames_metrics.runner.cores import available_cores
from codenames_metrics.runner.executors.procs import ONE_THREAD
from codenames_metrics.runner.game_task import Meter
from codenames_metrics.runner.process_map import new_process_pool

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor


class Answerer(Protocol):
    """Has questions answered, several at once; an async context manager, used in one event loop."""

    takes_models: bool
    """Whether agents may be asked over a network."""

    @property
    def at_once(self) -> int:
        """How many questions it is best given at a time, where every agent is offline."""
        ...

    async def __aenter__(self) -> Self:
        """Get ready."""
        ...

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Stop all."""
        ...

    async def answer(self, question: LabQuestion, meter: Meter | None) -> AgentTrace:
        """Ask; what is raised is as of `ask_here`."""
        ...


class AnswersHere:
    """Asks in the running event loop: the best choice for models.

    Args:
        build: makes the agent of a question; the one that its spec names if not given.
        sleep: waits for seconds, where a model cannot be reached.
    """

    takes_models = True
    at_once = 1

    def __init__(
        self, build: Build = build_asked, *, sleep: Callable[[float], Awaitable[object]] = asyncio.sleep
    ) -> None:
        self._build = build
        self._sleep = sleep

    async def __aenter__(self) -> Self:
        """Nothing to get ready."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Nothing to stop."""

    async def answer(self, question: LabQuestion, meter: Meter | None) -> AgentTrace:
        """See `Answerer.answer`."""
        return await ask_here(question, meter=meter, build=self._build, sleep=self._sleep)


class AnswersBesideScreen(AnswersHere):
    """Asks models in the running event loop, and offline agents in a thread, so that a screen is drawn meanwhile."""

    async def answer(self, question: LabQuestion, meter: Meter | None) -> AgentTrace:
        """See `Answerer.answer`."""
        if question.model is not None:
            return await super().answer(question, meter)
        return await asyncio.to_thread(asyncio.run, ask_here(question, build=self._build))


class AnswersInProcesses:
    """Asks in worker processes: for offline agents, which keep a core busy.

    Args:
        workers: how many; one for each core if not given.
    """

    takes_models = False
    _pool: "ProcessPoolExecutor"

    def __init__(self, workers: int | None = None) -> None:
        self._workers = workers or available_cores()
        self.at_once = 2 * self._workers

    async def __aenter__(self) -> Self:
        """Workers start when they are needed, each with one thread."""
        for name in ONE_THREAD:
            os.environ.setdefault(name, "1")
        self._pool = new_process_pool(self._workers)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Wait for the questions that workers are at; each takes milliseconds."""
        self._pool.shutdown(cancel_futures=True)

    async def answer(self, question: LabQuestion, meter: Meter | None) -> AgentTrace:
        """See `Answerer.answer`."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, _answer_alone, question)


class AnswersOnCluster:
    """Asks offline agents on the workers of a Dask cluster.

    Args:
        scheduler: its address; a cluster on this machine if not given.
        workers: how many processes such a cluster has.
    """

    takes_models = False

    def __init__(self, scheduler: str | None = None, workers: int | None = None) -> None:
        self._scheduler = scheduler
        self._workers = workers or available_cores()
        self.at_once = 64
        self._client: Any = None

    async def __aenter__(self) -> Self:
        """Connect."""
        from distributed import Client

        local = {} if self._scheduler else {"n_workers": self._workers, "threads_per_worker": 1}
        self._client = await Client(self._scheduler, asynchronous=True, **local)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Disconnect; questions that no one waits for are cancelled."""
        await self._client.close()

    async def answer(self, question: LabQuestion, meter: Meter | None) -> AgentTrace:
        """See `Answerer.answer`."""
        trace: AgentTrace = await self._client.submit(_answer_alone, question, pure=False)
        return trace


def _answer_alone(question: LabQuestion) -> AgentTrace:
    """Answer a question in a worker."""
    return asyncio.run(ask_here(question))
