"""How far a run has come, as small values that anybody may keep: a screen, a line of text, a test."""

from dataclasses import dataclass
from enum import IntEnum, StrEnum

from codenames_core.text import one_line


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
    DRAINING = "draining"
    """Games in flight are finished, no other begins."""
    DONE = "done"
    INCOMPLETE = "incomplete"
    """Over, with games that were skipped or held back."""
    BUDGET = "budget reached"
    INTERRUPTED = "interrupted"


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

    @property
    def settled(self) -> int:
        """Games that nothing more will happen to in this sitting."""
        return self.done + self.skipped + self.waiting

    @property
    def seconds_left(self) -> float | None:
        """How long the rest takes at the pace so far; None while there is no pace."""
        played = self.done - self.begun_with
        return self.seconds / played * (self.total - self.settled) if played and self.seconds > 0 else None

    def line(self) -> str:
        """Return the moment in a line of text.

        >>> Progress(RunStatus.RUNNING, 100, 60, 5, 30, 2, 3, 0, 10, 40.0, 0.25, 0).line()
        '30 of 100 complete, 5 running, 2 to be tried again, 3 skipped, 2 min left, $0.25'
        """
        parts = [f"{self.done:,} of {self.total:,} complete"]
        parts += [f"{self.running} running"] if self.running else []
        parts += [f"{len(self.delays)} of them delayed ({self.delays[0]})"] if self.delays else []
        parts += [f"{self.failed} to be tried again"] if self.failed else []
        parts += [f"{self.skipped} skipped"] if self.skipped else []
        parts += [f"{self.waiting} held back ({', '.join(self.closed_models)})"] if self.waiting else []
        if (left := self.seconds_left) is not None and self.settled < self.total:
            parts.append(f"{_time(left)} left")
        if self.spent_usd or self.unpriced:
            parts.append(
                f"${self.spent_usd:.2f}" + (f" and {self.unpriced:,} requests of unknown cost" if self.unpriced else "")
            )
        return ", ".join(parts)


def _time(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5_400 else f"{seconds / 3600:.1f} h"
