"""Everyone against everyone: paired comparisons of a family, by name.

The score of a line-up on a board is the mean over its games there; two are compared on the boards that both played.
"""

from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import TypeAlias

from pydantic import BaseModel, ConfigDict

from codenames_metrics.statistics.intervals import Interval
from codenames_metrics.statistics.paired_tests import paired_comparisons
from codenames_metrics.statistics.power import detectable_difference

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
    """95 % by itself, by Student's t: not corrected for the number of comparisons."""
    simultaneous_interval: Interval | None
    """All intervals of the family hold together with 95 %."""
    t: float | None
    p_value: float | None
    """Of the paired t test, two-sided. This and the next two are None while games are still to be played, since a look
    at the results on the way would make them wrong; the next two also for fewer than 20 boards."""
    p_value_adjusted: float | None
    """How often chance alone, swapping the results of whole boards, shows so large a t anywhere in the family; at least
    `p_value`."""
    is_resolved: bool | None
    """Whether these boards can tell the two apart: `simultaneous_interval` leaves 0 out, and the adjusted p value is
    below 0.05."""
    is_equivalent: bool | None
    """Whether they show that the two differ by less than `margin`: `simultaneous_interval` lies within it, so that two
    one-sided tests reject a larger difference. None where that is not asked, or nothing is tested."""
    margin: float | None
    first_better: int
    """Boards on which the first has the higher score."""
    second_better: int
    detectable: float | None
    """Smallest difference that so many boards with this spread show with 80 % power, among so many comparisons."""

    @property
    def not_excluded(self) -> float | None:
        """The largest difference, either way, that the simultaneous interval does not rule out."""
        return None if self.simultaneous_interval is None else max(map(abs, self.simultaneous_interval))


def compare_all(
    scores: Mapping[str, BoardScores], *, tested: bool = True, margin: float | None = None
) -> tuple[PairwiseComparison, ...]:
    """Compare each two of some line-ups; all comparisons are one family.

    Args:
        scores: by line-up.
        tested: whether there are p values.
        margin: a difference that would not matter, if it is asked whether there is a larger one.
    """
    pairs = [(first, second, scores[first], scores[second]) for first, second in combinations(scores, 2)]
    return compare_pairs(pairs, tested=tested, margin=margin)


def compare_pairs(
    pairs: Iterable[tuple[str, str, BoardScores, BoardScores]], *, tested: bool = True, margin: float | None = None
) -> tuple[PairwiseComparison, ...]:
    """Compare some pairs; they are one family.

    >>> one = compare_pairs([("a", "b", {"1": 1.0, "2": 0.5}, {"1": 0.0, "2": 0.5, "3": 1.0})])[0]
    >>> one.boards, one.difference, one.first_better, one.second_better, one.is_resolved
    (2, 0.5, 1, 0, None)
    """
    listed = list(pairs)
    results = paired_comparisons([(first, second) for _, _, first, second in listed])
    family = sum(bool(result.boards) for result in results)
    return tuple(
        PairwiseComparison(
            first=one,
            second=other,
            boards=result.boards,
            difference=result.difference,
            difference_std=result.std,
            interval=result.interval,
            simultaneous_interval=result.simultaneous_interval,
            t=result.t if tested else None,
            p_value=result.p_value if tested else None,
            p_value_adjusted=result.p_value_adjusted if tested else None,
            is_resolved=result.is_resolved if tested else None,
            is_equivalent=_within(result.simultaneous_interval, margin)
            if tested and result.is_resolved is not None
            else None,
            margin=margin,
            first_better=result.first_better,
            second_better=result.second_better,
            detectable=detectable_difference(result.std, result.boards, comparisons=family) if result.std else None,
        )
        for (one, other, _, _), result in zip(listed, results, strict=True)
    )


def _within(interval: Interval | None, margin: float | None) -> bool | None:
    return None if margin is None or interval is None else -margin < interval.low and interval.high < margin
