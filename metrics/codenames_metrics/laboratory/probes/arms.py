"""Arms of a probe: what is changed about a recorded decision before it is asked again.

As-was is compulsory, and is asked twice over: what the second time differs from the first is the noise floor.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from codenames_agents.kinds import can_be_shown
from codenames_core.game.agent import AgentTrace
from codenames_core.game.config import AgentConfig, Role, Seat
from codenames_core.game.events import DiscussionMessage
from codenames_core.game.state import apply
from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line
from codenames_metrics.experiment.config import is_language_model
from codenames_metrics.laboratory.asking.positions import (
    Kind,
    RecordedPosition,
    with_rules,
    with_state,
    without_messages,
)

AS_WAS: Final = "as-was"
AGAIN: Final = "as-was again"
UNHEARD: Final = "unheard"
NO_PARTNER_TALK: Final = "no-partner-talk"
_MODEL, _CLUE_OF = "model", "clue-of"
_SETTINGS: Final = ("prompts", "temperature", "persona", "reasoning_effort", "max_tokens", "output")
"""Parameters of a model that an arm can set."""
_SEES, _PICTURE = "sees", "picture"
"""How the board is shown, and, of a seat that is shown a picture, how that looks."""


@dataclass(frozen=True, slots=True)
class ProbeArm:
    """One change."""

    name: str
    """As it was written, without the servers of models."""
    setting: str = ""
    """`model`, `clue-of` or a parameter; empty for those without a value."""
    value: str = ""

    @property
    def clue_giver(self) -> AgentConfig | None:
        """Who gives the clue of the turn instead; None where the clue stays."""
        return AgentConfig.parse(self.value) if self.setting == _CLUE_OF else None


def parse_arms(texts: Sequence[str], kind: Kind) -> tuple[ProbeArm, ...]:
    """Return the arms that a person named, as-was and as-was again first.

    Raises:
        InputError: an arm is unknown, says nothing for this kind of question, or is named twice.
    """
    named = [_parse(text.strip(), kind) for text in texts if text.strip() not in (AS_WAS, AGAIN)]
    names = [arm.name for arm in named]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise InputError(f"the arm {one_line(twice, 60)} is named twice")
    return ProbeArm(AS_WAS), ProbeArm(AGAIN), *named


def _parse(text: str, kind: Kind) -> ProbeArm:
    setting, is_setting, value = text.partition("=")
    if text in (UNHEARD, NO_PARTNER_TALK):
        return ProbeArm(text)
    if not is_setting or not value or setting not in (_MODEL, _CLUE_OF, _SEES, _PICTURE, *_SETTINGS):
        forms = "model=SPEC", "clue-of=SPEC", "sees=picture", "picture=STYLE", *(f"{name}=…" for name in _SETTINGS)
        known = ", ".join((AS_WAS, UNHEARD, NO_PARTNER_TALK, *forms))
        raise InputError(f"unknown arm {one_line(text, 60)!r}; available: {known}")
    if setting == _CLUE_OF and kind is Kind.CLUE:
        raise InputError("clue-of gives the clue to somebody else, so it says nothing about the question for a clue")
    name = f"{setting}={AgentConfig.parse(value).label}" if setting in (_MODEL, _CLUE_OF) else text
    arm = ProbeArm(name, setting, value)
    try:
        agent_under(arm, AgentConfig(spec="openai/any"))
    except InputError as error:
        raise InputError(f"arm {one_line(text, 60)!r}: {error}") from None
    return arm


def agent_under(arm: ProbeArm, agent: AgentConfig) -> AgentConfig:
    """Return who is asked under an arm, where `agent` decided in the game.

    Raises:
        InputError: the arm sets a parameter of a model, and the agent is none; or the value is none.
    """
    if arm.setting == _MODEL:
        return AgentConfig.parse(arm.value)
    if arm.setting in (_SEES, _PICTURE):
        return _shown(arm, agent)
    if arm.setting not in _SETTINGS:
        return agent
    if not is_language_model(agent.spec):
        raise InputError(f"{one_line(arm.name, 60)}: {agent.spec} is not a language model, and takes no {arm.setting}")
    without = AgentConfig.model_validate({**agent.model_dump(), arm.setting: None, "api_base": agent.api_base})
    given = AgentConfig.with_parameters(f"{arm.setting}={arm.value}")
    return without.model_copy(update={arm.setting: getattr(given, arm.setting)})


def _shown(arm: ProbeArm, agent: AgentConfig) -> AgentConfig:
    """Return the agent as it is shown the board; one that cannot be shown a picture, as it is."""
    if not can_be_shown(agent.spec):
        return agent
    return agent.shown(arm.value) if arm.setting == _SEES else agent.shown("picture", arm.value)  # type: ignore[arg-type]


def position_under(arm: ProbeArm, position: RecordedPosition, clue: AgentTrace | None = None) -> RecordedPosition:
    """Return the position as it is asked under an arm.

    Args:
        arm: the change.
        position: as it was.
        clue: the answer of whoever gives the clue instead, where the arm has somebody do so.
    """
    seat, state = position.ask.seat, position.state
    if arm.name == UNHEARD:
        return with_state(position, with_rules(state, surveillance=False))
    if arm.name == NO_PARTNER_TALK:
        team = frozenset(Seat.of(seat.team, role) for role in Role)
        return with_state(position, without_messages(state, team - {seat}))
    if arm.setting == _CLUE_OF and clue is not None:
        return _with_clue(position, clue)
    return position


def clue_position(position: RecordedPosition) -> RecordedPosition:
    """Return the position before the clue of the turn, in which somebody else may give it."""
    from codenames_core.decisions.questions import AskForClue

    state = position.state
    turn = state.turn
    events = state.public_transcript
    place = max(place for place, event in enumerate(events) if event.type == "clue")
    before = state._replace(turn=turn._replace(clue=None, discussion=(), guesses=()), public_transcript=events[:place])
    ask = AskForClue(Seat.of(turn.team, Role.CLUER))
    return RecordedPosition(Kind.CLUE, position.source, before, ask)


def _with_clue(position: RecordedPosition, trace: AgentTrace) -> RecordedPosition:
    """Return the position with another clue; what was said of the first one in this turn is left out."""
    from codenames_metrics.laboratory.scoring.clue_scores import clue_of, targets_of

    before = clue_position(position)
    clue = clue_of(before, trace)
    if clue is None:
        return position
    changed = with_state(position, apply(before.state, clue))
    return RecordedPosition(
        position.kind, position.source, changed.state, changed.ask, targets_of(before, trace), position.recorded
    )


def changes(arm: ProbeArm, position: RecordedPosition) -> bool:
    """Return whether an arm changes anything about what is asked in a position."""
    seat, events = position.ask.seat, position.state.public_transcript
    if arm.name == UNHEARD:
        return position.state.config.surveillance and any(
            isinstance(event, DiscussionMessage) and event.team is not seat.team for event in events
        )
    if arm.name == NO_PARTNER_TALK:
        return any(
            isinstance(event, DiscussionMessage) and event.team is seat.team and event.seat is not seat
            for event in events
        )
    if arm.setting in (_SEES, _PICTURE):
        decided = position.source.line_up.of(seat.role)
        return agent_under(arm, decided) != decided
    return True
