"""How many whole games of two vector teams fit into a second of CPU time."""

from collections.abc import Iterator
from time import process_time
from typing import Final

from benchmarks.figures import Better, Figure
from benchmarks.games import played
from benchmarks.measuring import spent_by

AIM: Final = 25.0


def figures(quick: bool) -> Iterator[Figure]:
    """Play boards that no earlier round has seen, since what was worked out for a board is kept."""
    first = spent_by(lambda: played("vector", "vector", 0)).cpu
    games, rounds, seed, rates = (10, 2, 1, []) if quick else (40, 4, 1, [])
    for _ in range(rounds):
        began = process_time()
        for _ in range(games):
            played("vector", "vector", seed, red_seed=2 * seed, blue_seed=2 * seed + 1)
            seed += 1
        rates.append(games / (process_time() - began))
    about = "two teams, with all their talk"
    yield Figure("whole games of vector agents", max(rates), "/s of CPU", AIM, Better.MORE, about)
    yield Figure("the first of a process", first, "s of CPU", about="loads vectors and numpy")
