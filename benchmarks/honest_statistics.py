"""Do the intervals and tests of leaderboards hold what they promise? Simulated where the truth is known.

    python -m benchmarks.honest_statistics

Prints how often intervals of 95 % hold the truth, how often tests find a difference that is not there (5 % is promised)
and one that is, and how long ratings take. The dice have a fixed seed. Figures and what they mean: docs/statistics.md.
"""

import random
from collections.abc import Iterator
from typing import Final

from benchmarks import honest_comparisons, honest_cross_play, honest_looks, honest_ratings, honest_stopping
from benchmarks.figures import Figure
from benchmarks.honest_comparisons import one_game
from benchmarks.planned_designs import DESIGNS, power
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
    alarms = honest_comparisons.found(one_game(0.2, 0.0), 100, 4 * runs)[1] * 100
    yield Figure("differences found where there is none", alarms, "%", about="100 boards; 5 % is promised")
    power = honest_comparisons.found(one_game(0.2, 0.1), 100, 2 * runs)[1] * 100
    yield Figure("differences of 10 points found", power, "%", about="100 boards")
    seen = list(honest_looks.found_on_the_way(2, 0.0, runs // 2))
    about = f"two equal models, 40 looks, {runs // 2} simulations; 5 % is promised"
    yield Figure("claims at any look, ours", 100 * seen[0], "%", about=about)
    yield Figure("claims at any look, of fixed intervals", 100 * seen[2], "%", about=about)
    for name, took, games in honest_ratings.times():
        yield Figure(f"ratings, {name}", took, "s of CPU", AIM, about=f"6 models, {games:,} games")


def main() -> None:
    """Print the tables behind the figures."""
    simulated = (honest_comparisons, honest_looks, honest_ratings, honest_cross_play, honest_stopping)
    for part in (_shares, *(module.tables for module in simulated), _promises):
        for line in part(RUNS):
            print(line, flush=True)


def _shares(runs: int) -> Iterator[str]:
    yield "intervals of a share: boards, games on each, spread of boards, share: held by ours, by plain Wilson"
    for boards in (5, 10, 20, 50, 100):
        for games, spread, share in ((1, 0.0, 0.5), (2, 0.2, 0.5), (6, 0.2, 0.5), (6, 0.15, 0.8), (10, 0.4, 0.5)):
            held = [_held(random.Random(run), boards, games, spread, share) for run in range(runs)]
            ours, plain = (sum(column) / runs for column in zip(*held, strict=True))
            yield f"  {boards:4} {games:3} {spread:5} {share:4}:   {ours:.3f}   {plain:.3f}"
    yield "balanced boards, 6 games on each, 3 of them won with 90 %: held, mean width, that of plain Wilson"
    for boards in (12, 30, 100):
        yield f"  {boards:4}:   " + "   ".join(f"{one:.3f}" for one in _balanced(boards, runs))


def _balanced(boards: int, runs: int) -> tuple[float, float, float]:
    held = width = plain = 0.0
    for run in range(runs):
        dice = random.Random(run)
        results = {
            board: [float(dice.random() < chance) for chance in (0.9,) * 3 + (0.1,) * 3] for board in range(boards)
        }
        ours, usual = share_interval(results), wilson_interval(sum(map(sum, results.values())), 6 * boards)
        if ours and usual:
            held += ours.low <= 0.5 <= ours.high
            width += ours.high - ours.low
            plain += usual.high - usual.low
    return held / runs, width / runs, plain / runs


def _held(dice: random.Random, boards: int, games: int, spread: float, share: float) -> tuple[bool, bool]:
    chances = [share + dice.choice((-spread, spread)) for _ in range(boards)]
    results = {board: [float(dice.random() < chance) for _ in range(games)] for board, chance in enumerate(chances)}
    wins = sum(map(sum, results.values()))
    found = (share_interval(results), wilson_interval(wins, boards * games))
    ours, plain = (one is not None and one.low <= share <= one.high for one in found)
    return ours, plain


def _promises(runs: int) -> Iterator[str]:
    yield "differences that a dry run promises to find in 80 % of runs: design, table: found"
    for name in DESIGNS:
        found = ", ".join(f"{what} {share:.3f}" for what, share in power(name, 5 * runs))
        yield f"  {name}:   {found}"


if __name__ == "__main__":
    main()
