"""What a suite asks: every model every position, and of every clue what a panel of listeners makes of it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from codenames_agents.catalogue import build_agent
from codenames_core.game.agent import AgentTrace
from codenames_core.game.config import AgentConfig, Role
from codenames_core.game.events import Clue
from codenames_core.support.errors import InputError
from codenames_metrics.laboratory.asking.positions import Kind, RecordedPosition
from codenames_metrics.laboratory.asking.questions import AnswerKey, LabQuestion, line_up_for
from codenames_metrics.laboratory.suites.suite_file import Suite

PANEL: Final = ("vector:sharp", "vector:balanced", "vector:stranger")
"""Listeners where none are named: three offline styles, of which one takes clues by their plain meaning."""


@dataclass(frozen=True, slots=True)
class SuitePlan:
    """Which agents are asked what."""

    suite: Suite
    """With the positions of the kinds that are asked alone."""
    suite_id: str
    """Of the whole suite."""
    models: tuple[AgentConfig, ...]
    panel: tuple[AgentConfig, ...]
    """Who hears the clues of the models."""
    repeats: int = 1

    @property
    def labels(self) -> tuple[str, ...]:
        """The models, as tables name them."""
        return tuple(model.label for model in self.models)


class HeardClue(NamedTuple):
    """A clue, the position in which it is heard, and whether it is the cluer's own or the literal one."""

    position: RecordedPosition
    cluer: str
    repeat: int
    literal: bool
    heard: RecordedPosition
    clue: Clue


def planned(
    suite: Suite, models: Sequence[str], panel: Sequence[str] = PANEL, repeats: int = 1, kinds: Iterable[Kind] = ()
) -> SuitePlan:
    """Return the plan for models by their specs.

    Raises:
        InputError: a spec is none, is given twice, or names somebody who is no agent that can be asked here.
    """
    wanted, whole = frozenset(kinds), suite.id
    if wanted:
        suite = Suite(suite.name, tuple(one for one in suite.positions if one.kind in wanted), suite.made)
    configs, listeners = (tuple(map(_askable, specs)) for specs in (models, panel))
    for specs in (configs, listeners):
        labels = [config.label for config in specs]
        if twice := next((label for label in labels if labels.count(label) > 1), None):
            raise InputError(f"{twice} is given twice")
    return SuitePlan(suite, whole, configs, listeners, repeats)


def check_agents(plan: SuitePlan) -> None:
    """See that every agent can be asked, before anything is.

    Raises:
        InputError: there is no such agent, or its key is not set; the message says which.
    """
    for agent in (*plan.models, *plan.panel):
        for role in (Role.CLUER, Role.GUESSER_1):
            build_agent(agent, role, 0)


def first_questions(plan: SuitePlan) -> Iterator[LabQuestion]:
    """Yield what the models are asked, position by position, so that offline agents see a board once."""
    for position in by_board(plan.suite.positions):
        for model in plan.models:
            for repeat in range(plan.repeats):
                key = AnswerKey(position.id, model.label, repeat)
                yield LabQuestion(key, position.state, position.ask, line_up_for(model, position.id, repeat))


def expected_panel_questions(plan: SuitePlan) -> Iterator[LabQuestion]:
    """Yield as many questions as the panel will be asked at most, with a clue made up: to say what models will take."""
    from codenames_metrics.laboratory.scoring.clue_scores import heard

    for position in plan.suite.of(Kind.CLUE):
        hears = heard(position, Clue("QUIXLE", 2), ())
        for number in range(2 * len(plan.models) * plan.repeats):  # each clue, and the literal one
            for listener in plan.panel:
                key = AnswerKey(position.id, f"{listener.label} will hear", number)
                yield LabQuestion(key, hears.state, hears.ask, line_up_for(listener, position.id, number))


def panel_questions(plan: SuitePlan, clues: Iterable[HeardClue]) -> Iterator[LabQuestion]:
    """Yield what the panel is asked about the clues of the models."""
    for one in clues:
        for listener in plan.panel:
            key = panel_key(one, listener.label)
            line_up = line_up_for(listener, one.position.id, one.repeat)
            yield LabQuestion(key, one.heard.state, one.heard.ask, line_up)


def panel_key(one: HeardClue, listener: str) -> AnswerKey:
    """Return what a listener's answer to a clue is kept under."""
    which = "literal " if one.literal else ""
    return AnswerKey(one.position.id, f"{listener} hears {which}{one.cluer}", one.repeat)


def heard_clues(plan: SuitePlan, answers: Mapping[AnswerKey, AgentTrace]) -> Iterator[HeardClue]:
    """Yield the clues of the models, and the literal clue for the same words, board by board."""
    from codenames_metrics.laboratory.scoring.clue_scores import clue_of, heard, literal_clue, targets_of

    for position in by_board(plan.suite.of(Kind.CLUE)):
        for label in plan.labels:
            for repeat in range(plan.repeats):
                trace = answers.get(AnswerKey(position.id, label, repeat))
                clue = clue_of(position, trace) if trace else None
                if trace is None or clue is None:
                    continue
                targets = targets_of(position, trace)
                yield HeardClue(position, label, repeat, False, heard(position, clue, targets), clue)
                if targets and (literal := literal_clue(position, targets)):
                    yield HeardClue(position, label, repeat, True, heard(position, literal, targets), literal)


def by_board(positions: Sequence[RecordedPosition]) -> list[RecordedPosition]:
    """Return positions in an order in which those of a board stand together."""
    return sorted(positions, key=lambda position: (position.board, position.kind, position.id))


def _askable(spec: str) -> AgentConfig:
    from codenames_agents.kinds import kind_of

    config = AgentConfig.parse(spec)
    kind = kind_of(config.spec)
    if not kind.can_be_asked:
        raise InputError(f"{config.spec} answers no question of a suite; name offline agents or language models")
    return config
