"""Bradley-Terry ratings: those of the books, by role, finite and marked where somebody never wins."""

import math
import random
from itertools import permutations

import pytest
from benchmarks.honest_ratings import STRENGTHS, ratings_hold, roles_hold
from tests.bench.boards_played import game, round_robin

from codenames_core.game.config import GameMode
from codenames_metrics.analysis.ratings import Ratings, fit_ratings
from codenames_metrics.analysis.scores import Score

BASEBALL = {
    "Milwaukee": (0, 7, 9, 7, 7, 9, 11),
    "Detroit": (6, 0, 7, 5, 11, 9, 9),
    "Toronto": (4, 6, 0, 7, 7, 8, 12),
    "New York": (6, 8, 6, 0, 6, 7, 10),
    "Boston": (6, 2, 6, 7, 0, 7, 12),
    "Cleveland": (4, 4, 5, 6, 6, 0, 6),
    "Baltimore": (2, 4, 1, 3, 1, 7, 0),
}
"""Wins of the row against the column, American League 1987: Agresti, Categorical Data Analysis (2002), table 10.10."""
PUBLISHED = {
    "Milwaukee": 1.5814,
    "Detroit": 1.4364,
    "Toronto": 1.2945,
    "New York": 1.2476,
    "Boston": 1.1077,
    "Cleveland": 0.6839,
    "Baltimore": 0.0,
}
"""Their ratings by maximum likelihood, in the vignette of the R package BradleyTerry2; the book has two digits."""


def rated(games: list[Score]) -> Ratings:
    found = fit_ratings(games)
    assert found
    return found


def test_ratings_are_those_of_the_book() -> None:
    games = []
    for winner, wins in BASEBALL.items():
        for loser, count in zip(BASEBALL, wins, strict=True):
            for number in range(count):  # from both sides in turn, so that moving first hardly matters
                red, blue = (winner, loser) if number % 2 else (loser, winner)
                games.append(game(red, blue, number, "red" if red == winner else "blue"))
    # without the start term in the book's model, its mirror image makes it exactly 0
    games += [game(one.cell.combo.blue.cluer, one.cell.combo.red.cluer, 0, _other(one)) for one in games]
    found = {one.model: one.strength or 0.0 for one in rated(games).models}
    for team, strength in PUBLISHED.items():
        assert found[team] - found["Baltimore"] == pytest.approx(strength, abs=0.0001)


def _other(one: Score) -> str:
    return "blue" if one.winner and one.winner.value == "red" else "red"


def test_two_models_have_the_odds_of_their_wins() -> None:
    games = [game("a", "b", board, "red" if board % 4 else "blue") for board in range(40)]
    games += [game("b", "a", board, "blue" if board % 4 else "red") for board in range(40)]
    found = rated(games)
    strengths = {one.model: one.strength or 0.0 for one in found.models}
    assert strengths["a"] - strengths["b"] == pytest.approx(math.log(3), abs=1e-4)
    assert strengths["a"] + strengths["b"] == pytest.approx(0, abs=1e-6)
    assert found.start == pytest.approx(0, abs=1e-4)


def test_the_start_term_is_the_odds_of_moving_first() -> None:
    games = [game(red, blue, n, "red" if n % 5 else "blue") for red, blue in ("ab", "ba", "aa") for n in range(50)]
    assert rated(games).start == pytest.approx(math.log(4), abs=0.02)  # its prior pulls it a little towards 0


def test_roles_are_found_behind_mixed_teams() -> None:
    cluers, guessers = {"a": 1.0, "b": 0.0, "c": -1.0}, {"a": -0.6, "b": 0.6, "c": 0.0}
    teams = [f"{cluer} {guesser} {guesser}" for cluer, guesser in permutations("abc", 2)]
    dice, games = random.Random(3), []
    for board in range(100):
        for red, blue in permutations(teams, 2):
            odds = sum(sign * (cluers[t[0]] + guessers[t[2]]) for sign, t in ((1, red), (-1, blue))) + 0.3
            games.append(game(red, blue, board, "red" if dice.random() < 1 / (1 + math.exp(-odds)) else "blue"))
    found = rated(games)
    for one in found.models:
        assert one.cluer == pytest.approx(cluers[one.model], abs=0.15)
        assert one.guesser == pytest.approx(guessers[one.model], abs=0.15)
        assert one.cluer_ci
        assert (one.cluer_ci.low or 0) < (one.cluer or 0) < (one.cluer_ci.high or 0)
    assert found.start == pytest.approx(0.3, abs=0.1)


def test_a_model_that_only_plays_with_itself_has_no_roles() -> None:
    found = rated(round_robin({"a": 2, "b": 1}, 20))
    assert all((one.cluer, one.guesser, one.guesser_ci) == (None, None, None) for one in found.models)
    assert all(one.strength_ci for one in found.models)


def test_a_model_that_never_wins_has_a_bound_and_spoils_no_other_rating() -> None:
    games = round_robin({"a": 2, "b": 1}, 30)
    alone = {one.model: one for one in rated(games).models}
    for board in range(30):
        for other in "ab":
            games += [game(other, "never", board, "red"), game("never", other, board, "blue")]
    found = rated(games)
    last = found.models[-1]
    assert (last.model, last.is_endless, last.strength, last.win_chance) == ("never", True, None, None)
    assert last.strength_ci
    assert last.strength_ci.low is None
    # 120 games lost: 2 x 120 x log(1 + odds) < 2.045^2, Student's quantile for 29 degrees, gives -4.04 against the mean
    assert last.strength_ci.high == pytest.approx(-4.04, abs=0.1)
    assert found.zero == ("a", "b")
    for one in found.models[:-1]:
        before = alone[one.model]
        assert not one.is_endless
        assert one.strength == pytest.approx(before.strength, abs=0.01)
        assert one.strength_ci == pytest.approx(before.strength_ci, abs=0.01)


def test_where_one_always_beats_the_other_both_have_bounds_alone() -> None:
    found = rated([game("a", "b", board, "red") for board in range(20)])
    assert [(one.model, one.is_endless, one.strength) for one in found.models] == [("a", True, None), ("b", True, None)]
    first, second = (one.strength_ci for one in found.models)
    assert first
    assert second
    assert (first.low or 0, first.high) == (-(second.high or 0), None)


def test_undecided_games_and_mirrors_alone_have_no_ratings() -> None:
    assert fit_ratings([game("a", "b", 1, None)]) is None
    assert fit_ratings([game("a", "a", 1, "red")]) is None
    assert fit_ratings([]) is None
    assert fit_ratings([game("a", "b", 1, "red")], GameMode.SINGLE_GUESSER) is None


@pytest.mark.parametrize(("name", "strengths", "boards"), STRENGTHS, ids=lambda value: str(value))
def test_intervals_and_bounds_of_ratings_hold_the_truth(name: str, strengths: dict[str, float], boards: int) -> None:
    # of 40 intervals that hold with 0.95 each, fewer than 34 hold with 0.003
    found = ratings_hold(strengths, boards, 40)
    assert min(found.held.values()) >= 34
    if name == "very strong" and boards == 30:
        assert found.endless >= 10
        assert found.endless_held >= 0.8 * found.endless


def test_intervals_of_roles_hold_the_truth() -> None:
    cluers, guessers, start = roles_hold(30, 30)
    assert min(cluers, guessers) >= 0.85  # 90 intervals, in threes
    assert start >= 24 / 30


def test_few_boards_have_ratings_without_intervals() -> None:
    found = rated(round_robin({"a": 2, "b": 1}, 9))
    assert (found.start_ci, {one.strength_ci for one in found.models}) == (None, {None})
    assert all(one.strength is not None for one in found.models)


def test_the_same_games_have_the_same_ratings_in_any_order() -> None:
    games = round_robin({"a": 3, "b": 2, "c": 1}, 15)
    assert rated(games) == rated(random.Random(1).sample(games, len(games)))
