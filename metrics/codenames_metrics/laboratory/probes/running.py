"""Running a probe: clues of others first, then every decision under every arm; and reading a folder of answers."""

import hashlib
from collections.abc import Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Final

from codenames_core.game.agent import AgentTrace
from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line
from codenames_metrics.laboratory.asking.answer_file import read_answers
from codenames_metrics.laboratory.asking.lab_folder import (
    HEADER,
    LabFolder,
    joined,
    opened,
    read_header,
    repeats_in,
    texts_in,
)
from codenames_metrics.laboratory.asking.laboratory import Laboratory, LabStatus
from codenames_metrics.laboratory.asking.position_file import as_lines, positions_in
from codenames_metrics.laboratory.asking.positions import Kind
from codenames_metrics.laboratory.asking.questions import AnswerKey
from codenames_metrics.laboratory.probes.arms import parse_arms, position_under
from codenames_metrics.laboratory.probes.effects import ProbedDecision
from codenames_metrics.laboratory.probes.measures import probed
from codenames_metrics.laboratory.probes.plan import ProbePlan, clue_key, clue_questions, position_arms, questions

POSITIONS: Final = "positions.jsonl"
"""The decisions, beside the answers to them."""
INSTRUMENT: Final = "probe"


def open_probe_folder(path: Path, plan: ProbePlan) -> AbstractContextManager[LabFolder]:
    """Open the folder of a probe, or make it; arms that were asked there before stay in the report.

    Raises:
        InputError: the folder holds answers to other decisions, or another process works in it.
        StorageError: the disk refused.
    """

    def header(before: Mapping[str, Any]) -> dict[str, Any]:
        return {
            "kind": str(plan.kind),
            "arms": joined(texts_in(before, "arms"), [arm.name for arm in plan.arms]),
            "repeats": max(plan.repeats, repeats_in(before, one_line(str(path)))),
        }

    beside = {POSITIONS: as_lines(plan.positions)}
    return opened(path, INSTRUMENT, f"{plan.kind} {plan_id(plan)}", header, beside)


def plan_id(plan: ProbePlan) -> str:
    """Return a short hash of which decisions are asked again."""
    ids = ",".join(sorted(position.id for position in plan.positions))
    return hashlib.sha256(ids.encode()).hexdigest()[:12]


async def run_probe(laboratory: Laboratory, plan: ProbePlan) -> LabStatus:
    """Have everything answered, and return how that ended; what is answered already is not asked again.

    Raises:
        InputError, StorageError: as `Laboratory.ask`.
    """
    await laboratory.ask(clue_questions(plan))
    await laboratory.ask(questions(plan, laboratory.answers))
    return laboratory.finish()


def read_probe_run(path: Path) -> tuple[ProbePlan, list[ProbedDecision]]:
    """Return what was asked in a folder, and the answers so far; raises as `read_probe_plan`."""
    plan = read_probe_plan(path)
    return plan, probed_decisions(plan, read_answers(path))


def read_probe_plan(path: Path) -> ProbePlan:
    """Return what was asked in a folder.

    Raises:
        InputError: it is no folder of a probe.
    """
    header, where = read_header(path), one_line(str(path))
    if header["instrument"] != INSTRUMENT:
        raise InputError(f"{where}: answers to a {one_line(str(header['instrument']), 20)}, not to a probe")
    try:
        kind = Kind(header["kind"])
        arms, repeats = parse_arms([str(arm) for arm in header["arms"]], kind), repeats_in(header, where)
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"{where}/{HEADER}: {one_line(str(error), 200)}") from None
    return ProbePlan(kind, positions_in(path / POSITIONS), arms, repeats)


def probed_decisions(plan: ProbePlan, answers: Mapping[AnswerKey, AgentTrace]) -> list[ProbedDecision]:
    """Return the decisions with their answers; arms without an answer are missing."""
    found: dict[str, ProbedDecision] = {}
    for position, arm in position_arms(plan):
        traces = [answers.get(AnswerKey(position.id, arm.name, repeat)) for repeat in range(plan.repeats)]
        changed = position_under(arm, position, answers.get(clue_key(position, arm)))
        given = [probed(changed, trace) for trace in traces if trace is not None]
        if position.id not in found:
            found[position.id] = ProbedDecision(position.id, position.board, position.decider, {})
        if given:
            one = found[position.id]
            found[position.id] = one._replace(answers={**one.answers, arm.name: given})
    return list(found.values())
