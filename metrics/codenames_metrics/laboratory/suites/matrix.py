"""Speakers and listeners: who is understood, who understands, and what it is worth to be one's own partner.

The recall of a clue is taken for the sum of what its speaker and its listener add, and of what a pair adds that is one
and the same agent; a least-squares fit, with errors clustered by board (`adjusted_means`).
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from codenames_core.game.agent import AgentTrace
from codenames_metrics.laboratory.asking.positions import Kind
from codenames_metrics.laboratory.asking.questions import AnswerKey
from codenames_metrics.laboratory.suites.people import is_people
from codenames_metrics.laboratory.suites.plan import HeardClue, SuitePlan
from codenames_metrics.laboratory.suites.rows import AnswerRow, panel_scores
from codenames_metrics.statistics.adjusted_means import AdjustedMean, LeastSquares
from codenames_metrics.statistics.decisions.clustered_means import ClusteredMean, clustered_mean


class Heard(NamedTuple):
    """What one listener made of one clue."""

    speaker: str
    listener: str
    board: str
    recall: float


class Matrix(NamedTuple):
    """Recall by speaker and listener, and the parts that it is taken for the sum of."""

    speakers: tuple[str, ...]
    listeners: tuple[str, ...]
    cells: Mapping[tuple[str, str], ClusteredMean]
    speaker_effects: Mapping[str, AdjustedMean]
    """Against the mean of all speakers."""
    listener_effects: Mapping[str, AdjustedMean]
    own_pair: AdjustedMean | None
    """None where nobody hears its own clues, or nobody hears any other."""


def recorded_clues(rows: Iterable[AnswerRow]) -> list[Heard]:
    """Return what the models made of the clues of the suite."""
    return [
        Heard(row.speaker, row.model, row.board, row.recall)
        for row in rows
        if row.kind == Kind.GUESS and row.recall is not None and not is_people(row.model)
    ]


def own_clues(plan: SuitePlan, answers: Mapping[AnswerKey, AgentTrace], clues: Iterable[HeardClue]) -> list[Heard]:
    """Return what the panel made of the clues that the models gave."""
    return [
        Heard(one.cluer, listener, one.position.board, score.recall)
        for one in clues
        if not one.literal
        for listener, score in panel_scores(one, plan, answers).items()
        if score.recall is not None
    ]


def matrix(heard: Sequence[Heard]) -> Matrix | None:
    """Return the matrix; None where nothing was heard."""
    if not heard:
        return None
    speakers = tuple(sorted({one.speaker for one in heard}))
    listeners = tuple(sorted({one.listener for one in heard}))
    inside: dict[tuple[str, str], list[tuple[str, float]]] = defaultdict(list)
    for one in heard:
        inside[one.speaker, one.listener].append((one.board, one.recall))
    cells = {pair: clustered_mean(values) for pair, values in inside.items()}
    return Matrix(speakers, listeners, cells, *_effects(speakers, listeners, inside))


_Effects = Mapping[str, AdjustedMean]


def _effects(
    speakers: Sequence[str], listeners: Sequence[str], inside: Mapping[tuple[str, str], list[tuple[str, float]]]
) -> tuple[_Effects, _Effects, AdjustedMean | None]:
    pairs = list(inside)
    design = [
        [float(pair[0] == one) for one in speakers]
        + [float(pair[1] == one) for one in listeners]
        + [float(pair[0] == pair[1])]
        for pair in pairs
    ]
    boards = {board: place for place, board in enumerate(sorted({b for values in inside.values() for b, _ in values}))}
    groups: dict[tuple[int, int], list[float]] = defaultdict(list)
    for kind, pair in enumerate(pairs):
        for board, value in inside[pair]:
            groups[kind, boards[board]].append(value)
    kinds, places = zip(*groups, strict=True)
    fit = LeastSquares(
        design, kinds, places, [len(one) for one in groups.values()], [sum(one) for one in groups.values()]
    )
    own = fit.mean([0.0] * (len(speakers) + len(listeners)) + [1.0])
    first = _against_mean(fit, speakers, 0, len(listeners) + 1)
    second = _against_mean(fit, listeners, len(speakers), 1)
    return first, second, own


def _against_mean(fit: LeastSquares, names: Sequence[str], before: int, after: int) -> _Effects:
    share = 1 / len(names)
    found = {}
    for place, name in enumerate(names):
        weights = [0.0] * before + [float(other == place) - share for other in range(len(names))] + [0.0] * after
        effect = fit.mean(weights)
        if effect is not None and len(names) > 1:
            found[name] = effect
    return found


def matrix_as_json(found: Matrix) -> dict[str, Any]:
    """Return a matrix for other programs."""
    return {
        "speakers": list(found.speakers),
        "listeners": list(found.listeners),
        "recall": [
            {"speaker": speaker, "listener": listener, "mean": cell.mean, "n": cell.n, "boards": cell.clusters}
            for (speaker, listener), cell in found.cells.items()
        ],
        "speaker_effects": {name: effect._asdict() for name, effect in found.speaker_effects.items()},
        "listener_effects": {name: effect._asdict() for name, effect in found.listener_effects.items()},
        "own_pair": found.own_pair._asdict() if found.own_pair else None,
    }
