"""How a run stands while it is played: each match-up's wins and interval, game by game.

Tables and tests over all games are left to `leaderboard`.
"""

from collections import defaultdict
from typing import NamedTuple

from codenames_core.game.config import GameMode
from codenames_metrics.analysis.game_results import GameResult
from codenames_metrics.analysis.head_to_head import Pairing, pairing_key, pairings
from codenames_metrics.experiment.combos import Composition, Lineup
from codenames_metrics.experiment.jobs import Cell
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.statistics.intervals import Interval
from codenames_metrics.statistics.proportions import share, share_interval


class LiveStanding(NamedTuple):
    """How two line-ups stand that meet, or how far a line-up is that plays itself."""

    mode: GameMode
    composition: Composition
    first: str
    second: str
    planned: int
    finished: int
    first_wins: int
    second_wins: int
    undecided: int
    win_rate: float | None
    """Of the first, over the decided games; None for a line-up against itself, or with a ghost."""
    interval: Interval | None
    """95 %, as `head_to_head` has it: it tightens with every board."""
    is_contest: bool = True
    """Whether the games tell who plays better; where not, no wins are counted."""

    @property
    def is_mirror(self) -> bool:
        """Whether a line-up plays itself."""
        return self.first == self.second


class LiveStandings:
    """How each two line-ups stand that meet, kept up to date game by game.

    Args:
        plan: of the run.
    """

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._matchups: dict[Pairing | Cell, _Matchup] = {}
        met = {pairing.key: pairing for pairing in pairings(plan.cells)}
        self._of_cell: dict[Cell, _Matchup] = {}
        for cell in plan.cells:
            combo = cell.combo
            pairing = met.get(pairing_key(cell))
            first, second = (pairing.first, pairing.second) if pairing else (combo.red, combo.blue)
            matchup = self._matchups.setdefault(pairing or cell, _Matchup(cell, first, second))
            matchup.planned += plan.games_per_cell
            self._of_cell[cell] = matchup

    def add(self, game: GameResult) -> None:
        """Take one more game."""
        cell = self._plan.cell_of(game.place)
        self._of_cell[cell].add(cell, game)

    def rows(self) -> tuple[LiveStanding, ...]:
        """Return all match-ups in the order of the plan; only those that changed are computed again."""
        return tuple(matchup.standing() for matchup in self._matchups.values())


class _Matchup:
    def __init__(self, cell: Cell, first: Lineup, second: Lineup) -> None:
        self.planned = 0
        self._mode, self._composition = cell.mode, cell.combo.composition
        self._first, self._second = first, second
        self._is_contest = cell.combo.is_contest
        self._boards: defaultdict[str, list[float]] = defaultdict(list)
        self._finished = self._undecided = self._first_wins = self._second_wins = 0
        self._standing: LiveStanding | None = None

    def add(self, cell: Cell, game: GameResult) -> None:
        self._standing = None
        self._finished += 1
        if game.winner is None:
            self._undecided += 1
        elif self._is_contest:
            won = cell.lineup(game.winner) == self._first
            self._first_wins += won
            self._second_wins += not won
            self._boards[game.board].append(float(won))

    def standing(self) -> LiveStanding:
        if self._standing is None:
            decided = self._first_wins + self._second_wins
            self._standing = LiveStanding(
                self._mode,
                self._composition,
                self._first.name,
                self._second.name,
                self.planned,
                self._finished,
                self._first_wins,
                self._second_wins,
                self._undecided,
                share(self._first_wins, decided),
                share_interval(dict(sorted(self._boards.items()))),
                self._is_contest,
            )
        return self._standing
