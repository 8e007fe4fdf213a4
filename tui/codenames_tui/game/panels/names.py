"""Short names for those who play: `qwen1.5b`, `you + 2 × balanced`. The inspector has the whole specs."""

from collections.abc import Mapping

from codenames_agents.kinds import detail_of, kind_of
from codenames_core.game.config import BETWEEN_SPECS, Team
from codenames_tui.game.sessions.session import Watching
from codenames_tui.game.sessions.viewpoint import Viewpoint

_PERSON = "person"


def names_at(view: Viewpoint) -> Mapping[Team, str]:
    """Return who plays for each team there, in a few words; untrusted."""
    seats = view.session.seats
    is_you = view.session.watching is Watching.LIVE and seats is not None and len(seats.people) == 1
    person = "you" if is_you else _PERSON
    return {team: line_up_in_short(label, person) for team, label in view.labels.items()}


def line_up_in_short(label: str, person: str = _PERSON) -> str:
    """Return a line-up's label in short, with the agents counted that play more than one seat.

    >>> line_up_in_short("vector:cautious + vector:bold + vector:bold")
    'cautious + 2 × bold'
    """
    names = [agent_in_short(spec, person) for spec in label.split(BETWEEN_SPECS)]
    counts = {name: names.count(name) for name in names}
    if len(counts) == 1:
        return names[0]
    return BETWEEN_SPECS.join(name if count == 1 else f"{count} × {name}" for name, count in counts.items())


def agent_in_short(spec: str, person: str = _PERSON) -> str:
    """Return the name of an agent without its provider, its kind and its parameters.

    >>> agent_in_short("openai/qwen1.5b?temperature=0.4"), agent_in_short("random"), agent_in_short("human")
    ('qwen1.5b', 'random', 'person')
    """
    spec = spec.partition("?")[0]
    kind = kind_of(spec)
    if kind.is_person:
        return person
    if kind.is_model:
        return spec.rpartition("/")[2] or spec
    return spec if kind.is_ghost or kind.takes_file else detail_of(spec) or spec
