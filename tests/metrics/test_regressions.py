"""Regressions on games that share boards: profile likelihood and adjusted means, by hand."""

import math

import pytest

from codenames_metrics.statistics.adjusted_means import LeastSquares
from codenames_metrics.statistics.clustered_logistic import ClusteredLogistic
from codenames_metrics.statistics.student import student_quantile


def one_chance(won: int, lost: int) -> ClusteredLogistic:
    """Games that all have the same chance, one on each board."""
    results = [1] * won + [0] * lost
    games = range(len(results))
    return ClusteredLogistic([[1.0]], [0] * len(results), games, results, [1 - one for one in results], [0.0])


def log_likelihood(won: int, lost: int, odds: float) -> float:
    return won * odds - (won + lost) * math.log1p(math.exp(odds))


def test_a_chance_is_estimated_by_its_odds_and_bounded_by_the_deviance() -> None:
    import numpy as np

    found = one_chance(30, 10).profile(np.array([1.0]), 0.95)
    assert found.estimate == pytest.approx(math.log(3), abs=1e-5)
    # one game a board: the variance between boards is that of games, times 40 / 39
    limit = student_quantile(0.975, 39) ** 2 * 40 / 39
    for end in (found.low, found.high):
        assert end is not None
        assert 2 * (log_likelihood(30, 10, math.log(3)) - log_likelihood(30, 10, end)) == pytest.approx(limit, rel=1e-4)


def test_a_chance_of_which_only_wins_are_seen_has_one_bound() -> None:
    import numpy as np

    found = one_chance(20, 0).profile(np.array([1.0]), 0.95)
    assert (found.estimate, found.high) == (None, None)
    # 2 x 20 x log(1 + 1 / odds) = t^2
    odds = 1 / math.expm1(student_quantile(0.975, 19) ** 2 / 40)
    assert found.low == pytest.approx(math.log(odds), abs=1e-4)
    lost = one_chance(0, 20).profile(np.array([1.0]), 0.95)
    assert (lost.estimate, lost.low) == (None, None)
    assert lost.high == pytest.approx(-(found.low or 0), abs=1e-4)


def test_the_p_value_is_that_at_which_the_interval_reaches_0() -> None:
    import numpy as np

    games, weights = one_chance(25, 15), np.array([1.0])
    p_value = games.p_value(weights)
    assert 0.05 < p_value < 0.2
    assert games.profile(weights, 1 - p_value).low == pytest.approx(0.0, abs=1e-6)


def test_what_games_say_nothing_of_is_not_determined() -> None:
    import numpy as np

    games = ClusteredLogistic([[1.0, 1.0]], [0] * 4, range(4), [1, 1, 1, 0], [0, 0, 0, 1], [0.0, 0.0])
    assert games.is_determined(np.array([1.0, 1.0]))
    assert not games.is_determined(np.array([1.0, -1.0]))


def test_adjusted_means_are_those_of_equal_partners() -> None:
    # rows of a table of two by two, one value on each of three boards: cluers add 1 and 3, guessers 0 and 2
    design = [[1.0, 0.0, 1.0, 0.0], [1.0, 0.0, 0.0, 1.0], [0.0, 1.0, 1.0, 0.0]]
    values = [1.0, 3.0, 3.0]
    groups = [(kind, board) for kind in range(3) for board in range(3)]
    fitted = LeastSquares(
        design, [k for k, _ in groups], [b for _, b in groups], [1] * 9, [values[k] for k, _ in groups]
    )
    for weights, mean in (([1, 0, 0.5, 0.5], 2.0), ([0, 1, 0.5, 0.5], 4.0)):
        found = fitted.mean(weights)
        assert found
        assert found.mean == pytest.approx(mean)
        assert found.standard_error == pytest.approx(0.0, abs=1e-9)
    assert fitted.mean([1, 0, 0, 0]) is None  # a cluer without any guesser is never seen
