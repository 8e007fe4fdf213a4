"""What a probe came to, and the decisions behind it: what was answered under each arm, the most moved first."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from codenames_core.game.agent import AgentTrace
from codenames_metrics.laboratory.asking.answer_file import read_answers
from codenames_metrics.laboratory.asking.asked_decisions import AskedDecision
from codenames_metrics.laboratory.asking.laboratory import LabProgress
from codenames_metrics.laboratory.asking.questions import AnswerKey
from codenames_metrics.laboratory.asking.watching import progress_of
from codenames_metrics.laboratory.probes.arms import AS_WAS, agent_under, position_under
from codenames_metrics.laboratory.probes.effects import ArmEffects, ProbedDecision, distance_of, effects
from codenames_metrics.laboratory.probes.plan import ProbePlan, clue_key, position_arms
from codenames_metrics.laboratory.probes.running import probed_decisions, read_probe_plan


class ProbeResults(NamedTuple):
    """All that a screen shows."""

    plan: ProbePlan
    answers: Mapping[AnswerKey, AgentTrace]
    decisions: tuple[ProbedDecision, ...]
    effects: tuple[ArmEffects, ...]


class MovedDecision(NamedTuple):
    """One decision under an arm, beside what it is as it was."""

    distance: float
    """Of its answers from those as-was, from 0 to 1."""
    was: tuple[AskedDecision, ...]
    under: tuple[AskedDecision, ...]


def read_probe_results(path: Path, draws: int | None = None) -> ProbeResults:
    """Return what the answers in a folder come to, finished or not.

    Args:
        path: of the folder.
        draws: shuffles of the permutation test; as many as usual if not given.

    Raises:
        InputError: it is no folder of a probe.
    """
    plan, answers = read_probe_plan(path), read_answers(path)
    decisions = tuple(probed_decisions(plan, answers))
    return ProbeResults(plan, answers, decisions, tuple(effects(decisions, plan.kind, draws=draws)))


def probe_progress(folder: Path, found: ProbeResults) -> LabProgress:
    """Return how far the questions of a folder are answered; see `progress_of`."""
    plan = found.plan
    planned = {AnswerKey(one.id, arm.name, n) for one, arm in position_arms(plan) for n in range(plan.repeats)}
    planned |= {clue_key(one, arm) for one in plan.positions for arm in plan.arms if arm.clue_giver is not None}
    return progress_of(folder, planned, found.answers)


def moved_decisions(found: ProbeResults, model: str, arm: str) -> list[MovedDecision]:
    """Return the decisions of a model that were answered under an arm and as-was, the most moved first."""
    moved = []
    for one in found.decisions:
        if one.model == model and one.answers.get(arm) and one.answers.get(AS_WAS):
            was, under = (tuple(_asked(found, one, name)) for name in (AS_WAS, arm))
            moved.append(MovedDecision(distance_of(one, arm), was, under))
    return sorted(moved, key=lambda one: -one.distance)


def _asked(found: ProbeResults, decision: ProbedDecision, name: str) -> Iterator[AskedDecision]:
    plan, answers = found.plan, found.answers
    arm = next(arm for arm in plan.arms if arm.name == name)
    position = next(position for position in plan.positions if position.id == decision.position)
    changed = position_under(arm, position, answers.get(clue_key(position, arm)))
    who = agent_under(arm, position.source.line_up.of(position.ask.seat.role)).label
    traces = [answers.get(AnswerKey(position.id, name, repeat)) for repeat in range(plan.repeats)]
    clue = changed.state.turn.clue
    heard = f"{clue.word} {clue.number}" if clue else ""
    for trace, answer in zip([one for one in traces if one is not None], decision.answers[name], strict=True):
        yield AskedDecision(changed, who, trace, heard, changed.targets, answer.text, answer.recall, answer.net_words)
