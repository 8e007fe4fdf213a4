"""Two games on one board as they are compared: what they are called, who plays, and the places they are looked at from.

Pure. The comparison itself is that of `codenames_metrics.game.side_by_side`.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from codenames_core.files.record import EpisodeRecord
from codenames_core.game.config import TEAMS, Team
from codenames_core.game.state import GameState, Outcome
from codenames_core.game.timeline import Timeline
from codenames_metrics.game.side_by_side import GameComparison, Relation, TurnPair, compare
from codenames_tui.game.forks.branch import place_of
from codenames_tui.ui.prose.narration import name_of_record

_TITLES: Final = {
    Relation.SECOND_IS_FORK: ("Original", "Fork"),
    Relation.FORKS_OF_ONE: ("First fork", "Second fork"),
    Relation.ONE_BOARD: ("First game", "Second game"),
}


class Side(NamedTuple):
    """One of the two games. Its texts come as they are; the glyphs clean them."""

    title: str
    """What it is to the other one: "Original"."""
    name: str
    timeline: Timeline
    outcome: Outcome | None
    agents: Mapping[Team, str]
    """Who plays from where the games part, a line-up for each team."""

    @property
    def end(self) -> GameState:
        """The state after all events."""
        return self.timeline.last_state


class Positions(NamedTuple):
    """A pair of positions to look at both games from: where they part, or after a turn of both."""

    turn: int | None
    """The number of the turn that is over; None where they part."""
    first_at: int
    second_at: int


class TwoGames(NamedTuple):
    """Two games side by side; of an original and its fork, the original is the first."""

    comparison: GameComparison
    first: Side
    second: Side

    @property
    def sides(self) -> tuple[Side, Side]:
        """Both games."""
        return self.first, self.second


def two_games(first: EpisodeRecord, second: EpisodeRecord) -> TwoGames:
    """Compare two games.

    Raises:
        InputError: they are on different boards, or the events of one do not follow from each other.
    """
    comparison = compare(first, second)
    if comparison.relation is Relation.FIRST_IS_FORK:
        return two_games(second, first)
    titles = _TITLES[comparison.relation]
    begin = comparison.branching_point
    sides = _side(titles[0], first, begin), _side(titles[1], second, begin)
    if comparison.relation is Relation.SECOND_IS_FORK:
        sides = sides[0], sides[1]._replace(name=f"made {place_of(sides[0].timeline.state_at(begin))}")
    return TwoGames(comparison, *sides)


def _side(title: str, record: EpisodeRecord, begin: int) -> Side:
    seated = record.teams_at(begin)
    agents = {team: seated[team].label for team in TEAMS}
    return Side(title, name_of_record(record), record.timeline(), record.outcome, agents)


def places(games: TwoGames) -> tuple[Positions, ...]:
    """Return where both games can be looked at: where they part, then after each turn; the last is the end of both."""
    begin = games.comparison.branching_point
    return (Positions(None, begin, begin), *(_after(pair, games) for pair in games.comparison.turns))


def _after(pair: TurnPair, games: TwoGames) -> Positions:
    first_at = pair.first_at + len(pair.first) if pair.first else len(games.first.timeline)
    second_at = pair.second_at + len(pair.second) if pair.second else len(games.second.timeline)
    return Positions(pair.number, first_at, second_at)


def place_index(games: TwoGames, position: int) -> int:
    """Return which of `places` a position of the second game belongs to: the end where it is not between them."""
    numbers = [place.second_at for place in places(games)]
    if not games.comparison.branching_point < position < len(games.second.timeline):
        return len(numbers) - 1
    return next(index for index, at in enumerate(numbers) if position <= at)
