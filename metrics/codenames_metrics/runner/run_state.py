"""Where a run stands, for all who take part in it or follow it."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import TypeVar

from codenames_core.watch.stream import Signal
from codenames_metrics.run_folder.progress import RunStatus

T = TypeVar("T")


class RunState:
    """The status of a run, and word of every change."""

    def __init__(self) -> None:
        self.status = RunStatus.RUNNING
        self.changes = Signal()
        """Beats with every change, of the status or of a game."""
        self.is_over = False
        """Whether nothing more will change."""
        self._moves = 0

    def beat(self) -> None:
        """Say that something has changed."""
        self._moves += 1
        self.changes.notify()

    def go_to(self, status: RunStatus) -> None:
        """Have another status."""
        self.status = status
        self.beat()

    def end(self) -> None:
        """Nothing more changes."""
        self.is_over = True
        self.beat()

    async def moments(self, now: Callable[[], T]) -> AsyncIterator[T]:
        """Yield what `now` says, at once and after every change, until the run is over; a slow reader misses some."""
        while True:
            seen = self._moves
            yield now()
            if self.is_over:
                return
            if seen == self._moves:
                await self.changes.wait()
            else:
                await asyncio.sleep(0)  # a reader that changes something would be alone in the loop
