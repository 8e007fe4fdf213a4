"""Leaderboards: who wins how often, overall, as cluer, as guesser, in each mode, in each composition.

A game that a line-up plays against itself tells nothing of who wins, and so stays out of win rates; it counts in every
other measure. The same holds in a role's view where one model has the role on both sides, and for a game in which a
ghost has a seat; no ghost is ranked itself. Ranks are shared by all that the boards cannot tell apart: a rank is one
more than the number of those that are shown to be better.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum, StrEnum
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict

from codenames_core.game.config import GameMode, Team
from codenames_metrics.analysis.clue_numbers import ClueNumbers
from codenames_metrics.analysis.cross.ablation import ArmEffect, arm_effects
from codenames_metrics.analysis.cross.cross_play import CrossPlay, cross_play
from codenames_metrics.analysis.discussion_gain import DiscussionGain, discussion_gains
from codenames_metrics.analysis.failures.counts import ModelFailures
from codenames_metrics.analysis.failures.misreadings import Misreading
from codenames_metrics.analysis.failures.turn_losses import TurnLosses
from codenames_metrics.analysis.head_to_head import HeadToHead, head_to_head
from codenames_metrics.analysis.rated_games import rated_games
from codenames_metrics.analysis.ratings import Ratings, ratings
from codenames_metrics.analysis.roles import ROLES, RoleRanking, rank_role
from codenames_metrics.analysis.scores import SCORE_METRICS, Score, Scores, values_by_board
from codenames_metrics.analysis.standings import (
    Competitors,
    KnownStandings,
    MeasureComparison,
    Place,
    PlannedGames,
    rank_entries,
)
from codenames_metrics.experiment.combos import Composition
from codenames_metrics.experiment.config import PrimaryFamily
from codenames_metrics.experiment.jobs import Cell
from codenames_metrics.experiment.plan import models_in
from codenames_metrics.game.metric import Credit
from codenames_metrics.statistics.comparison_families import PairwiseComparison
from codenames_metrics.statistics.intervals import Interval
from codenames_metrics.statistics.proportions import share, share_interval


class BoardRole(StrEnum):
    """For what a model is ranked."""

    OVERALL = "overall"
    """Teams of this model alone."""
    CLUER = "cluer"
    """Teams whose cluer it is, whoever guesses: counts that are also its partners', so that nobody is ranked by
    them."""
    GUESSER = "guesser"
    """Teams in which it guesses, whoever gives the clues: likewise."""

    @property
    def foreign_scores(self) -> tuple[str, ...]:
        """The scores that show the play of the other role; empty for `OVERALL`."""
        if self is BoardRole.OVERALL:
            return ()
        return tuple(
            name for name, metric in SCORE_METRICS.items() if metric.credit not in (Credit.TEAM, Credit(self.value))
        )


class LeaderboardEntry(Place):
    """A model in a role."""

    model: str
    role: BoardRole


class LineupEntry(Place):
    """A line-up of a composition."""

    lineup: str
    composition: Composition


class View(BaseModel):
    """One table: who is ranked, best first, and the comparisons behind the ranks."""

    model_config = ConfigDict(frozen=True)

    role: BoardRole
    mode: GameMode | None
    """None for all modes together."""
    entries: tuple[LeaderboardEntry, ...]
    """By win rate."""
    comparisons: tuple[PairwiseComparison, ...]
    """Each two of them; one family. Empty for a role, see `Leaderboard.roles`."""
    measures: tuple[MeasureComparison, ...]
    """The same by other measures than wins; empty for a role, likewise."""


class CompositionView(BaseModel):
    """The line-ups of one composition."""

    model_config = ConfigDict(frozen=True)

    composition: Composition
    entries: tuple[LineupEntry, ...]
    comparisons: tuple[PairwiseComparison, ...]


class StartingSide(BaseModel):
    """What it is worth to move first, with nine words to find against eight."""

    model_config = ConfigDict(frozen=True)

    mode: GameMode
    mirrors: bool
    """Whether these are the games of line-ups against themselves, or all others."""
    games: int
    """Decided ones."""
    wins: int
    """Of the side that moved first."""
    win_rate: float | None
    win_rate_ci: Interval | None
    """None while games are still to be played."""


class CellCount(BaseModel):
    """How many games of a cell there are."""

    model_config = ConfigDict(frozen=True)

    mode: GameMode
    composition: Composition
    arm: str = ""
    """Of the experiment's changes; empty for the base."""
    red: str
    blue: str
    planned: int
    finished: int
    undecided: int
    given_up: int
    """Skipped, and not finished since."""

    @property
    def left(self) -> int:
        """Games that are still to be played."""
        return self.planned - self.finished - self.given_up


class Leaderboard(BaseModel):
    """All views of the results of a benchmark."""

    model_config = ConfigDict(frozen=True)

    schema_version: Literal[3] = 3
    name: str
    benchmark_id: str
    one_sided: bool
    """Whether some line-up always moves first against another, so that nothing tells its play from the side's worth."""
    primary: PrimaryFamily
    """The comparisons that decide; all others are exploratory."""
    margin: float
    """A difference of win rates that would not matter."""
    planned: int
    finished: int
    given_up: int
    boards: int
    """Those on which some game is finished."""
    interim: bool
    """Whether planned games are missing."""
    tested: bool
    """Whether every planned game is finished or given up. Before that intervals are confidence sequences over the
    boards that are over, which hold whenever they are looked at: there are no p values, and no ranks but of those who
    are told apart by them."""
    overall: View
    cluer: View
    guesser: View
    by_mode: tuple[View, ...]
    """The three again for each mode, where there are several."""
    roles: tuple[RoleRanking, ...]
    """Cluers and guessers ranked with partners and opponents set apart, over all modes, and for each, where there are
    several; empty where no mixed team played."""
    arms: tuple[ArmEffect, ...] = ()
    """What each change of the experiment does, board by board."""
    cross: tuple[CrossPlay, ...] = ()
    """Every cluer with every guesser, over all modes, and for each, where there are several; empty where teams of one
    model and of two do not meet the same teams."""
    discussion: tuple[DiscussionGain, ...]
    head_to_head: tuple[HeadToHead, ...]
    compositions: tuple[CompositionView, ...]
    ratings: tuple[Ratings, ...]
    """Over all modes, and for each, where there are several."""
    clue_numbers: tuple[ClueNumbers, ...]
    """How often each model gave clues of which number, as the cluer of any team."""
    starting_side: tuple[StartingSide, ...]
    cells: tuple[CellCount, ...]
    ghosts: tuple[str, ...] = ()
    """The ghosts that played; they are in no table, and their games in no win rate, no pair and no rating."""
    ghost_games: int = 0
    """Finished games in which one of them had a seat."""
    failures: tuple[ModelFailures, ...] = ()
    """How often each model failed to answer, over all games and seats; the tables have it row by row."""
    turn_losses: tuple[TurnLosses, ...] = ()
    """Why the teams of each model lost their turns."""
    seeing: tuple[Misreading, ...] = ()
    """What line-ups misread, with and without a picture of the board; empty where nobody was shown one."""

    @property
    def views(self) -> tuple[View, ...]:
        """Every view of models."""
        return self.overall, self.cluer, self.guesser, *self.by_mode

    def text(self) -> str:
        """Return the content of `leaderboard.json`."""
        return json.dumps(named_fields(self), indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def named_fields(value: Any) -> Any:
    """Return a value as JSON has it, with every field under its name: those of intervals and of pairs, too.

    >>> named_fields((Interval(0.25, 0.75), None))
    [{'low': 0.25, 'high': 0.75}, None]
    """
    if isinstance(value, BaseModel):
        names = (*type(value).model_fields, *type(value).model_computed_fields)
        return {name: named_fields(getattr(value, name)) for name in names}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return {name: named_fields(inside) for name, inside in zip(value._fields, value, strict=True)}
    if isinstance(value, dict):
        return {str(name): named_fields(inside) for name, inside in value.items()}
    if isinstance(value, list | tuple):
        return [named_fields(inside) for inside in value]
    return value.value if isinstance(value, Enum) else value


def is_homogeneous(board: Leaderboard) -> bool:
    """Return whether every team has one model, so that nothing tells roles apart."""
    return all(view.composition is Composition.HOMOGENEOUS for view in board.compositions)


def leaderboard(
    scores: Scores | Iterable[Score], planned: PlannedGames, clue_numbers: tuple[ClueNumbers, ...] = ()
) -> Leaderboard:
    """Return all views of some games.

    Args:
        scores: the finished games, in any order.
        planned: what was to be played, in the order in which it is told.
        clue_numbers: of the same games.
    """
    games = list(scores)
    modes = list(dict.fromkeys(cell.mode for cell in planned.cells))
    cells = _cell_counts(games, planned)
    given_up = sum(count.given_up for count in cells)
    total = sum(count.planned for count in cells)
    final = all(count.left <= 0 for count in cells)
    several = modes if len(modes) > 1 else []
    known: KnownStandings = {}

    def view(role: BoardRole, mode: GameMode | None = None) -> View:
        compared = role is BoardRole.OVERALL  # a role's win rates are its partners', too
        found = rank_entries(games, planned, _COMPETITORS[role], mode, final=final, compared=compared, known=known)
        return View(
            role=role,
            mode=mode,
            entries=tuple(
                LeaderboardEntry(model=key, role=role, **_of_role(role, fields)) for key, fields in found.entries
            ),
            comparisons=found.comparisons,
            measures=found.measures,
        )

    rated = {mode: found for mode in (None, *several) if (found := rated_games(games, mode))}
    is_mixed = any(cell.combo.composition is not Composition.HOMOGENEOUS for cell in planned.cells)
    return Leaderboard(
        name=planned.name,
        one_sided=_is_one_sided(planned.cells),
        primary=planned.primary,
        margin=planned.margin,
        benchmark_id=planned.benchmark_id,
        planned=total,
        finished=len(games),
        given_up=given_up,
        boards=len({score.board for score in games}),
        interim=len(games) < total,
        tested=final,
        overall=view(BoardRole.OVERALL),
        cluer=view(BoardRole.CLUER),
        guesser=view(BoardRole.GUESSER),
        by_mode=tuple(view(role, mode) for mode in several for role in BoardRole),
        roles=tuple(
            rank_role(found, games, role, mode, final=final)
            for mode, found in (rated.items() if is_mixed else ())
            for role in ROLES
        ),
        arms=arm_effects(games, final=final),
        cross=tuple(one for mode in (None, *several) if (one := cross_play(games, planned, mode, final=final))),
        discussion=discussion_gains(games, final=final),
        head_to_head=tuple(head_to_head(games, planned, final=final)),
        compositions=_compositions(games, planned, known, final=final),
        ratings=tuple(ratings(found, mode, final=final) for mode, found in rated.items()),
        clue_numbers=clue_numbers,
        starting_side=tuple(side for mode in modes for side in _starting_side(games, mode, final=final)),
        cells=cells,
        ghosts=tuple(sorted(frozenset[str]().union(*(cell.combo.ghosts for cell in planned.cells)))),
        ghost_games=sum(bool(score.cell.combo.ghosts) for score in games),
    )


def _is_one_sided(cells: Iterable[Cell]) -> bool:
    met = {(cell.mode, cell.combo.red, cell.combo.blue) for cell in cells if cell.combo.is_contest}
    return any((mode, blue, red) not in met for mode, red, blue in met)


def _homogeneous(cell: Cell, team: Team) -> Iterator[tuple[str, bool]]:
    model = cell.lineup(team).cluer
    if cell.combo.composition is Composition.HOMOGENEOUS and model not in cell.combo.ghosts:
        yield model, cell.combo.is_contest


def _cluers(cell: Cell, team: Team) -> Iterator[tuple[str, bool]]:
    cluer = cell.lineup(team).cluer
    if cluer not in cell.combo.ghosts:
        yield cluer, not cell.combo.ghosts and cluer != cell.lineup(team.other).cluer


def _guessers(cell: Cell, team: Team) -> Iterator[tuple[str, bool]]:
    here, there = (models_in(cell.mode, cell.lineup(side))[1:] for side in (team, team.other))
    for model in dict.fromkeys(here):
        if model not in cell.combo.ghosts:
            yield model, not cell.combo.ghosts and model not in there


def _lineups(cell: Cell, team: Team) -> Iterator[tuple[tuple[Composition, str], bool]]:
    lineup = cell.lineup(team)
    if not cell.combo.has_ghost(lineup):
        yield (cell.combo.composition, lineup.name), cell.combo.is_contest


_COMPETITORS: Final[Mapping[BoardRole, Competitors]] = {
    BoardRole.OVERALL: _homogeneous,
    BoardRole.CLUER: _cluers,
    BoardRole.GUESSER: _guessers,
}


def _of_role(role: BoardRole, fields: dict[str, Any]) -> dict[str, Any]:
    """Leave out what the other role did."""
    for name in role.foreign_scores:
        fields = fields | {f"avg_{name}": None, f"std_{name}": None, f"se_{name}": None, f"n_{name}": 0}
    return fields


def overall_comparisons(
    games: Iterable[Score], planned: PlannedGames, composition: Composition
) -> tuple[PairwiseComparison, ...]:
    """Return how the line-ups of one composition compare over all their games."""
    return rank_entries(games, planned, _line_ups_of(composition), None, final=True).comparisons


def _line_ups_of(composition: Composition) -> Competitors:
    return lambda cell, team: (share for share in _lineups(cell, team) if share[0][0] is composition)


def _compositions(
    games: Sequence[Score], planned: PlannedGames, known: KnownStandings, *, final: bool
) -> tuple[CompositionView, ...]:
    views = []
    for composition in dict.fromkeys(cell.combo.composition for cell in planned.cells):
        found = rank_entries(games, planned, _line_ups_of(composition), None, final=final, known=known)
        ranked = tuple(LineupEntry(composition=key[0], lineup=key[1], **fields) for key, fields in found.entries)
        views.append(CompositionView(composition=composition, entries=ranked, comparisons=found.comparisons))
    return tuple(views)


def _starting_side(games: Iterable[Score], mode: GameMode, *, final: bool) -> Iterator[StartingSide]:
    decided = [
        score for score in games if score.cell.mode is mode and score.winner is not None and not score.cell.combo.ghosts
    ]
    for mirrors in (False, True):
        chosen = [score for score in decided if score.cell.combo.is_mirror is mirrors]
        won = values_by_board((score.board, float(score.winner is score.starter)) for score in chosen)
        wins = sum(score.winner is score.starter for score in chosen)
        if chosen:
            yield StartingSide(
                mode=mode,
                mirrors=mirrors,
                games=len(chosen),
                wins=wins,
                win_rate=share(wins, len(chosen)),
                win_rate_ci=share_interval(won) if final else None,
            )


def _cell_counts(games: Iterable[Score], planned: PlannedGames) -> tuple[CellCount, ...]:
    finished = Counter(score.cell for score in games)
    undecided = Counter(score.cell for score in games if score.winner is None)
    given_up: Counter[Cell] = Counter()
    for (cell, _), count in planned.given_up.items():
        given_up[cell] += count
    return tuple(
        CellCount(
            mode=cell.mode,
            composition=cell.combo.composition,
            arm=cell.arm,
            red=cell.combo.red.name,
            blue=cell.combo.blue.name,
            planned=planned.games_per_cell[cell],
            finished=finished[cell],
            undecided=undecided[cell],
            given_up=given_up[cell],
        )
        for cell in planned.cells
    )


def competitors_of(role: BoardRole | None) -> Competitors:
    """Return for whom games count in the view of a role; with None, in those of line-ups."""
    return _lineups if role is None else _COMPETITORS[role]
