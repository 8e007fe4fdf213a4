"""The time limit of a game with models: the clock runs only while a question is with a model.

Waiting in a queue for a provider, between retries or for the end of an outage does not count, so that a crowded run
fails no game. Each of those waits has a limit of its own.
"""

import asyncio

from codenames_agents.providers.provider import CallState, RequestPhase


# D-076: queues and waits have limits of their own; a crowded run would fail its own games.
class ThinkingTimeLimit:
    """Moves the deadline of a task.

    Args:
        seconds: that models may take in all.
        deadline: of the task that plays; it is unset while no model is thinking.
    """

    def __init__(self, seconds: float, deadline: asyncio.Timeout) -> None:
        self._left = seconds
        self._deadline = deadline
        self._began: float | None = None
        self._is_closed = False

    def take(self, state: CallState) -> None:
        """Start or stop the clock, as a question's new state demands."""
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
        """Ignore further states: the game is over."""
        self._is_closed = True
