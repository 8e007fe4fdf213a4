"""Do ratings and rankings by role hold what they promise? Simulated where the truth is known.

Part of `benchmarks.honest_statistics`, whose tests run it with fewer simulations.
"""

import random
import time
from collections.abc import Iterator, Mapping, Sequence
from statistics import median
from typing import Final, NamedTuple

from benchmarks.simulated_runs import Truth, homogeneous, played, round_robin
from codenames_metrics.analysis.rated_games import rated_games
from codenames_metrics.analysis.ratings import fit_ratings
from codenames_metrics.analysis.roles import RoleComparison, rank_role
from codenames_metrics.experiment.combos import Composition
from codenames_metrics.game.metric import Credit
from codenames_metrics.statistics.intervals import Bounds

STRENGTHS: Final[Sequence[tuple[str, Mapping[str, float], int]]] = (
    ("mild", {"A": 0.8, "B": 0.0, "C": -0.8}, 30),
    ("strong", {"A": 3.0, "B": 0.0, "C": -1.0}, 30),
    ("very strong", {"A": 5.0, "B": 0.0, "C": -1.0}, 30),
    ("very strong", {"A": 5.0, "B": 0.0, "C": -1.0}, 100),
    ("two models, 97 %", {"A": 1.75, "B": -1.75}, 12),
)
ONE_ROLE: Final = Truth({"X": 0.3, "Y": 0.0, "Z": 0.0}, {"X": 1.5, "Y": 0.0, "Z": 0.0})
"""X is the better cluer by 0.3 logits, and by far the best guesser."""
MIXED: Final[Sequence[Sequence[Composition]]] = (
    (Composition.MIXED_CLUER,),
    (Composition.HOMOGENEOUS, Composition.MIXED_CLUER),
    (Composition.HOMOGENEOUS, Composition.MIXED_GUESSER),
    (Composition.HOMOGENEOUS, Composition.MIXED_CLUER, Composition.MIXED_GUESSER, Composition.HETEROGENEOUS),
)


class Coverage(NamedTuple):
    """How often intervals of ratings hold the truth, over some simulations."""

    runs: int
    held: Mapping[str, int]
    """By model; `start` for moving first."""
    endless: int
    """Ratings that may have no end."""
    endless_held: int
    """Bounds among these that hold."""
    width: float | None
    """Median of the intervals with two ends, of the first model."""
    bound: float | None
    """Median of its bounds."""


def ratings_hold(strengths: Mapping[str, float], boards: int, runs: int) -> Coverage:
    """Rate simulated runs of models with known strengths, start worth 0.1."""
    held = dict.fromkeys([*strengths, "start"], 0)
    endless = endless_held = 0
    widths: list[float] = []
    bounds: list[float] = []
    first = next(iter(strengths))
    for run in range(runs):
        truth = homogeneous(strengths, start=0.1)
        found = fit_ratings(played(random.Random(run), round_robin(strengths), boards, truth))
        if found is None:
            continue
        mean = sum(strengths[model] for model in found.zero) / len(found.zero)
        held["start"] += holds(found.start_ci, 0.1)
        for one in found.models:
            inside = holds(one.strength_ci, strengths[one.model] - mean)
            held[one.model] += inside
            endless += one.is_endless
            endless_held += one.is_endless and inside
            if one.model == first and one.strength_ci:
                low, high = one.strength_ci
                if low is not None and high is not None:
                    widths.append(high - low)
                elif low is not None:
                    bounds.append(low)
    return Coverage(
        runs, held, endless, endless_held, median(widths) if widths else None, median(bounds) if bounds else None
    )


def holds(bounds: Bounds | None, truth: float) -> bool:
    """Return whether an interval holds a value."""
    if bounds is None:
        return False
    return (bounds.low is None or bounds.low <= truth) and (bounds.high is None or truth <= bounds.high)


def roles_hold(boards: int, runs: int) -> tuple[float, float, float]:
    """Return how often intervals hold the truth in mixed teams: of cluers, of guessers, of moving first."""
    truth = Truth({"a": 0.5, "b": 0.0, "c": -0.5}, {"a": -0.4, "b": 0.4, "c": 0.0}, start=0.2)
    cells = round_robin("abc", (Composition.MIXED_CLUER,))
    cluers = guessers = start = 0
    for run in range(runs):
        found = fit_ratings(played(random.Random(run), cells, boards, truth))
        if found:
            cluers += sum(holds(one.cluer_ci, truth.cluers[one.model]) for one in found.models)
            guessers += sum(holds(one.guesser_ci, truth.guessers[one.model]) for one in found.models)
            start += holds(found.start_ci, 0.2)
    return cluers / (3 * runs), guessers / (3 * runs), start / runs


class FoundRole(NamedTuple):
    """What rankings of cluers say in some simulations in which X is the best."""

    first: int
    """X comes first."""
    right: int
    """X is said to be better than Y."""
    wrong: int
    """Y is said to be better than X."""
    held: float
    """Share of all intervals of differences that hold the truth."""


def role_found(compositions: Sequence[Composition], boards: int, runs: int) -> FoundRole:
    """Rank simulated runs in which the best cluer by a little is the best guesser by far."""
    first = right = wrong = held = pairs = 0
    cells = round_robin(ONE_ROLE.cluers, compositions)
    for run in range(runs):
        games = played(random.Random(run), cells, boards, ONE_ROLE)
        rated = rated_games(games)
        if rated is None:
            continue
        ranking = rank_role(rated, games, Credit.CLUER, None, final=True)
        first += ranking.entries[0].model == "X"
        for pair in ranking.comparisons:
            pairs += 1
            held += holds(pair.interval, ONE_ROLE.cluers[pair.first] - ONE_ROLE.cluers[pair.second])
            if {pair.first, pair.second} == {"X", "Y"} and pair.is_resolved:
                right += _better(pair) == "X"
                wrong += _better(pair) == "Y"
    return FoundRole(first, right, wrong, held / pairs if pairs else 0.0)


def _better(pair: RoleComparison) -> str:
    return pair.first if pair.interval and (pair.interval.low or 0) > 0 else pair.second


def tables(runs: int) -> Iterator[str]:
    """Yield the tables of docs/statistics.md."""
    yield "ratings: intervals that hold the truth; without end, bounds of them that hold; median width and bound"
    for name, strengths, boards in STRENGTHS:
        one = ratings_hold(strengths, boards, runs)
        shares = "  ".join(f"{model} {count / runs:.3f}" for model, count in one.held.items())
        yield f"  {name:17} {boards:4}:   {shares}   {one.endless}   {one.endless_held}   {one.width}   {one.bound}"
    yield "ratings in mixed teams, boards: intervals that hold the truth, of cluers, guessers, start"
    for boards in (20, 50, 100):
        yield f"  {boards:4}:   " + "   ".join(f"{one:.3f}" for one in roles_hold(boards, runs))
    yield "roles, 50 boards: X first, X said to be better, Y said to be better, intervals of differences that hold"
    for compositions in MIXED:
        found = role_found(compositions, 50, runs)
        name = " + ".join(compositions)
        yield f"  {name}: {found.first} {found.right} {found.wrong} of {runs}; {found.held:.3f}"


def times() -> Iterator[tuple[str, float, int]]:
    """Yield how many seconds of CPU ratings take, and of how many games."""
    strengths = dict(zip("abcdef", (1.0, 0.6, 0.2, -0.2, -0.6, -1.0), strict=True))
    for name, composition in (("homogeneous", Composition.HOMOGENEOUS), ("mixed", Composition.MIXED_CLUER)):
        cells = round_robin(strengths, (composition,))
        truth = Truth(strengths, strengths, 0.1)
        games = played(random.Random(1), cells, 100, truth)[:: max(1, len(cells) // 30)]
        began = time.process_time()
        fit_ratings(games)
        yield name, time.process_time() - began, len(games)
