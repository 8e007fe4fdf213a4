"""The decisions behind the numbers of a suite: every answer, with the position in which it was given."""

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from codenames_metrics.laboratory.asking.again import choice_in_words
from codenames_metrics.laboratory.asking.asked_decisions import AskedDecision
from codenames_metrics.laboratory.asking.positions import Kind
from codenames_metrics.laboratory.asking.questions import AnswerKey
from codenames_metrics.laboratory.suites.plan import panel_key
from codenames_metrics.laboratory.suites.report import SuiteResults
from codenames_metrics.laboratory.suites.rows import panel_scores


class SuitePart(StrEnum):
    """Which questions of a suite an answer belongs to."""

    GUESS = "guess"
    """What the models make of the clues of the suite."""
    CLUE = "clue"
    """The clues of the models."""
    MESSAGE = "message"
    HEARD = "heard"
    """What the panel makes of the clues of the models."""


class SuiteDecision(NamedTuple):
    """One answer to a suite."""

    part: SuitePart
    speaker: str
    """Who gave the clue, or is asked for it."""
    asked: AskedDecision


def suite_decisions(found: SuiteResults) -> Iterator[SuiteDecision]:
    """Yield every answer to a suite, those of the panel included."""
    plan, answers = found.plan, found.answers
    worth = {(row.position, row.model, row.repeat): row for row in found.rows}
    given = {(one.position.id, one.cluer, one.repeat): one for one in found.clues if not one.literal}
    for position in plan.suite.positions:
        for model in plan.labels:
            for repeat in range(plan.repeats):
                trace = answers.get(AnswerKey(position.id, model, repeat))
                if trace is None:
                    continue
                key = (position.id, model, repeat)
                row, clue = worth.get(key), given.get(key)
                speaker = model if position.kind is Kind.CLUE else position.speaker
                heard = position.state.turn.clue if position.kind is not Kind.CLUE else clue and clue.clue
                asked = AskedDecision(
                    position,
                    model,
                    trace,
                    f"{heard.word} {heard.number}" if heard else "",
                    clue.heard.targets if clue else position.targets,
                    choice_in_words(position, trace) if position.kind is not Kind.GUESS else _listed(found, key),
                    row.recall if row else None,
                    row.net_words if row else None,
                )
                yield SuiteDecision(SuitePart(position.kind.value), speaker, asked)
    yield from _heard(found)


def _listed(found: SuiteResults, key: tuple[str, str, int]) -> str:
    trace = found.answers[AnswerKey(*key)]
    if trace.failure is not None:
        return f"no answer ({trace.failure})"
    return ", ".join(map(str, trace.answer)) if isinstance(trace.answer, list) and trace.answer else "pass"


def _heard(found: SuiteResults) -> Iterator[SuiteDecision]:
    for one in found.clues:
        if one.literal:
            continue
        for listener, score in panel_scores(one, found.plan, found.answers).items():
            key = panel_key(one, listener)
            asked = AskedDecision(
                one.heard,
                listener,
                found.answers[key],
                f"{one.clue.word} {one.clue.number}",
                one.heard.targets,
                _listed(found, key),
                score.recall,
                float(score.net_words),
            )
            yield SuiteDecision(SuitePart.HEARD, one.cluer, asked)
