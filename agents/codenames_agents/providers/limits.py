"""How many calls may be open to a provider at once: halved when it asks to slow down, raised slowly afterwards.

All games of the process that call the same provider with the same key share a limit. It is used from one event loop at
a time.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

MOST_AT_ONCE = 64


class AdaptiveLimit:
    """A queue of calls, first come, first served, with additive increase and multiplicative decrease (AIMD).

    Of many calls that are refused at the same time, only the first halves the limit: the others were sent before that
    and say nothing about the new limit. As many answers as the limit allows calls raise it by one.
    """

    def __init__(self, most: int = MOST_AT_ONCE) -> None:
        self._most = float(most)
        self._allowed = float(most)
        self._halvings = 0
        self._queue: deque[asyncio.Future[None]] = deque()
        self.in_flight = 0

    @property
    def allowed(self) -> int:
        """How many calls may be open now."""
        return int(self._allowed)

    @property
    def queued(self) -> int:
        """How many calls wait for a slot."""
        return len(self._queue)

    @property
    def is_full(self) -> bool:
        """Whether the next call has to wait."""
        return self.in_flight >= self.allowed or bool(self._queue)

    @asynccontextmanager
    async def slot(self) -> AsyncIterator["Slot"]:
        """Wait for a slot and hold it while inside."""
        await self._enter()
        try:
            yield Slot(self, self._halvings)
        finally:
            self._leave()

    async def _enter(self) -> None:
        if not self.is_full:
            self.in_flight += 1
            return
        turn = asyncio.get_running_loop().create_future()
        self._queue.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # the slot was given at the same moment: pass it on
                self._leave()
            else:
                self._queue.remove(turn)
            raise

    def _leave(self) -> None:
        self.in_flight -= 1
        self._admit()

    def _admit(self) -> None:
        while self._queue and self.in_flight < self.allowed:
            turn = self._queue.popleft()
            if not turn.done():
                self.in_flight += 1
                turn.set_result(None)

    def _answered(self) -> None:
        self._allowed = min(self._most, self._allowed + 1 / self._allowed)
        self._admit()

    def _refused(self, halvings: int) -> None:
        if halvings == self._halvings:
            self._halvings += 1
            self._allowed = max(1.0, self._allowed / 2)


class Slot:
    """The slot of one open call, through which the call reports its outcome."""

    def __init__(self, limit: AdaptiveLimit, halvings: int) -> None:
        self._limit = limit
        self._halvings = halvings

    def answered(self) -> None:
        """Report that the provider answered."""
        self._limit._answered()

    def refused(self) -> None:
        """Report that the provider asked to slow down."""
        self._limit._refused(self._halvings)
