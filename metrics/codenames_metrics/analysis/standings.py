"""Standings: the results and scores of all competitors in some games, best first, with ranks.

A competitor is a model in a role, or a line-up; callers say for whom a team's result counts.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from pydantic import BaseModel, ConfigDict

from codenames_core.game.config import TEAMS, GameMode, Team
from codenames_metrics.analysis.aggregate import Clustered
from codenames_metrics.analysis.failures import Failures
from codenames_metrics.analysis.scores import SCORE_METRICS, Score, board_means
from codenames_metrics.experiment.jobs import Cell
from codenames_metrics.statistics.comparison_families import PairwiseComparison, compare_all
from codenames_metrics.statistics.intervals import Interval
from codenames_metrics.statistics.moments import Moments
from codenames_metrics.statistics.proportions import effective_n, share, share_interval

MOST_COMPARED: Final = 100
"""Line-ups of one table that are all compared with each other; where there are more, there are no ranks."""


class Place(BaseModel):
    """How a competitor did."""

    model_config = ConfigDict(frozen=True)

    rank: int | None = None
    """One more than the number of those that are shown to be better; None while games are still to be played, or where
    there are more than `MOST_COMPARED`."""
    games: int
    """Those in the win rate: decided, not against itself, and without a ghost."""
    wins: int = 0
    boards: int = 0
    effective_games: float = 0.0
    """How many independent games these are worth, since games on a board go together; see `proportions.effective_n`."""
    win_rate: float | None
    """wins / games."""
    win_rate_std: float | None = None
    """Sample standard deviation of the boards' own win rates."""
    win_rate_ci: Interval | None
    """95 %, Wilson, of `effective_games`."""

    planned: int = 0
    """Games of the plan that belong into the win rate."""
    undecided: int = 0
    """Those of them without a winner."""
    given_up: int = 0
    """Those of them that were skipped."""
    mirror_games: int = 0
    """Finished games against itself."""
    ghost_games: int = 0
    """Finished games in which a ghost had a seat."""
    win_rate_missing_lost: float | None = None
    """The win rate if all that are undecided or given up had been lost."""
    order_depends_on_missing: bool = False
    """Whether its place in the order of win rates is another one then."""

    avg_coordination_score: float | None = None
    """Over its sides of all finished games, mirrors included; the same for the following."""
    std_coordination_score: float | None = None
    se_coordination_score: float | None = None
    """Standard error, clustered by board."""
    n_coordination_score: int = 0
    avg_clue_efficiency: float | None = None
    """None for guessers."""
    std_clue_efficiency: float | None = None
    se_clue_efficiency: float | None = None
    n_clue_efficiency: int = 0
    avg_guess_accuracy: float | None = None
    """None for cluers."""
    std_guess_accuracy: float | None = None
    se_guess_accuracy: float | None = None
    n_guess_accuracy: int = 0
    avg_theory_of_mind: float | None = None
    std_theory_of_mind: float | None = None
    se_theory_of_mind: float | None = None
    n_theory_of_mind: int = 0

    failures: Failures | None = None
    """How often it failed to answer; None before the first game."""


class PlannedGames(NamedTuple):
    """What was to be played."""

    cells: Sequence[Cell]
    games_per_cell: Mapping[Cell, int]
    given_up: Mapping[Cell, int] = {}
    name: str = ""
    benchmark_id: str = ""


Competitors: TypeAlias = Callable[[Cell, Team], Iterable[tuple[Any, bool]]]
"""For whom a team's games in a cell count, and whether they count in the win rate; games against itself and those with
a ghost do not."""


class _Standing:
    """The sums of one competitor."""

    def __init__(self) -> None:
        self.results = Clustered()
        self.undecided = self.mirrors = self.ghost_games = self.planned = self.given_up = 0
        self.scores = {name: Clustered() for name in SCORE_METRICS}

    def add(self, score: Score, team: Team, *, in_win_rate: bool) -> None:
        if score.cell.combo.ghosts:
            self.ghost_games += 1
        elif not in_win_rate:
            self.mirrors += 1
        elif score.winner is None:
            self.undecided += 1
        else:
            self.results.add(score.board, float(score.winner is team))
        for name, value in zip(SCORE_METRICS, score.sides[team], strict=True):
            self.scores[name].add(score.board, value)

    @property
    def board_scores(self) -> dict[str, float]:
        return board_means(dict(sorted(self.results.by_board.items())))

    @property
    def win_rate(self) -> float:
        """For sorting: without one, last."""
        rate = self.results.moments.mean
        return -1.0 if rate is None else rate

    @property
    def coordination(self) -> float:
        mean = self.scores["coordination_score"].moments.mean
        return -1.0 if mean is None else mean

    @property
    def rate_missing_lost(self) -> float | None:
        games = self.results.moments.count
        return share(self.wins, games + self.undecided + self.given_up)

    @property
    def wins(self) -> int:
        return round(sum(map(sum, self.results.by_board.values())))

    def fields(self) -> dict[str, Any]:
        results = self.results
        fields: dict[str, Any] = {
            "games": results.moments.count,
            "wins": self.wins,
            "boards": len(results.by_board),
            "effective_games": effective_n(results.by_board),
            "win_rate": results.moments.mean,
            "win_rate_std": Moments(self.board_scores.values()).std,
            "win_rate_ci": share_interval(results.by_board),
            "planned": self.planned,
            "undecided": self.undecided,
            "given_up": self.given_up,
            "mirror_games": self.mirrors,
            "ghost_games": self.ghost_games,
            "win_rate_missing_lost": self.rate_missing_lost,
        }
        for name, values in self.scores.items():
            fields |= {
                f"avg_{name}": values.moments.mean,
                f"std_{name}": values.moments.std,
                f"se_{name}": values.standard_error,
                f"n_{name}": values.moments.count,
            }
        return fields


def rank_entries(
    games: Iterable[Score],
    planned: PlannedGames,
    competitors: Competitors,
    mode: GameMode | None,
    *,
    tested: bool,
    compared: bool = True,
) -> tuple[list[tuple[Any, dict[str, Any]]], tuple[PairwiseComparison, ...]]:
    """Return the competitors, best first, with the fields of a `Place`, and the comparisons behind the ranks.

    Args:
        games: the finished ones.
        planned: what was to be played.
        competitors: who is listed.
        mode: of the games; None for all.
        tested: whether there are p values.
        compared: whether win rates can be compared; if not, there are no ranks.
    """
    standings = _standings(games, planned, competitors, mode)
    order = sorted(standings, key=lambda key: (-standings[key].win_rate, -standings[key].coordination, str(key)))
    compared = compared and len(order) <= MOST_COMPARED
    tested = tested and compared
    scores = {_name(key): standings[key].board_scores for key in order} if compared else {}
    comparisons = compare_all(scores, tested=tested)
    better = Counter(_worse(comparison) for comparison in comparisons if comparison.is_resolved)
    moved = _moved(order, standings)
    entries = [
        (
            key,
            {
                **standings[key].fields(),
                "rank": 1 + better[_name(key)] if tested and standings[key].results.moments.count else None,
                "order_depends_on_missing": key in moved,
            },
        )
        for key in order
    ]
    return entries, comparisons


def _standings(
    games: Iterable[Score], planned: PlannedGames, competitors: Competitors, mode: GameMode | None
) -> dict[Any, _Standing]:
    standings: dict[Any, _Standing] = {}
    for cell in planned.cells:
        for team in TEAMS if mode in (None, cell.mode) else ():
            for key, in_win_rate in competitors(cell, team):
                standing = standings.setdefault(key, _Standing())
                standing.planned += planned.games_per_cell[cell] * in_win_rate
                standing.given_up += planned.given_up.get(cell, 0) * in_win_rate
    competitors_of = {(cell, team): tuple(competitors(cell, team)) for cell in planned.cells for team in TEAMS}
    for score in games:
        for team in TEAMS if mode in (None, score.cell.mode) else ():
            for key, in_win_rate in competitors_of[score.cell, team]:
                standings[key].add(score, team, in_win_rate=in_win_rate)
    return standings


def _name(key: Any) -> str:
    return key if isinstance(key, str) else key[1]


def _worse(comparison: PairwiseComparison) -> str:
    return comparison.second if (comparison.difference or 0.0) > 0 else comparison.first


def _moved(order: Sequence[Any], standings: Mapping[Any, _Standing]) -> set[Any]:
    """Return the competitors whose place by win rate changes if all missing games are lost."""
    if not any(standings[key].undecided or standings[key].given_up for key in order):
        return set()
    rates = {key: standings[key].win_rate for key in order}
    lost = {key: -1.0 if (rate := standings[key].rate_missing_lost) is None else rate for key in order}
    return {
        key
        for key in order
        for other in order
        if (rates[key] > rates[other], rates[key] < rates[other]) != (lost[key] > lost[other], lost[key] < lost[other])
    }
