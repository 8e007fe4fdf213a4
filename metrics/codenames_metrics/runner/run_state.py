"""The status of a run, and the signal that something about it has changed."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import TypeVar

from codenames_core.watch.stream import Signal
from codenames_metrics.run_folder.progress import RunStatus

T = TypeVar("T")


class RunState:
    """Says what a run is doing, and wakes those who follow it."""

    def __init__(self) -> None:
        self.changes = Signal()
        """Notified of every change of the status or of a game."""
        self.is_over = False
        """Whether nothing more will change."""
        self._status = RunStatus.RUNNING
        self._version = 0

    @property
    def status(self) -> RunStatus:
        """What the run is doing."""
        return self._status

    @status.setter
    def status(self, status: RunStatus) -> None:
        self._status = status
        self.notify()

    def notify(self) -> None:
        """Say that something has changed."""
        self._version += 1
        self.changes.notify()

    def end(self) -> None:
        """Say that nothing more will change."""
        self.is_over = True
        self.notify()

    async def snapshots(self, take: Callable[[], T]) -> AsyncIterator[T]:
        """Yield what `take` returns, now and after every change, until the run is over; a slow reader misses some."""
        while True:
            seen = self._version
            yield take()
            if self.is_over:
                return
            if seen == self._version:
                await self.changes.wait()
            else:
                await asyncio.sleep(0)  # a reader that changes something would never let the others run
