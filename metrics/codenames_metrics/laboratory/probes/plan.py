"""What a probe asks: which recorded decisions, under which arms, how often."""

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from codenames_core.game.agent import AgentTrace
from codenames_core.game.config import AgentConfig, TeamConfig
from codenames_core.support.errors import InputError, RuleError
from codenames_core.text.sanitiser import one_line
from codenames_metrics.game.episode_files import episode_files, read_record
from codenames_metrics.laboratory.asking.positions import Kind, RecordedPosition, decisions_in
from codenames_metrics.laboratory.asking.questions import AnswerKey, LabQuestion
from codenames_metrics.laboratory.probes.arms import ProbeArm, agent_under, changes, clue_position, position_under


@dataclass(frozen=True, slots=True)
class ProbePlan:
    """Decisions that are asked again."""

    kind: Kind
    positions: tuple[RecordedPosition, ...]
    arms: tuple[ProbeArm, ...]
    """As-was and as-was again first."""
    repeats: int


def draw_positions(
    names: Sequence[str], kind: Kind, arms: Sequence[ProbeArm], *, count: int, seed: int
) -> tuple[RecordedPosition, ...]:
    """Return so many decisions of some games, or all, drawn at random from those that an arm changes.

    Raises:
        InputError: a file is no episode, or no decision of this kind can be asked again.
    """
    found: dict[str, RecordedPosition] = {}
    told = list(arms[2:]) or list(arms)
    for name in names:
        for path in episode_files(name):
            try:
                for position in decisions_in(read_record(path), kind):
                    if any(changes(arm, position) for arm in told):
                        found[position.id] = position
            except RuleError as error:
                raise InputError(f"{one_line(str(path))}: {error}") from None
    if not found:
        raise InputError(
            f"no question for a {kind} in these games that can be asked again and that an arm changes; "
            "decisions of people, ghosts and scripts cannot be asked again"
        )
    pool = sorted(found.values(), key=lambda position: position.id)
    random.Random(f"{seed}:{kind}").shuffle(pool)
    return tuple(
        sorted(pool[:count], key=lambda position: (position.board, position.source.episode, position.source.at))
    )


def clue_questions(plan: ProbePlan) -> Iterator[LabQuestion]:
    """Yield the questions for clues of those who give them instead; they come first, and once for each position."""
    for position in plan.positions:
        for arm in plan.arms:
            if (giver := arm.clue_giver) is not None:
                before = clue_position(position)
                line_up = _seated(position, before, giver)
                yield LabQuestion(clue_key(position, arm), before.state, before.ask, line_up)


def clue_key(position: RecordedPosition, arm: ProbeArm) -> AnswerKey:
    """Return what the clue of somebody else is kept under."""
    return AnswerKey(position.id, f"{arm.name} (its clue)", 0)


def questions(plan: ProbePlan, answers: Mapping[AnswerKey, AgentTrace]) -> Iterator[LabQuestion]:
    """Yield what is asked: every position under every arm that changes it, so many times."""
    for position, arm in position_arms(plan):
        changed = position_under(arm, position, answers.get(clue_key(position, arm)))
        agent = agent_under(arm, position.source.line_up.of(position.ask.seat.role))
        line_up = _seated(position, changed, agent)
        for repeat in range(plan.repeats):
            yield LabQuestion(AnswerKey(position.id, arm.name, repeat), changed.state, changed.ask, line_up)


def position_arms(plan: ProbePlan) -> Iterable[tuple[RecordedPosition, ProbeArm]]:
    """Yield each position with each arm that changes it."""
    for position in plan.positions:
        for arm in plan.arms:
            if changes(arm, position):
                yield position, arm


def _seated(position: RecordedPosition, asked: RecordedPosition, agent: AgentConfig) -> TeamConfig:
    """Return the line-up of the game with `agent` at the seat that is asked; without a change, the very same agents."""
    return position.source.line_up.model_copy(update={asked.ask.seat.role.value: agent})
