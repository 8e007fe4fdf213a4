"""How fast a game is watched: the paces that there are, from full speed to slow motion."""

from collections.abc import Sequence
from typing import Final

PACES: Final = (0.0, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 7.5, 10.0)
"""Seconds between two events, from full speed to slow motion."""
SPEEDS: Final = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
"""Events in a second of a replay that plays by itself."""


def next_pace(pace: float, steps: int, paces: Sequence[float] = PACES) -> float:
    """Return the pace that many steps slower, faster where negative."""
    nearest = min(range(len(paces)), key=lambda index: abs(paces[index] - pace))
    return paces[min(max(nearest + steps, 0), len(paces) - 1)]
