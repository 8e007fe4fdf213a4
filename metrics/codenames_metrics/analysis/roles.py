"""Best cluer and best guesser: models ranked by their ratings in a role, which are not those of their partners.

In mixed teams a good guesser never guesses for itself, so the win rate of the teams whose cluer it is falls behind that
of worse cluers. Ranks, intervals and tests here are of the Bradley-Terry part of the role (`rated_games`), which sets
the partners and the opponents of each game apart, and measures are means adjusted for partners.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Final

from pydantic import BaseModel, ConfigDict

from codenames_core.game.config import TEAMS, GameMode
from codenames_metrics.analysis.rated_games import RatedGames
from codenames_metrics.analysis.ratings import FEWEST_BOARDS, chance, rounded
from codenames_metrics.analysis.scores import SCORE_METRICS, Score, pools_over
from codenames_metrics.experiment.plan import models_in
from codenames_metrics.game.metric import Credit
from codenames_metrics.statistics.adjusted_means import LeastSquares
from codenames_metrics.statistics.intervals import CONFIDENCE, FEWEST_JUDGED, Bounds

if TYPE_CHECKING:
    from codenames_metrics.statistics.clustered_logistic import Floats

MOST_RANKED: Final = 30
"""Models of which each two are compared."""
ROLES: Final = (Credit.CLUER, Credit.GUESSER)


class AdjustedMeasure(BaseModel):
    """How a measure differs from the mean of all models in the role, with the same partners."""

    model_config = ConfigDict(frozen=True)

    difference: float
    """From that mean: how high a measure would be with a partner that never was there, nobody knows."""
    standard_error: float | None
    """Clustered by board."""
    sides: int
    """Teams that have a value and in which the model has the role."""


class RoleEntry(BaseModel):
    """A model in a role."""

    model_config = ConfigDict(frozen=True)

    model: str
    rank: int | None
    """One more than the number of those that are shown to be better in the role; None for fewer than 20
    boards, and until all games are played or given up."""
    not_told_apart: tuple[str, ...]
    """Those whose difference from it is not shown."""
    rating: float | None
    """In logits, against the mean of those in `Ratings.zero` that have the role; None where it may have no end."""
    rating_ci: Bounds | None
    """95 %, by itself; None for fewer than ten boards, and until all games are played or given up."""
    win_chance: float | None
    """Against a model of rating 0 in the role, if everything else were equal."""
    measures: dict[str, AdjustedMeasure]
    """By name, those that show the play of the role or of the team, adjusted for partners."""


class RoleComparison(BaseModel):
    """How two models compare in a role, whoever their partners and opponents are."""

    model_config = ConfigDict(frozen=True)

    first: str
    second: str
    boards: int
    difference: float | None
    """First - second, in logits; None where it may have no end."""
    interval: Bounds | None
    """All intervals of a ranking hold jointly at 95 % (Bonferroni); None likewise."""
    p_value: float | None
    """Of the profile likelihood, two-sided; this and the next two are None where there are no ranks."""
    p_value_adjusted: float | None
    """Times the number of comparisons."""
    is_resolved: bool | None
    """Whether the interval excludes 0."""


class RoleRanking(BaseModel):
    """All models in a role."""

    model_config = ConfigDict(frozen=True)

    role: Credit
    mode: GameMode | None
    """None for all modes together."""
    boards: int
    entries: tuple[RoleEntry, ...]
    """Best first; empty where the games cannot tell the role apart from the partners."""
    comparisons: tuple[RoleComparison, ...]


def rank_role(
    games: RatedGames, scores: Iterable[Score], role: Credit, mode: GameMode | None, *, final: bool
) -> RoleRanking:
    """Return the ranking of all models in a role.

    Args:
        games: all of one mode, or of all modes, counted.
        scores: the same games, for their measures.
        role: cluer or guesser.
        mode: of the games; None for all.
        final: whether all games are played or given up; until then there are ranks, intervals and p values of nobody.
    """
    seats = {model for row in games.rows for side in (row.red, row.blue) for model in _seats_of(role, side)}
    seats -= _references(scores)
    models = [model for model in games.models if model in seats]
    zero = [model for model in models if model in games.zero] or models
    parts = {model: games.against_mean(role, model, zero) for model in models}
    is_apart = all(games.fitted.is_determined(weights) for weights in parts.values())
    if not is_apart or not 2 <= len(models) <= MOST_RANKED:
        return RoleRanking(role=role, mode=mode, boards=games.boards, entries=(), comparisons=())
    order = sorted(parts, key=lambda model: (-round(float(parts[model] @ games.fitted.parameters), 3), model))
    comparisons = tuple(_comparisons(games, parts, order, final=final))
    measures = _measures(scores, role, mode)
    worse = Counter(_worse(one) for one in comparisons if one.is_resolved)
    judged = final and games.boards >= FEWEST_JUDGED
    entries = (
        _entry(games, model, parts[model], 1 + worse[model] if judged else None, comparisons, measures, final=final)
        for model in order
    )
    return RoleRanking(role=role, mode=mode, boards=games.boards, entries=tuple(entries), comparisons=comparisons)


def _entry(
    games: RatedGames,
    model: str,
    weights: "Floats",
    rank: int | None,
    comparisons: Iterable[RoleComparison],
    measures: Mapping[str, Mapping[str, AdjustedMeasure]],
    *,
    final: bool,
) -> RoleEntry:
    alike = [one for one in comparisons if model in (one.first, one.second) and one.is_resolved is False]
    has_ends = final and games.boards >= FEWEST_BOARDS
    found = games.fitted.profile(weights, CONFIDENCE) if has_ends else None
    estimate = found.estimate if found else games.fitted.estimate(weights)
    return RoleEntry(
        model=model,
        rank=rank,
        not_told_apart=tuple(one.second if one.first == model else one.first for one in alike),
        rating=None if estimate is None else rounded(estimate),
        rating_ci=_bounds(found.low, found.high) if found else None,
        win_chance=None if estimate is None else chance(estimate),
        measures={name: found_of[model] for name, found_of in measures.items() if model in found_of},
    )


def _bounds(low: float | None, high: float | None) -> Bounds:
    return Bounds(None if low is None else rounded(low), None if high is None else rounded(high))


def _comparisons(
    games: RatedGames, parts: Mapping[str, "Floats"], order: Sequence[str], *, final: bool
) -> Iterator[RoleComparison]:
    pairs = list(combinations(order, 2))
    level = 1 - (1 - CONFIDENCE) / max(1, len(pairs))
    judged = final and games.boards >= FEWEST_JUDGED
    for first, second in pairs:
        weights = parts[first] - parts[second]
        found = games.fitted.profile(weights, level) if final and games.boards >= FEWEST_BOARDS else None
        estimate = found.estimate if found else games.fitted.estimate(weights)
        bounds = _bounds(found.low, found.high) if found else None
        p_value = games.fitted.p_value(weights) if judged else None
        yield RoleComparison(
            first=first,
            second=second,
            boards=games.boards,
            difference=None if estimate is None else rounded(estimate),
            interval=bounds,
            p_value=p_value,
            p_value_adjusted=None if p_value is None else min(1.0, p_value * len(pairs)),
            is_resolved=_leaves_out_0(bounds) if judged and bounds else None,
        )


def _leaves_out_0(bounds: Bounds) -> bool:
    return (bounds.low is not None and bounds.low > 0) or (bounds.high is not None and bounds.high < 0)


def _worse(comparison: RoleComparison) -> str:
    interval = comparison.interval
    return comparison.second if interval and interval.low is not None and interval.low > 0 else comparison.first


def _measures(scores: Iterable[Score], role: Credit, mode: GameMode | None) -> dict[str, dict[str, AdjustedMeasure]]:
    """Return each measure of each model that shows the play of the role or of the team, adjusted for partners."""
    chosen = [score for score in scores if mode in (None, score.cell.mode) and not score.cell.combo.ghosts]
    modes = {score.cell.mode for score in chosen}
    names = [
        name
        for name, metric in SCORE_METRICS.items()
        if metric.credit in (Credit.TEAM, role) and pools_over(name, modes)
    ]
    return {name: _adjusted(chosen, name, role) for name in names}


def _adjusted(scores: Iterable[Score], name: str, role: Credit) -> dict[str, AdjustedMeasure]:
    sums: dict[tuple[str, GameMode, tuple[str, ...]], list[float]] = defaultdict(list)
    for score in scores:
        for team in TEAMS:
            if score.cell.combo.reference in score.cell.lineup(team).models:
                continue
            if (value := getattr(score.sides[team], name)) is not None:
                sums[score.board, score.cell.mode, models_in(score.cell.mode, score.cell.lineup(team))].append(value)
    if not sums:
        return {}
    groups = sorted(sums)
    kinds = sorted({(mode, seats) for _, mode, seats in groups})
    modes, models = sorted({mode for mode, _ in kinds}), sorted({model for _, seats in kinds for model in seats})
    boards = {board: place for place, board in enumerate(sorted({board for board, _, _ in groups}))}
    fitted = LeastSquares(
        [_terms(mode, seats, modes, models) for mode, seats in kinds],
        [kinds.index((mode, seats)) for _, mode, seats in groups],
        [boards[board] for board, _, _ in groups],
        [len(sums[group]) for group in groups],
        [sum(sums[group]) for group in groups],
    )
    seated = [model for model in models if any(model in _seats_of(role, seats) for _, seats in kinds)]
    nothing = [0.0] * len(models)
    adjusted = {}
    for model in seated:
        part = [float(other == model) - (other in seated) / len(seated) for other in models]
        parts = (part, nothing) if role is Credit.CLUER else (nothing, part)
        found = fitted.mean([*(0.0 for _ in modes), *parts[0], *parts[1]])
        sides = sum(len(sums[one]) for one in groups if model in _seats_of(role, one[2]))
        if found and sides:
            adjusted[model] = AdjustedMeasure(
                difference=rounded(found.mean),
                standard_error=None if found.standard_error is None else rounded(found.standard_error),
                sides=sides,
            )
    return adjusted


def _terms(mode: GameMode, seats: Sequence[str], modes: Sequence[GameMode], models: Sequence[str]) -> list[float]:
    cluer, *guessers = seats
    return [
        *(float(one == mode) for one in modes),
        *(float(one == cluer) for one in models),
        *(guessers.count(one) / len(guessers) for one in models),
    ]


def _references(scores: Iterable[Score]) -> set[str]:
    """Return the models of reference teams: what their cluer and what their guessers are worth, no game tells apart."""
    return {score.cell.combo.reference for score in scores if score.cell.combo.reference}


def _seats_of(role: Credit, seats: Sequence[str]) -> Sequence[str]:
    return seats[:1] if role is Credit.CLUER else seats[1:]
