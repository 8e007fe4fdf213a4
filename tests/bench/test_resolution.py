"""What a dry run says that an experiment can show, held against simulated games and against formulas."""

import math

import pytest
from benchmarks.planned_designs import power

from codenames_metrics.analysis.resolution import (
    Detectable,
    SimulatedGames,
    boards_needed,
    families_of,
    lines,
    resolution,
)
from codenames_metrics.experiment.config import ExperimentConfig
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.statistics.intervals import FEWEST_JUDGED
from codenames_metrics.statistics.power import detectable_difference

RUNS = 100
"""Simulations; the full ones are in benchmarks/honest_statistics.py."""


def plan(**fields: object) -> Plan:
    usual = {"name": "e", "models": ["random", "vector:novice", "vector:bold"], "seeds": {"count": 100}}
    return Plan(ExperimentConfig.model_validate({**usual, "matchups": "round_robin", **fields}))


@pytest.mark.parametrize("name", ["two models", pytest.param("one side only", marks=pytest.mark.soak)])
def test_a_promised_difference_is_found_in_four_of_five_runs(name: str) -> None:
    error = math.sqrt(0.8 * 0.2 / RUNS)
    for what, found in power(name, RUNS):
        assert 0.75 - 2 * error < found < 0.85 + 2 * error, (what, found)


def test_two_models_on_both_sides_are_the_textbook_case() -> None:
    # two games a board, each a coin: the difference of two win rates has variance 4 x 1/4 x 1/2 = 1/2
    overall, head = resolution(plan(models=["random", "vector:bold"]))
    assert overall.low == pytest.approx(detectable_difference(math.sqrt(0.5), 100), rel=0.1)
    assert overall[2:] == head[2:]


def test_one_side_only_shows_less() -> None:
    pair = {"models": ["random", "vector:bold"]}
    both, *_ = resolution(plan(**pair))
    one, *_ = resolution(plan(**pair, matchups="explicit", pairs=[["random", "vector:bold"]]))
    assert both.high is not None
    assert one.high is not None
    assert one.high > 1.3 * both.high


def test_more_opponents_modes_repeats_and_boards_show_more() -> None:
    def overall(**fields: object) -> float:
        found = resolution(plan(**fields))[0].low
        assert found is not None
        return found

    usual = overall()
    assert overall(games_per_config=4) < 0.8 * usual
    assert overall(game_modes=["standard", "no_assassin"]) < 0.9 * usual
    assert overall(seeds={"count": 400}) == pytest.approx(usual / 2, rel=0.1)


def test_overall_and_head_to_head_are_apart() -> None:
    overall, head = resolution(plan(models=["random", "vector:novice", "vector:bold", "vector:sharp"]))
    assert (overall.what, head.what, overall.comparisons, head.comparisons) == ("overall", "head to head", 6, 6)
    assert overall.low is not None
    assert head.low is not None
    assert head.low > 1.5 * overall.low


def test_few_boards_promise_nothing() -> None:
    (overall, _) = resolution(plan(seeds={"count": FEWEST_JUDGED - 1}))
    assert (overall.low, overall.high) == (None, None)
    assert "so few boards cannot tell any two win rates apart" in overall.in_words()


def test_mirrors_and_ghosts_are_compared_with_nobody() -> None:
    assert resolution(plan(matchups="mirror")) == ()
    assert families_of(plan(models=["random", "ghost:pass"])) == ()


def test_the_boards_that_a_difference_needs_show_just_that_difference() -> None:
    overall, head = boards_needed(plan(), 0.1)
    for found, place in ((overall, 0), (head, 1)):
        assert found.games == 6 * found.boards
        shown = resolution(plan(seeds={"count": found.boards}))[place].high
        assert shown == pytest.approx(0.1, rel=0.02)


def test_comparisons_that_share_line_ups_and_boards_count_as_fewer() -> None:
    of_four = plan(models=["random", "vector:novice", "vector:bold", "vector:sharp"])
    games = SimulatedGames(of_four)
    overall, head = (games.independent_comparisons(family) for family in families_of(of_four))
    assert 3 < overall < 5.5  # of 6, with the line-ups in common: those of Tukey's range test
    assert overall < head <= 6  # pairs that meet share no game
    two = plan(models=["random", "vector:bold"])
    assert [SimulatedGames(two).independent_comparisons(family) for family in families_of(two)] == [1, 1]


def test_pairs_of_all_modes_are_corrected_together_where_they_are_primary() -> None:
    modes = {"game_modes": ["standard", "no_assassin"]}
    sizes = [len(families_of(plan(**modes, **fields))[1].corrected) for fields in ({}, {"primary": "head_to_head"})]
    assert sizes == [3, 6]


def test_tables_that_show_the_same_share_a_line() -> None:
    overall, pairs = Detectable("overall", 1, 0.195, 0.195), Detectable("head to head", 1, 0.195, 0.195)
    assert lines([overall, pairs]) == [
        "resolution  overall, head to head: a difference of 19.5 points in win rate is found in 4 of 5 runs "
        "(1 pair compared)"
    ]
    assert len(lines([overall, pairs._replace(comparisons=3)])) == 2
