"""Who gains from discussion? The same boards with two guessers who talk and with one who decides alone, compared."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from pydantic import BaseModel, ConfigDict

from codenames_core.game.config import TEAMS, GameMode, Team
from codenames_metrics.analysis.scores import Score, board_means, group_scores, values_by_board
from codenames_metrics.experiment.combos import Composition
from codenames_metrics.statistics.comparison_families import BoardScores, PairwiseComparison, compare_pairs
from codenames_metrics.statistics.moments import mean

_Value = Callable[[Score, Team], float | None]


def _won(score: Score, team: Team) -> float | None:
    return None if score.winner is None or not score.cell.combo.is_contest else float(score.winner is team)


_MEASURES: Final[Mapping[str, _Value]] = {
    "win_rate": _won,
    "clue_efficiency": lambda score, team: score.sides[team].clue_efficiency,
    "guess_accuracy": lambda score, team: score.sides[team].guess_accuracy,
}
"""Win rates tell who gains more than the others do, for in each mode they are one half on average; the other two tell
what a team gains by itself. The coordination score is made of other terms without a discussion, so it is not here."""


_MODES: Final = (GameMode.STANDARD, GameMode.SINGLE_GUESSER)


class DiscussionGain(BaseModel):
    """What teams of one model gain."""

    model_config = ConfigDict(frozen=True)

    model: str
    measure: str
    standard: float | None
    """Mean over the boards that were played in both modes."""
    single_guesser: float | None
    comparison: PairwiseComparison
    """Standard - single guesser, board by board; the models are one family for each measure."""


def discussion_gains(scores: Iterable[Score], *, final: bool = True) -> tuple[DiscussionGain, ...]:
    """Return what each model gains, the largest difference of each measure first; empty without both modes.

    Args:
        scores: the games; those of homogeneous teams count.
        final: whether all games are played or given up; until then there are neither intervals nor p values.
    """
    games = [score for score in scores if score.cell.combo.composition is Composition.HOMOGENEOUS]
    by_mode = group_scores(games, lambda score: score.cell.mode)
    if not set(_MODES) <= set(by_mode):
        return ()
    sides = {(score.cell.combo, score.cell.lineup(team)) for score in games for team in TEAMS}
    models = sorted({lineup.cluer for combo, lineup in sides if not combo.has_ghost(lineup)})
    all_gains: list[DiscussionGain] = []
    for measure, value in _MEASURES.items():
        with_talk, without = (_means(by_mode[mode], value) for mode in _MODES)
        pairs = [(model, with_talk.get(model, {}), without.get(model, {})) for model in models]
        compared = compare_pairs(
            ((str(_MODES[0]), str(_MODES[1]), talk, alone) for _, talk, alone in pairs), final=final
        )
        gains = [
            DiscussionGain(
                model=model,
                measure=measure,
                standard=_mean_where(talk, alone),
                single_guesser=_mean_where(alone, talk),
                comparison=comparison,
            )
            for (model, talk, alone), comparison in zip(pairs, compared, strict=True)
            if comparison.boards
        ]
        all_gains += sorted(gains, key=lambda gain: (-(gain.comparison.difference or 0.0), gain.model))
    return tuple(all_gains)


def _means(games: Iterable[Score], value: _Value) -> dict[str, BoardScores]:
    """Return the mean on each board, by model."""
    pairs_of: dict[str, list[tuple[str, float]]] = defaultdict(list)
    for game in games:
        for team in TEAMS:
            if (result := value(game, team)) is not None:
                pairs_of[game.cell.lineup(team).cluer].append((game.board, result))
    return {model: board_means(values_by_board(pairs)) for model, pairs in pairs_of.items()}


def _mean_where(scores: BoardScores, others: BoardScores) -> float | None:
    return mean(score for board, score in scores.items() if board in others)
