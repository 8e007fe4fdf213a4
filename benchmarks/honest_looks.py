"""Does what is shown on the way hold, however often one looks? Runs of models whose strength is known, look by look.

Part of `benchmarks.honest_statistics`, whose tests run it with fewer simulations. The tables are those of the report:
`leaderboard`, of the boards that are over.
"""

import math
import random
from collections.abc import Iterator, Sequence
from itertools import combinations
from statistics import NormalDist, mean
from typing import Final, NamedTuple

from benchmarks.honest_comparisons import win_rates
from benchmarks.simulated_runs import homogeneous, played, round_robin
from codenames_metrics.statistics.comparison_families import PairwiseComparison, compare_all

BOARDS: Final = 400
STEP: Final = 10
"""Boards between two looks."""


class Looked(NamedTuple):
    """What was seen of one run in all looks."""

    claimed: bool
    """Whether some interval of the table left 0 out, at some look."""
    held: bool
    """Whether all intervals held the true difference, at every look."""
    peeked: bool
    """Whether some fixed interval of a single pair left 0 out, at some look."""
    boards: int
    """After which the first two were told apart; all, if never."""


def look(dice: random.Random, models: int, lead: float, boards: int = BOARDS, step: int = STEP) -> Looked:
    """Play a run of which the first model is better, and look on the way.

    Args:
        dice: that decide the games.
        models: in a round robin, each board from both sides.
        lead: of the first model, in log odds.
        boards: that are played.
        step: boards between two looks.
    """
    names = [f"m{number}" for number in range(models)]
    truth = homogeneous({name: lead * (name == names[0]) for name in names})
    scores = win_rates(played(dice, round_robin(names), boards, truth), names)
    differences = true_differences(names, lead)
    claimed = peeked = False
    held, apart = True, boards
    for seen in range(step, boards + 1, step):
        so_far = compare_all(_first(scores, seen), final=False, are_shares=True)
        claimed |= any(_leaves_out(pair, 0.0) for pair in so_far)
        held &= not any(_leaves_out(pair, difference) for pair, difference in zip(so_far, differences, strict=True))
        peeked |= any(_is_peeked(pair) for pair in so_far)
        if apart == boards and _leaves_out(so_far[0], 0.0):
            apart = seen
    return Looked(claimed, held, peeked, apart)


def relative_width(dice: random.Random, models: int, boards: int = BOARDS) -> float:
    """Return how wide the intervals of equal models are after the last board, over those of the finished run."""
    names = [f"m{number}" for number in range(models)]
    truth = homogeneous(dict.fromkeys(names, 0.0))
    scores = win_rates(played(dice, round_robin(names), boards, truth), names)
    so_far, final = compare_all(scores, final=False, are_shares=True), compare_all(scores)
    return mean(_width(one) / _width(other) for one, other in zip(so_far, final, strict=True))


def true_differences(names: Sequence[str], lead: float) -> list[float]:
    """Return the differences of win rates in a round robin in which the first is better, pair by pair."""
    rivals = len(names) - 1
    wins = _chance(lead)
    rates = {name: wins if name == names[0] else (1 - wins + 0.5 * (rivals - 1)) / rivals for name in names}
    return [rates[one] - rates[other] for one, other in combinations(names, 2)]


def _chance(lead: float) -> float:
    """Return how often a model wins that is better by `lead`, where boards favour a side as `played` has it."""
    steps = [(number + 0.5) / 2_000 for number in range(2_000)]
    favours = [0.5 * NormalDist().inv_cdf(step) for step in steps]
    return mean(1 / (1 + math.exp(-(lead + favour))) for favour in favours)


def _first(scores: dict[str, dict[str, float]], boards: int) -> dict[str, dict[str, float]]:
    return {
        name: {board: score for board, score in of_boards.items() if int(board) < boards}
        for name, of_boards in scores.items()
    }


def _leaves_out(pair: PairwiseComparison, difference: float) -> bool:
    interval = pair.simultaneous_interval
    return interval is not None and not interval.low <= difference <= interval.high


def _is_peeked(pair: PairwiseComparison) -> bool:
    error = (pair.difference_std or 0.0) / pair.boards**0.5
    return bool(abs(pair.difference or 0.0) > 1.96 * error)


def _width(pair: PairwiseComparison) -> float:
    low, high = pair.simultaneous_interval or (0.0, 0.0)
    return high - low


def found_on_the_way(models: int, lead: float, runs: int) -> Iterator[float]:
    """Yield the shares of runs with a claim, that held at every look, and with a claim of a fixed interval; boards."""
    seen = [look(random.Random(run), models, lead) for run in range(runs)]
    for column in zip(*seen, strict=True):
        yield mean(map(float, column))


def tables(runs: int) -> Iterator[str]:
    """Yield the tables of docs/statistics.md."""
    yield "looks every 10 boards, up to 400: models, lead: claimed, held at every look, claimed by fixed, boards until"
    for models, lead, share in ((2, 0.0, 5), (4, 0.0, 2), (6, 0.0, 1), (2, 0.205, 2), (2, 0.42, 2), (4, 0.42, 1)):
        yield f"  {models} {lead:5}:   " + "   ".join(
            f"{one:.3f}" for one in found_on_the_way(models, lead, share * runs)
        )
    yield "width at the end, over that of the finished run: models, boards"
    for models in (2, 4, 6):
        for boards in (50, 100, 400):
            ratios = [relative_width(random.Random(run), models, boards) for run in range(20)]
            yield f"  {models} {boards:4}:   {mean(ratios):.2f}"
