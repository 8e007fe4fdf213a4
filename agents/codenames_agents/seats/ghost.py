"""A team that stands for empty seats, to play or test the other team alone.

A PASS ghost passes every turn, so that the other team plays solo. A RANDOM ghost gives random legal clues and touches
random words, so that turns change. The engine knows a ghost by its attribute `is_ghost`, never by its answers.
"""

from enum import StrEnum

from codenames_agents.offline.random_agent import RandomCluer, RandomGuesser
from codenames_core.game.agent import (
    AgentTrace,
    AnyCluerView,
    AnyGuesserView,
    ClueAnswer,
    Discussion,
    DiscussionAnswer,
    GuessesAnswer,
    PenaltyAnswer,
    TeamAgents,
)
from codenames_core.game.config import AgentConfig, TeamConfig
from codenames_core.game.events import Clue, DiscussionMessage


class GhostMode(StrEnum):
    """What a ghost does in its turn."""

    PASS = "pass"  # noqa: S105  a move, no password
    RANDOM = "random"


class GhostCluer:
    """The cluer of a ghost team."""

    is_ghost = True

    def __init__(self, mode: GhostMode | str = GhostMode.PASS, seed: int = 0) -> None:
        self.mode = GhostMode(mode)
        self._random = RandomCluer(seed)

    async def generate_clue(self, view: AnyCluerView) -> ClueAnswer:
        """Return `Clue("PASS", 0)`, which the orchestrator turns into a pass, or a random legal clue."""
        if self.mode is GhostMode.PASS:
            return Clue("PASS", 0), AgentTrace(agent=f"ghost:{self.mode}")
        return await self._random.generate_clue(view)

    async def choose_penalty(self, view: AnyCluerView) -> PenaltyAnswer:
        """Return a random own word."""
        return await self._random.choose_penalty(view)


class GhostGuesser:
    """A guesser of a ghost team."""

    is_ghost = True

    def __init__(self, mode: GhostMode | str = GhostMode.PASS, seed: int = 0) -> None:
        self.mode = GhostMode(mode)
        self._random = RandomGuesser(seed)

    async def discuss(self, view: AnyGuesserView, discussion_so_far: Discussion) -> DiscussionAnswer:
        """Say nothing and agree to nothing, or speak as a random guesser does."""
        if self.mode is GhostMode.PASS:
            return DiscussionMessage(text="", consensus=False), AgentTrace(agent=f"ghost:{self.mode}")
        return await self._random.discuss(view, discussion_so_far)

    async def make_guesses(self, view: AnyGuesserView, discussion: Discussion) -> GuessesAnswer:
        """Return no words, or random ones."""
        if self.mode is GhostMode.PASS:
            return (), AgentTrace(agent=f"ghost:{self.mode}")
        return await self._random.make_guesses(view, discussion)


class GhostTeam(TeamAgents):
    """Three ghosts of one mode."""

    def __init__(self, mode: GhostMode | str = GhostMode.PASS, seed: int = 0) -> None:
        ghost = AgentConfig(spec=f"ghost:{GhostMode(mode)}")
        super().__init__(
            GhostCluer(mode, seed),
            GhostGuesser(mode, seed),
            GhostGuesser(mode, seed + 1),
            TeamConfig.homogeneous(ghost, seed=seed),
        )
