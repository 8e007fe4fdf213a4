"""Does a tune of equal prompts claim that one is better, and by how much does the best of many flatter itself? Dice.

    python -m benchmarks.honest_tuning

Scores are thrown, and everything that is done with them is what a tune does: finalists by the search, the choice by
games, one test on boards of its own. Beside it stands what a search without a test would say: the best of K on the
positions that it was found on, against the start.
"""

import random
import sys
from collections.abc import Iterator
from typing import NamedTuple

from codenames_metrics.laboratory.tuning.outcome.choice import choose, confirm, finalists, optimism
from codenames_metrics.statistics.moments import mean

ITEMS, CHOICE_BOARDS, TEST_BOARDS, PER_BOARD, FINALISTS = 30, 10, 20, 4, 3
_SPREAD, _BOARD_SPREAD, _GAME_SPREAD = 1.2, 0.4, 4.0
"""Standard deviations of net words: of a position, of what a board adds to a difference, of words ahead in a game."""


class TuneClaims(NamedTuple):
    """What came of some simulated tunes."""

    tunes: int
    tested: int
    """Tunes in which another set than the start was chosen."""
    claimed: int
    """Tunes whose test said that the chosen set is better, or worse."""
    better: int
    """Those of them that said better."""
    naive: int
    """Tunes in which the best of K was better than the start on the positions of the search, with p below 0.05."""
    naive_gain: float
    """By how much the best of K was above the start there, on average."""
    true_gain: float
    """By how much the chosen set really is above the start, on average."""
    gap: float
    """Mean of the optimism that was stated."""
    covered: int
    """Tests whose interval holds the truth."""


def claims(sets: int, tunes: int, *, gain: float = 0.0, seed: int = 0) -> TuneClaims:
    """Simulate tunes of the start and so many other prompt sets.

    Args:
        sets: beside the start.
        tunes: how many.
        gain: what one of the sets is really worth over the others, in net words a position.
        seed: of the dice.
    """
    tested = claimed = better = naive = covered = 0
    naive_gains, true_gains, gaps = [], [], []
    for tune in range(tunes):
        dice = random.Random(f"{seed} {sets} {gain} {tune}")
        truth = {str(number): gain * (number == 1) for number in range(sets + 1)}
        items = [dice.gauss(1.0, _SPREAD) for _ in range(ITEMS)]
        searched = {
            name: {place: item + worth + dice.gauss(0, _SPREAD) for place, item in enumerate(items)}
            for name, worth in truth.items()
        }
        best = max(list(searched)[1:], key=lambda name: mean(searched[name].values()) or 0.0)
        gains = [(place, searched[best][place] - searched["0"][place]) for place in range(ITEMS)]
        naive_gains.append(mean(value for _, value in gains) or 0.0)
        naive += confirm(gains).verdict == "better"
        games = {
            name: {board: 5 * truth[name] + dice.gauss(0, _GAME_SPREAD) for board in range(CHOICE_BOARDS)}
            for name in finalists(searched, "0", FINALISTS)
        }
        chosen = choose(games, searched)
        true_gains.append(truth[chosen])
        if chosen == "0":
            continue
        tested += 1
        differences = list(_differences(truth[chosen], dice))
        found = confirm(differences)
        claimed += found.verdict != "not told apart"
        better += found.verdict == "better"
        interval = found.difference.interval
        covered += interval is not None and interval.low <= truth[chosen] <= interval.high
        gained = [(place, searched[chosen][place] - searched["0"][place]) for place in range(ITEMS)]
        gap = optimism(gained, differences, draws=40)
        gaps.append(gap.gap if gap else 0.0)
    return TuneClaims(
        tunes,
        tested,
        claimed,
        better,
        naive,
        mean(naive_gains) or 0.0,
        mean(true_gains) or 0.0,
        mean(gaps) or 0.0,
        covered,
    )


def _differences(worth: float, dice: random.Random) -> Iterator[tuple[int, float]]:
    for board in range(TEST_BOARDS):
        shared = dice.gauss(0, _BOARD_SPREAD)
        for _ in range(PER_BOARD):
            yield board, worth + shared + dice.gauss(0, _SPREAD) - dice.gauss(0, _SPREAD)


def tables(tunes: int) -> Iterator[str]:
    """Yield what tunes claim: of equal sets, and where one of them is better."""
    yield "sets, true gain, tunes: tested, claimed, better, naive better, naive gain, true gain, optimism, coverage"
    for sets, gain in ((1, 0.0), (4, 0.0), (9, 0.0), (19, 0.0), (9, 0.5), (9, 1.0)):
        found = claims(sets, tunes, gain=gain)
        yield (
            f"  {sets}, {gain}, {tunes}: {found.tested / tunes:.3f} {found.claimed / tunes:.3f} "
            f"{found.better / tunes:.3f} {found.naive / tunes:.3f} {found.naive_gain:+.2f} {found.true_gain:+.2f} "
            f"{found.gap:+.2f} {found.covered / max(1, found.tested):.3f}"
        )


if __name__ == "__main__":
    for line in tables(int(sys.argv[1]) if len(sys.argv) > 1 else 2_000):
        print(line)
