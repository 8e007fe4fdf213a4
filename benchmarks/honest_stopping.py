"""Does a run that stops when enough is known claim what is not there, and how soon does it find what is? Simulated.

Part of `benchmarks.honest_statistics`, whose tests run it with fewer simulations.
"""

import random
from collections.abc import Iterator
from typing import NamedTuple

from codenames_core.game.config import GameMode
from codenames_metrics.analysis.head_to_head import Pairing
from codenames_metrics.analysis.stopping import Goal, standing
from codenames_metrics.experiment.combos import Composition, Lineup
from codenames_metrics.statistics.intervals import FEWEST_JUDGED

_PAIR = Pairing(GameMode.STANDARD, Composition.HOMOGENEOUS, Lineup("a", "a", "a"), Lineup("b", "b", "b"))


class Claims(NamedTuple):
    """What came of some simulated runs of two models."""

    runs: int
    claimed: int
    """Runs in which the two were told apart."""
    wrong: int
    """Those of them in which the worse one was said to be better, or of equal models either."""
    boards: float
    """Mean number of boards until a run stopped."""


def claims(difference: float, boards: int, runs: int, *, batch: int = 5) -> Claims:
    """Simulate runs of two models that play every board from both sides, and stop once they are told apart.

    Args:
        difference: true one of their win rates, 0 to 1.
        boards: at most.
        runs: how many.
        batch: boards between two looks, after the first 20.
    """
    goal = Goal(most_boards=boards)
    claimed = wrong = stopped = 0
    for run in range(runs):
        dice = random.Random(run)
        shares: list[float] = []
        while len(shares) < boards:
            more = min(batch if shares else FEWEST_JUDGED, boards - len(shares))
            shares += [sum(dice.random() < 0.5 + difference / 2 for _ in range(2)) / 2 for _ in range(more)]
            found = standing(_PAIR, shares, 1, goal)
            if found.is_told_apart and found.difference:
                claimed += 1
                wrong += difference == 0 or found.difference.high < 0
                break
        stopped += len(shares)
    return Claims(runs, claimed, wrong, stopped / runs)


def tables(runs: int) -> Iterator[str]:
    """Yield what runs of two models claim that stop once the two are told apart."""
    yield "runs that stop: true difference, runs, claimed, wrong, mean number of boards"
    for difference in (0.0, 0.1, 0.2, 0.3):
        found = claims(difference, 400, runs)
        yield f"  {difference}: {runs} {found.claimed / runs:.3f} {found.wrong / runs:.3f} {found.boards:.0f}"
