"""The decisions of a game in the order of play: which one led to a position, and what all up to there took.

The same for a game that is played now and for a recorded one. A file may say anything of where a decision belongs, so
positions are taken as far as they go up.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import accumulate

from codenames_core.game.agent import AgentTrace
from codenames_core.game.config import TEAMS, Team
from codenames_core.game.traces import turn_traces
from codenames_core.game.usage import UsageTotals, running_totals


class Decisions:
    """The private traces of a game, one for each decision.

    Args:
        traces: of the decisions, in the order of play.
    """

    def __init__(self, traces: Iterable[AgentTrace] = ()) -> None:
        self.traces = tuple(traces)

    @classmethod
    def of_tries(cls, tries: Iterable[AgentTrace]) -> "Decisions":
        """Return the decisions that single tries make up; the last one may still be open."""
        return cls(trace for turn in turn_traces(tries) for trace in turn.decisions())

    def __len__(self) -> int:
        return len(self.traces)

    @cached_property
    def places(self) -> list[int]:
        """After how many events each decision was made."""
        return list(accumulate((trace.at or 0 for trace in self.traces), max))

    def count_at(self, position: int, *, at_end: bool) -> int:
        """Return how many decisions have been made after `position` events; at the end of a game all of them."""
        return len(self.traces) if at_end else bisect_left(self.places, position)

    def position_of(self, index: int, length: int) -> int:
        """Return the position in which a decision has had its first effect, in a game of `length` events."""
        return min(self.places[index] + 1, length)

    def of_turn(self, index: int) -> range:
        """Return the indexes of the decisions of the turn in which decision `index` was made."""
        turn, first, last = self.traces[index].turn, index, index
        while first and self.traces[first - 1].turn == turn:
            first -= 1
        while last + 1 < len(self.traces) and self.traces[last + 1].turn == turn:
            last += 1
        return range(first, last + 1)

    def spent(self, count: int) -> UsageTotals:
        """Return what the first `count` decisions took."""
        return self._totals[count]

    def spent_by(self, team: Team, count: int) -> UsageTotals:
        """Return what those of one team took."""
        return self._by_team[team][bisect_left(self._indexes[team], count)]

    @cached_property
    def _totals(self) -> Sequence[UsageTotals]:
        return list(running_totals(self.traces))

    @cached_property
    def _indexes(self) -> dict[Team, list[int]]:
        return {
            team: [index for index, trace in enumerate(self.traces) if trace.seat and trace.seat.team is team]
            for team in TEAMS
        }

    @cached_property
    def _by_team(self) -> dict[Team, list[UsageTotals]]:
        return {
            team: list(running_totals(self.traces[index] for index in indexes))
            for team, indexes in self._indexes.items()
        }
