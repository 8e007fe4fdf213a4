"""What records and journals share: the version of their format, who sits at the seats, where a fork comes from."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Final

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from codenames_core.game.config import AgentConfig, Seat, Team, TeamConfig

SCHEMA_VERSION: Final = 1


def _both_teams(teams: dict[Team, TeamConfig]) -> dict[Team, TeamConfig]:
    if missing := [team for team in Team if team not in teams]:
        raise ValueError(f"no agent is named for {missing[0]}")
    return teams


Teams = Annotated[dict[Team, TeamConfig], AfterValidator(_both_teams)]
"""Who sat down at the six seats."""


class SeatChange(BaseModel):
    """A seat changed hands."""

    model_config = ConfigDict(defer_build=True, frozen=True)

    seat: Seat
    at: Annotated[int, Field(ge=0)]
    """Number of events before it."""
    agent: AgentConfig
    """The new occupant."""


def occupants(teams: Mapping[Team, TeamConfig], changes: Iterable[SeatChange]) -> dict[Seat, AgentConfig]:
    """Return who sits at each seat after `changes`, oldest first, of those who sat down as `teams`."""
    seats = {seat: teams[seat.team].of(seat.role) for seat in Seat}
    return seats | {change.seat: change.agent for change in changes}


class Parent(BaseModel):
    """Where a fork comes from."""

    model_config = ConfigDict(defer_build=True, frozen=True)

    episode_id: str
    at: Annotated[int, Field(ge=0)]
    """Number of events that the fork shares with its parent."""
