"""What the answers to a suite come to, by model: means over boards, calibration, and gains over literal partners."""

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from codenames_metrics.laboratory.asking.positions import Kind
from codenames_metrics.laboratory.suites.people import is_people
from codenames_metrics.laboratory.suites.rows import AnswerRow
from codenames_metrics.statistics.brier import BrierParts, brier_parts, expected_calibration_error
from codenames_metrics.statistics.decisions.clustered_means import ClusteredMean, clustered_mean
from codenames_metrics.statistics.decisions.rank_correlation import correlation, stepped_up


class ModelResult(NamedTuple):
    """How one model answered the questions of a kind."""

    model: str
    kind: Kind
    answers: int
    failed: int
    measures: dict[str, ClusteredMean]
    """By the names of `MEASURES`."""
    calibration: BrierParts | None
    """None where no chance was stated."""

    @property
    def calibration_error(self) -> float | None:
        """The expected calibration error."""
        return None if self.calibration is None else expected_calibration_error(self.calibration)


def _gain(row: AnswerRow) -> float | None:
    return None if row.recall is None or row.literal_recall is None else row.recall - row.literal_recall


MEASURES: Final[dict[str, Callable[[AnswerRow], float | None]]] = {
    "recall": lambda row: row.recall,
    "precision": lambda row: row.precision,
    "net_words": lambda row: row.net_words,
    "assassin": lambda row: row.assassin,
    "gain": _gain,
    "chance_recall": lambda row: row.chance_recall,
    "number": lambda row: None if row.number is None else float(row.number),
    "cost_usd": lambda row: row.cost_usd,
}
"""`gain` is that over a literal listener for guesses (theory of mind), over the literal clue for clues (pragmatic)."""
MAIN: Final = {Kind.GUESS: "recall", Kind.MESSAGE: "recall", Kind.CLUE: "net_words"}
"""What models are ordered by: of guesses how much was understood; of clues what they bring, since clues for one word
are understood best and bring least."""


def results(rows: Sequence[AnswerRow]) -> list[ModelResult]:
    """Return the results of each kind, the best model first."""
    found = []
    for kind in Kind:
        models = dict.fromkeys(row.model for row in rows if row.kind == kind)
        of_kind = [
            _result(model, kind, [row for row in rows if (row.kind, row.model) == (kind, model)]) for model in models
        ]
        found += sorted(of_kind, key=lambda one: (-(one.measures[MAIN[kind]].mean or 0.0), one.model))
    return found


def _result(model: str, kind: Kind, rows: Sequence[AnswerRow]) -> ModelResult:
    measures = {
        name: clustered_mean((row.board, value) for row in rows if (value := measure(row)) is not None)
        for name, measure in MEASURES.items()
    }
    forecasts = [(row.chance, row.came_true) for row in rows if row.chance is not None and row.came_true is not None]
    return ModelResult(model, kind, len(rows), sum(row.failed for row in rows), measures, brier_parts(forecasts))


def split_half(rows: Sequence[AnswerRow], kind: Kind) -> float | None:
    """Return the reliability of a suite: how far two halves of its boards agree on the models, stepped up to the whole.

    Boards alternate between the halves in the order of their hashes. None for fewer than three models or four boards.
    """
    boards = sorted({row.board for row in rows if row.kind == kind})
    models = sorted({row.model for row in rows if row.kind == kind and not is_people(row.model)})
    if len(models) < 3 or len(boards) < 4:
        return None
    halves = [[_mean_of(rows, kind, model, set(boards[first::2])) for model in models] for first in (0, 1)]
    half = correlation(*halves)
    return None if half is None or half <= -1 else stepped_up(half)


def _mean_of(rows: Sequence[AnswerRow], kind: Kind, model: str, boards: set[str]) -> float:
    measure = MEASURES[MAIN[kind]]
    values = [measure(row) for row in rows if (row.kind, row.model) == (kind, model) and row.board in boards]
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else 0.0


def result_as_json(result: ModelResult) -> dict[str, Any]:
    """Return a result for other programs."""
    parts = result.calibration
    return {
        "model": result.model,
        "kind": str(result.kind),
        "answers": result.answers,
        "failed": result.failed,
        **{name: _mean_as_json(value) for name, value in result.measures.items() if value.n},
        "calibration": None
        if parts is None
        else {
            "forecasts": parts.forecasts,
            "brier": parts.score,
            "reliability": parts.reliability,
            "resolution": parts.resolution,
            "uncertainty": parts.uncertainty,
            "ece": result.calibration_error,
        },
    }


def _mean_as_json(value: ClusteredMean) -> dict[str, Any]:
    return {
        "mean": value.mean,
        "low": value.interval.low if value.interval else None,
        "high": value.interval.high if value.interval else None,
        "n": value.n,
        "boards": value.clusters,
    }
