"""How fast a game is watched: the paces that there are, from full speed to slow motion."""

from collections.abc import Sequence
from typing import Final

from codenames_core.support.errors import InputError
from codenames_tui.ui.look import LONGEST_PACE

PACES: Final = (0.0, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 7.5, 10.0)
"""Seconds between two events, from full speed to slow motion."""
REPLAY_PACES: Final = (1 / 16, 1 / 8, 1 / 4, 1 / 2, 1.0, *(pace for pace in PACES if pace > 1.0))
"""The same for a replay that plays by itself."""


def next_pace(pace: float, steps: int, paces: Sequence[float] = PACES) -> float:
    """Return the pace that many steps slower, faster where negative."""
    nearest = min(range(len(paces)), key=lambda index: abs(paces[index] - pace))
    return paces[min(max(nearest + steps, 0), len(paces) - 1)]


def pace_of(given: float | None, otherwise: float) -> float:
    """Return the seconds between events that `--pace` asks for.

    Raises:
        InputError: they are too few or too many.
    """
    if given is None:
        return otherwise
    if not 0 <= given <= LONGEST_PACE:
        raise InputError(f"--pace is {given}; seconds from 0 to {LONGEST_PACE:g} are needed")
    return given
