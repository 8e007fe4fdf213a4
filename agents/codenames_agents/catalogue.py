"""From the name of an agent to the agent.

An agent spec is `KIND` or `KIND:DETAIL`: `vector`, `vector:bold`, `random`, `ghost:pass`, `scripted:FILE`.
"""

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from codenames_agents.styles import STYLES
from codenames_core.agent import (
    Agent,
    AnyCluerView,
    AnyGuesserView,
    ClueAnswer,
    Discussion,
    DiscussionAnswer,
    GuessesAnswer,
    PenaltyAnswer,
    TeamAgents,
)
from codenames_core.config import AgentConfig, GameConfig, Role, Seat, Team, TeamConfig
from codenames_core.errors import InputError
from codenames_core.text import one_line

DEFAULT_STYLE = "balanced"
DEFAULT_SPEC = f"vector:{DEFAULT_STYLE}"
KNOWN = f"vector[:{'|'.join(STYLES)}], random, ghost:pass, ghost:random, scripted:FILE"


def build_team(spec: TeamConfig | str, *, seed: int | None = None) -> TeamAgents:
    """Return the agents of a team.

    Args:
        spec: one agent spec for all three seats, or a config that names each.
        seed: what the agents' own seeds are hashed from; the config's if not given, else 0. Equal line-ups with
            equal seeds are equal agents, in whichever colour they play.

    Raises:
        InputError: there is no such agent; the message says which there are.
    """
    if isinstance(spec, str):
        agent = AgentConfig(spec=spec)
        spec = TeamConfig(cluer=agent, guesser_1=agent, guesser_2=agent)
    if seed is not None:
        spec = spec.model_copy(update={"seed": seed})
    seats = {role: build_agent(spec.of(role).spec, role, agent_seed(spec, role)) for role in Role}
    return TeamAgents(seats[Role.CLUER], seats[Role.GUESSER_1], seats[Role.GUESSER_2], team_as_recorded(spec))


class SeatError(InputError):
    """An agent that cannot be made for its seat."""

    def __init__(self, seat: Seat, reason: str) -> None:
        super().__init__(f"{seat.label}: {reason}")
        self.seat = seat


def build_teams(teams: Mapping[Team, TeamConfig], seats: Mapping[Seat, AgentConfig]) -> dict[Team, TeamAgents]:
    """Return the agents of a game in which seats may have changed hands.

    Args:
        teams: who sat down at first. Nobody needs to be able to build an agent that sits there no more.
        seats: who sits where now, with the whole path of a script.

    Raises:
        SeatError: there is no such agent; the message says which there are.
    """

    def build(seat: Seat) -> Any:
        team = team_as_recorded(teams[seat.team].model_copy(update={seat.role.value: seats[seat]}))
        try:
            return build_agent(seats[seat].spec, seat.role, agent_seed(team, seat.role))
        except InputError as error:
            raise SeatError(seat, str(error)) from error

    built = {seat: build(seat) for seat in Seat}
    return {
        team: TeamAgents(
            built[Seat.of(team, Role.CLUER)],
            built[Seat.of(team, Role.GUESSER_1)],
            built[Seat.of(team, Role.GUESSER_2)],
            team_as_recorded(teams[team]),
        )
        for team in Team
    }


def agent_seed(team: TeamConfig, role: Role) -> int:
    """Return the seed of a seat: one-way, and the same on both sides of a swap."""
    text = f"codenames agent 1:{team.seed}:{team.label}:{role}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8])


def build_agent(spec: str, role: Role, seed: int) -> Any:
    """Return the agent that `spec` names, for a seat of `role`.

    Raises:
        InputError: there is no such agent; the message says which there are.
    """
    kind, _, detail = spec.partition(":")
    cluer = role is Role.CLUER
    match kind:
        case "vector":
            return _vector_agent(detail or DEFAULT_STYLE, role, seed)
        case "random" if not detail:
            from codenames_agents.random_agent import RandomCluer, RandomGuesser

            return RandomCluer(seed) if cluer else RandomGuesser(seed)
        case "ghost" if detail in ("", "pass", "random"):
            from codenames_agents.ghost import GhostCluer, GhostGuesser

            return GhostCluer(detail or "pass", seed) if cluer else GhostGuesser(detail or "pass", seed)
        case "scripted" if detail:
            from codenames_agents.scripted import ScriptedCluer, ScriptedGuesser, load_script

            turns = load_script(detail).turns
            return ScriptedCluer(turns) if cluer else ScriptedGuesser(turns)
        case _:
            raise InputError(f"there is no agent {one_line(spec, 60)!r}; there are {KNOWN}")


def substitute(seat: Seat, config: GameConfig) -> Agent:
    """Return the agent that answers for a seat that failed, as `config.fallback` names it."""
    spec = config.fallback.partition(":")[2]
    return build_agent(spec, seat.role, int(config.seed or 0))  # type: ignore[no-any-return]


def _vector_agent(style: str, role: Role, seed: int) -> Any:
    if style not in STYLES:
        raise InputError(f"there is no vector agent {one_line(style, 40)!r}; there are {', '.join(STYLES)}")

    def make() -> Any:
        from codenames_agents.vector_agent import VectorCluer, VectorGuesser

        return VectorCluer(STYLES[style], seed) if role is Role.CLUER else VectorGuesser(STYLES[style], seed)

    return _OnFirstQuestion(make)


def as_recorded(agent: AgentConfig) -> AgentConfig:
    """Return the config of an agent as a record may keep it: a script's name, not the folder it lay in."""
    kind, _, detail = agent.spec.partition(":")
    return AgentConfig(spec=f"scripted:{Path(detail).name}") if kind == "scripted" else agent


def team_as_recorded(team: TeamConfig) -> TeamConfig:
    """Return a line-up as a record may keep it."""
    return team.model_copy(update={role.value: as_recorded(team.of(role)) for role in Role})


class _OnFirstQuestion:
    """An agent that is made when it is first asked: what it loads shall not hold up the first picture of a game."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self._make = make
        self._made: Any = None

    @property
    def _agent(self) -> Any:
        self._made = self._made or self._make()
        return self._made

    async def generate_clue(self, view: AnyCluerView) -> ClueAnswer:
        return await self._agent.generate_clue(view)  # type: ignore[no-any-return]

    async def choose_penalty(self, view: AnyCluerView) -> PenaltyAnswer:
        return await self._agent.choose_penalty(view)  # type: ignore[no-any-return]

    async def discuss(self, view: AnyGuesserView, discussion_so_far: Discussion) -> DiscussionAnswer:
        return await self._agent.discuss(view, discussion_so_far)  # type: ignore[no-any-return]

    async def make_guesses(self, view: AnyGuesserView, discussion: Discussion) -> GuessesAnswer:
        return await self._agent.make_guesses(view, discussion)  # type: ignore[no-any-return]
