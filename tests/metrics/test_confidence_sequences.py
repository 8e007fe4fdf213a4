"""Confidence sequences: intervals that hold however often one looks, whatever the values are but bounded."""

import itertools
import math
import random
from collections.abc import Sequence

import pytest
from benchmarks.honest_looks import look, relative_width, true_differences
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.examples import examples

from codenames_core.support.errors import InputError
from codenames_metrics.statistics.comparison_families import compare_all
from codenames_metrics.statistics.confidence_sequences import DIFFERENCE_RANGE, SHARE_RANGE, confidence_sequence
from codenames_metrics.statistics.intervals import Interval

SCORES = st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), min_size=1, max_size=60)


def of(values: Sequence[float], bounds: Interval = SHARE_RANGE, confidence: float = 0.95) -> Interval:
    interval = confidence_sequence(values, bounds, confidence)
    assert interval is not None
    return interval


@given(SCORES)
def test_it_holds_the_mean_and_stays_in_its_bounds(values: list[float]) -> None:
    low, high = of(values)
    assert 0 <= low <= sum(values) / len(values) <= high <= 1
    assert low < high


@given(SCORES, st.randoms(use_true_random=False))
def test_the_order_of_values_does_not_matter(values: list[float], dice: random.Random) -> None:
    assert of(dice.sample(values, len(values))) == of(values)


@given(SCORES)
def test_it_is_mirrored_with_the_values_and_stretched_with_the_bounds(values: list[float]) -> None:
    low, high = of(values)
    assert of([1 - value for value in values]) == pytest.approx((1 - high, 1 - low), abs=1e-5)
    assert of([2 * value - 1 for value in values], DIFFERENCE_RANGE) == pytest.approx((2 * low - 1, 2 * high - 1))


@given(SCORES)
@settings(max_examples=examples(50))
def test_more_confidence_is_a_wider_interval(values: list[float]) -> None:
    (low, high), (lower, higher) = of(values), of(values, confidence=0.99)
    assert lower <= low < high <= higher
    assert higher - lower > high - low


def test_what_nobody_earns_is_not_ruled_out() -> None:
    assert of([0.0] * 50).low == 0.0
    assert of([1.0] * 50).high == 1.0
    assert of([0.0] * 50).high < 0.2
    assert confidence_sequence([]) is None


def test_the_end_is_where_the_mean_wealth_of_all_bettors_reaches_40() -> None:
    values = [1.0] * 14 + [0.0] * 6
    low = of(values).low

    def wealth(mean: float) -> float:
        bets = [(number + 0.5) / 12 for number in range(12)]
        return math.fsum(math.prod(1 - bet + bet * value / mean for value in values) for bet in bets) / 12

    assert wealth(low) == pytest.approx(40, rel=1e-4)
    assert wealth(low - 0.01) > 40 > wealth(low + 0.01)


@pytest.mark.parametrize("share", [0.5, 0.25])
def test_every_run_of_12_games_that_leaves_the_truth_out_at_some_look_is_counted(share: float) -> None:
    """All results of 12 games, not a sample: those with a look at which 80 % intervals leave the truth out are rare."""
    left_out = {
        (wins, games)
        for games in range(1, 13)
        for wins in range(games + 1)
        if not (ends := of([1.0] * wins + [0.0] * (games - wins), confidence=0.8)).low <= share <= ends.high
    }
    wrong = math.fsum(
        share ** sum(results) * (1 - share) ** (12 - sum(results))
        for results in itertools.product((0, 1), repeat=12)
        if any((wins, games) in left_out for games, wins in enumerate(itertools.accumulate(results), start=1))
    )
    assert 0.02 < wrong <= 0.2


def test_values_of_uneven_spread_are_held_at_every_look() -> None:
    # a little better on 70 % of the boards, far worse on 15 %: a t interval is wrong more often than it says
    wrong = 0
    for run in range(100):
        dice, values, held = random.Random(run), list[float](), True
        for _ in range(12):
            values += dice.choices((0.2, 0.0, -0.2 * 0.7 / 0.15), (0.7, 0.15, 0.15), k=10)
            low, high = of(values, DIFFERENCE_RANGE)
            held &= low <= 0 <= high
        wrong += not held
    assert wrong <= 5  # at most 5 are expected; more than 10 would be as likely as 0.011


def test_forty_looks_at_equal_models_find_nothing_where_fixed_intervals_do() -> None:
    runs = [
        look(random.Random(run), models, 0.0, boards=200, step=5)
        for models, count in ((2, 16), (3, 6))
        for run in range(count)
    ]
    assert sum(run.claimed for run in runs) <= 3  # of 22, 1.1 are expected at most; the dice are fixed
    assert all(run.held is not run.claimed for run in runs)
    assert sum(run.peeked for run in runs) > 6


@pytest.mark.parametrize(("models", "boards"), [(2, 100), (3, 40)])
def test_intervals_on_the_way_are_wider_but_not_twice_as_wide(models: int, boards: int) -> None:
    assert 1.2 < relative_width(random.Random(1), models, boards) < 2


def test_what_is_true_is_found_on_the_way_and_held() -> None:
    runs = [look(random.Random(run), 2, 1.2, boards=100) for run in range(20)]
    assert sum(run.claimed for run in runs) == 20
    assert sum(run.held for run in runs) >= 18
    assert true_differences(("a", "b", "c"), 0.0) == pytest.approx([0.0, 0.0, 0.0])


def test_verdicts_on_the_way_come_with_the_intervals_and_only_on_20_boards() -> None:
    scores = {"a": {f"{board}": 1.0 for board in range(20)}, "b": {f"{board}": 0.0 for board in range(20)}}
    (pair,) = compare_all(scores, final=False, are_shares=True, margin=0.1)
    assert (pair.is_final, pair.is_resolved, pair.is_equivalent, pair.first_better) == (False, True, False, 20)
    few = {name: dict(list(of_boards.items())[:19]) for name, of_boards in scores.items()}
    (pair,) = compare_all(few, final=False, are_shares=True, margin=0.1)
    assert pair.simultaneous_interval is not None
    assert (pair.is_resolved, pair.is_equivalent, pair.boards) == (None, None, 19)
    (pair,) = compare_all(scores, final=False)
    assert (pair.difference, pair.interval, pair.simultaneous_interval, pair.is_resolved) == (1.0, None, None, None)


def test_equal_play_is_called_equivalent_on_the_way_once_the_interval_says_so() -> None:
    boards = {f"{board}": 0.5 for board in range(400)}
    (pair,) = compare_all({"a": boards, "b": boards}, final=False, are_shares=True, margin=0.1)
    assert (pair.is_resolved, pair.is_equivalent, pair.difference) == (False, True, 0.0)


@pytest.mark.parametrize(
    ("values", "bounds", "confidence", "said"),
    [
        ([0.5, 1.5], Interval(0, 1), 0.95, "the value 1.5 is not from 0 to 1"),
        ([-1.5], Interval(-1, 1), 0.95, "the value -1.5 is not from -1 to 1"),
        ([math.nan], Interval(0, 1), 0.95, "the value nan is not from 0 to 1"),
        ([1], Interval(1, 1), 0.95, "1 to 1 are not bounds"),
        ([1], Interval(0, 1), 95, "confidence is 95"),
    ],
)
def test_nonsense_is_refused(values: list[float], bounds: Interval, confidence: float, said: str) -> None:
    with pytest.raises(InputError, match=said):
        confidence_sequence(values, bounds, confidence)
