"""Everyone against everyone: paired comparisons of a family, by name.

The score of a line-up on a board is the mean over its games there; two are compared on the boards that both played.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import TypeAlias

from pydantic import BaseModel, ConfigDict

from codenames_metrics.statistics.confidence_sequences import DIFFERENCE_RANGE, confidence_sequence
from codenames_metrics.statistics.intervals import CONFIDENCE, FEWEST_JUDGED, Interval
from codenames_metrics.statistics.moments import Moments
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
    is_final: bool
    """Whether all games are played or given up. Until then both intervals are confidence sequences over the boards that
    are over, which hold however often they are looked at; only shares have them."""
    interval: Interval | None
    """95 % by itself, by Student's t: not corrected for the number of comparisons."""
    simultaneous_interval: Interval | None
    """All intervals of the family hold jointly at 95 %."""
    t: float | None
    """This and both p values are None until the end, since a look at the results on the way would make them wrong."""
    p_value: float | None
    """Of the paired t test, two-sided."""
    p_value_adjusted: float | None
    """How often chance alone, swapping the results of whole boards, shows so large a t anywhere in the family; at least
    `p_value`."""
    is_resolved: bool | None
    """Whether these boards can tell the two apart: `simultaneous_interval` excludes 0, and at the end the adjusted p
    value is below 0.05. None without an interval, and for fewer than 20 boards."""
    is_equivalent: bool | None
    """Whether they show that the two differ by less than `margin`: `simultaneous_interval` lies within it, so that two
    one-sided tests reject a larger difference. None where that is not asked, or nothing is tested."""
    margin: float | None
    first_better: int
    """Boards on which the first has the higher score."""
    second_better: int
    detectable: float | None
    """Smallest difference that so many boards with this spread show with 80 % power, among so many comparisons; None
    until the end."""

    @property
    def not_excluded(self) -> float | None:
        """The largest difference, either way, that the simultaneous interval does not rule out."""
        return None if self.simultaneous_interval is None else max(map(abs, self.simultaneous_interval))


def compare_all(
    scores: Mapping[str, BoardScores], *, final: bool = True, are_shares: bool = False, margin: float | None = None
) -> tuple[PairwiseComparison, ...]:
    """Compare each two of some line-ups; all comparisons are one family.

    Args:
        scores: by line-up.
        final: whether all games are played or given up.
        are_shares: whether scores lie between 0 and 1; others have no intervals before the end.
        margin: a difference that would not matter, if it is asked whether there is a larger one.
    """
    pairs = [(first, second, scores[first], scores[second]) for first, second in combinations(scores, 2)]
    return compare_pairs(pairs, final=final, are_shares=are_shares, margin=margin)


def compare_pairs(
    pairs: Iterable[tuple[str, str, BoardScores, BoardScores]],
    *,
    final: bool = True,
    are_shares: bool = False,
    margin: float | None = None,
) -> tuple[PairwiseComparison, ...]:
    """Compare some pairs; they are one family.

    The arguments are as for `compare_all`. Until the end, scores are to be those of the boards that are over.

    >>> one = compare_pairs([("a", "b", {"1": 1.0, "2": 0.5}, {"1": 0.0, "2": 0.5, "3": 1.0})])[0]
    >>> one.boards, one.difference, one.first_better, one.second_better, one.is_resolved
    (2, 0.5, 1, 0, None)
    """
    listed = list(pairs)
    if not final:
        return tuple(_so_far(listed, are_shares=are_shares, margin=margin))
    results = paired_comparisons([(first, second) for _, _, first, second in listed])
    family = sum(bool(result.boards) for result in results)
    return tuple(
        PairwiseComparison(
            first=one,
            second=other,
            boards=result.boards,
            difference=result.difference,
            difference_std=result.std,
            is_final=True,
            interval=result.interval,
            simultaneous_interval=result.simultaneous_interval,
            t=result.t,
            p_value=result.p_value,
            p_value_adjusted=result.p_value_adjusted,
            is_resolved=result.is_resolved,
            is_equivalent=_is_within(result.simultaneous_interval, margin, result.boards),
            margin=margin,
            first_better=result.first_better,
            second_better=result.second_better,
            detectable=detectable_difference(result.std, result.boards, comparisons=family) if result.std else None,
        )
        for (one, other, _, _), result in zip(listed, results, strict=True)
    )


def _so_far(
    pairs: Sequence[tuple[str, str, BoardScores, BoardScores]], *, are_shares: bool, margin: float | None
) -> Iterator[PairwiseComparison]:
    """Compare by confidence sequences; each has its part of what may be wrong, so that they hold together."""
    level = 1 - (1 - CONFIDENCE) / max(1, len(pairs))
    for one, other, first, second in pairs:
        differences = Moments(values := [first[board] - second[board] for board in first if board in second])
        alone, together = (
            confidence_sequence(values if are_shares else (), DIFFERENCE_RANGE, confidence)
            for confidence in (CONFIDENCE, level)
        )
        judged = together if len(values) >= FEWEST_JUDGED else None
        yield PairwiseComparison(
            first=one,
            second=other,
            boards=len(values),
            difference=differences.mean,
            difference_std=differences.std,
            is_final=False,
            interval=alone,
            simultaneous_interval=together,
            t=None,
            p_value=None,
            p_value_adjusted=None,
            is_resolved=judged.low > 0 or judged.high < 0 if judged else None,
            is_equivalent=_is_within(together, margin, len(values)),
            margin=margin,
            first_better=sum(value > 0 for value in values),
            second_better=sum(value < 0 for value in values),
            detectable=None,
        )


def _is_within(interval: Interval | None, margin: float | None, boards: int) -> bool | None:
    if margin is None or interval is None or boards < FEWEST_JUDGED:
        return None
    return -margin < interval.low and interval.high < margin
