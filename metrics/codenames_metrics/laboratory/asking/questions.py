"""One question of a laboratory: a position, under which arm, for the how-manieth time, and who is asked."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from codenames_agents.catalogue import build_agent, build_seat
from codenames_agents.models.vision_check import refuse_who_cannot_see
from codenames_core.decisions.questions import Ask
from codenames_core.game.config import AgentConfig, Role, Team, TeamConfig
from codenames_core.game.state import GameState
from codenames_metrics.experiment.config import is_language_model
from codenames_metrics.laboratory.asking.positions import RecordedPosition


class AnswerKey(NamedTuple):
    """What an answer is kept under."""

    position: str
    """Its id."""
    arm: str
    """What is changed, or who is asked."""
    repeat: int
    """From 0."""

    @property
    def text(self) -> str:
        """The key in one word, for the ledger."""
        return f"{self.position}/{self.arm}/{self.repeat}"


@dataclass(frozen=True, slots=True)
class LabQuestion:
    """A question to one agent."""

    key: AnswerKey
    state: GameState
    ask: Ask[Any]
    line_up: TeamConfig
    """With the agent at the seat that is asked, and the seed that its own is hashed from."""

    @property
    def agent(self) -> AgentConfig:
        """Who is asked."""
        return self.line_up.of(self.ask.seat.role)

    @property
    def model(self) -> str | None:
        """The language model that is asked, None for an agent that costs nothing."""
        return self.agent.label if is_language_model(self.agent.spec) else None


def line_up_for(agent: AgentConfig, position: str, repeat: int) -> TeamConfig:
    """Return a line-up of one agent whose seed depends on the position: every position meets another of its kind.

    The vocabulary of an offline agent has a random part, which its seed draws; so what is measured is the style, and
    not one draw of it.
    """
    digest = hashlib.sha256(f"codenames decision 1:{position}:{repeat}".encode()).digest()
    return TeamConfig.homogeneous(agent, seed=int.from_bytes(digest[:8]) >> 1)


def check_sight(agents: Iterable[AgentConfig], positions: Iterable[RecordedPosition], *, force: bool = False) -> None:
    """Check before anything is asked that whoever is to see pictures of boards can; `force` is as in a game.

    Raises:
        InputError: an agent cannot, or a board cannot be drawn; the message says what to do.
    """
    seeing = list(dict.fromkeys(agent for agent in agents if agent.sees is not None))
    for agent in seeing:
        build_agent(agent, Role.CLUER, 0)
    words = {word for position in positions for word in position.state.board.words} if seeing else ()
    refuse_who_cannot_see(seeing, sorted(words), force=force)


def build_asked(question: LabQuestion) -> Any:
    """Return the agent that a question goes to.

    Raises:
        InputError: there is no such agent, or its key is not set; the message says which.
    """
    teams = dict.fromkeys(Team, question.line_up)
    return build_seat(teams, question.ask.seat, question.agent)
