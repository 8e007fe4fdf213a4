"""Who sat where in the course of a game, which is not always what the head of its file says.

A fork names those who play on from its parent's position. Who played before that is in the traces of their answers.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from pydantic import ValidationError

from codenames_core.files.schema import SeatChange, occupants
from codenames_core.game.agent import AgentTrace
from codenames_core.game.config import AgentConfig, Role, Seat, Team, TeamConfig

THEN: Final = ", then "
"""Between those who played one after the other."""


def seated_first(
    teams: Mapping[Team, TeamConfig], changes: Iterable[SeatChange], traces: Iterable[AgentTrace]
) -> dict[Team, TeamConfig]:
    """Return who sat down at first in a fork: to be shown, since a trace does not say where a model was asked.

    Args:
        teams: of its header.
        changes: of its seats, oldest first.
        traces: of its decisions, those that it shares with its parent included.
    """
    first_changes: dict[Seat, int] = {}
    for change in changes:
        first_changes.setdefault(change.seat, change.at)
    answered: dict[Seat, Counter[str]] = {}
    for trace in traces:
        if trace.seat in first_changes and trace.agent and (trace.at or 0) < first_changes[trace.seat]:
            answered.setdefault(trace.seat, Counter())[trace.agent] += 1
    named = {seat: _named(agents.most_common(1)[0][0], teams, seat) for seat, agents in answered.items()}
    return _with_seats(teams, {**occupants(teams, ()), **named})


def seated_after(
    n_events: int, teams: Mapping[Team, TeamConfig], changes: Iterable[SeatChange]
) -> dict[Team, TeamConfig]:
    """Return who sits where after so many events, of those who sat down as `teams`."""
    return _with_seats(teams, occupants(teams, (change for change in changes if change.at <= n_events)))


def labels_in_turn(teams: Mapping[Team, TeamConfig], changes: Sequence[SeatChange]) -> dict[Team, str]:
    """Return who played for each team, one after the other: `random, then vector:bold`.

    Where there is more than one line-up, it is told by its agents, without parameters and each once.
    """
    seen: dict[Team, dict[str, str]] = {team: {} for team in teams}
    for position in sorted({0, *(change.at for change in changes)}):
        for team, line_up in seated_after(position, teams, changes).items():
            seen[team].setdefault(line_up.label, _in_short(line_up))
    return {team: THEN.join(labels.values() if len(labels) > 1 else labels.keys()) for team, labels in seen.items()}


def _in_short(line_up: TeamConfig) -> str:
    return " + ".join(dict.fromkeys(line_up.of(role).spec.partition("?")[0] for role in Role))


def _named(label: str, teams: Mapping[Team, TeamConfig], seat: Seat) -> AgentConfig:
    """Return the agent that a trace names; the header's where that is no name of an agent."""
    listed = teams[seat.team].of(seat.role)
    try:
        return listed if listed.label == label else AgentConfig(spec=label)
    except ValidationError:
        return listed


def _with_seats(teams: Mapping[Team, TeamConfig], seats: Mapping[Seat, AgentConfig]) -> dict[Team, TeamConfig]:
    return {
        team: line_up.model_copy(update={role.value: seats[Seat.of(team, role)] for role in Role})
        for team, line_up in teams.items()
    }
