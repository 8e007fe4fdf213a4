"""What is to happen to people after some seconds, unless something else happens before."""

import asyncio
from collections.abc import Callable


class Timers:
    """One timer for each person at most."""

    def __init__(self) -> None:
        self._handles: dict[int, asyncio.TimerHandle] = {}

    def __contains__(self, number: int) -> bool:
        """Whether something is going to happen to that person."""
        return number in self._handles

    def start(self, number: int, seconds: float, action: Callable[[], None]) -> None:
        """Call `action` after so many seconds, in place of what was to happen to that person."""

        def act() -> None:
            del self._handles[number]
            action()

        self.stop(number)
        self._handles[number] = asyncio.get_running_loop().call_later(seconds, act)

    def stop(self, number: int) -> bool:
        """Let nothing happen to that person; return whether something would have."""
        handle = self._handles.pop(number, None)
        if handle is not None:
            handle.cancel()
        return handle is not None

    def stop_all(self) -> None:
        """Let nothing happen to anybody."""
        for number in [*self._handles]:
            self.stop(number)
