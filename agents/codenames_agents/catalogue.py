"""From the name of an agent to the agent.

An agent spec is `KIND` or `KIND:DETAIL`: `vector`, `vector:bold`, `random`, `human`, `ghost:pass`,
`scripted:FILE`,
`litellm:MODEL`, or just the name of a model: one with a slash, or a bare one that is known (`gpt-…`, `claude-…`).
Parameters of a model stand behind a question mark; see `AgentConfig`.
"""

import hashlib
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from codenames_agents.offline.styles import STYLES
from codenames_core.game.agent import (
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
from codenames_core.game.config import AgentConfig, GameConfig, Role, Seat, Team, TeamConfig
from codenames_core.support.errors import InputError
from codenames_core.support.folders import prompts_folder
from codenames_core.text.sanitiser import encodable, one_line

if TYPE_CHECKING:
    from codenames_agents.models.model_io import ModelRequest

DEFAULT_STYLE = "balanced"
DEFAULT_SPEC = f"vector:{DEFAULT_STYLE}"
KNOWN = f"vector[:{'|'.join(STYLES)}], random, human, ghost:pass, ghost:random, scripted:FILE, litellm:MODEL"
KINDS = ("vector", "random", "ghost", "scripted", "human")
"""What stands before the colon of a spec that names no model."""


def build_team(spec: TeamConfig | str, *, seed: int | None = None) -> TeamAgents:
    """Return the agents of a team.

    Args:
        spec: one agent spec for all three seats, or a config that names each.
        seed: what the agents' own seeds are hashed from; the config's if not given, else 0. Equal line-ups with
            equal seeds are equal agents, in whichever colour they play.

    Raises:
        InputError: there is no such agent, and the message says which there are; or the key of a model is not set,
            and the message names the environment variable.
    """
    if isinstance(spec, str):
        spec = TeamConfig.homogeneous(AgentConfig.parse(spec))
    if seed is not None:
        spec = spec.model_copy(update={"seed": seed})
    seats = {role: _build_seat(spec, role) for role in Role}
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
    built = {seat: build_seat(teams, seat, seats[seat]) for seat in Seat}
    return {
        team: TeamAgents(
            built[Seat.of(team, Role.CLUER)],
            built[Seat.of(team, Role.GUESSER_1)],
            built[Seat.of(team, Role.GUESSER_2)],
            team_as_recorded(teams[team]),
        )
        for team in Team
    }


def build_seat(teams: Mapping[Team, TeamConfig], seat: Seat, agent: AgentConfig) -> Any:
    """Return `agent` as it plays in `seat` of a game to which `teams` sat down.

    Raises:
        SeatError: there is no such agent; the message says which there are.
    """
    try:
        return _build_seat(teams[seat.team].model_copy(update={seat.role.value: agent}), seat.role)
    except InputError as error:
        raise SeatError(seat, str(error)) from error


def team_seed(board_seed: int | None, *, run_seed: int = 0, repeat: int = 0) -> int:
    """Return the seed that the record of a team holds: one-way, so that no agent can deal the board from it.

    Args:
        board_seed: what the board was dealt from, if it was.
        run_seed: of the whole experiment.
        repeat: which of several games of one line-up on one board.
    """
    return _hashed(f"codenames team 1:{run_seed}:{board_seed}:{repeat}") >> 1


def _build_seat(team: TeamConfig, role: Role) -> Any:
    return build_agent(team.of(role), role, agent_seed(team_as_recorded(team), role))


def agent_seed(team: TeamConfig, role: Role) -> int:
    """Return the seed of a seat: one-way, and the same on both sides of a swap.

    It is hashed from the team's as it is recorded, so that a game which is resumed or forked has the same agents.
    """
    return _hashed(f"codenames agent 1:{team.seed}:{team.label}:{role}")


def _hashed(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8])


def model_of(spec: str) -> str | None:
    """Return the model that a spec names, None for an agent of another kind.

    >>> model_of("litellm:command-r"), model_of("ollama/llama3:8b"), model_of("gpt-4o"), model_of("vector:bold")
    ('command-r', 'ollama/llama3:8b', 'gpt-4o', None)
    """
    kind, _, detail = spec.partition("?")[0].partition(":")
    if kind == "litellm":
        return detail or None
    if kind in KINDS:
        return None
    from codenames_agents.providers.endpoints import provider_of

    name = spec.partition("?")[0]
    return name if provider_of(name) else None


def build_agent(agent: AgentConfig | str, role: Role, seed: int) -> Any:
    """Return the agent that `agent`, or its spec, names, for a seat of `role`.

    Raises:
        InputError: there is no such agent; the message says which there are.
    """
    config = AgentConfig.parse(agent) if isinstance(agent, str) else agent
    spec = config.spec
    if model_of(spec):
        return _llm_agent(config, role)
    if config.parameters:
        first = next(iter(config.parameters))
        raise InputError(f"{one_line(spec, 60)!r} takes no parameters, but {first} is given; they are for models")
    kind, _, detail = spec.partition(":")
    cluer = role is Role.CLUER
    match kind:
        case "vector":
            return _vector_agent(detail or DEFAULT_STYLE, role, seed)
        case "random" if not detail:
            from codenames_agents.offline.random_agent import RandomCluer, RandomGuesser

            return RandomCluer(seed) if cluer else RandomGuesser(seed)
        case "human" if not detail:
            from codenames_agents.seats.human import Human

            return Human()
        case "ghost" if detail in ("", "pass", "random"):
            from codenames_agents.seats.ghost import GhostCluer, GhostGuesser

            return GhostCluer(detail or "pass", seed) if cluer else GhostGuesser(detail or "pass", seed)
        case "scripted" if detail:
            from codenames_agents.seats.scripted import ScriptedCluer, ScriptedGuesser, load_script

            turns = load_script(detail).turns
            return ScriptedCluer(turns) if cluer else ScriptedGuesser(turns)
        case _:
            raise InputError(f"there is no agent {one_line(spec, 60)!r}; there are {KNOWN}")


def substitute(seat: Seat, config: GameConfig) -> Agent:
    """Return the agent that answers for a seat that failed, as `config.fallback` names it."""
    agent = AgentConfig.parse(config.fallback.partition(":")[2])
    team = TeamConfig.homogeneous(agent, seed=team_seed(config.seed))
    return _build_seat(team, seat.role)  # type: ignore[no-any-return]


async def close_models() -> None:
    """Close the connections to models, where there are any; to be called before the event loop ends."""
    if (
        provider := sys.modules.get("codenames_agents.providers.provider")
    ) is not None:  # an offline game never loads it
        await provider.close_shared_provider()


def _llm_agent(config: AgentConfig, role: Role) -> Any:
    from codenames_agents.models.llm import LlmCluer, LlmGuesser, request_of
    from codenames_agents.models.prompts import DEFAULT_PROMPTS, load_prompts
    from codenames_agents.providers.provider import shared_provider

    prompts = load_prompts(config.prompts or DEFAULT_PROMPTS, prompts_folder())
    request = request_of(config)
    cassette = shared_provider().cassette
    if (cassette is None or not cassette.is_replaying) and (problem := _unaskable(request)):
        raise InputError(f"{one_line(config.spec, 60)}: {problem}")
    return LlmCluer(config, prompts) if role is Role.CLUER else LlmGuesser(config, prompts)


def _unaskable(request: "ModelRequest") -> str:
    """Return why a model cannot be asked, as far as it can be told without asking; empty if nothing speaks against."""
    from codenames_agents.providers.endpoints import (
        KEY_VARIABLES,
        NEEDS_NO_KEY,
        check_provider,
        endpoint_of,
        missing_key,
        provider_of,
    )
    from codenames_agents.providers.errors import MissingKey

    try:
        endpoint_of(request)
    except MissingKey as error:
        return error.detail
    if provider_of(request.model) in KEY_VARIABLES.keys() | NEEDS_NO_KEY:
        return ""
    check_provider(request.model)
    variable = missing_key(request.model, api_base=request.api_base, key_variable=request.key_variable)
    return f"{variable} is not set" if variable else ""


def _vector_agent(style: str, role: Role, seed: int) -> Any:
    if style not in STYLES:
        raise InputError(f"there is no vector agent {one_line(style, 40)!r}; there are {', '.join(STYLES)}")

    def make() -> Any:
        from codenames_agents.offline.vector_agent import VectorCluer, VectorGuesser

        return VectorCluer(STYLES[style], seed) if role is Role.CLUER else VectorGuesser(STYLES[style], seed)

    return _OnFirstQuestion(make)


def as_recorded(agent: AgentConfig) -> AgentConfig:
    """Return the config of an agent as a record may keep it: a script's name, not the folder it lay in."""
    kind, _, detail = agent.spec.partition(":")
    return AgentConfig(spec=f"scripted:{encodable(Path(detail).name)}") if kind == "scripted" else agent


def team_as_recorded(team: TeamConfig) -> TeamConfig:
    """Return a line-up as a record may keep it."""
    agents = (team.cluer, team.guesser_1, team.guesser_2)
    if all(as_recorded(agent) is agent for agent in agents):
        return team
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
