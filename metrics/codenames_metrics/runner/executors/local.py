"""Plays games in this process: the best choice for models, since waiting for their answers takes no CPU time."""

from types import TracebackType
from typing import Self

from codenames_metrics.runner.game_task import FinishedGame, GameTask, play_here


class LocalExecutor:
    """Plays every game in the running event loop."""

    at_once: int | None = None
    takes_models = True

    async def __aenter__(self) -> Self:
        """Nothing to get ready."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Nothing to stop: games end with the tasks that await them."""

    async def play(self, task: GameTask) -> FinishedGame:
        """See `Executor.play`."""
        return await play_here(task)
