"""Running a suite: the models first, then the listeners who hear their clues; and reading a folder of answers again."""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Final

from codenames_core.game.agent import Question
from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line
from codenames_metrics.laboratory.asking.answer_file import read_answers
from codenames_metrics.laboratory.asking.lab_folder import (
    HEADER,
    LabFolder,
    agents_in,
    joined,
    opened,
    read_header,
    repeats_in,
    texts_in,
)
from codenames_metrics.laboratory.asking.laboratory import Laboratory, LabProgress, LabStatus
from codenames_metrics.laboratory.asking.positions import Kind
from codenames_metrics.laboratory.asking.watching import progress_of
from codenames_metrics.laboratory.suites.plan import (
    SuitePlan,
    first_questions,
    heard_clues,
    panel_key,
    panel_questions,
    planned,
)
from codenames_metrics.laboratory.suites.report import SuiteResults, suite_results
from codenames_metrics.laboratory.suites.suite_file import Suite, read_suite, suite_text

SUITE: Final = "suite.jsonl"
"""The suite, beside the answers to it, so that a folder can be reported on alone."""
INSTRUMENT: Final = "suite"


def open_suite_folder(path: Path, suite: Suite, plan: SuitePlan) -> AbstractContextManager[LabFolder]:
    """Open the folder of a run of `suite`, or make it; models that were asked there before stay in the report.

    Raises:
        InputError: the folder holds answers to another suite, or another process works in it.
        StorageError: the disk refused.
    """

    def header(before: Mapping[str, Any]) -> dict[str, Any]:
        return {
            "name": suite.name,
            "models": joined(agents_in(before, "models"), plan.labels),
            "panel": joined(agents_in(before, "panel"), [listener.label for listener in plan.panel]),
            "repeats": max(plan.repeats, repeats_in(before, one_line(str(path)))),
            "kinds": joined(texts_in(before, "kinds"), sorted({str(one.kind) for one in plan.suite.positions})),
        }

    return opened(path, INSTRUMENT, suite.id, header, {SUITE: suite_text(suite)})


async def run_suite(laboratory: Laboratory, plan: SuitePlan) -> LabStatus:
    """Have everything answered, and return how that ended; what is answered already is not asked again.

    Raises:
        InputError, StorageError: as `Laboratory.ask`.
    """
    await laboratory.ask(first_questions(plan))
    if plan.panel:
        await laboratory.ask(panel_questions(plan, heard_clues(plan, laboratory.answers)))
    return laboratory.finish()


def read_suite_run(path: Path) -> SuiteResults:
    """Return what the answers in a folder come to, finished or not.

    Raises:
        InputError: it is no folder of a suite.
    """
    header, where = read_header(path), one_line(str(path))
    if header["instrument"] != INSTRUMENT:
        raise InputError(f"{where}: answers to a {one_line(str(header['instrument']), 20)}, not to a suite")
    suite = read_suite(path / SUITE, f"{where}/{SUITE}")
    models, panel = (agents_in(header, name) for name in ("models", "panel"))
    kinds = texts_in(header, "kinds")
    if (odd := next((kind for kind in kinds if kind not in set(Kind)), None)) is not None:
        raise InputError(f"{where}/{HEADER}: {one_line(odd, 40)!r} in kinds is none of {', '.join(Kind)}")
    plan = planned(suite, models, panel, repeats_in(header, where), map(Kind, kinds))
    return suite_results(plan, read_answers(path))


def suite_progress(folder: Path, found: SuiteResults) -> LabProgress:
    """Return how far the questions of a folder are answered; see `progress_of`.

    What the panel is asked is known once the clues are given; until then each clue counts with its literal one.
    """
    plan, answers = found.plan, found.answers
    first = {question.key: question for question in first_questions(plan)}
    heard = {panel_key(one, listener.label) for one in found.clues for listener in plan.panel}
    to_come = sum(one.ask.question is Question.CLUE and key not in answers for key, one in first.items())
    return progress_of(folder, first.keys() | heard, answers, 2 * len(plan.panel) * to_come)
