"""What a probe came to, as text and as a row for each answer."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from codenames_core.files.atomic_writes import write_atomically
from codenames_core.text.plurals import counted
from codenames_core.text.sanitiser import one_line
from codenames_metrics.laboratory.probes.arms import AGAIN, AS_WAS
from codenames_metrics.laboratory.probes.effects import ArmEffects, Effect, ProbedDecision, effects, largest
from codenames_metrics.laboratory.probes.measures import OWN, TITLES
from codenames_metrics.laboratory.probes.plan import ProbePlan
from codenames_metrics.run_folder.line_file import csv_line
from codenames_metrics.tables.markdown import cell, table
from codenames_metrics.tables.number_formats import format_p_value, format_percent, format_score, format_signed

REPORT: Final = "probe.md"
ANSWERS: Final = "probe.csv"
_LONGEST_TEXT: Final = 300
COLUMNS: Final = (
    "model",
    "position",
    "board",
    "episode",
    "at",
    "arm",
    "repeat",
    "answer",
    "words",
    *OWN,
)
"""Of `probe.csv`: a row for each answer."""


def write_probe(folder: Path, plan: ProbePlan, decisions: Sequence[ProbedDecision]) -> str:
    """Write `probe.md` and `probe.csv`, and return the first.

    Raises:
        StorageError: the disk refused.
    """
    text = probe_text(plan, decisions)
    write_atomically(folder / REPORT, text.encode())
    write_atomically(folder / ANSWERS, b"".join(map(csv_line, (COLUMNS, *_rows(plan, decisions)))))
    return text


def probe_text(plan: ProbePlan, decisions: Sequence[ProbedDecision]) -> str:
    """Return the report as Markdown."""
    found = effects(decisions, plan.kind)
    boards = len({position.board for position in plan.positions})
    parts = [
        f"# Probe: the question for a {plan.kind}, asked again\n",
        f"{counted(len(plan.positions), 'decision')} on {counted(boards, 'board')}, "
        f"up to {counted(plan.repeats, 'time')} under each arm. "
        f"Effects are differences from {AS_WAS}, over the decisions that the arm changes, with 95 % "
        "intervals clustered by board, and p values by Holm over the arms of a model. "
        f"{AGAIN} is the noise floor: of measures against {AS_WAS} it shows what differs anyway, which is "
        "taken off the other arms.\n",
    ]
    for model in dict.fromkeys(one.model for one in found):
        parts.append(f"## {cell(model)}\n")
        parts += [part for one in found if one.model == model for part in _arm(plan, one, decisions)]
    return "\n".join(parts)


def _arm(plan: ProbePlan, one: ArmEffects, decisions: Sequence[ProbedDecision]) -> Iterator[str]:
    yield f"### {cell(one.arm)}\n"
    apart = one.distance
    chance = format_p_value(apart.p_value)
    holm = "" if one.distance_p_adjusted is None else f", {format_p_value(one.distance_p_adjusted)} by Holm"
    yield (
        f"{counted(one.decisions, 'decision')}, of which {format_percent(one.moved)} moved (their most frequent answer "
        f"is not that of {AS_WAS}). Distance of the answers: {format_score(apart.mean)}, and chance alone gives as "
        f"much with p = {chance}{holm}.\n"
    )
    yield table(("Measure", "Effect", "p, Holm", "Decisions", "Boards"), [_row(plan, effect) for effect in one.effects])
    if one.arm != AGAIN and (moved := largest(decisions, one.model, one.arm)):
        yield "Most moved:\n"
        yield table(("Decision", AS_WAS, one.arm), [_largest_row(plan, decision, one.arm) for decision in moved])


def _row(plan: ProbePlan, effect: Effect) -> tuple[str, ...]:
    value = effect.value
    return (
        TITLES[effect.measure][plan.kind],
        format_signed(value.mean, value.interval, 3),
        format_p_value(effect.p_adjusted),
        str(value.n),
        str(value.clusters),
    )


def _largest_row(plan: ProbePlan, decision: ProbedDecision, arm: str) -> tuple[str, ...]:
    source = next(position.source for position in plan.positions if position.id == decision.position)
    return f"{source.episode} at {source.at}", _texts(decision, AS_WAS), _texts(decision, arm)


def _texts(decision: ProbedDecision, arm: str) -> str:
    texts = dict.fromkeys(one_line(answer.text, _LONGEST_TEXT) for answer in decision.answers[arm])
    return " / ".join(texts)


def _rows(plan: ProbePlan, decisions: Sequence[ProbedDecision]) -> Iterator[list[Any]]:
    sources: Mapping[str, Any] = {position.id: position.source for position in plan.positions}
    for one in decisions:
        source = sources[one.position]
        for arm, answers in one.answers.items():
            for repeat, answer in enumerate(answers):
                own = [measure(answer) for measure in OWN.values()]
                words = "; ".join(answer.words)
                yield [
                    one.model,
                    one.position,
                    one.board,
                    source.episode,
                    source.at,
                    arm,
                    repeat,
                    answer.text,
                    words,
                    *own,
                ]
