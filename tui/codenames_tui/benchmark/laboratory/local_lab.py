"""A suite or probe that this process asks, beside whatever is on the screen."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager

from codenames_core.support.errors import CodenamesError
from codenames_metrics.laboratory.asking.lab_folder import LabFolder
from codenames_metrics.laboratory.asking.laboratory import Laboratory, LabProgress, LabStatus


class LocalLab:
    """Asks all questions once it is run.

    Args:
        opening: opens the folder of the answers.
        laboratory: makes what asks.
        work: what is asked.
    """

    def __init__(
        self,
        opening: AbstractContextManager[LabFolder],
        laboratory: Callable[[LabFolder], Laboratory],
        work: Callable[[Laboratory], Awaitable[LabStatus]],
    ) -> None:
        self._opening = opening
        self._new_laboratory = laboratory
        self._work = work
        self._laboratory: Laboratory | None = None
        self._task: asyncio.Task[LabStatus] | None = None
        self.status: LabStatus | None = None
        """How it ended; None while it asks, and where it was stopped."""
        self.trouble = ""
        """Why it could not go on."""

    @property
    def is_asking(self) -> bool:
        """Whether something more may come."""
        return self._task is not None and not self._task.done()

    @property
    def progress(self) -> LabProgress | None:
        """How far it is; None before it began."""
        return self._laboratory.progress if self._laboratory is not None else None

    async def run(self) -> None:
        """Ask until all is answered, or it is stopped; what goes wrong is kept."""
        try:
            with self._opening as folder:
                async with self._new_laboratory(folder) as laboratory:
                    self._laboratory = laboratory
                    self._task = asyncio.ensure_future(self._asked(laboratory))
                    try:
                        await asyncio.wait({self._task})
                    finally:
                        self._task.cancel()
                        await asyncio.gather(self._task, return_exceptions=True)
                    if not self._task.cancelled():
                        self.status = self._task.result()
        except CodenamesError as error:
            self.trouble = str(error)

    async def _asked(self, laboratory: Laboratory) -> LabStatus:
        return await self._work(laboratory)

    def stop(self) -> None:
        """Stop asking; what is answered is kept."""
        if self._task is not None:
            self._task.cancel()
