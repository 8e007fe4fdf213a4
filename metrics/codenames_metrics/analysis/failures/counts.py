"""How often models failed to answer, and how they stand without the games in which somebody did.

A game is won by whoever is left when the other side forfeits its turns: such a win tells of a model that could not
answer and not of play. So these figures stand beside every win rate, and a warning above `MOST_FAILURES`.
"""

from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any, Final, NamedTuple

from pydantic import BaseModel, ConfigDict, computed_field

from codenames_core.game.config import TEAMS, Team
from codenames_metrics.experiment.jobs import Cell
from codenames_metrics.experiment.plan import models_in
from codenames_metrics.game.episode import EpisodeMetrics, TeamMetrics
from codenames_metrics.statistics.intervals import Interval
from codenames_metrics.statistics.proportions import share, share_interval

MOST_FAILURES: Final = 0.02
"""The share of turns forfeited, or of decisions failed, above which a model is warned of."""


class SeatFailures(NamedTuple):
    """How often one role of a side failed in a game."""

    decisions: int
    failed_decisions: int
    """Without a usable answer, whether or not a substitute gave one."""
    refused_tries: int
    forfeited_turns: int

    def __add__(self, other: "SeatFailures") -> "SeatFailures":  # type: ignore[override]
        return SeatFailures(
            self.decisions + other.decisions,
            self.failed_decisions + other.failed_decisions,
            self.refused_tries + other.refused_tries,
            self.forfeited_turns + other.forfeited_turns,
        )


class SideFailures(NamedTuple):
    """How often one side failed in a game."""

    turns: int
    cluer: SeatFailures
    guesser: SeatFailures
    hit_assassin: bool

    @classmethod
    def of(cls, metrics: TeamMetrics) -> "SideFailures":
        """Return what the metrics of a side say."""
        cluer, guesser = SeatFailures._make(_of_cluer(metrics)), SeatFailures._make(_of_guesser(metrics))
        return cls(metrics.turns, cluer, guesser, metrics.assassin_hit)

    @property
    def both(self) -> SeatFailures:
        """Of both roles together."""
        return self.cluer + self.guesser


_of_cluer, _of_guesser = (
    attrgetter(*(f"{role}_{name}" for name in SeatFailures._fields)) for role in ("cluer", "guesser")
)


class Failures(BaseModel):
    """How often a competitor failed in its finished games, those against itself included."""

    model_config = ConfigDict(frozen=True)

    games: int
    """Its sides of finished games."""
    turns: int
    forfeited_turns: int
    """Turns that ended since its seats gave no usable answer."""
    decisions: int
    failed_decisions: int
    """Decisions without a usable answer, whether or not a substitute gave one."""
    tries: int
    refused_tries: int
    """Answers that could not be used and were asked for again, or were the last."""
    assassin_games: int
    """Games in which its side hit the assassin."""
    games_without_forfeits: int = 0
    """Those of the games in its win rate in which neither side forfeited a turn; 0 where it has no win rate."""
    wins_without_forfeits: int = 0
    win_rate_without_forfeits: float | None = None
    win_rate_without_forfeits_ci: Interval | None = None
    """95 %, Wilson, with the effective number of games of the boards."""

    @computed_field  # type: ignore[prop-decorator]
    @property
    def forfeit_rate(self) -> float | None:
        """forfeited_turns / turns."""
        return share(self.forfeited_turns, self.turns)

    @computed_field  # type: ignore[prop-decorator]
    @property
    def failure_rate(self) -> float | None:
        """failed_decisions / decisions."""
        return share(self.failed_decisions, self.decisions)

    @computed_field  # type: ignore[prop-decorator]
    @property
    def refusal_rate(self) -> float | None:
        """refused_tries / tries."""
        return share(self.refused_tries, self.tries)

    @computed_field  # type: ignore[prop-decorator]
    @property
    def assassin_rate(self) -> float | None:
        """assassin_games / games."""
        return share(self.assassin_games, self.games)

    @property
    def is_too_many(self) -> bool:
        """Whether so much failed that the results say little of how well it plays."""
        return max(self.forfeit_rate or 0.0, self.failure_rate or 0.0) > MOST_FAILURES


class ModelFailures(Failures):
    """How often a model failed at all seats that it had."""

    model: str


class GameOfFailures(NamedTuple):
    """What failed in one finished game."""

    cell: Cell
    board: str
    winner: Team | None
    """None without a winner, or where the result is not that of the players who are counted."""
    sides: Mapping[Team, SideFailures]

    @property
    def has_forfeit(self) -> bool:
        """Whether a side forfeited a turn."""
        return any(side.cluer.forfeited_turns or side.guesser.forfeited_turns for side in self.sides.values())


class GamesOfFailures:
    """What failed in many games, column by column: a game takes about 90 bytes."""

    def __init__(self) -> None:
        self._cells: dict[Cell, int] = {}
        self._boards: dict[str, int] = {}
        self._of_game = array("I")
        """Cell, board and winner of each game."""
        self._counts = array("I")

    def __len__(self) -> int:
        return len(self._of_game) // 3

    def add(self, cell: Cell, metrics: EpisodeMetrics) -> None:
        """Take one more game."""
        winner = metrics.winner if metrics.is_untouched else None
        self._of_game.extend(
            (
                self._cells.setdefault(cell, len(self._cells)),
                self._boards.setdefault(metrics.board, len(self._boards)),
                _WINNERS.index(winner),
            )
        )
        for team in TEAMS:
            side = SideFailures.of(metrics.of(team))
            self._counts.extend((side.turns, *side.cluer, *side.guesser, side.hit_assassin))

    def __iter__(self) -> Iterator[GameOfFailures]:
        cells, boards = list(self._cells), list(self._boards)
        sides = map(_side, *[iter(self._counts)] * (2 + 2 * len(SeatFailures._fields)))  # so many counts for each side
        for cell, board, winner in zip(*[iter(self._of_game)] * 3, strict=True):
            yield GameOfFailures(
                cells[cell], boards[board], _WINNERS[winner], dict(zip(TEAMS, (next(sides), next(sides)), strict=True))
            )


_WINNERS: Final = (None, *TEAMS)


def _side(turns: int, *counts: int) -> SideFailures:
    """Return a side of its counts in turn: of the cluer, of the guessers, and whether it hit the assassin."""
    return SideFailures(turns, SeatFailures._make(counts[:4]), SeatFailures._make(counts[4:8]), bool(counts[8]))


class SideOfCell:
    """What failed on one side in all games of a cell."""

    def __init__(self) -> None:
        self.games = self.turns = self.assassin_games = 0
        self.cluer = self.guesser = _NOTHING_FAILED
        self.results: list[tuple[str, bool]] = []
        """Of each game with a winner in which nobody forfeited a turn: the board, and whether this side won."""

    def add(self, side: SideFailures) -> None:
        """Take one more game."""
        self.games += 1
        self.turns += side.turns
        self.assassin_games += side.hit_assassin
        self.cluer += side.cluer
        self.guesser += side.guesser

    @property
    def both(self) -> SeatFailures:
        """Of both roles together."""
        return self.cluer + self.guesser


SidesOfCells = Mapping[tuple[Cell, Team], SideOfCell]


def sides_of_cells(games: Iterable[GameOfFailures]) -> SidesOfCells:
    """Return what failed on each side of each cell, from one pass over the games."""
    sides: dict[tuple[Cell, Team], SideOfCell] = defaultdict(SideOfCell)
    for game in games:
        decided = game.winner is not None and not game.has_forfeit
        for team, side in game.sides.items():
            of_cell = sides[game.cell, team]
            of_cell.add(side)
            if decided:
                of_cell.results.append((game.board, game.winner is team))
    return sides


_NOTHING_FAILED: Final = SeatFailures(0, 0, 0, 0)


class FailureSums:
    """The sums of one competitor."""

    def __init__(self) -> None:
        self._seats = _NOTHING_FAILED
        self._games = self._turns = self._assassin_games = 0
        self._results: dict[str, list[float]] = defaultdict(list)

    def add(self, side: SideOfCell, seats: SeatFailures) -> None:
        """Take a side of a cell, of which `seats` are the competitor's."""
        self._seats += seats
        self._games += side.games
        self._turns += side.turns
        self._assassin_games += side.assassin_games

    def add_results(self, side: SideOfCell) -> None:
        """Take the results of a side of a cell that count in the win rate."""
        for board, won in side.results:
            self._results[board].append(float(won))

    def fields(self, *, final: bool = True) -> dict[str, Any]:
        """Return the fields of `Failures`; without an interval until all games are played or given up."""
        seats, results = self._seats, dict(sorted(self._results.items()))
        games = sum(map(len, results.values()))
        wins = round(sum(map(sum, results.values())))
        return {
            "games": self._games,
            "turns": self._turns,
            "assassin_games": self._assassin_games,
            **seats._asdict(),
            # Every decision ends with a try: one that was used, or the last of those that were refused.
            "tries": seats.decisions - seats.failed_decisions + seats.refused_tries,
            "games_without_forfeits": games,
            "wins_without_forfeits": wins,
            "win_rate_without_forfeits": share(wins, games),
            "win_rate_without_forfeits_ci": share_interval(results) if final else None,
        }


def model_failures(sides: SidesOfCells, models: Sequence[str]) -> tuple[ModelFailures, ...]:
    """Return how often each of `models` failed, wherever it sat, in their order; win rates are left to the tables."""
    sums = {model: FailureSums() for model in models}
    for (cell, team), side in sides.items():
        for model, seats in seats_by_model(cell, team, side).items():
            if model in sums:
                sums[model].add(side, seats)
    return tuple(ModelFailures(model=model, **of_model.fields()) for model, of_model in sums.items())


def seats_by_model(cell: Cell, team: Team, side: SideFailures | SideOfCell) -> dict[str, SeatFailures]:
    """Return what failed at the seats of each model; two different guessers share what failed of their guessing."""
    cluer, *guessers = models_in(cell.mode, cell.lineup(team))
    seats = {cluer: side.cluer}
    for model in dict.fromkeys(guessers):
        seats[model] = seats[model] + side.guesser if model in seats else side.guesser
    return seats
