"""Choosing among candidates, and the one test of the choice. Pure.

The best of K scores is too high, the more so the larger K: the winner's curse. So nothing that was used to search or to
choose says how good the choice is: one paired test on boards and partners that were not looked at does.
"""

import math
import random
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from codenames_metrics.statistics.decisions.clustered_means import ClusteredMean, clustered_mean
from codenames_metrics.statistics.intervals import CONFIDENCE, Interval
from codenames_metrics.statistics.moments import mean

DRAWS: Final = 2_000
"""Of the bootstrap."""

Scores = Mapping[Any, float]
"""By position, or by board."""


class CandidatePoint(NamedTuple):
    """A candidate by what is to be large and what is to be small."""

    candidate: str
    gain: float
    """Mean score less the start's, on the positions that both were asked."""
    risk: float
    """How often its answers lead to the assassin."""
    tokens: float | None
    """Of an answer, read and written; None where they are not known."""


class Confirmation(NamedTuple):
    """The held-out test of the choice against the start."""

    difference: ClusteredMean
    """Paired by position, clustered by board."""

    @property
    def p_value(self) -> float | None:
        """Two-sided. Where the difference is the same everywhere, that of flipping the signs of boards at random."""
        found = self.difference
        return 2.0 ** (1 - found.clusters) if found.mean and not found.standard_error else found.p_value

    @property
    def verdict(self) -> str:
        """Return `better`, `worse` or `not told apart`."""
        p, m = self.p_value, self.difference.mean
        if p is None or m is None or p >= 1 - CONFIDENCE:
            return "not told apart"
        return "better" if m > 0 else "worse"


class Optimism(NamedTuple):
    """By how much the search overstates the gain."""

    gap: float
    """The gain in the search less that in the test."""
    interval: Interval
    """95 %, by a bootstrap over the boards of each."""


def finalists(scores: Mapping[str, Scores], start: str, count: int) -> list[str]:
    """Return the start, and the best candidates beside it that were tried on as many positions as any.

    >>> finalists({"s": {1: 0.0, 2: 1.0}, "a": {1: 1.0, 2: 1.0}, "b": {1: 5.0}}, "s", 2)
    ['s', 'a']
    """
    most = max((len(one) for one in scores.values()), default=0)
    whole = [name for name, one in scores.items() if name != start and len(one) == most and most]
    return [start, *sorted(whole, key=lambda name: -(mean(scores[name].values()) or 0.0))[:count]]


def choose(games: Mapping[str, Scores], searched: Mapping[str, Scores]) -> str:
    """Return the candidate that is best by search and games together, of those that beat the start in the games.

    Where none did, it is the start, which is named first in the games. Games are few and end in one number each, so
    they alone would often overrule a search that tells candidates apart.

    >>> games = {"s": {1: 1.0, 2: 0.0}, "a": {1: 2.0, 2: 1.0}, "b": {1: 2.0, 2: 2.0}}
    >>> choose(games, {"s": {1: 0.0, 2: 1.0}, "a": {1: 9.0, 2: 8.0}, "b": {1: 1.0, 2: 1.0}})
    'a'
    """
    start = next(iter(games))
    in_games = {name: mean(one.values()) or 0.0 for name, one in games.items()}
    better = [name for name in games if in_games[name] > in_games[start]]
    together = evidence(games, searched)
    return max(better, key=lambda name: together[name], default=start)


def evidence(games: Mapping[str, Scores], searched: Mapping[str, Scores]) -> dict[str, float]:
    """Return by how much each candidate of the games is above the start in games and search together.

    A difference counts in its standard errors in each, and the two are added and divided by the root of two (Stouffer
    et al. 1949, The American Soldier 1, 45).
    """
    of_both = (_in_standard_errors(games), _in_standard_errors({name: searched.get(name, {}) for name in games}))
    return {name: sum(one[name] for one in of_both) / math.sqrt(2) for name in games}


def _in_standard_errors(scores: Mapping[str, Scores]) -> dict[str, float]:
    """Return the differences from the first, in standard errors of a difference paired by position or board.

    The error is that of all candidates: what is left when candidates and places have had their means taken off.
    """
    places = list(set.intersection(*(set(one) for one in scores.values())))
    means = {name: mean(one[place] for place in places) or 0.0 for name, one in scores.items()}
    first, middle = next(iter(means.values())), mean(means.values()) or 0.0
    squares = 0.0
    for place in places:
        here = mean(one[place] for one in scores.values()) or 0.0
        squares += sum((one[place] - here - means[name] + middle) ** 2 for name, one in scores.items())
    freedom = (len(places) - 1) * (len(scores) - 1)
    error = math.sqrt(2 * squares / freedom / len(places)) if freedom > 0 else 0.0
    return {name: (one - first) / (error or 1.0) for name, one in means.items()}


def confirm(differences: Sequence[tuple[Hashable, float]]) -> Confirmation:
    """Return the test of differences, each given with its board."""
    return Confirmation(clustered_mean(differences))


def optimism(
    searched: Sequence[tuple[Hashable, float]], tested: Sequence[tuple[Hashable, float]], draws: int = DRAWS
) -> Optimism | None:
    """Return by how much the gain in the search is above that in the test.

    Args:
        searched: differences from the start in the search, each with its board.
        tested: those in the test.
        draws: of boards, with replacement (Efron 1979, Annals of Statistics 7, 1-26); percentiles of their gaps.
    """
    if not searched or not tested:
        return None
    rng = random.Random(f"optimism {draws}")
    gap = (mean(value for _, value in searched) or 0.0) - (mean(value for _, value in tested) or 0.0)
    drawn = sorted(_drawn_mean(searched, rng) - _drawn_mean(tested, rng) for _ in range(draws))
    reach = round((1 - CONFIDENCE) / 2 * draws)
    return Optimism(gap, Interval(drawn[reach], drawn[-1 - reach]))


def _drawn_mean(values: Sequence[tuple[Hashable, float]], rng: random.Random) -> float:
    boards: dict[Hashable, list[float]] = {}
    for board, value in values:
        boards.setdefault(board, []).append(value)
    drawn = [value for inside in rng.choices(list(boards.values()), k=len(boards)) for value in inside]
    return mean(drawn) or 0.0


def pareto_front(points: Sequence[CandidatePoint]) -> set[str]:
    """Return the candidates than which none is better in gain, risk or tokens and as good in the others.

    >>> one, two = CandidatePoint("a", 1.0, 0.0, 9.0), CandidatePoint("b", 1.0, 0.1, 9.0)
    >>> pareto_front([one, two])
    {'a'}
    """
    return {one.candidate for one in points if not any(_beats(other, one) for other in points)}


def _beats(one: CandidatePoint, other: CandidatePoint) -> bool:
    first, second = _costs(one), _costs(other)
    return first != second and all(mine <= theirs for mine, theirs in zip(first, second, strict=True))


def _costs(one: CandidatePoint) -> tuple[float, float, float]:
    return -one.gain, one.risk, one.tokens or 0.0
