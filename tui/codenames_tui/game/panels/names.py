"""Short names for those who play: `qwen1.5b`, `you + 2 × balanced`. The inspector has the whole specs."""

from collections.abc import Mapping

from codenames_agents.kinds import detail_of, kind_of
from codenames_core.game.config import AgentConfig, Role, Team, TeamConfig
from codenames_tui.game.sessions.session import Watching
from codenames_tui.game.sessions.viewpoint import Viewpoint

_PERSON = "person"


def names_at(view: Viewpoint) -> Mapping[Team, str]:
    """Return who plays for each team there, in a few words; untrusted."""
    seats = view.session.seats
    is_you = view.session.watching is Watching.LIVE and seats is not None and len(seats.people) == 1
    person = "you" if is_you else _PERSON
    return {
        team: line_up_in_short(line_up, person) for team, line_up in view.seated.items()
    } or view.session.facts.labels


def line_up_in_short(line_up: TeamConfig, person: str = _PERSON) -> str:
    """Return the agents of a team, those that play more than one seat counted.

    >>> cautious, bold = AgentConfig(spec="vector:cautious"), AgentConfig(spec="vector:bold")
    >>> line_up_in_short(TeamConfig(cluer=cautious, guesser_1=bold, guesser_2=bold))
    'cautious + 2 × bold'
    """
    names = [agent_in_short(line_up.of(role), person) for role in Role]
    counts = {name: names.count(name) for name in names}
    if len(counts) == 1:
        return names[0]
    return " + ".join(name if count == 1 else f"{count} × {name}" for name, count in counts.items())


def agent_in_short(agent: AgentConfig, person: str = _PERSON) -> str:
    """Return the name of an agent without its provider, its kind and its parameters.

    >>> agent_in_short(AgentConfig(spec="openai/qwen1.5b", temperature=0.4)), agent_in_short(AgentConfig(spec="random"))
    ('qwen1.5b', 'random')
    """
    spec = agent.spec.partition("?")[0]
    kind = kind_of(spec)
    if kind.is_person:
        return person
    if kind.is_model:
        return spec.rpartition("/")[2] or spec
    return spec if kind.is_ghost or kind.takes_file else detail_of(spec) or spec
