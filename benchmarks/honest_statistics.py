"""Do the intervals and tests of leaderboards hold what they promise? Simulated where the truth is known.

    python -m benchmarks.honest_statistics

Prints how often intervals of 95 % hold the truth, how often tests find a difference that is not there (5 % is promised)
and one that is, and how long ratings take. The dice have a fixed seed. Figures and what they mean: docs/statistics.md.
"""

import math
import random
import time
from collections.abc import Iterator
from itertools import permutations
from typing import Final

from benchmarks.figures import Figure
from benchmarks.planned_designs import DESIGNS, power
from codenames_core.game.config import GameMode, Team
from codenames_metrics.analysis.ratings import Ratings, fit_ratings
from codenames_metrics.analysis.scores import Score, SideScore
from codenames_metrics.experiment.combos import Composition, Lineup, ModelCombo
from codenames_metrics.experiment.jobs import Cell
from codenames_metrics.statistics.comparison_families import compare_all
from codenames_metrics.statistics.paired_tests import paired_comparison
from codenames_metrics.statistics.proportions import share_interval, wilson_interval

NO_SCORES: Final = SideScore(None, None, None, None)
AIM: Final = 5.0
RUNS: Final = 200
"""Simulations behind each number."""


def figures(quick: bool) -> Iterator[Figure]:
    """Return the worst of each kind, and the time of ratings."""
    runs = 40 if quick else RUNS
    held = [
        sum(column) / runs
        for column in zip(*(_held(random.Random(run), 50, 6, 0.2, 0.5) for run in range(runs)), strict=True)
    ]
    about = f"50 boards, 6 games on each, {runs} simulations"
    yield Figure("intervals that hold the truth, ours", held[0] * 100, "%", about=about)
    yield Figure("intervals that hold the truth, plain Wilson", held[1] * 100, "%", about=about)
    alarms = _found(4 * runs, 100, 0.2, 0.0)[2] * 100
    yield Figure("differences found where there is none", alarms, "%", about="100 boards; 5 % is promised")
    yield Figure("differences of 10 points found", _found(2 * runs, 100, 0.2, 0.1)[2] * 100, "%", about="100 boards")
    for name, took, games in _rating_times():
        yield Figure(f"ratings, {name}", took, "s of CPU", AIM, about=f"6 models, {games:,} games, 200 draws")


def main() -> None:
    """Print the tables behind the figures."""
    for part in (_shares, _false_alarms, _power, _families, _ratings, _promises):
        for line in part(RUNS):
            print(line, flush=True)


def _shares(runs: int) -> Iterator[str]:
    yield "intervals of a share: boards, games on each, spread of boards, share: held by ours, by plain Wilson"
    for boards in (5, 10, 20, 50, 100):
        for games, spread, share in ((1, 0.0, 0.5), (2, 0.2, 0.5), (6, 0.2, 0.5), (6, 0.15, 0.8), (10, 0.4, 0.5)):
            held = [_held(random.Random(run), boards, games, spread, share) for run in range(runs)]
            ours, plain = (sum(column) / runs for column in zip(*held, strict=True))
            yield f"  {boards:4} {games:3} {spread:5} {share:4}:   {ours:.3f}   {plain:.3f}"


def _held(dice: random.Random, boards: int, games: int, spread: float, share: float) -> tuple[bool, bool]:
    chances = [share + dice.choice((-spread, spread)) for _ in range(boards)]
    results = {board: [float(dice.random() < chance) for _ in range(games)] for board, chance in enumerate(chances)}
    wins = sum(map(sum, results.values()))
    found = (share_interval(results), wilson_interval(wins, boards * games))
    ours, plain = (one is not None and one.low <= share <= one.high for one in found)
    return ours, plain


def _boards(dice: random.Random, boards: int, differing: float, lead: float) -> tuple[list[float], list[float]]:
    """Return results of two line-ups: they differ on a share of the boards, and the first wins more often by a lead."""
    first, second = [], []
    for _ in range(boards):
        if dice.random() < differing:
            won = dice.random() < 0.5 + lead / (2 * differing)
            first.append(float(won))
            second.append(float(not won))
        else:
            both = float(dice.random() < 0.5)
            first.append(both)
            second.append(both)
    return first, second


def _found(runs: int, boards: int, differing: float, lead: float) -> list[float]:
    """Return how often the t test, McNemar's, and the one that decides say that there is a difference."""
    counts = [0, 0, 0]
    for run in range(runs):
        result = paired_comparison(*_boards(random.Random(run), boards, differing, lead))
        for place, p in enumerate((result.p_value, result.p_value_mcnemar, result.decisive_p)):
            counts[place] += p is not None and p < 0.05
    return [count / runs for count in counts]


def _false_alarms(runs: int) -> Iterator[str]:
    yield "no difference: boards, share on which the two differ: found by t, by McNemar, by the one that decides"
    for boards in (20, 50, 100, 400):
        for differing in (0.05, 0.2, 0.5):
            found = _found(4 * runs, boards, differing, 0.0)
            yield f"  {boards:4} {differing:5}:   " + "   ".join(f"{one:.3f}" for one in found)


def _power(runs: int) -> Iterator[str]:
    yield "a lead of 10 points, boards that differ 20 %: found by t, by McNemar, by the one that decides"
    for boards in (50, 100, 200, 400):
        yield f"  {boards:4}:   " + "   ".join(f"{one:.3f}" for one in _found(2 * runs, boards, 0.2, 0.1))


def _families(runs: int) -> Iterator[str]:
    yield "five equal models, 100 boards: runs in which any of ten pairs is said to differ, with Holm and without"
    corrected = plain = 0
    for run in range(runs):
        dice = random.Random(run)
        scores = {name: {str(board): float(dice.random() < 0.5) for board in range(100)} for name in "abcde"}
        found = compare_all(scores)
        corrected += any(one.is_resolved for one in found)
        plain += any((one.p_value or 1.0) < 0.05 for one in found)
    yield f"  {corrected / runs:.3f}   {plain / runs:.3f}"


def _ratings(runs: int) -> Iterator[str]:
    yield "ratings: three models in mixed teams, boards: intervals that hold the truth, of cluers, guessers, start"
    cluers, guessers = {"a": 0.5, "b": 0.0, "c": -0.5}, {"a": -0.4, "b": 0.4, "c": 0.0}
    sides = [Lineup(one, other, other) for one, other in permutations("abc", 2)]
    for boards in (20, 50, 100):
        held = [0, 0, 0]
        tries = max(20, runs // 4)
        for run in range(tries):
            found = fit_ratings(_games(random.Random(run), sides, boards, cluers, guessers, 0.2), resamples=200)
            for place, inside in enumerate(_inside(found, cluers, guessers) if found else ()):
                held[place] += inside
        shares = (held[0] / (3 * tries), held[1] / (3 * tries), held[2] / tries)
        yield f"  {boards:4}:   " + "   ".join(f"{one:.3f}" for one in shares)


def _inside(found: Ratings, cluers: dict[str, float], guessers: dict[str, float]) -> tuple[int, int, int]:
    def holds(interval: tuple[float, float] | None, truth: float) -> bool:
        return interval is not None and interval[0] <= truth <= interval[1]

    return (
        sum(holds(one.cluer_ci, cluers[one.model]) for one in found.models),
        sum(holds(one.guesser_ci, guessers[one.model]) for one in found.models),
        int(holds(found.start_ci, 0.2)),
    )


def _games(
    dice: random.Random,
    sides: list[Lineup],
    boards: int,
    cluers: dict[str, float],
    guessers: dict[str, float],
    start: float,
) -> list[Score]:
    """Return a round robin; each board favours its first side in its own way."""
    composition = Composition.HOMOGENEOUS if sides[0].is_homogeneous else Composition.MIXED_CLUER
    cells = [Cell(GameMode.STANDARD, ModelCombo(composition, red, blue)) for red, blue in permutations(sides, 2)]
    games = []
    for board in range(boards):
        favour = start + dice.gauss(0.0, 0.5)
        for cell in cells:
            red, blue = cell.combo.red, cell.combo.blue
            odds = cluers[red.cluer] + guessers[red.guesser_1] - cluers[blue.cluer] - guessers[blue.guesser_1] + favour
            winner = Team.RED if dice.random() < 1 / (1 + math.exp(-odds)) else Team.BLUE
            games.append(Score(cell, str(board), winner, Team.RED, {Team.RED: NO_SCORES, Team.BLUE: NO_SCORES}))
    return games


def _promises(runs: int) -> Iterator[str]:
    yield "differences that a dry run promises to find in 80 % of runs: design, table: found"
    for name in DESIGNS:
        found = ", ".join(f"{what} {share:.3f}" for what, share in power(name, 5 * runs))
        yield f"  {name}:   {found}"


def _rating_times() -> Iterator[tuple[str, float, int]]:
    strengths = dict(zip("abcdef", (1.0, 0.6, 0.2, -0.2, -0.6, -1.0), strict=True))
    for name, sides, boards in (
        ("homogeneous", [Lineup(one, one, one) for one in strengths], 100),
        ("mixed", [Lineup(one, other, other) for one, other in permutations(strengths, 2)], 4),
    ):
        games = _games(random.Random(1), sides, boards, strengths, strengths, 0.1)[:3_480]
        began = time.process_time()
        found = fit_ratings(games if boards >= 10 else _spread(games), resamples=200)
        yield name, time.process_time() - began, found.games if found else 0


def _spread(games: list[Score]) -> list[Score]:
    """Return games over more boards, as if each cell had been played on some of them alone."""
    return [game._replace(board=str(place % 100)) for place, game in enumerate(games)]


if __name__ == "__main__":
    main()
