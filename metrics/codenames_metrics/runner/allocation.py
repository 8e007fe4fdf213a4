"""Which games a run plays that stops when it has found out enough: whole boards, for the pairs that need them.

Boards come in batches. What the next batch is depends on the results of those before alone, and not on when a game of
them ended or in which session: a run that is interrupted, or played elsewhere, plays the same games.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Final

from codenames_metrics.analysis.game_results import GameResult
from codenames_metrics.analysis.head_to_head import Pairing, pairing_key, pairings
from codenames_metrics.analysis.stopping import Goal, PairStanding, of_interest, standing
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.statistics.intervals import FEWEST_JUDGED
from codenames_metrics.statistics.moments import mean

_FEWEST_BOARDS: Final = 5
"""Of a batch after the first."""
_GROWTH: Final = 10
"""A batch has one board for each so many that a pair has already."""


class Allocation:
    """Hands out the games of a plan, batch by batch.

    Args:
        plan: with at least `goal.most_boards` boards.
        goal: what is to be found out.
        results: returns the games that are finished and were not returned before.
        is_settled: whether nothing more happens to the game at a place of the plan in this session.
    """

    def __init__(
        self,
        plan: Plan,
        goal: Goal,
        results: Callable[[], Iterable[GameResult]],
        is_settled: Callable[[int], bool],
    ) -> None:
        self.goal = goal
        self.is_over = False
        """Whether there is nothing left to find out, or no board left to play."""
        self.standings: dict[Pairing, PairStanding] = {}
        """How far each pair was when the last batch had ended."""
        self._plan = plan
        self._results = results
        self._is_settled = is_settled
        self._pairs = pairings(plan.cells)
        by_key = {pairing.key: pairing for pairing in self._pairs}
        self._cells: dict[Pairing, list[int]] = defaultdict(list)
        for number, cell in enumerate(plan.cells):
            if (pairing := by_key.get(pairing_key(cell))) is not None:
                self._cells[pairing].append(number)
        self._boards = dict.fromkeys(self._pairs, 0)
        """How many boards each pair has been given."""
        self._won: dict[int, float | None] = {}
        """Whether the first of its pair won each finished game."""
        self._batch: list[int] = []

    def next_games(self) -> list[int]:
        """Return the games of the next batch; none while games of the last one are played, and at the end."""
        if self.is_over or not all(map(self._is_settled, self._batch)):
            return []
        self._read()
        self.standings = {pairing: self._standing(pairing) for pairing in self._pairs}
        has_begun = any(self._boards.values())
        wanted = of_interest(self.standings, self.goal) if has_begun else filter(self.goal.is_about, self._pairs)
        self._batch = [
            game for pairing in wanted if not self.standings[pairing].is_resolved for game in self._more(pairing)
        ]
        self.is_over = not self._batch
        return self._batch

    def outcome(self) -> list[PairStanding]:
        """Return how far the pairs are that the goal is about."""
        return [self.standings[pairing] for pairing in of_interest(self.standings, self.goal)]

    def _read(self) -> None:
        by_cell = {cell: pairing for pairing, cells in self._cells.items() for cell in cells}
        for game in self._results():
            if (pairing := by_cell.get(game.place % len(self._plan.cells))) is not None:
                cell = self._plan.cell_of(game.place)
                won = None if game.winner is None else float(cell.lineup(game.winner) == pairing.first)
                self._won[game.place] = won

    def _standing(self, pairing: Pairing) -> PairStanding:
        shares = []
        for board in range(self._boards[pairing]):
            won = [won for game in self._games(pairing, board) if (won := self._won.get(game)) is not None]
            if (share := mean(won)) is not None:
                shares.append(share)
        return standing(pairing, shares, len(self._pairs), self.goal)

    def _more(self, pairing: Pairing) -> list[int]:
        """Return the games of the pair's next boards, and give it these boards."""
        before = self._boards[pairing]
        batch = max(_FEWEST_BOARDS, before // _GROWTH) if before else FEWEST_JUDGED
        after = min(before + batch, self.goal.most_boards, len(self._plan.config.seeds))
        self._boards[pairing] = after
        return [game for board in range(before, after) for game in self._games(pairing, board)]

    def _games(self, pairing: Pairing, board: int) -> list[int]:
        """Return the places of all games of a pair on a board: both sides, and every repeat."""
        config, cells = self._plan.config, len(self._plan.cells)
        return [
            (repeat * len(config.seeds) + board) * cells + cell
            for repeat in range(config.games_per_config)
            for cell in self._cells[pairing]
        ]
