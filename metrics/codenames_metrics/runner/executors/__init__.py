"""Where the games of a benchmark are played: in this process, or in others.

The driver plans, pays, repeats and writes; an executor gets one game at a time and gives back what it became. All of
them keep one contract, and with offline agents all give the same games.
"""

from types import TracebackType
from typing import Protocol, Self

from codenames_metrics.runner.game_task import FinishedGame, GameTask


class Executor(Protocol):
    """Plays games, several at once; used as a context, in one event loop."""

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
        """Stop whatever still plays, within a moment."""
        ...

    async def play(self, table: GameTask) -> FinishedGame:
        """Play a game to its end. Every line of its journal is written before the game is given back.

        Raises:
            GameFailed: the attempt ended without a result; another one goes on from the journal.
            BudgetReached: there is no money left for it.
            StorageError: the journal cannot be written.
        """
        ...
