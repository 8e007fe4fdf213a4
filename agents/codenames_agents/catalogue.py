"""From the spec of an agent to the agent: a seat, a team, the teams of a game.

Which kinds of agents there are, and how their specs are written, is in `kinds`.
"""

import hashlib
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

from codenames_agents.kinds import detail_of, file_of, is_named, kind_of, unknown_agent, who_takes
from codenames_core.game.agent import Agent, TeamAgents
from codenames_core.game.config import AgentConfig, GameConfig, GameMode, Role, Seat, Team, TeamConfig
from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import encodable, one_line


class NamedSeats(Protocol):
    """The agent specs at the three seats of a team, as a line-up of an experiment has them."""

    @property
    def cluer(self) -> str:
        """Of the cluer."""
        ...

    @property
    def guesser_1(self) -> str:
        """Of the guesser who touches words."""
        ...

    @property
    def guesser_2(self) -> str:
        """Of the other guesser."""
        ...


def build_team(
    spec: TeamConfig | NamedSeats | str, mode: GameMode | None = None, *, seed: int | None = None
) -> TeamAgents:
    """Return the agents of a team.

    Args:
        spec: one agent spec for all three seats, or a config or a line-up that names each.
        mode: of the game; where only guesser 1 plays, it is named at the other guesser's seat as well.
        seed: what the agents' own seeds are hashed from; the config's if not given, else 0. Equal line-ups with
            equal seeds are equal agents, in whichever colour they play.

    Raises:
        InputError: there is no such agent, and the message says which there are; or the key of a model is not set,
            and the message names the environment variable.
    """
    spec = _team_config(spec)
    if mode is GameMode.SINGLE_GUESSER:
        spec = spec.model_copy(update={"guesser_2": spec.guesser_1})
    if seed is not None:
        spec = spec.model_copy(update={"seed": seed})
    seats = {role: _build_seat(spec, role) for role in Role}
    return TeamAgents(seats[Role.CLUER], seats[Role.GUESSER_1], seats[Role.GUESSER_2], team_as_recorded(spec))


def _team_config(spec: TeamConfig | NamedSeats | str) -> TeamConfig:
    if isinstance(spec, TeamConfig):
        return spec
    if isinstance(spec, str):
        return TeamConfig.homogeneous(AgentConfig.parse(spec))
    cluer, guesser_1, guesser_2 = map(AgentConfig.parse, (spec.cluer, spec.guesser_1, spec.guesser_2))
    return TeamConfig(cluer=cluer, guesser_1=guesser_1, guesser_2=guesser_2)


class SeatError(InputError):
    """An agent cannot be built for its seat."""

    def __init__(self, seat: Seat, reason: str) -> None:
        super().__init__(f"{seat.label}: {reason}")
        self.seat = seat


def build_teams(teams: Mapping[Team, TeamConfig], seats: Mapping[Seat, AgentConfig]) -> dict[Team, TeamAgents]:
    """Return the agents of a game in which seats may have changed hands.

    Args:
        teams: who sat down at first; agents that have been replaced since are not built.
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
    """Return the seed of a team, as records show it: a hash, so that no agent can deal the board from it.

    Args:
        board_seed: the seed of the board, None if it was not dealt.
        run_seed: the seed of the whole experiment.
        repeat: the number of the game among those of one line-up on one board.
    """
    return _hashed(f"codenames team 1:{run_seed}:{board_seed}:{repeat}") >> 1


def _build_seat(team: TeamConfig, role: Role) -> Any:
    return build_agent(team.of(role), role, agent_seed(team_as_recorded(team), role))


def agent_seed(team: TeamConfig, role: Role) -> int:
    """Return the seed of a seat: a hash that is the same in both colours.

    It is made from the recorded line-up, so that a game that is resumed or forked has the same agents. How agents are
    shown the board does not change it: a team plays the same game in words and in pictures, but for what it misreads.
    """
    label = team.model_copy(update={role.value: team.of(role).with_words for role in Role}).label
    return _hashed(f"codenames agent 1:{team.seed}:{label}:{role}")


def _hashed(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8])


def model_of(spec: str) -> str | None:
    """Return the model that a spec names, None for any other agent.

    >>> model_of("litellm:command-r"), model_of("ollama/llama3:8b"), model_of("gpt-4o"), model_of("vector:bold")
    ('command-r', 'ollama/llama3:8b', 'gpt-4o', None)
    """
    name = spec.partition("?")[0]
    if is_named(name):
        return (detail_of(name) or None) if kind_of(name).is_model else None
    from codenames_agents.providers.endpoints import provider_of

    return name if provider_of(name) else None


def why_no_model(agent: AgentConfig) -> str:
    """Return why the name of a model is none, and which was meant; empty where it may be one, or is another agent's."""
    if (model := model_of(agent.spec)) is None:
        return ""
    from codenames_agents.providers import model_names

    return model_names.why_no_model(model, api_base=agent.api_base)


def build_agent(agent: AgentConfig | str, role: Role, seed: int) -> Any:
    """Return the agent that `agent`, or its spec, names, for a seat of `role`.

    Raises:
        InputError: there is no such agent; the message says which there are.
    """
    config = AgentConfig.parse(agent) if isinstance(agent, str) else agent
    spec = config.spec
    is_model = model_of(spec) is not None
    if reason := why_no_model(config):
        raise InputError(reason)
    kind = kind_of(spec)
    if not is_model and (unknown := [name for name in config.parameters if name not in kind.parameters]):
        raise InputError(f"{one_line(spec, 60)!r} does not take {unknown[0]}; {who_takes(unknown[0])} do")
    if kind.is_model and not is_model:
        raise unknown_agent(spec)
    return kind.build(config, role, seed)


def substitute(seat: Seat, config: GameConfig) -> Agent:
    """Return the agent that answers for a seat that failed, as `config.fallback` names it."""
    if config.substitute is None:
        raise InputError(f"nobody answers for a seat that failed: fallback is {config.fallback}")
    team = TeamConfig.homogeneous(config.substitute, seed=team_seed(config.seed))
    return _build_seat(team, seat.role)  # type: ignore[no-any-return]


async def close_models() -> None:
    """Close the connections to models, if there are any; call it before the event loop ends."""
    if (
        provider := sys.modules.get("codenames_agents.providers.provider")
    ) is not None:  # an offline game never loads it
        await provider.close_shared_provider()


def begin_asking_models() -> None:
    """Send the models of this process from now on only once what they refuse for good.

    What they refused before is asked anew, since somebody may have mended the cause: call it where a game begins or is
    let go on.
    """
    if (provider := sys.modules.get("codenames_agents.providers.provider")) is not None:
        provider.hold_refused_questions()


def as_recorded(agent: AgentConfig) -> AgentConfig:
    """Return the config of an agent as a record may keep it: a script's name, not the folder it lay in."""
    if (file := file_of(agent.spec)) is None:
        return agent
    return AgentConfig(spec=f"{kind_of(agent.spec).name}:{encodable(Path(file).name)}")


def team_as_recorded(team: TeamConfig) -> TeamConfig:
    """Return a line-up as a record may keep it."""
    agents = (team.cluer, team.guesser_1, team.guesser_2)
    if all(as_recorded(agent) is agent for agent in agents):
        return team
    return team.model_copy(update={role.value: as_recorded(team.of(role)) for role in Role})
