"""The time of a session, pauses left out."""

from collections.abc import Callable


class SessionClock:
    """Measures one session of a run: from its beginning until it ends or is stopped.

    Args:
        clock: gives seconds.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._began = clock()
        self._paused_at: float | None = None
        self._paused_seconds = 0.0

    @property
    def seconds(self) -> float:
        """Seconds since it began."""
        now = self._clock() if self._paused_at is None else self._paused_at
        return now - self._began - self._paused_seconds

    def begin(self) -> None:
        """Start from zero, now; a session that was paused before it began stays paused."""
        self._began = self._clock()
        if self._paused_at is not None:
            self._paused_at = self._began

    def pause(self) -> None:
        """Stop the clock."""
        if self._paused_at is None:
            self._paused_at = self._clock()

    def resume(self) -> None:
        """Let it run again."""
        if self._paused_at is not None:
            self._paused_seconds += self._clock() - self._paused_at
            self._paused_at = None
