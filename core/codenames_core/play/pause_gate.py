"""The gate before every decision: pause, step, and a pace that people can follow.

Pausing stops the *start* of decisions; answers in flight still count. Nothing polls: every change of the gate wakes the
waiting task. No lock is needed, since everything runs in one event loop.
"""

import asyncio
import contextlib


class PauseGate:
    """A gate that is open, closed, or lets single events through."""

    def __init__(self, *, paused: bool = False, pace: float = 0.0) -> None:
        self._paused = paused
        self._pace = pace
        self._steps = 0
        self._changed = asyncio.Event()

    @property
    def paused(self) -> bool:
        """Whether the gate is closed."""
        return self._paused

    @property
    def holds_back(self) -> bool:
        """Whether the next event has to wait, or uses up a step."""
        return self._paused or self._steps > 0 or self._pace > 0

    @property
    def pace(self) -> float:
        """Seconds that an open gate holds each event back."""
        return self._pace

    @pace.setter
    def pace(self, seconds: float) -> None:
        self._pace = seconds
        self._wake()

    def pause(self) -> None:
        """Close the gate."""
        self._paused = True
        self._wake()

    def resume(self) -> None:
        """Open the gate."""
        self._paused = False
        self._steps = 0
        self._wake()

    def step(self) -> None:
        """Let one event through, now."""
        self._steps += 1
        self._wake()

    async def wait_open(self) -> None:
        """Return when the next event may happen."""
        if not self.holds_back:
            return
        began = asyncio.get_running_loop().time()
        while not self._steps:
            if self._paused:
                await self._changed.wait()
            elif (left := began + self._pace - asyncio.get_running_loop().time()) > 0:
                await self._change_within(left)
            else:
                return
            self._changed.clear()
        self._steps -= 1

    async def _change_within(self, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._changed.wait()

    def _wake(self) -> None:
        self._changed.set()
