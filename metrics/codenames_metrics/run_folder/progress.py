"""How far a run has come, as small values that anybody may keep: a screen, a line of text, a test."""

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Final

from codenames_core.text.sanitiser import one_line


class GameStatus(IntEnum):
    """Where a game is; each is in exactly one place."""

    PLANNED = 0
    """Nobody has tried yet, in this sitting."""
    RUNNING = 1
    DONE = 2
    FAILED = 3
    """An attempt failed; the game is queued again, behind the others."""
    SKIPPED = 4
    """Given up after the last attempt."""
    WAITING = 5
    """Held back, since a model of it cannot be asked any more."""


class RunStatus(StrEnum):
    """What a run is doing, or how it ended."""

    RUNNING = "running"
    PAUSED = "paused"
    """Questions in flight are answered, nothing else begins."""
    DRAINING = "draining"
    """Games in flight are finished, no other begins."""
    DONE = "done"
    INCOMPLETE = "incomplete"
    """Over, with games that were skipped or held back."""
    BUDGET = "budget reached"
    INTERRUPTED = "interrupted"


GOING_ON: Final = (RunStatus.RUNNING, RunStatus.PAUSED, RunStatus.DRAINING)
"""While it does, a run is not over; nor is one that was stopped while games still end."""


@dataclass(frozen=True, slots=True)
class Failure:
    """The last thing that went wrong."""

    game: str
    """Its number, as in its file's name."""
    kind: str
    reason: str

    def __str__(self) -> str:
        return one_line(f"episode {self.game}: {self.kind}" + (f": {self.reason}" if self.reason else ""), 300)


@dataclass(frozen=True, slots=True)
class Delay:
    """A running game that waits for a model, and until when."""

    game: str
    """Its number, as in its file's name."""
    model: str
    says: str
    """Such as `retry 3/5 in 12 s (429)`."""

    def __str__(self) -> str:
        return one_line(f"episode {self.game}: {self.says}", 160)


@dataclass(frozen=True, slots=True)
class Progress:
    """One moment of a run. `planned` to `waiting` always sum to `total`."""

    status: RunStatus
    total: int
    planned: int
    running: int
    done: int
    failed: int
    skipped: int
    waiting: int
    begun_with: int
    """Games that were done before this sitting."""
    seconds: float
    """Since this sitting began."""
    spent_usd: float
    unpriced: int
    """Requests whose cost is unknown, so that more was spent, or may have been."""
    closed_models: tuple[str, ...] = ()
    """Models that cannot be asked any more."""
    last_failure: Failure | None = None
    delays: tuple[Delay, ...] = ()
    """The running games that wait to ask a model again."""
    failures: tuple[tuple[str, int], ...] = ()
    """Attempts of this sitting that ended without a result, by what went wrong."""
    retries: tuple[tuple[str, int], ...] = ()
    """Requests of this sitting that were no good, by what went wrong."""
    at_once: int = 0
    """Games that may be played at the same time; 0 where nobody plays."""
    busy_seconds: float = 0.0
    """What the attempts that ended in this sitting took, one by one."""
    running_seconds: float = 0.0
    """What the running ones have taken so far; each counts for no more than one usually takes."""

    @property
    def settled(self) -> int:
        """Games that nothing more will happen to in this sitting."""
        return self.done + self.skipped + self.waiting

    @property
    def is_over(self) -> bool:
        """Whether nothing more will change."""
        return self.status not in GOING_ON and not self.running

    @property
    def seconds_left(self) -> float | None:
        """How long the rest takes if games go on as long as those of this sitting; None before the first has ended.

        What the rest takes one by one, less what the running games have behind them, is shared by those that are
        played at the same time. So it holds also while the first games of many are still being played. The last ones
        do not end together: a quarter of a game is added for that.
        """
        ended, left = self.done - self.begun_with + self.skipped, self.total - self.settled
        if ended <= 0 or not self.busy_seconds:
            return None
        usual, together = self.busy_seconds / ended, max(min(self.at_once, left), 1)
        work = max(usual * left - self.running_seconds, 0.0)
        return (work + (together - 1) * usual / 4 if left else 0.0) / together

    def line(self) -> str:
        """Return the moment in a line of text.

        >>> pace = {"at_once": 5, "busy_seconds": 200.0}
        >>> Progress(RunStatus.RUNNING, 100, 60, 5, 30, 2, 3, 0, 10, 40.0, 0.25, 0, **pace).line()
        '30 of 100 complete, 5 running, 2 to be tried again, 3 skipped, 2 min left, $0.25'
        """
        parts = [f"{self.done:,} of {self.total:,} complete"]
        parts += [f"{self.running} running"] if self.running else []
        parts += ["paused"] if self.status is RunStatus.PAUSED else []
        parts += [f"{len(self.delays)} of them delayed ({self.delays[0]})"] if self.delays else []
        parts += [f"{self.failed} to be tried again"] if self.failed else []
        parts += [f"{self.skipped} skipped"] if self.skipped else []
        parts += [f"{self.waiting} held back ({', '.join(self.closed_models)})"] if self.waiting else []
        if (left := self.seconds_left) is not None and self.settled < self.total:
            parts.append(f"{duration(left)} left")
        if self.spent_usd or self.unpriced:
            parts.append(
                f"${self.spent_usd:.2f}" + (f" and {self.unpriced:,} requests of unknown cost" if self.unpriced else "")
            )
        return ", ".join(parts)


def duration(seconds: float) -> str:
    """Return a time as people say it.

    >>> duration(75), duration(600), duration(9_000)
    ('75 s', '10 min', '2.5 h')
    """
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5_400 else f"{seconds / 3600:.1f} h"
