"""How a run stands while it is played: each match-up's wins and interval, game by game.

The intervals are looked at all the time. So until the last game they are confidence sequences over the boards that are
over, and all rows hold together; then those of `head_to_head` take their place. Other tables are left to `leaderboard`.
"""

from collections import Counter, defaultdict
from functools import cached_property
from typing import NamedTuple

from codenames_core.game.config import GameMode
from codenames_metrics.analysis.game_results import GameResult
from codenames_metrics.analysis.head_to_head import Pairing, compare_shares, pairing_key, pairings, share_of_two
from codenames_metrics.analysis.scores import board_means
from codenames_metrics.experiment.combos import Composition, Lineup
from codenames_metrics.experiment.config import PrimaryFamily
from codenames_metrics.experiment.jobs import Cell
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.statistics.confidence_sequences import confidence_sequence, values_needed
from codenames_metrics.statistics.intervals import CONFIDENCE, FEWEST_JUDGED, Interval
from codenames_metrics.statistics.proportions import share


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
    """95 %, of all rows together; None before a board is over."""
    is_contest: bool = True
    """Whether the games tell who plays better; where not, no wins are counted."""
    is_final: bool = False
    """Whether all games of the run are finished, so that the interval is that of the report; until then it holds
    whenever it is looked at."""
    boards_needed: int | None = None
    """How many more boards tell the two apart, if they go on as they stand: a guess from the boards so far. 0 where
    they are told apart; None where no number does, where nothing is known yet, and at the end."""

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
            matchup.planned_per_board += plan.config.games_per_config
            self._of_cell[cell] = matchup
        self._level = 1 - (1 - CONFIDENCE) / max(1, len(met))
        self._finished = 0

    def add(self, game: GameResult) -> None:
        """Take one more game."""
        self._finished += 1
        cell = self._plan.cell_of(game.place)
        self._of_cell[cell].add(cell, game)

    def rows(self) -> tuple[LiveStanding, ...]:
        """Return all match-ups in the order of the plan; only those that changed are computed again."""
        if self._finished >= len(self._plan):
            return self._final_rows
        return tuple(matchup.standing(self._level) for matchup in self._matchups.values())

    @cached_property
    def _final_rows(self) -> tuple[LiveStanding, ...]:
        shares = {key: matchup.shares for key, matchup in self._matchups.items() if isinstance(key, Pairing)}
        one_family = self._plan.config.primary_family is PrimaryFamily.HEAD_TO_HEAD
        compared = compare_shares(shares, final=True, one_family=one_family)
        intervals = {pairing: share_of_two(one.simultaneous_interval) for pairing, one in compared.items()}
        return tuple(
            matchup.standing(self._level)._replace(
                interval=intervals[key] if isinstance(key, Pairing) else None, is_final=True, boards_needed=None
            )
            for key, matchup in self._matchups.items()
        )


class _Matchup:
    def __init__(self, cell: Cell, first: Lineup, second: Lineup) -> None:
        self.planned = self.planned_per_board = 0
        self._mode, self._composition = cell.mode, cell.combo.composition
        self._first, self._second = first, second
        self._is_contest = cell.combo.is_contest
        self._boards: defaultdict[str, list[float]] = defaultdict(list)
        self._games_on: Counter[str] = Counter()
        self._finished = self._undecided = self._first_wins = self._second_wins = 0
        self._standing: LiveStanding | None = None

    def add(self, cell: Cell, game: GameResult) -> None:
        self._standing = None
        self._finished += 1
        self._games_on[game.board] += 1
        if game.winner is None:
            self._undecided += 1
        elif self._is_contest:
            won = cell.lineup(game.winner) == self._first
            self._first_wins += won
            self._second_wins += not won
            self._boards[game.board].append(float(won))

    @property
    def shares(self) -> dict[str, float]:
        """The first's share of the decided games on each board."""
        return board_means(dict(sorted(self._boards.items())))

    @property
    def _over(self) -> list[float]:
        """The first's share on each board that is over."""
        return [share for board, share in self.shares.items() if self._games_on[board] >= self.planned_per_board]

    def _needed(self, level: float) -> int | None:
        over = self._over
        if not self._is_contest or (whole := values_needed(over, 0.5, level)) is None:
            return None
        found = confidence_sequence(over, confidence=level)
        if found and not found.low <= 0.5 <= found.high and len(over) >= FEWEST_JUDGED:
            return 0
        return max(whole, FEWEST_JUDGED, len(over) + 1) - len(over)

    def standing(self, level: float) -> LiveStanding:
        """Return the row; its interval holds at any time, with the confidence `level`."""
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
                confidence_sequence(self._over, confidence=level),
                self._is_contest,
                boards_needed=self._needed(level),
            )
        return self._standing
