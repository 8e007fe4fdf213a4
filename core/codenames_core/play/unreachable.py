"""A seat that cannot answer, since its model refuses for good or stays away for too long: no fault of its play."""

from enum import StrEnum

from codenames_core.game.config import Seat
from codenames_core.support.errors import CodenamesError


class WhenUnreachable(StrEnum):
    """What a game does whose seat cannot answer, since its model refuses for good or stays away for too long."""

    FAIL = "fail"
    """The seat fails as the config says."""
    STOP = "stop"
    """The game stops undecided; its journal can be resumed."""
    PAUSE = "pause"
    """The game pauses, and asks the seat again when it goes on."""


class SeatUnreachable(CodenamesError):
    """A game stopped since the model at `seat` cannot be asked; `reason` says why."""

    def __init__(self, seat: Seat, reason: str) -> None:
        self.seat = seat
        self.reason = reason
        super().__init__(f"{seat.label} cannot be asked: {reason}")
