"""How long people may take for an answer at a table."""

from collections.abc import Callable

from codenames_agents.seats.turn_limit import TurnLimit
from codenames_core.game.config import Seat
from codenames_core.table.telling import PutQuestion
from codenames_tui.game.seats.turn_clock import TurnClock


class QuestionClock:
    """The clock of the open question of a person.

    Args:
        limit: how long people may take.
        clock: gives seconds.
    """

    def __init__(self, limit: TurnLimit, clock: Callable[[], float]) -> None:
        self.limit = limit
        self._clock = clock
        self._timed: tuple[tuple[Seat, int], TurnClock] | None = None
        """The question's id, and its clock."""

    @property
    def runs(self) -> bool:
        """Whether a question is timed now."""
        return self._timed is not None

    def left(self, question: PutQuestion) -> float | None:
        """Return how many seconds there are for a question; None is as long as it takes."""
        if not self.limit.seconds:
            return None
        is_timed = self._timed is not None and self._timed[0] == question.id
        return self._timed[1].left if is_timed and self._timed else float(self.limit.seconds)

    def is_up(self, question: PutQuestion | None, *, runs: bool) -> bool:
        """Look at the clock, and return whether the time for the open question is up.

        Args:
            question: the open one; None stops the clock.
            runs: whether the game does; while it is paused no time passes.
        """
        if question is None or not self.limit.seconds:
            self._timed = None
            return False
        if self._timed is None or self._timed[0] != question.id:
            clock = TurnClock.started(self.limit.seconds, self._clock(), runs=runs)
        else:
            clock = self._timed[1].at(self._clock(), runs=runs)
        self._timed = None if clock.is_up else (question.id, clock)
        return clock.is_up
