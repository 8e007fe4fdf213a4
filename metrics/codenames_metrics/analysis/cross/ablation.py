"""What a change does: the games of each arm of an experiment against those without it, board by board.

The base has the boards, line-ups and agents' seeds of the arm. Win rates are one half on average in both, so that the
difference of a line-up is what it gains more than the others do; other measures tell what it gains by itself, and there
all line-ups together have a row, too.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from pydantic import BaseModel, ConfigDict

from codenames_core.game.config import TEAMS, Team
from codenames_metrics.analysis.scores import Score, board_means, values_by_board
from codenames_metrics.experiment.arms import BASE
from codenames_metrics.statistics.comparison_families import BoardScores, PairwiseComparison, compare_pairs
from codenames_metrics.statistics.moments import mean

EVERYBODY: Final = ""
"""Stands for all line-ups together."""
_Value = Callable[[Score, Team], float | None]


def _won(score: Score, team: Team) -> float | None:
    return None if score.winner is None or not score.cell.combo.is_contest else float(score.winner is team)


_MEASURES: Final[Mapping[str, _Value]] = {
    "win_rate": _won,
    "net_words_per_clue": lambda score, team: score.sides[team].net_words_per_clue,
    "words_per_turn": lambda score, team: score.sides[team].words_per_turn,
    "clue_efficiency": lambda score, team: score.sides[team].clue_efficiency,
    "guess_accuracy": lambda score, team: score.sides[team].guess_accuracy,
}


class ArmEffect(BaseModel):
    """What a change does to a line-up."""

    model_config = ConfigDict(frozen=True)

    arm: str
    lineup: str
    """`EVERYBODY` for all together."""
    measure: str
    base: float | None
    """Mean over the boards that both have."""
    changed: float | None
    comparison: PairwiseComparison
    """Changed - base, board by board; the line-ups are one family for each arm and measure."""


def arm_effects(scores: Iterable[Score], *, final: bool = True) -> tuple[ArmEffect, ...]:
    """Return what each arm does, in the order of arms and measures; empty without arms.

    Args:
        scores: the finished games; those that only one of both has, match-up by match-up, count for nothing.
        final: whether all games are played or given up; until then there are neither intervals nor p values.
    """
    by_arm: dict[str, dict[tuple[object, object], list[Score]]] = defaultdict(lambda: defaultdict(list))
    for score in scores:
        by_arm[score.cell.arm][score.cell.mode, score.cell.combo].append(score)
    base = by_arm.pop(BASE, {})
    effects: list[ArmEffect] = []
    for arm in sorted(by_arm):
        shared = [key for key in by_arm[arm] if key in base]
        games = ([game for key in shared for game in cells[key]] for cells in (base, by_arm[arm]))
        without, changed = games
        for measure, value in _MEASURES.items():
            effects += _effects(arm, measure, without, changed, value, final=final)
    return tuple(effects)


def _effects(
    arm: str, measure: str, without: Sequence[Score], changed: Sequence[Score], value: _Value, *, final: bool
) -> list[ArmEffect]:
    before, after = (_means(games, value) for games in (without, changed))
    names = sorted(name for name in before if name in after and (name != EVERYBODY or measure != "win_rate"))
    pairs = [(arm, "base", after[name], before[name]) for name in names]
    return [
        ArmEffect(
            arm=arm,
            lineup=name,
            measure=measure,
            base=_mean_where(before[name], after[name]),
            changed=_mean_where(after[name], before[name]),
            comparison=comparison,
        )
        for name, comparison in zip(names, compare_pairs(pairs, final=final), strict=True)
        if comparison.boards
    ]


def _means(games: Iterable[Score], value: _Value) -> dict[str, BoardScores]:
    """Return the mean on each board, by line-up and for all."""
    pairs_of: dict[str, list[tuple[str, float]]] = defaultdict(list)
    for game in games:
        for team in TEAMS:
            if (result := value(game, team)) is not None and not game.cell.combo.has_ghost(game.cell.lineup(team)):
                pairs_of[game.cell.lineup(team).name].append((game.board, result))
                pairs_of[EVERYBODY].append((game.board, result))
    return {name: board_means(values_by_board(pairs)) for name, pairs in pairs_of.items()}


def _mean_where(scores: BoardScores, others: BoardScores) -> float | None:
    return mean(score for board, score in scores.items() if board in others)
