"""How far a run has come, as small frozen values."""

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Final

from codenames_core.text.plurals import counted
from codenames_core.text.sanitiser import one_line
from codenames_metrics.experiment.game_names import name_to_read


class GameStatus(IntEnum):
    """The status of a game in a run; every game has exactly one."""

    PLANNED = 0
    """It is to be played."""
    RUNNING = 1
    DONE = 2
    FAILED = 3
    """An attempt failed; the game is played again after the others."""
    SKIPPED = 4
    """Given up after the last attempt."""
    WAITING = 5
    """Held back, since a model in it cannot be asked any more."""


class RunStatus(StrEnum):
    """What a run is doing, or how it ended."""

    RUNNING = "running"
    PAUSED = "paused"
    """Questions in flight are still answered, and no other is asked."""
    DRAINING = "draining"
    """Running games are finished, and no other begins."""
    DONE = "done"
    INCOMPLETE = "incomplete"
    """It is over, and some games were skipped or held back."""
    BUDGET = "budget reached"
    INTERRUPTED = "interrupted"
    STOPPED_EARLY = "stopped early"
    """It was to be played until something is found out, and that is so, or all boards are played that might."""

    @classmethod
    def _missing_(cls, value: object) -> "RunStatus | None":
        """Read what earlier versions called a run that stopped early.

        >>> RunStatus("enough is known") is RunStatus.STOPPED_EARLY
        True
        """
        return cls.STOPPED_EARLY if value == "enough is known" else None


GOING_ON: Final = (RunStatus.RUNNING, RunStatus.PAUSED, RunStatus.DRAINING)
"""With any other status a run is over, once its running games have ended."""
_ROUNDING: Final = 1e-6
"""The share of the time of all games that are left below which the work that is left is no more than rounding."""


@dataclass(frozen=True, slots=True)
class Failure:
    """The last thing that went wrong."""

    game: str
    """Its name, as in that of its file."""
    kind: str
    reason: str

    def __str__(self) -> str:
        return one_line(
            f"episode {name_to_read(self.game)}: {self.kind}" + (f": {self.reason}" if self.reason else ""), 300
        )


@dataclass(frozen=True, slots=True)
class Delay:
    """A running game that waits for a model, and until when."""

    game: str
    """Its name, as in that of its file."""
    model: str
    says: str
    """Such as `retry 3/5 in 12 s (429)`."""

    def __str__(self) -> str:
        return one_line(f"episode {name_to_read(self.game)}: {self.says}", 160)


@dataclass(frozen=True, slots=True)
class Progress:
    """One moment of a run. `planned` to `waiting`, the games by status, always sum to `total`."""

    status: RunStatus
    total: int
    planned: int
    running: int
    done: int
    failed: int
    skipped: int
    waiting: int
    begun_with: int
    """Games that were done before this session."""
    seconds: float
    """Since this session began, pauses left out."""
    spent_usd: float
    unpriced: int
    """Requests whose cost is unknown, so that more may have been spent."""
    closed_models: tuple[str, ...] = ()
    """Models that cannot be asked any more."""
    refusals: tuple[str, ...] = ()
    """Kinds of questions that a model refuses for good and is not asked any more, each in one line."""
    last_failure: Failure | None = None
    delays: tuple[Delay, ...] = ()
    """The running games that wait to ask a model again."""
    failures: tuple[tuple[str, int], ...] = ()
    """Failed attempts of this session, by what went wrong, the most frequent first."""
    retries: tuple[tuple[str, int], ...] = ()
    """Failed requests of this session, by what went wrong, the most frequent first."""
    at_once: int = 0
    """Games that may be played at the same time; 0 in a run that is seen from its files."""
    busy_seconds: float = 0.0
    """The sum of what the attempts that ended in this session took, each by itself."""
    running_seconds: float = 0.0
    """What the running attempts have taken so far, each counted for no more than a game usually takes."""

    @property
    def settled(self) -> int:
        """Games that are over for this session."""
        return self.done + self.skipped + self.waiting

    @property
    def is_over(self) -> bool:
        """Whether nothing more will change."""
        return self.status not in GOING_ON and not self.running

    @property
    def seconds_left(self) -> float | None:
        """How long the rest takes if its games last as long as those of this session; None if that is unknown.

        It is before the first has ended, and once all that are left have taken longer than the others did.

        The work that is left is what all remaining games take one by one, less what the running ones have behind them;
        it is shared by the games that are played at the same time. The last games do not end together, which costs
        about a quarter of a game for each place but one.
        """
        ended, left = self.done - self.begun_with + self.skipped, self.total - self.settled
        if ended <= 0 or not self.busy_seconds:
            return None
        usual, places = self.busy_seconds / ended, max(min(self.at_once, left), 1)
        work = max(usual * left - self.running_seconds, 0.0)
        if left and work <= usual * left * _ROUNDING:
            return None
        return (work + (places - 1) * usual / 4 if left else 0.0) / places

    def line(self) -> str:
        """Return the progress in one line of text.

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
        why = ", ".join((*self.closed_models, *self.refusals))
        parts += [one_line(f"{self.waiting} held back ({why})", 300)] if self.waiting else []
        if (
            (left := self.seconds_left) is not None
            and self.settled < self.total
            and self.status is not RunStatus.STOPPED_EARLY
        ):
            parts.append(f"{duration(left)} left")
        if self.spent_usd or self.unpriced:
            parts.append(cost_in_words(self.spent_usd, self.unpriced))
        return ", ".join(parts)


def cost_in_words(known_usd: float, unknown: int, *, verb: str = "") -> str:
    """Return what requests cost; those of unknown cost are counted, and are not taken for free.

    Args:
        known_usd: the sum of what is known.
        unknown: how many requests have an unknown cost.
        verb: stands behind the known sum.

    >>> cost_in_words(1.5, 0), cost_in_words(1.5, 1), cost_in_words(0.0, 44), cost_in_words(0.0, 0, verb=" spent")
    ('$1.50', '$1.50 and 1 request of unknown cost', 'unknown cost: 44 requests', '$0.00 spent')
    """
    requests = counted(unknown, "request")
    if unknown and not known_usd:
        return f"unknown cost: {requests}"
    known = f"${known_usd:,.2f}{verb}"
    return f"{known} and {requests} of unknown cost" if unknown else known


def known_sum(known_usd: float, unknown: int) -> float | None:
    """Return a sum of costs for other programs: None where nothing of it is known."""
    return None if unknown and not known_usd else known_usd


def duration(seconds: float) -> str:
    """Return a time as people say it.

    >>> duration(75), duration(600), duration(9_000)
    ('75 s', '10 min', '2.5 h')
    """
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5_400 else f"{seconds / 3600:.1f} h"
