"""How often do comparisons claim what is not so, and find what is? Simulated where the truth is known.

Part of `benchmarks.honest_statistics`, whose tests run it with fewer simulations.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from benchmarks.simulated_runs import homogeneous, played, round_robin
from codenames_core.game.config import TEAMS, GameMode
from codenames_metrics.analysis.scores import Score, board_means, values_by_board
from codenames_metrics.statistics.comparison_families import compare_all
from codenames_metrics.statistics.paired_tests import paired_comparison

Draw = Callable[[random.Random, int], list[float]]
"""Differences on so many boards."""


def one_game(differing: float, lead: float) -> Draw:
    """Return how to draw differences of one game a board, on which the two differ now and then, and one leads."""

    def draw(dice: random.Random, boards: int) -> list[float]:
        return [
            (1.0 if dice.random() < 0.5 + lead / (2 * differing) else -1.0) if dice.random() < differing else 0.0
            for _ in range(boards)
        ]

    return draw


def uneven(dice: random.Random, boards: int) -> list[float]:
    """Return differences whose mean is 0 in truth: a little better on 70 % of the boards, much worse on 15 %."""
    chances = (dice.random() for _ in range(boards))
    return [0.25 if one < 0.7 else 0.0 if one < 0.85 else -0.25 * 0.7 / 0.15 for one in chances]


def found(draw: Draw, boards: int, runs: int) -> tuple[float, float]:
    """Return how often a single t test at 5 % and our verdict say that two differ."""
    t_test = verdict = 0
    for run in range(runs):
        result = paired_comparison(draw(random.Random(run), boards), [0.0] * boards)
        t_test += (result.p_value or 0.0 if result.difference else 1.0) < 0.05
        verdict += bool(result.is_resolved)
    return t_test / runs, verdict / runs


MODES: Final = (GameMode.STANDARD, GameMode.NO_ASSASSIN)


def claims_of_equals(models: int, boards: int, runs: int) -> tuple[float, float]:
    """Return in how many runs of equal models the primary table claims anything, and single t tests would."""
    names = [f"m{number}" for number in range(models)]
    cells, truth = round_robin(names, modes=MODES), homogeneous(dict.fromkeys(names, 0.0))
    claimed = uncorrected = 0
    for run in range(runs):
        scores = win_rates(played(random.Random(run), cells, boards, truth), names)
        comparisons = compare_all(scores)
        claimed += any(one.is_resolved for one in comparisons)
        uncorrected += any((one.p_value or 1.0) < 0.05 for one in comparisons)
    return claimed / runs, uncorrected / runs


def win_rates(games: Sequence[Score], names: Sequence[str]) -> dict[str, dict[str, float]]:
    """Return the share of its games that each model won on each board."""
    results: dict[str, list[tuple[str, float]]] = {name: [] for name in names}
    for game in games:
        for team in TEAMS:
            results[game.cell.lineup(team).cluer].append((game.board, float(game.winner is team)))
    return {name: board_means(values_by_board(pairs)) for name, pairs in results.items()}


def tables(runs: int) -> Iterator[str]:
    """Yield the tables of docs/statistics.md."""
    yield "no difference: boards, share of boards that differ: claimed by single t tests, by us"
    for boards in (20, 50, 100, 400):
        for differing in (0.05, 0.2, 0.5):
            yield f"  {boards:4} {differing:5}:   " + _shares(found(one_game(differing, 0.0), boards, 4 * runs))
    yield "no difference, uneven spread: boards: claimed by single t tests, by us"
    for boards in (20, 30, 50, 100):
        yield f"  {boards:4}:   " + _shares(found(uneven, boards, 4 * runs))
    yield "a lead of 10 points, boards that differ 20 %: found by single t tests, by us"
    for boards in (50, 100, 200, 400):
        yield f"  {boards:4}:   " + _shares(found(one_game(0.2, 0.1), boards, 2 * runs))
    yield "equal models in two modes, 100 boards: reports whose primary family claims anything; single t tests would"
    for models in (2, 4, 6):
        yield f"  {models:4}:   " + _shares(claims_of_equals(models, 100, runs))


def _shares(values: Sequence[float]) -> str:
    return "   ".join(f"{one:.3f}" for one in values)
