"""Cluers and guessers are ranked by their own play: partners and opponents are set apart."""

import random
from itertools import permutations

import pytest
from benchmarks.honest_ratings import MIXED, role_found
from benchmarks.simulated_runs import Truth, played, round_robin
from tests.bench.boards_played import board_of, game

from codenames_core.game.config import GameMode, Team
from codenames_metrics.analysis.rated_games import rated_games
from codenames_metrics.analysis.roles import RoleRanking, rank_role
from codenames_metrics.analysis.scores import Score, SideScore
from codenames_metrics.experiment.combos import Composition
from codenames_metrics.game.metric import Credit

MIXED_CLUER = (Composition.MIXED_CLUER,)


def ranking(games: list[Score], role: Credit = Credit.CLUER, *, final: bool = True) -> RoleRanking:
    rated = rated_games(games)
    assert rated
    return rank_role(rated, games, role, None, final=final)


@pytest.mark.parametrize("compositions", MIXED[:3], ids=" + ".join)
def test_the_best_cluer_comes_first_whoever_guesses_for_it(compositions: tuple[Composition, ...]) -> None:
    # 40 runs: where X is first with 0.98 each, fewer than 38 are as likely as 0.045; the dice are fixed
    runs = 40 if len(compositions) == 1 else 10
    found = role_found(compositions, 50, runs)
    assert found.first >= 0.95 * runs
    assert found.wrong <= 0.05 * runs
    assert found.right >= runs / 2
    assert found.held >= 0.9  # three intervals in each run, of 95 % and more


def test_two_models_that_only_play_with_each_other_are_not_ranked_by_role() -> None:
    games = [game(*sides, board, "red" if board % 3 else "blue") for board in range(30) for sides in (TWO, TWO[::-1])]
    board = board_of(games)
    assert [(one.role, one.entries, one.comparisons) for one in board.roles] == [
        (Credit.CLUER, (), ()),
        (Credit.GUESSER, (), ()),
    ]


TWO = ("a b b", "b a a")


def test_verdict_interval_and_p_value_of_roles_agree_and_swapping_names_swaps_them() -> None:
    truth = Truth({"a": 0.4, "b": 0.0, "c": -0.4}, {"a": -0.4, "b": 0.4, "c": 0.0})
    for seed in range(4):
        found = ranking(played(random.Random(seed), round_robin("abc", MIXED_CLUER), 25, truth))
        for pair in found.comparisons:
            assert pair.interval
            assert pair.p_value_adjusted is not None
            leaves_out_0 = (pair.interval.low or 0) > 0 or (pair.interval.high or 0) < 0
            assert leaves_out_0 == pair.is_resolved == (pair.p_value_adjusted < 0.05)
        for entry in found.entries:
            better = {one.first for one in found.comparisons if one.is_resolved and one.second == entry.model}
            assert entry.rank == 1 + len(better)


def test_nothing_is_claimed_of_roles_before_the_end_or_on_fewer_than_20_boards() -> None:
    truth = Truth({"a": 2.0, "b": 0.0, "c": 0.0}, {"a": 0.0, "b": 0.0, "c": 0.0})
    games = played(random.Random(1), round_robin("abc", MIXED_CLUER), 30, truth)
    few = [one for one in games if int(one.board) < 19]
    for found in (ranking(games, final=False), ranking(few)):
        assert next(entry.model for entry in found.entries) == "a"
        assert {entry.rank for entry in found.entries} == {None}
        assert {(pair.p_value, pair.is_resolved) for pair in found.comparisons} == {(None, None)}
    assert ranking(games).entries[1].rank == 2


def test_measures_of_a_role_are_adjusted_for_partners() -> None:
    # efficiency is what the cluer adds and what its guessers add; a clues best and its guessers are worst
    cluing, guessing = {"a": 0.5, "b": 0.4, "c": 0.4}, {"a": 0.4, "b": 0.0, "c": 0.2}
    teams = [f"{cluer} {other} {other}" for cluer, other in permutations("abc", 2)]
    dice, games = random.Random(7), []

    def side(team: str) -> SideScore:
        value = cluing[team[0]] + guessing[team[2]] + dice.gauss(0, 0.05)
        return SideScore(None, value, None, None)

    for board in range(25):
        for red, blue in permutations(teams, 2):
            scores = {Team.RED: side(red), Team.BLUE: side(blue)}
            games.append(game(red, blue, board, dice.choice(("red", "blue")), scores=scores))
    found = board_of(games)
    raw = {entry.model: entry.avg_clue_efficiency or 0.0 for entry in found.cluer.entries}
    assert raw["a"] < raw["b"]  # what was ranked before
    for view in (found.cluer, found.guesser):
        assert (view.comparisons, view.measures, {entry.rank for entry in view.entries}) == ((), (), {None})
    adjusted = {entry.model: entry.measures["clue_efficiency"] for entry in found.roles[0].entries}
    for model in "abc":
        mean = sum(cluing.values()) / 3
        assert adjusted[model].difference == pytest.approx(cluing[model] - mean, abs=0.01)
        assert 0 < (adjusted[model].standard_error or 0) < 0.01
    assert "clue_efficiency" not in found.roles[1].entries[0].measures


def test_coordination_is_not_pooled_over_modes_in_which_it_has_other_terms() -> None:
    games = [
        game(f"{one} {two} {two}", f"{two} {three} {three}", board, "red", mode)
        for mode in (GameMode.STANDARD, GameMode.SINGLE_GUESSER)
        for board in range(3)
        for one, two, three in permutations("abc", 3)
    ]
    both, *each = (one for one in board_of(games).roles if one.role is Credit.CLUER)
    assert "coordination_score" not in both.entries[0].measures
    assert "clue_efficiency" in both.entries[0].measures
    assert len(each) == 2
    assert all("coordination_score" in one.entries[0].measures for one in each)
