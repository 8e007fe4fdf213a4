"""Standings: the results and scores of all competitors in some games, best first, with ranks.

A competitor is a model in a role, or a line-up; callers say for whom a team's result counts.
"""

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple, TypeAlias

from pydantic import BaseModel, ConfigDict

from codenames_core.game.config import TEAMS, GameMode, Team
from codenames_metrics.analysis.aggregate import Clustered
from codenames_metrics.analysis.failures.counts import Failures
from codenames_metrics.analysis.scores import SCORE_METRICS, Score, board_means, pools_over
from codenames_metrics.experiment.config import PrimaryFamily
from codenames_metrics.experiment.jobs import Cell
from codenames_metrics.statistics.comparison_families import PairwiseComparison, compare_all
from codenames_metrics.statistics.confidence_sequences import confidence_sequence
from codenames_metrics.statistics.intervals import CONFIDENCE, Interval
from codenames_metrics.statistics.moments import Moments
from codenames_metrics.statistics.proportions import effective_n, share, share_interval
from codenames_metrics.statistics.student import mean_interval

MOST_COMPARED: Final = 100
"""Line-ups of one table that are all compared with each other; where there are more, there are no ranks."""


class Place(BaseModel):
    """How a competitor did."""

    model_config = ConfigDict(frozen=True)

    order: int = 0
    """Its place in the order of win rates, from 1; that of names where they are equal."""
    rank: int | None = None
    """One more than the number of those that are shown to be better; None for fewer than 20 boards, where there are
    more than `MOST_COMPARED`, and while games are still to be played for whoever is told apart from nobody."""
    not_told_apart: tuple[str, ...] = ()
    """Those whose difference from it these boards do not show."""
    games: int
    """Those in the win rate: decided, not against itself, and without a ghost."""
    wins: int = 0
    boards: int = 0
    effective_games: float = 0.0
    """How many independent games these are worth, since games on a board go together, or balance each other; see
    `proportions.effective_n`."""
    win_rate: float | None
    """wins / games."""
    win_rate_std: float | None = None
    """Sample standard deviation of the boards' own win rates."""
    win_rate_ci: Interval | None
    """95 % by itself, Wilson, of `effective_games`. While games are still to be played, a confidence sequence of the
    mean over the boards that are over, which holds however often it is looked at; the next likewise."""
    win_rate_simultaneous_ci: Interval | None = None
    """The same, so wide that those of all in the table hold jointly at 95 % (Bonferroni)."""

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
    """Over its sides of all finished games, mirrors included; the same for the following. None over modes in which it
    has other terms."""
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
    avg_words_per_turn: float | None = None
    std_words_per_turn: float | None = None
    se_words_per_turn: float | None = None
    n_words_per_turn: int = 0
    avg_net_words_per_clue: float | None = None
    std_net_words_per_clue: float | None = None
    se_net_words_per_clue: float | None = None
    n_net_words_per_clue: int = 0
    avg_theory_of_mind_gain: float | None = None
    std_theory_of_mind_gain: float | None = None
    se_theory_of_mind_gain: float | None = None
    n_theory_of_mind_gain: int = 0
    theory_of_mind_gain_ci: Interval | None = None
    """95 % by itself, of the mean over boards, by Student's t; None until all games are played or given up."""

    failures: Failures | None = None
    """How often it failed to answer; None before the first game."""


class MeasureComparison(BaseModel):
    """How each two compare by another measure than wins; the pairs of a measure are one family, and exploratory."""

    model_config = ConfigDict(frozen=True)

    measure: str
    comparisons: tuple[PairwiseComparison, ...]


class Ranking(NamedTuple):
    """The competitors of a table."""

    entries: Sequence[tuple[Any, dict[str, Any]]]
    """Best first, with the fields of a `Place`."""
    comparisons: tuple[PairwiseComparison, ...]
    """Each two of them by win rate; one family."""
    measures: tuple[MeasureComparison, ...]


class PlannedGames(NamedTuple):
    """What was to be played."""

    cells: Sequence[Cell]
    games_per_cell: Mapping[Cell, int]
    given_up: Mapping[tuple[Cell, str], int] = {}
    """Games that were skipped, by cell and board."""
    name: str = ""
    benchmark_id: str = ""
    primary: PrimaryFamily = PrimaryFamily.OVERALL
    """The comparisons that decide."""
    margin: float = 0.1
    """A difference of win rates that would not matter."""
    per_board: int = 0
    """Games of each cell on each board: a board is over where so many are played or given up; 0 where that is not
    known, so that none is before the end."""


Competitors: TypeAlias = Callable[[Cell, Team], Iterable[tuple[Any, bool]]]
"""For whom a team's games in a cell count, and whether they count in the win rate; games against itself and those with
a ghost do not."""


class _Standing:
    """The sums of one competitor."""

    def __init__(self) -> None:
        self.results = Clustered()
        self.undecided = self.mirrors = self.ghost_games = 0
        self.planned = self.planned_per_board = self.given_up = 0
        self._missing: Counter[str] = Counter()
        self.scores = {name: Clustered() for name in SCORE_METRICS}
        self._means: dict[str, dict[str, float]] = {}
        self._fields: dict[tuple[Any, ...], dict[str, Any]] = {}

    def add(self, score: Score, team: Team, *, in_win_rate: bool) -> None:
        if score.cell.combo.ghosts:
            self.ghost_games += 1
        elif not in_win_rate:
            self.mirrors += 1
        elif score.winner is None:
            self.undecided += 1
            self._missing[score.board] += 1
        else:
            self.results.add(score.board, float(score.winner is team))
        for name, value in zip(SCORE_METRICS, score.sides[team], strict=True):
            self.scores[name].add(score.board, value)

    def give_up(self, board: str, games: int) -> None:
        self.given_up += games
        self._missing[board] += games

    @cached_property
    def board_scores(self) -> dict[str, float]:
        return board_means(dict(sorted(self.results.by_board.items())))

    def compared_scores(self, *, final: bool) -> dict[str, float]:
        """Return the scores of all boards at the end, and before that of those on which no game is left to play.

        Short games end first, and are not like the others.
        """
        scores, games, due = self.board_scores, self.results.by_board, self.planned_per_board or math.inf
        return {
            board: score for board, score in scores.items() if final or len(games[board]) + self._missing[board] >= due
        }

    @property
    def win_rate(self) -> float:
        """For sorting: without one, last."""
        rate = self.results.moments.mean
        return -1.0 if rate is None else rate

    @property
    def rate_missing_lost(self) -> float | None:
        games = self.results.moments.count
        return share(self.wins, games + self.undecided + self.given_up)

    @property
    def wins(self) -> int:
        return round(sum(map(sum, self.results.by_board.values())))

    def means(self, measure: str) -> dict[str, float]:
        """Return the mean of a measure on each board."""
        if measure not in self._means:
            self._means[measure] = board_means(dict(sorted(self.scores[measure].by_board.items())))
        return self._means[measure]

    def interval(self, confidence: float, *, final: bool) -> Interval | None:
        if final:
            return share_interval(self.results.by_board, confidence)
        return confidence_sequence(self.compared_scores(final=False).values(), confidence=confidence)

    def fields(self, pooled: Collection[str], rivals: int, *, final: bool) -> dict[str, Any]:
        """Return the fields of a `Place`: `pooled` scores alone, and intervals for so many rivals together."""
        asked = (*pooled, rivals, final)
        if asked not in self._fields:
            self._fields[asked] = self._worked_out(pooled, rivals, final=final)
        return self._fields[asked]

    def _worked_out(self, pooled: Collection[str], rivals: int, *, final: bool) -> dict[str, Any]:
        results, won = self.results, self.results.moments
        together = 1 - (1 - CONFIDENCE) / max(1, rivals)
        fields: dict[str, Any] = {
            "games": won.count,
            "wins": self.wins,
            "boards": len(results.by_board),
            "effective_games": effective_n(results.by_board),
            "win_rate": won.mean,
            "win_rate_std": Moments(self.board_scores.values()).std,
            "win_rate_ci": self.interval(CONFIDENCE, final=final),
            "win_rate_simultaneous_ci": self.interval(together, final=final),
            "planned": self.planned,
            "undecided": self.undecided,
            "given_up": self.given_up,
            "mirror_games": self.mirrors,
            "ghost_games": self.ghost_games,
            "win_rate_missing_lost": self.rate_missing_lost,
        }
        for name, values in self.scores.items():
            if name not in pooled:
                continue
            moments = values.moments
            fields |= {
                f"avg_{name}": moments.mean,
                f"std_{name}": moments.std,
                f"se_{name}": values.standard_error,
                f"n_{name}": moments.count,
            }
        if final and "theory_of_mind_gain" in pooled:
            fields["theory_of_mind_gain_ci"] = mean_interval(self.means("theory_of_mind_gain").values())
        return fields


KnownStandings: TypeAlias = dict[tuple[GameMode | None, Any], tuple[_Standing, ...]]
"""Sums of competitors in their order, by mode and by who of them plays where."""


def rank_entries(
    games: Iterable[Score],
    planned: PlannedGames,
    competitors: Competitors,
    mode: GameMode | None,
    *,
    final: bool,
    compared: bool = True,
    known: KnownStandings | None = None,
) -> Ranking:
    """Return the competitors, best first, and the comparisons behind the ranks.

    Args:
        games: the finished ones.
        planned: what was to be played.
        competitors: who is listed.
        mode: of the games; None for all.
        final: whether all games are played or given up; until then intervals hold at any time, and there are no p
            values.
        compared: whether win rates can be compared; if not, there are no ranks.
        known: sums of the same games, to be used and added to: models that play in teams of their own have the same
            ones as cluers, as guessers and as line-ups.
    """
    standings = _standings(games, planned, competitors, mode, {} if known is None else known)
    order = sorted(standings, key=lambda key: (-standings[key].win_rate, str(key)))
    compared = compared and len(order) <= MOST_COMPARED
    scores = {_name(key): standings[key].compared_scores(final=final) for key in order} if compared else {}
    comparisons = compare_all(scores, final=final, are_shares=True, margin=planned.margin)
    judged = {
        name
        for one in comparisons
        if (one.is_resolved is not None if final else one.is_resolved)
        for name in (one.first, one.second)
    }
    better = Counter(_worse(comparison) for comparison in comparisons if comparison.is_resolved)
    moved = _moved(order, standings)
    modes = {cell.mode for cell in planned.cells if mode in (None, cell.mode)}
    pooled = [name for name in SCORE_METRICS if pools_over(name, modes)]
    entries = [
        (
            key,
            {
                **standings[key].fields(pooled, rivals=len(order), final=final),
                "order": place,
                "rank": 1 + better[_name(key)] if _name(key) in judged else None,
                "not_told_apart": tuple(_others_of(_name(key), comparisons)),
                "order_depends_on_missing": key in moved,
            },
        )
        for place, key in enumerate(order, start=1)
    ]
    measures = [
        MeasureComparison(
            measure=name,
            comparisons=compare_all({_name(key): standings[key].means(name) for key in order}, final=final),
        )
        for name in (pooled if compared else ())
    ]
    return Ranking(entries, comparisons, tuple(one for one in measures if any(pair.boards for pair in one.comparisons)))


def _standings(
    games: Iterable[Score],
    planned: PlannedGames,
    competitors: Competitors,
    mode: GameMode | None,
    known: KnownStandings,
) -> dict[Any, _Standing]:
    """Return the sums of each competitor; those that are `known` of others with the same games are the same."""
    teams = [(cell, team) for cell in planned.cells for team in TEAMS if mode in (None, cell.mode)]
    competitors_of = {place: tuple(competitors(*place)) for place in teams}
    numbers: dict[Any, int] = {}
    alike = tuple(
        tuple((numbers.setdefault(key, len(numbers)), in_win_rate) for key, in_win_rate in competitors_of[place])
        for place in teams
    )
    if (mode, alike) not in known:
        standings = {key: _Standing() for key in numbers}
        _add_all(standings, games, planned, competitors_of)
        known[mode, alike] = tuple(standings.values())
    return dict(zip(numbers, known[mode, alike], strict=True))


def _add_all(
    standings: Mapping[Any, _Standing],
    games: Iterable[Score],
    planned: PlannedGames,
    competitors_of: Mapping[tuple[Cell, Team], Sequence[tuple[Any, bool]]],
) -> None:
    for (cell, _), pairs in competitors_of.items():
        for key, in_win_rate in pairs:
            standings[key].planned += planned.games_per_cell[cell] * in_win_rate
            standings[key].planned_per_board += planned.per_board * in_win_rate
    for (cell, board), count in planned.given_up.items():
        for team in TEAMS:
            for key, in_win_rate in competitors_of.get((cell, team), ()):
                standings[key].give_up(board, count * in_win_rate)
    for score in games:
        for team in TEAMS:
            for key, in_win_rate in competitors_of.get((score.cell, team), ()):
                standings[key].add(score, team, in_win_rate=in_win_rate)


def _name(key: Any) -> str:
    return key if isinstance(key, str) else key[1]


def _others_of(name: str, comparisons: Iterable[PairwiseComparison]) -> Iterator[str]:
    for one in comparisons:
        if name in (one.first, one.second) and one.is_resolved is False:
            yield one.second if one.first == name else one.first


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
