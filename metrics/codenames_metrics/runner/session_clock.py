"""The time of a sitting, pauses left out, and what the games took of it."""

from collections.abc import Callable


class SessionClock:
    """One run of a benchmark, from its beginning until it ends or is stopped.

    Args:
        clock: gives seconds.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self.busy_seconds = 0.0
        """What the attempts that ended took, one by one."""
        self._clock = clock
        self._began = clock()
        self._paused_at: float | None = None
        self._paused_seconds = 0.0
        self._sat_down: dict[int, float] = {}
        """When the running attempts began, in seconds of this sitting, the first of them first."""
        self._sum_of_sat_down = 0.0

    @property
    def seconds(self) -> float:
        """Since it began."""
        now = self._clock() if self._paused_at is None else self._paused_at
        return now - self._began - self._paused_seconds

    def begin(self) -> None:
        """Time begins now; it stands still where the run was paused before it began."""
        self._began = self._clock()
        if self._paused_at is not None:
            self._paused_at = self._began

    def pause(self) -> None:
        """Let time stand still."""
        if self._paused_at is None:
            self._paused_at = self._clock()

    def resume(self) -> None:
        """Let it go on."""
        if self._paused_at is not None:
            self._paused_seconds += self._clock() - self._paused_at
            self._paused_at = None

    def sat_down(self, index: int) -> None:
        """An attempt at a game begins."""
        self._sat_down[index] = now = self.seconds
        self._sum_of_sat_down += now

    def got_up(self, index: int) -> None:
        """It is over, if that was not said before."""
        if (began := self._sat_down.pop(index, None)) is None:
            return
        self._sum_of_sat_down = self._sum_of_sat_down - began if self._sat_down else 0.0
        self.busy_seconds += self.seconds - began

    def leave(self) -> None:
        """Time stands still for good, and no attempt is running."""
        self.pause()
        self._sat_down.clear()
        self._sum_of_sat_down = 0.0

    def running_seconds(self, ended: int) -> float:
        """Return what the running attempts have taken; each counts for no more than one of those that ended has."""
        usual, now = self.busy_seconds / ended if ended else 0.0, self.seconds
        taken = now * len(self._sat_down) - self._sum_of_sat_down
        for began in self._sat_down.values():
            if now - began <= usual:
                break  # those that follow have not sat for longer
            taken -= now - began - usual
        return max(taken, 0.0)
