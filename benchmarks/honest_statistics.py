"""Do the intervals and tests of leaderboards hold what they promise? Simulated where the truth is known.

    python -m benchmarks.honest_statistics

Prints how often intervals of 95 % hold the truth, how often tests find a difference that is not there (5 % is promised)
and one that is, and how long ratings take. The dice have a fixed seed. Figures and what they mean: docs/statistics.md.
"""

import random
from collections.abc import Iterator
from typing import Final

from benchmarks.figures import Figure
from benchmarks.honest_ratings import tables, times
from benchmarks.planned_designs import DESIGNS, power
from codenames_metrics.statistics.comparison_families import compare_all
from codenames_metrics.statistics.paired_tests import paired_comparison
from codenames_metrics.statistics.proportions import share_interval, wilson_interval

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
    for name, took, games in times():
        yield Figure(f"ratings, {name}", took, "s of CPU", AIM, about=f"6 models, {games:,} games")


def main() -> None:
    """Print the tables behind the figures."""
    for part in (_shares, _false_alarms, _power, _families, tables, _promises):
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


def _promises(runs: int) -> Iterator[str]:
    yield "differences that a dry run promises to find in 80 % of runs: design, table: found"
    for name in DESIGNS:
        found = ", ".join(f"{what} {share:.3f}" for what, share in power(name, 5 * runs))
        yield f"  {name}:   {found}"


if __name__ == "__main__":
    main()
