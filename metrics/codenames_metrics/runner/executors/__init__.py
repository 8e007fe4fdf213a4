"""Where the games of a benchmark are played: in this process, or in others.

The driver, this process, plans, pays, retries and writes; an executor is given a game, and returns its record and its
metrics. All executors keep one contract, and with offline agents all play the same games.
"""

from types import TracebackType
from typing import Protocol, Self

from codenames_metrics.runner.game_task import FinishedGame, GameTask


class Executor(Protocol):
    """Plays games, several at once; an async context manager, used in one event loop."""

    takes_models: bool
    """Whether agents may be asked over a network."""

    @property
    def at_once(self) -> int | None:
        """How many games it can play at the same time; None if it does not matter, or is not known yet."""
        ...

    async def __aenter__(self) -> Self:
        """Get ready."""
        ...

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Stop all games, within a moment."""
        ...

    async def play(self, task: GameTask) -> FinishedGame:
        """Play a game to its end. Every line of its journal is written before this returns.

        Raises:
            GameFailed: the attempt ended without a result; the next one resumes from the journal.
            BudgetReached: there is no money left for it.
            StorageError: the journal cannot be written.
        """
        ...
