"""What a suite came to, as text, JSON and CSV."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from codenames_core.files.atomic_writes import write_atomically
from codenames_core.game.agent import AgentTrace
from codenames_core.text.plurals import counted
from codenames_metrics.laboratory.asking.positions import Kind
from codenames_metrics.laboratory.asking.questions import AnswerKey
from codenames_metrics.laboratory.suites.matrix import Matrix, matrix, matrix_as_json, own_clues, recorded_clues
from codenames_metrics.laboratory.suites.people import Recall, curve_tables, is_people
from codenames_metrics.laboratory.suites.plan import HeardClue, SuitePlan, heard_clues
from codenames_metrics.laboratory.suites.results import ModelResult, result_as_json, results, split_half
from codenames_metrics.laboratory.suites.rows import AnswerRow, answer_rows
from codenames_metrics.run_folder.line_file import csv_line
from codenames_metrics.statistics.adjusted_means import AdjustedMean
from codenames_metrics.statistics.decisions.clustered_means import ClusteredMean
from codenames_metrics.tables.markdown import table
from codenames_metrics.tables.number_formats import NOTHING, format_percent, format_score, format_signed

REPORT: Final = "report.md"
RESULTS: Final = "results.json"
ANSWERS: Final = "answers.csv"


class SuiteResults(NamedTuple):
    """All that a report shows."""

    plan: SuitePlan
    rows: tuple[AnswerRow, ...]
    models: tuple[ModelResult, ...]
    recorded: Matrix | None
    """Speakers of the suite, and the models as listeners."""
    own: Matrix | None
    """The models as speakers, and the panel as listeners."""
    answers: Mapping[AnswerKey, AgentTrace]
    clues: tuple[HeardClue, ...]
    """Those of the models, and the literal ones that they are held against."""


def suite_results(plan: SuitePlan, answers: Mapping[AnswerKey, AgentTrace]) -> SuiteResults:
    """Return what the answers so far come to."""
    clues = tuple(heard_clues(plan, answers)) if plan.suite.of(Kind.CLUE) else ()
    rows = tuple(answer_rows(plan, answers, clues))
    heard = matrix(own_clues(plan, answers, clues))
    return SuiteResults(plan, rows, tuple(results(rows)), matrix(recorded_clues(rows)), heard, answers, clues)


def write_report(folder: Path, found: SuiteResults) -> None:
    """Write `report.md`, `results.json` and `answers.csv`.

    Raises:
        StorageError: the disk refused.
    """
    write_atomically(folder / REPORT, report_text(found).encode())
    write_atomically(folder / RESULTS, (json.dumps(report_as_json(found), indent=1) + "\n").encode())
    write_atomically(folder / ANSWERS, rows_as_csv(found.rows).encode())


def report_text(found: SuiteResults) -> str:
    """Return the report as Markdown."""
    suite = found.plan.suite
    counts = ", ".join(f"{len(suite.of(kind))} {kind}" for kind in Kind if suite.of(kind))
    boards = len({position.board for position in suite.positions})
    head = [
        f"# Suite {suite.name}\n",
        f"Suite {found.plan.suite_id}: {counted(len(suite.positions), 'position')} ({counts}) on "
        f"{counted(boards, 'board')}. "
        "Intervals are 95 %, clustered by board. A question without an answer that the rules accept counts as nothing "
        "found.\n",
    ]
    parts = [*head, *(part for kind in Kind for part in _section(kind, found))]
    return "\n".join(parts)


def _section(kind: Kind, found: SuiteResults) -> Iterator[str]:
    models = [one for one in found.models if one.kind is kind]
    if not models:
        return
    match kind:
        case Kind.GUESS:
            yield from _guess_section(models, found)
        case Kind.CLUE:
            yield from _clue_section(models, found)
        case Kind.MESSAGE:
            yield "## Messages\n"
            yield table(
                ("Model", "Recall", "Precision", "Failed", "Answers"),
                [
                    (one.model, _mean(one, "recall"), _mean(one, "precision"), str(one.failed), str(one.answers))
                    for one in models
                ],
            )
    if (reliability := split_half(found.rows, kind)) is not None:
        yield f"Split-half reliability of the order of these models: {reliability:.2f}.\n"
    if any(one.calibration for one in models):
        yield _calibration(models)


def _guess_section(models: Sequence[ModelResult], found: SuiteResults) -> Iterator[str]:
    yield "## Guesses\n"
    chance = models[0].measures["chance_recall"].mean
    yield (
        f"Recall is the share of the meant words that were found; random words would find {format_score(chance)}. "
        "The gain is over a literal listener, who takes clues by their plain meaning.\n"
    )
    heads = ("Model", "Recall", "Precision", "Net words", "Assassin", "Theory-of-mind gain", "Failed", "Answers")
    yield table(heads, [_guess_row(one) for one in models])
    guesses = [row for row in found.rows if row.kind == Kind.GUESS]
    if any(is_people(row.model) for row in guesses):
        yield "People answered the same questions elsewhere. What they are worth says nothing of who wins games here.\n"
        yield from curve_tables([Recall(row.model, row.number, row.words_left, row.recall) for row in guesses])
    if found.recorded:
        yield "### Who understands whom\n"
        yield _matrix(found.recorded)


def _guess_row(one: ModelResult) -> tuple[str, ...]:
    return (
        one.model,
        _mean(one, "recall"),
        _mean(one, "precision"),
        _mean(one, "net_words"),
        format_percent(one.measures["assassin"].mean),
        _signed(one.measures["gain"]),
        str(one.failed),
        str(one.answers),
    )


def _clue_section(models: Sequence[ModelResult], found: SuiteResults) -> Iterator[str]:
    panel = ", ".join(listener.label for listener in found.plan.panel)
    yield "## Clues\n"
    yield (
        f"What listeners make of each clue, on average over {panel}. Models stand in the order of net words: a clue "
        "for one word is understood best, and brings least. The gain is over the most literal clue for the same "
        "words.\n"
    )
    heads = ("Model", "Net words", "Number", "Recall", "Assassin", "Pragmatic gain", "Failed", "Answers")
    yield table(heads, [_clue_row(one) for one in models])
    if found.own:
        yield "### Who is understood by whom\n"
        yield _matrix(found.own)


def _clue_row(one: ModelResult) -> tuple[str, ...]:
    return (
        one.model,
        _mean(one, "net_words"),
        format_score(one.measures["number"].mean),
        _mean(one, "recall"),
        format_percent(one.measures["assassin"].mean),
        _signed(one.measures["gain"]),
        str(one.failed),
        str(one.answers),
    )


def _matrix(found: Matrix) -> str:
    rows = [
        [
            speaker,
            *(_cell(found, speaker, listener) for listener in found.listeners),
            _effect(found.speaker_effects.get(speaker)),
        ]
        for speaker in found.speakers
    ]
    last = ["Effect of the listener", *(_effect(found.listener_effects.get(one)) for one in found.listeners), ""]
    text = table(("Recall: speaker, listener", *found.listeners, "Effect of the speaker"), [*rows, last])
    if found.own_pair is not None:
        text += f"\nHearing one's own clues adds {_effect(found.own_pair)}.\n"
    return text


def _cell(found: Matrix, speaker: str, listener: str) -> str:
    cell = found.cells.get((speaker, listener))
    return format_score(cell.mean) if cell else NOTHING


def _effect(effect: AdjustedMean | None) -> str:
    if effect is None:
        return NOTHING
    error = "" if effect.standard_error is None else f" ± {1.96 * effect.standard_error:.2f}"
    return f"{effect.mean:+.2f}{error}"


def _calibration(models: Sequence[ModelResult]) -> str:
    rows = [
        (
            one.model,
            str(one.calibration.forecasts),
            f"{one.calibration.score:.3f}",
            f"{one.calibration.reliability:.3f}",
            f"{one.calibration.resolution:.3f}",
            f"{one.calibration_error or 0.0:.3f}",
        )
        for one in models
        if one.calibration
    ]
    return "### Stated chances\n\n" + table(("Model", "Chances", "Brier", "Reliability", "Resolution", "ECE"), rows)


def _mean(one: ModelResult, name: str) -> str:
    value = one.measures[name]
    if value.mean is None or value.interval is None:
        return format_score(value.mean)
    return f"{value.mean:.2f} ({value.interval.low:.2f} to {value.interval.high:.2f})"


def _signed(value: ClusteredMean) -> str:
    return format_signed(value.mean, value.interval, 2)


def report_as_json(found: SuiteResults) -> dict[str, Any]:
    """Return the results for other programs."""
    suite = found.plan.suite
    return {
        "suite_id": found.plan.suite_id,
        "name": suite.name,
        "positions": len(suite.positions),
        "panel": [listener.label for listener in found.plan.panel],
        "models": [result_as_json(one) for one in found.models],
        "split_half": {str(kind): split_half(found.rows, kind) for kind in Kind if suite.of(kind)},
        "speakers_of_the_suite": matrix_as_json(found.recorded) if found.recorded else None,
        "models_as_speakers": matrix_as_json(found.own) if found.own else None,
    }


def rows_as_csv(rows: Sequence[AnswerRow]) -> str:
    """Return a line for each answer, with a line of names above."""
    return b"".join(map(csv_line, (AnswerRow._fields, *rows))).decode()
