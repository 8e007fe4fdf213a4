"""How long a person may take for an answer, and what becomes of the question then."""

from enum import StrEnum
from typing import Final, NamedTuple

from codenames_core.support.errors import InputError

SHORTEST_LIMIT: Final = 5
LONGEST_LIMIT: Final = 3600
NEEDED: Final = f"whole seconds from {SHORTEST_LIMIT} to {LONGEST_LIMIT}, or 0 for no limit, are needed"


class TimeUp(StrEnum):
    """What happens when a person's time is up."""

    STAND_IN = "stand-in"
    """The agent that the seat would be given back to makes this one decision."""
    FORFEIT = "forfeit"
    """The seat fails, by the rules of the game."""


class TurnLimit(NamedTuple):
    """How long a person may take for an answer."""

    seconds: int = 0
    """0 is as long as the person likes."""
    time_up: TimeUp = TimeUp.STAND_IN


NO_LIMIT: Final = TurnLimit()


def is_limit(seconds: int) -> bool:
    """Return whether a person can be given so many seconds; 0 is no limit."""
    return seconds == 0 or SHORTEST_LIMIT <= seconds <= LONGEST_LIMIT


def limit_of(seconds: int | None, time_up: str | None, otherwise: TurnLimit) -> TurnLimit:
    """Return the limit that `--turn-seconds` and `--time-up` ask for, and `otherwise` what they leave open.

    Raises:
        InputError: the seconds are too few or too many.
    """
    if seconds is not None and not is_limit(seconds):
        raise InputError(f"--turn-seconds is {seconds}; {NEEDED}")
    return TurnLimit(
        otherwise.seconds if seconds is None else seconds,
        otherwise.time_up if time_up is None else TimeUp(time_up),
    )
