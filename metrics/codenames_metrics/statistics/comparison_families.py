"""Everyone against everyone: paired comparisons within a family, with Holm's correction for their number.

The score of a line-up on a board is the mean over its games there; two are compared on the boards that both played.
"""

from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Final, TypeAlias

from pydantic import BaseModel, ConfigDict

from codenames_metrics.statistics.intervals import CONFIDENCE, Interval
from codenames_metrics.statistics.moments import Moments
from codenames_metrics.statistics.multiplicity import holm
from codenames_metrics.statistics.paired_tests import paired_comparison
from codenames_metrics.statistics.power import detectable_difference

FEWEST_JUDGED: Final = 20
"""Boards below which no two are said to differ, nor to be alike: the tests are not exact enough for that."""

BoardScores: TypeAlias = Mapping[str, float]
"""One score for each board."""


class PairwiseComparison(BaseModel):
    """How two compare on the boards that both played."""

    model_config = ConfigDict(frozen=True)

    first: str
    second: str
    boards: int
    difference: float | None
    """Mean over the boards of first - second."""
    difference_std: float | None
    interval: Interval | None
    """95 %, by Student's t; not corrected for the number of comparisons."""
    t: float | None
    p_value: float | None
    """Of the paired t test, two-sided. This and the next three are None while games are still to be played: a look at
    the results on the way would make them wrong."""
    p_value_mcnemar: float | None
    """Mid-p value of McNemar's test on the two counts below."""
    p_value_adjusted: float | None
    """Of the test that decides, corrected by Holm's method for the whole family: McNemar's where `few_discordant` or
    where there is no t, else the t test."""
    is_resolved: bool | None
    """Whether these boards can tell the two apart: the adjusted p value is below 0.05."""
    first_better: int
    """Boards on which the first has the higher score."""
    second_better: int
    few_discordant: bool
    """Fewer than ten boards on which the two differ."""
    detectable: float | None
    """Smallest difference that so many boards with this spread show with 80 % power, at the first step of Holm."""


def compare_all(scores: Mapping[str, BoardScores], *, tested: bool = True) -> tuple[PairwiseComparison, ...]:
    """Compare each two of some line-ups; all comparisons are one family.

    Args:
        scores: by line-up.
        tested: whether there are p values.
    """
    pairs = [(first, second, scores[first], scores[second]) for first, second in combinations(scores, 2)]
    return compare_pairs(pairs, tested=tested)


def compare_pairs(
    pairs: Iterable[tuple[str, str, BoardScores, BoardScores]], *, tested: bool = True
) -> tuple[PairwiseComparison, ...]:
    """Compare some pairs; they are one family.

    >>> one = compare_pairs([("a", "b", {"1": 1.0, "2": 0.5}, {"1": 0.0, "2": 0.5, "3": 1.0})])[0]
    >>> one.boards, one.difference, one.first_better, one.second_better, one.few_discordant
    (2, 0.5, 1, 0, True)
    """
    listed = list(pairs)
    results = [paired_comparison(first, second) for _, _, first, second in listed]
    decisive = [result.decisive_p for result in results]
    adjusted = iter(holm([p for p in decisive if p is not None]))
    family = sum(p is not None for p in decisive)
    comparisons = []
    for (one, other, first, second), result in zip(listed, results, strict=True):
        p_adjusted = None if result.decisive_p is None else next(adjusted)
        std = Moments(first[board] - second[board] for board in first if board in second).std
        comparisons.append(
            PairwiseComparison(
                first=one,
                second=other,
                boards=result.boards,
                difference=result.difference,
                difference_std=std,
                interval=result.interval,
                t=result.t if tested else None,
                p_value=result.p_value if tested else None,
                p_value_mcnemar=result.p_value_mcnemar if tested else None,
                p_value_adjusted=p_adjusted if tested else None,
                is_resolved=p_adjusted is not None and p_adjusted < 1 - CONFIDENCE if tested else None,
                first_better=result.first_better,
                second_better=result.second_better,
                few_discordant=result.few_discordant,
                detectable=detectable_difference(std, result.boards, comparisons=family) if std else None,
            )
        )
    return tuple(comparisons)
