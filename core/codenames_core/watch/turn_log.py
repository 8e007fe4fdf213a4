"""A game as a list of turns: what each did, and how both teams stood after each step. Speech is left out.

Pure, and everything in it lay on the table for all to see.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from codenames_core.game.config import GameConfig, Team
from codenames_core.game.events import Clue, Guess, GuessKind, Pass, Reveal
from codenames_core.game.state import Outcome
from codenames_core.game.timeline import Timeline
from codenames_core.watch.win_chance import Race, is_covered, win_chance

Played: TypeAlias = Clue | Guess | Pass | Reveal
"""An event that is more than speech."""


class RaceStanding(NamedTuple):
    """How both teams stood."""

    red: int
    """Words left."""
    blue: int
    chance: float | None
    """Of the red team to win; None where no table speaks of such games."""

    def left(self, team: Team) -> int:
        """Return the words that `team` has left."""
        return self.red if team is Team.RED else self.blue

    def chance_of(self, team: Team) -> float | None:
        """Return the chance of `team` to win."""
        return self.chance if self.chance is None or team is Team.RED else 1 - self.chance

    def lead_of(self, team: Team) -> int:
        """Return how many words fewer `team` has left than the others; negative where it is behind."""
        return self.left(team.other) - self.left(team)


class Step(NamedTuple):
    """An event and what it led to."""

    position: int
    """Number of events after which it has happened."""
    event: Played
    after: RaceStanding


class LoggedTurn(NamedTuple):
    """What one team did in one turn, as far as the log goes."""

    number: int
    """Counted from 1 over both teams."""
    team: Team
    before: RaceStanding
    steps: tuple[Step, ...]
    """At least one."""

    @property
    def clue(self) -> Clue | None:
        """Its clue, if it had one."""
        first = self.steps[0].event
        return first if isinstance(first, Clue) else None

    @property
    def cards(self) -> tuple[Step, ...]:
        """The steps that turned a card."""
        return tuple(step for step in self.steps if isinstance(step.event, Guess | Reveal))

    @property
    def found(self) -> int:
        """Own words that the team guessed."""
        return sum(isinstance(step.event, Guess) and step.event.result is GuessKind.CORRECT for step in self.steps)

    @property
    def after(self) -> RaceStanding:
        """How both teams stood at its end."""
        return self.steps[-1].after

    @property
    def begins(self) -> int:
        """The position of its first step: that of the clue, where there is one."""
        return self.steps[0].position

    @property
    def ends(self) -> int:
        """The position of its last step."""
        return self.steps[-1].position

    def up_to(self, position: int) -> "LoggedTurn | None":
        """Return what had been done by `position`; None before its first step."""
        if position >= self.ends:
            return self
        steps = tuple(step for step in self.steps if step.position <= position)
        return self._replace(steps=steps) if steps else None


def turn_log(timeline: Timeline) -> tuple[LoggedTurn, ...]:
    """Return the turns of a game in which something was done; events that do not follow are left out."""
    board, config = timeline.last_state.board, timeline.last_state.config
    red, blue = (len(board.words_of(team)) for team in Team)
    before = _standing(config, red, blue, config.starting_team, None)
    turns: list[LoggedTurn] = []
    team = config.starting_team
    for number, (begin, end) in enumerate(pairwise((*timeline.turn_starts, len(timeline))), 1):
        is_last = number == len(timeline.turn_starts)
        if steps := tuple(_steps(timeline, begin, end, before, team, is_last=is_last)):
            turns.append(LoggedTurn(number, team, before, steps))
            before = steps[-1].after
        team = team.other
    return tuple(turns)


def _steps(
    timeline: Timeline, begin: int, end: int, before: RaceStanding, team: Team, *, is_last: bool
) -> Iterator[Step]:
    """Yield the steps of the turn of `team` from position `begin` to `end`."""
    played = [
        (index + 1, event)
        for index, event in enumerate(timeline.events_between(begin, end), begin)
        if isinstance(event, Clue | Guess | Pass | Reveal) and index not in timeline.notes
    ]
    config, outcome = timeline.last_state.config, timeline.last_state.outcome
    left = {Team.RED: before.red, Team.BLUE: before.blue}
    number: int | None = None
    found = 0
    for place, (position, event) in enumerate(played, 1):
        if isinstance(event, Clue):
            number = event.number if isinstance(event.number, int) and event.number else None
        elif isinstance(event, Guess | Reveal) and (owner := event.card.team):
            left[owner] -= 1
            found += event.type == "guess" and owner is team
        red, blue = left[Team.RED], left[Team.BLUE]
        if place == len(played) and not is_last:  # whatever came last ended the turn
            after = _standing(config, red, blue, team.other, None)
        elif place == len(played) and outcome:
            after = RaceStanding(red, blue, _decided(outcome))
        else:
            after = _standing(config, red, blue, team, None if number is None else max(number - found, 0))
        yield Step(position, event, after)


def _standing(config: GameConfig, red: int, blue: int, mover: Team, promised: int | None) -> RaceStanding:
    race = Race(red, blue, mover, promised, bool(config.assassin_count))
    return RaceStanding(red, blue, win_chance(race) if is_covered(config) else None)


def _decided(outcome: Outcome) -> float | None:
    return None if outcome.winner is None else float(outcome.winner is Team.RED)
