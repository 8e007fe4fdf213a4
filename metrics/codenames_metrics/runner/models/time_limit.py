"""The time limit of a game with models: only while a question is with a model does it run.

Queues before a provider, waits between tries and outages are nobody's thinking: a run that is crowded or held up fails
no game. Each of those has a bound of its own.
"""

import asyncio

from codenames_agents.providers.provider import CallState, RequestPhase


class Stopwatch:
    """Moves a deadline.

    Args:
        seconds: that models may take in all.
        deadline: of the task that plays; it has none while nobody is asked.
    """

    def __init__(self, seconds: float, deadline: asyncio.Timeout) -> None:
        self._left = seconds
        self._deadline = deadline
        self._began: float | None = None
        self._is_closed = False

    def heard(self, state: CallState) -> None:
        """Take note of where a question is."""
        if self._is_closed or self._deadline.expired():
            return
        now = asyncio.get_running_loop().time()
        if self._began is not None:
            self._left -= now - self._began
            self._began = None
            self._deadline.reschedule(None)
        if state.phase is RequestPhase.WAITING:
            self._began = now
            self._deadline.reschedule(now + self._left)

    def close(self) -> None:
        """Take note of nothing more: the game is over."""
        self._is_closed = True
