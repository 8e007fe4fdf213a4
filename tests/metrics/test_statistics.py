"""The statistics of reports: intervals that hold what they promise, tests that find what is there."""

import math
import random
import statistics
from itertools import pairwise

import pytest
from benchmarks.honest_comparisons import claims_of_equals, found, one_game, uneven
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from codenames_core.support.errors import InputError
from codenames_metrics import paired_comparison, wilson_interval
from codenames_metrics.statistics.clustered_errors import clustered_standard_error
from codenames_metrics.statistics.intervals import Interval
from codenames_metrics.statistics.moments import Moments
from codenames_metrics.statistics.paired_tests import paired_comparisons
from codenames_metrics.statistics.power import detectable_difference
from codenames_metrics.statistics.proportions import effective_n, share_interval
from codenames_metrics.statistics.student import student_quantile, student_tail

NUMBERS = st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=50)


@given(NUMBERS, st.randoms(use_true_random=False))
def test_moments_are_those_of_the_standard_library_in_any_order(values: list[float], dice: random.Random) -> None:
    moments, shuffled = Moments(values), Moments(dice.sample(values, len(values)))
    assert moments.mean == statistics.mean(values)
    assert moments.std == pytest.approx(statistics.stdev(values), rel=1e-9, abs=1e-12)
    assert (moments.mean, moments.std) == (shuffled.mean, shuffled.std)


@given(st.floats(-1e300, 1e300), st.integers(2, 20))
def test_equal_values_have_no_spread(value: float, count: int) -> None:
    moments = Moments([value] * count)
    assert (moments.mean, moments.std) == (value, 0.0)


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [
        (50, 100, 0.4038, 0.5962),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (1, 3, 0.0615, 0.7923),
        (95, 100, 0.8882, 0.9785),
    ],
)
def test_confidence_intervals_computed_correctly(successes: int, n: int, low: float, high: float) -> None:
    interval = wilson_interval(successes, n)
    assert interval
    assert [round(end, 4) for end in interval] == [low, high]


@given(st.integers(1, 500), st.data())
def test_a_wilson_interval_lies_in_0_to_1_and_holds_the_share(n: int, data: st.DataObject) -> None:
    successes = data.draw(st.integers(0, n))
    interval = wilson_interval(successes, n)
    assert interval
    assert 0 <= interval.low <= successes / n <= interval.high <= 1


def test_nothing_tried_has_no_interval_and_nonsense_is_refused() -> None:
    assert wilson_interval(0, 0) is None
    assert share_interval({}) is None
    for successes, n in ((3, 2), (-1, 2), (1, math.inf)):
        with pytest.raises(InputError, match="successes"):
            wilson_interval(successes, n)
    with pytest.raises(InputError, match="confidence is 95"):
        wilson_interval(1, 2, 95)


def test_clustered_errors_of_single_values_are_the_usual_ones() -> None:
    values = [1.0, 2.0, 4.0, 8.0]
    usual = statistics.stdev(values) / 2
    assert clustered_standard_error(dict(enumerate([[value] for value in values]))) == pytest.approx(usual)
    assert clustered_standard_error({1: [1.0, 2.0]}) is None


def test_the_effective_n_is_that_of_boards_where_repeats_add_nothing_and_more_where_boards_balance() -> None:
    dice = random.Random(5)
    mixed = {seed: [float(dice.random() < 0.5) for _ in range(4)] for seed in range(50)}
    assert 100 <= effective_n(mixed) <= 300
    assert effective_n({seed: [float(seed % 2)] * 4 for seed in range(50)}) == 50
    assert effective_n({seed: [0.0, 1.0] for seed in range(50)}) > 1_000  # every board is won by half


@pytest.mark.parametrize(("boards", "games"), [(12, 4), (30, 2), (50, 6), (5, 10)])
def test_no_interval_jumps_where_one_more_game_is_lost(boards: int, games: int) -> None:
    intervals = []
    for lost in range(4):
        results = {board: [0.0] * (board < lost) + [1.0] * (games - (board < lost)) for board in range(boards)}
        interval = share_interval(results)
        assert interval
        intervals.append(interval)
    lows, highs = zip(*intervals, strict=True)
    assert sorted(lows, reverse=True) == list(lows)
    assert sorted(highs, reverse=True) == list(highs)
    widths = [interval.high - interval.low for interval in intervals]
    assert all(0.85 < after / before < 1.25 for before, after in pairwise(widths))  # it was 0.5 once


def test_intervals_are_narrower_where_the_design_balances_boards_and_hold() -> None:
    covered, widths = 0, []
    for run in range(300):
        dice = random.Random(run)
        results = {b: [float(dice.random() < c) for c in (0.9, 0.9, 0.9, 0.1, 0.1, 0.1)] for b in range(40)}
        interval = share_interval(results)
        assert interval
        covered += interval.low <= 0.5 <= interval.high
        widths.append(interval.high - interval.low)
    assert covered >= 0.93 * 300
    plain = wilson_interval(120, 240)
    assert plain
    assert statistics.mean(widths) < 0.75 * (plain.high - plain.low)


def test_intervals_of_games_that_share_boards_hold_the_truth_as_often_as_they_say() -> None:
    # every board has its own chance to win, and is played ten times: the plain interval holds the truth in 69 %
    dice, covered = random.Random(2), 0
    for _ in range(400):
        chances = [dice.choice((0.1, 0.9)) for _ in range(40)]
        results = {seed: [float(dice.random() < chance) for _ in range(10)] for seed, chance in enumerate(chances)}
        interval = share_interval(results)
        assert interval
        covered += interval.low <= 0.5 <= interval.high
    assert 0.91 <= covered / 400 <= 0.98


def test_detects_known_difference() -> None:
    result = paired_comparison([1.0] * 30, [0.0] * 30)
    assert (result.difference, result.t, result.p_value, result.is_resolved) == (1.0, None, None, True)
    assert result.p_value_adjusted == 2 * 0.5**30  # as of McNemar's exact test
    assert result.simultaneous_interval
    # with 30 boards alike a share of 1 - 0.025^(1/30) may be unseen, which would be 2 lower
    assert result.simultaneous_interval.low == pytest.approx(1 - 2 * (1 - 0.025 ** (1 / 30)))


def test_equal_scores_have_a_defined_answer() -> None:
    result = paired_comparison([0.5] * 20, [0.5] * 20)
    assert (result.difference, result.p_value, result.p_value_adjusted) == (0.0, 1.0, 1.0)
    assert result.is_resolved is False
    unseen = 1 - 0.025 ** (1 / 20)
    assert result.interval == pytest.approx(Interval(-unseen, unseen))


def test_nothing_in_common_and_one_board_have_a_defined_answer() -> None:
    none = paired_comparison({1: 1.0}, {2: 1.0})
    assert (none.boards, none.difference, none.p_value, none.is_resolved) == (0, None, None, None)
    one = paired_comparison([1.0], [0.0])
    assert (one.boards, one.difference, one.interval, one.is_resolved) == (1, 1.0, None, None)


def test_boards_are_paired_by_name_and_those_of_one_side_left_out() -> None:
    result = paired_comparison({"a": 1.0, "b": 0.5, "c": 0.0}, {"c": 1.0, "a": 0.0})
    assert (result.boards, result.difference, result.first_better, result.second_better) == (2, 0.0, 1, 1)


def test_lists_that_do_not_fit_are_refused() -> None:
    with pytest.raises(InputError, match="3 and 2"):
        paired_comparison([1, 2, 3], [1, 2])
    with pytest.raises(InputError, match="by board"):
        paired_comparison({1: 1.0}, [1.0])
    with pytest.raises(InputError, match="not a finite number"):
        paired_comparison([math.nan], [1.0])


@given(NUMBERS)
def test_swapping_the_sides_turns_the_difference_around(values: list[float]) -> None:
    zeros = [0.0] * len(values)
    there, back = paired_comparison(values, zeros), paired_comparison(zeros, values)
    assume(there.difference is not None)
    assert there.difference == -(back.difference or 0.0)
    assert there.p_value == back.p_value
    assert (there.first_better, there.second_better) == (back.second_better, back.first_better)


@pytest.mark.parametrize(
    ("t", "degrees", "tail"),
    [
        (0, 5, 0.5),
        (2.0, 10, 0.036694),
        (1.96, 1000, 0.025137),
        (12.706, 1, 0.025),
        (5.0, 30, 0.0000116),
        (40, 3, 0.0000171),
    ],
)
def test_students_tail_is_that_of_the_tables(t: float, degrees: int, tail: float) -> None:
    assert student_tail(t, degrees) == pytest.approx(tail, rel=0.01)


@pytest.mark.parametrize(
    ("degrees", "quantile"), [(1, 12.7062), (4, 2.7764), (9, 2.2622), (99, 1.9842), (10_000, 1.9602)]
)
def test_students_quantile_is_that_of_the_tables(degrees: int, quantile: float) -> None:
    assert student_quantile(0.975, degrees) == pytest.approx(quantile, rel=1e-4)


def test_equal_models_are_told_apart_in_no_more_than_5_percent_of_reports() -> None:
    # of 100 runs 11 or more are as likely as 0.01 where the chance is 5 %
    claimed, uncorrected = claims_of_equals(4, 25, 100)
    assert claimed <= 0.1
    assert uncorrected >= 0.1


@pytest.mark.parametrize(("boards", "differing"), [(20, 0.5), pytest.param(60, 0.2, marks=pytest.mark.soak)])
def test_verdicts_are_wrong_as_rarely_as_they_say(boards: int, differing: float) -> None:
    assert found(one_game(differing, 0.0), boards, 400)[1] <= 0.072  # 400 runs: 5 % +- 2.2 %


def test_uneven_verdicts_are_rarely_wrong_and_a_lead_is_found() -> None:
    # a lead of 20 points on 50 boards of which 40 % differ is found in two thirds
    assert found(uneven, 30, 400)[1] <= 0.12  # far from symmetric, and still rare
    assert found(one_game(0.4, 0.2), 50, 200)[1] >= 0.5


def test_the_paired_test_is_wrong_as_rarely_as_it_says() -> None:
    dice, wrong = random.Random(1), 0
    for _ in range(600):
        sides = [[float(dice.random() < 0.5) for _ in range(60)] for _ in range(2)]
        p_value = paired_comparison(sides[0], sides[1]).p_value
        wrong += p_value is not None and p_value < 0.05
    assert 0.03 <= wrong / 600 <= 0.075


def test_one_pair_with_one_game_a_board_is_judged_as_by_mcnemars_mid_p() -> None:
    # 12 boards differ, of which one side wins 10: 2 x (1 + 12 + 66 / 2) / 4096 = 0.0225
    result = paired_comparison([1.0] * 10 + [0.0] * 40, [0.0] * 10 + [1.0] * 2 + [0.0] * 38)
    assert result.p_value_adjusted == pytest.approx(0.0225, abs=0.006)  # four standard errors of 9,999 draws
    assert result.is_resolved
    closer = paired_comparison([1.0] * 9 + [0.0] * 41, [0.0] * 9 + [1.0] * 3 + [0.0] * 38)
    assert closer.p_value_adjusted == pytest.approx(2 * (1 + 12 + 66 + 220 / 2) / 4096, abs=0.012)
    assert closer.is_resolved is False


def test_several_games_on_a_board_are_judged_by_their_mean() -> None:
    # better on 9 of 10 boards by a little, and worse on 10 others by as much in all: a test of signs would claim a lead
    scores = [0.1] * 18 + [-0.9] * 2
    result = paired_comparison(scores, [0.0] * 20)
    assert (result.first_better, result.second_better) == (18, 2)
    assert result.difference == pytest.approx(0.0)
    assert result.is_resolved is False
    assert (result.p_value_adjusted or 0) > 0.9


def test_below_20_boards_there_is_no_verdict() -> None:
    result = paired_comparison([1.0] * 18 + [0.0], [0.0] * 19)
    assert (result.is_resolved, result.p_value_adjusted) == (None, None)
    assert result.interval
    assert result.interval.low > 0.5
    assert paired_comparison([1.0] * 19 + [0.0], [0.0] * 20).is_resolved


def test_equal_sides_in_a_family_have_wider_intervals_than_alone() -> None:
    dice = random.Random(3)
    sides = [[float(dice.random() < 0.5) for _ in range(40)] for _ in range(5)]
    pairs = [(one, other) for one in sides for other in sides if one is not other]
    (alone,) = paired_comparisons(pairs[:1])
    together = paired_comparisons(pairs)[0]
    assert alone.interval == together.interval
    assert alone.simultaneous_interval
    assert together.simultaneous_interval
    assert together.simultaneous_interval.low < alone.simultaneous_interval.low
    assert together.simultaneous_interval.high > alone.simultaneous_interval.high


BOARD_SCORES = st.lists(
    st.one_of(
        st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0]), min_size=24, max_size=24),
        st.lists(st.sampled_from([0.0, 0.0, 0.0, 1.0]), min_size=24, max_size=24),
        st.lists(st.floats(-3, 3, allow_subnormal=False), min_size=24, max_size=24),
        st.integers(-4, 4).map(lambda lead: [lead / 4] * 24),
    ),
    min_size=2,
    max_size=5,
)


@settings(max_examples=60, deadline=None)
@given(BOARD_SCORES, st.integers(20, 24))
def test_verdict_interval_and_p_value_never_contradict_each_other(sides: list[list[float]], boards: int) -> None:
    pairs = [(sides[0][:boards], other[:boards]) for other in sides[1:]]
    for result in paired_comparisons(pairs):
        assert result.interval
        assert result.simultaneous_interval
        low, high = result.simultaneous_interval
        assert low <= (result.difference or 0.0) <= high
        assert low <= result.interval.low <= result.interval.high <= high
        assert result.is_resolved == (low > 0 or high < 0)
        assert result.p_value_adjusted is not None
        assert result.is_resolved == (result.p_value_adjusted < 0.05)
        assert result.p_value is None or result.p_value <= result.p_value_adjusted or result.t is None


def test_few_boards_lower_the_effective_n_as_korn_and_graubard_do() -> None:
    clusters = {1: [1.0, 1.0, 1.0, 0.0], 2: [1.0, 1.0, 0.0, 0.0], 3: [1.0, 0.0, 0.0, 0.0], 4: [1.0, 1.0, 0.0, 0.0]}
    # p = 8 / 16; sums minus 4p: 1, 0, -1, 0, so se^2 = 4/3 x 2 / 256: a design effect of 2/3 from 4 boards; two boards
    # more say 1 + 0.25 x 3
    effect = (4 * 2 / 3 + 2 * 7 / 4) / 6
    assert effective_n(clusters) == pytest.approx(16 / effect * (2.13145 / 3.18245) ** 2, rel=1e-4)  # 15, 3 degrees


def test_the_detectable_difference_is_that_of_the_usual_formula() -> None:
    # (1.959964 + 0.841621) x 0.6 / sqrt(400)
    assert detectable_difference(0.6, 400) == pytest.approx(0.0840476, abs=1e-6)
    assert detectable_difference(0.6, 400, comparisons=10) > detectable_difference(0.6, 400)
