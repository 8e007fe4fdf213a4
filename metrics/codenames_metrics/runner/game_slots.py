"""The state of every game of a run.

A plan may have a million games, of which a few are being played. So a game is one byte, its status, and has a
`GameSlot` of its own only while there is more to say: while it is being played, or after an attempt that failed.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from codenames_core.play.episode import EpisodeRunner, Outage
from codenames_metrics.run_folder.progress import GameStatus

if TYPE_CHECKING:
    from codenames_agents.providers.provider import CallState

_STATUSES: Final = tuple(GameStatus)
"""By their numbers: quicker than the enum itself, for a plan of a million games."""

WaitingFor: TypeAlias = "Outage | CallState | None"
"""A model that is away; a request that waits to be repeated; or nothing."""


@dataclass(frozen=True, slots=True)
class GameSlot:
    """One game of a run: where it stands, and how its attempts fared."""

    index: int
    """Its place in the plan, from 0."""
    status: GameStatus = GameStatus.PLANNED
    failures: int = 0
    """Attempts that have failed, in this session."""
    first_attempt_at: float = 0.0
    """When its first attempt began, in seconds of the run's clock."""
    started_at: float = 0.0
    """When the present attempt began, in seconds of the session."""
    runner: EpisodeRunner | None = None
    """Plays the present attempt, and can be watched; None where it is played in another process."""
    waiting_for: WaitingFor = None
    """What holds up the present attempt."""

    @property
    def attempt(self) -> int:
        """The number of the present attempt, or of the next one, from 1."""
        return self.failures + 1


class GameSlots:
    """The slots of all games, and sums over them that are kept up to date with each change.

    Args:
        games: how many there are; all are planned.
    """

    def __init__(self, games: int) -> None:
        self.running: dict[int, GameSlot] = {}
        """The games that are being played, by their place in the plan, in the order in which they began."""
        self.waiting = 0
        """How many of them wait for something."""
        self.in_outage = 0
        """How many of those wait for a model that is away."""
        self._failed_before: dict[int, GameSlot] = {}
        """Games that failed, and are to be played again."""
        self._statuses = bytearray(games)
        self._counts = [games, *[0] * (len(GameStatus) - 1)]
        self._sum_of_starts = 0.0

    def __len__(self) -> int:
        return len(self._statuses)

    def __getitem__(self, index: int) -> GameSlot:
        slot = self.running.get(index) or self._failed_before.get(index)
        return slot or GameSlot(index, self.status(index))

    def __iter__(self) -> Iterator[GameSlot]:
        return (self[index] for index in range(len(self)))

    def status(self, index: int) -> GameStatus:
        """Return the status of a game."""
        return _STATUSES[self._statuses[index]]

    def count(self, *statuses: GameStatus) -> int:
        """Return how many games have one of these statuses."""
        return sum(self._counts[status] for status in statuses)

    def with_status(self, *statuses: GameStatus) -> Iterator[int]:
        """Yield the places of the games that have one of these statuses."""
        return (index for index, status in enumerate(self._statuses) if status in statuses)

    def put(self, slot: GameSlot) -> None:
        """Replace the slot of a game."""
        index = slot.index
        if (before := self.running.get(index)) is not None:
            self._count_running(before, -1)
        self._mark(index, slot.status)
        self._failed_before.pop(index, None)
        if slot.status is GameStatus.RUNNING:
            self.running[index] = slot
            self._count_running(slot, 1)
            return
        self.running.pop(index, None)
        if slot.failures and slot.status in (GameStatus.FAILED, GameStatus.PLANNED):
            self._failed_before[index] = slot
        if not self.running:
            self._sum_of_starts = 0.0  # without what rounding has left

    def put_all(self, indices: Iterable[int], status: GameStatus) -> None:
        """Give many games, none of which is being played, a status, and forget their attempts."""
        for index in indices:
            self._mark(index, status)
            if self._failed_before:
                self._failed_before.pop(index, None)

    def running_seconds(self, now: float, longest: float) -> float:
        """Return what the running attempts have taken so far, each counted with no more than `longest`.

        Args:
            now: seconds of the session.
            longest: seconds.
        """
        taken = now * len(self.running) - self._sum_of_starts
        for slot in self.running.values():
            if now - slot.started_at <= longest:
                break  # those that follow began later
            taken -= now - slot.started_at - longest
        return max(taken, 0.0)

    def _mark(self, index: int, status: GameStatus) -> None:
        self._counts[self._statuses[index]] -= 1
        self._counts[status] += 1
        self._statuses[index] = status

    def _count_running(self, slot: GameSlot, sign: int) -> None:
        self._sum_of_starts += sign * slot.started_at
        self.waiting += sign * (slot.waiting_for is not None)
        self.in_outage += sign * isinstance(slot.waiting_for, Outage)
