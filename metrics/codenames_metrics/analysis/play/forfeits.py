"""How often each model forfeited a turn, with an interval."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from codenames_metrics.analysis.failures.counts import GameOfFailures, SeatFailures, seats_by_model
from codenames_metrics.statistics.intervals import Interval
from codenames_metrics.statistics.proportions import share_interval


class Forfeits(NamedTuple):
    """The turns of all sides on which a model had a seat, and what failed at its seats."""

    model: str
    turns: int
    forfeited: int
    boards: int
    interval: Interval | None
    """Of the share forfeited: 95 %, Wilson, with the effective number of turns of the boards."""
    decisions: int
    failed_decisions: int
    refused_tries: int

    @property
    def share(self) -> float:
        """The share of its turns that were forfeited at its seats."""
        return self.forfeited / self.turns


def forfeits(games: Iterable[GameOfFailures]) -> Iterator[Forfeits]:
    """Yield what failed of each model that had a turn, ghosts left out, in the order in which they came."""
    turns: dict[str, Counter[str]] = defaultdict(Counter)
    forfeited: dict[str, Counter[str]] = defaultdict(Counter)
    sums: dict[str, SeatFailures] = defaultdict(lambda: SeatFailures(0, 0, 0, 0))
    for game in games:
        for team, side in game.sides.items():
            for model, seats in seats_by_model(game.cell, team, side).items():
                if model not in game.cell.combo.ghosts and side.turns:
                    turns[model][game.board] += side.turns
                    forfeited[model][game.board] += seats.forfeited_turns
                    sums[model] += seats
    for model, by_board in turns.items():
        results = {
            board: [1.0] * forfeited[model][board] + [0.0] * (count - forfeited[model][board])
            for board, count in sorted(by_board.items())
        }
        failed = sums[model]
        yield Forfeits(
            model,
            by_board.total(),
            forfeited[model].total(),
            len(by_board),
            share_interval(results),
            failed.decisions,
            failed.failed_decisions,
            failed.refused_tries,
        )
