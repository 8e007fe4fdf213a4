"""A question of a laboratory with its answer: what it was worth, and as a game that can be looked at."""

from typing import Final, NamedTuple

from codenames_core.decisions.protocol import consequences, recorded_result
from codenames_core.files.record import EpisodeRecord
from codenames_core.game.agent import AgentTrace
from codenames_core.game.config import AgentConfig, Team, TeamConfig
from codenames_core.game.traces import turn_traces
from codenames_core.support.errors import InputError
from codenames_metrics.laboratory.asking.positions import RecordedPosition

NOT_KEPT: Final = "not kept"
"""Who played for the other team; positions do not say."""


class AskedDecision(NamedTuple):
    """A question, and what one agent answered."""

    position: RecordedPosition
    """As it was asked."""
    who: str
    """The agent that answered, as tables name it."""
    trace: AgentTrace
    clue: str
    """What is heard, such as `SEA 2`, or what is given; empty where no clue was given."""
    meant: tuple[str, ...]
    """The words that the clue is for."""
    answer: str
    """In words."""
    recall: float | None
    net_words: float | None


def as_game(asked: AskedDecision) -> EpisodeRecord:
    """Return the position as an unfinished game that goes on with what follows from the answer.

    The agent that was asked sits at the seat that decided; its trace is that of the answer.
    """
    position, trace = asked.position, asked.trace
    state, team = position.state, position.ask.seat.team
    events = list(state.public_transcript)
    if trace.question is not None:
        events += consequences(position.ask, recorded_result(position.ask, trace), state)
    line_up = position.source.line_up.model_copy(update={position.ask.seat.role.value: _agent(asked.who)})
    other = TeamConfig.homogeneous(AgentConfig(spec=NOT_KEPT))
    return EpisodeRecord(
        episode_id=position.source.episode,
        config=state.config,
        board=state.board,
        teams={one: line_up if one is team else other for one in Team},
        public_transcript=events,
        traces=turn_traces([trace]) if trace.question is not None else [],
    )


def _agent(label: str) -> AgentConfig:
    """Return the agent of a label; a file may say anything."""
    try:
        return AgentConfig.parse(label)
    except InputError:
        return AgentConfig(spec=NOT_KEPT)
