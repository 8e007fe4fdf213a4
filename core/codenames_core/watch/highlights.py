"""What decided a game: its turning point, its best clue, and the guess that cost most.

Pure, and known from what lay on the table alone.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from codenames_core.game.config import Team
from codenames_core.game.events import Guess, GuessKind
from codenames_core.game.timeline import Timeline
from codenames_core.watch.turn_log import LoggedTurn, RaceStanding, Step, turn_log

_WRONG: Final = (GuessKind.NEUTRAL, GuessKind.OPPONENT, GuessKind.ASSASSIN)
"""By what they cost where no chances are known."""


class TurningPoint(NamedTuple):
    """The turn that raised the winner's chance most."""

    turn: LoggedTurn
    decisive: Step
    """The guess that alone brought half of the gain or more; else the clue, by which all was found."""
    winner: Team
    gain: float
    """Of the winner, from the beginning of the turn to its end."""

    @property
    def position(self) -> int:
        """Where the decisive step has just been taken."""
        return self.decisive.position


class BestClue(NamedTuple):
    """The clue by which most words were found."""

    turn: LoggedTurn
    position: int
    """Where it has just been given."""
    found: int


class CostliestGuess(NamedTuple):
    """The wrong guess by which a team lost most of its chance."""

    turn: LoggedTurn
    before: RaceStanding
    step: Step
    guess: Guess
    cost: float | None
    """Of the team that guessed; None where no chances are known."""

    @property
    def position(self) -> int:
        """Where it has just been made."""
        return self.step.position


class Highlights(NamedTuple):
    """Three places of a finished game; None where a game has no such place."""

    turning_point: TurningPoint | None = None
    best_clue: BestClue | None = None
    costliest_guess: CostliestGuess | None = None


def highlights(timeline: Timeline, log: Sequence[LoggedTurn] | None = None) -> Highlights:
    """Return the places that decided a game; `log` are its turns, where they are at hand."""
    log = turn_log(timeline) if log is None else log
    return Highlights(turning_point(timeline, log), best_clue(log), costliest_guess(log))


def turning_point(timeline: Timeline, log: Sequence[LoggedTurn] | None = None) -> TurningPoint | None:
    """Return the turn that raised the winner's chance most, the earliest of several.

    None in a game without a winner, or where no table speaks of its chances.
    """
    if (winner := timeline.last_state.winner) is None:
        return None
    turns = turn_log(timeline) if log is None else log
    gains = [(gain, turn) for turn in turns if (gain := _gain(turn.before, turn.after, winner)) is not None]
    if not gains:
        return None
    gain, turn = max(gains, key=lambda pair: pair[0])
    return TurningPoint(turn, _decisive(turn, winner), winner, gain)


def _decisive(turn: LoggedTurn, winner: Team) -> Step:
    """Return the step that alone brought `winner` half of a turn's gain or more; else the first one, its clue."""
    standings = (turn.before, *(step.after for step in turn.steps))
    gains = [_gain(before, after, winner) or 0.0 for before, after in pairwise(standings)]
    most = max(gains)
    return turn.steps[gains.index(most)] if 2 * most >= sum(gains) else turn.steps[0]


def best_clue(log: Iterable[LoggedTurn]) -> BestClue | None:
    """Return the clue by which most own words were found; of several, the one that raised its team's chance most."""
    clues = [turn for turn in log if turn.clue and turn.found]
    if not clues:
        return None
    best = max(clues, key=lambda turn: (turn.found, _gain(turn.before, turn.after, turn.team) or 0.0))
    return BestClue(best, best.begins, best.found)


def costliest_guess(log: Iterable[LoggedTurn]) -> CostliestGuess | None:
    """Return the wrong guess by which a team lost most of its chance; without chances, the worst card."""
    return max(_wrong_guesses(log), key=_worse, default=None)


def _wrong_guesses(log: Iterable[LoggedTurn]) -> Iterator[CostliestGuess]:
    for turn in log:
        before = turn.before
        for step in turn.steps:
            event = step.event
            if isinstance(event, Guess) and event.result in _WRONG:
                gain = _gain(before, step.after, turn.team)
                yield CostliestGuess(turn, before, step, event, None if gain is None else -gain)
            before = step.after


def _worse(guess: CostliestGuess) -> tuple[bool, float]:
    ended = guess.guess.result is GuessKind.ASSASSIN
    cost = float(_WRONG.index(guess.guess.result)) if guess.cost is None else guess.cost
    return ended, cost


def _gain(before: RaceStanding, after: RaceStanding, team: Team) -> float | None:
    first, last = before.chance_of(team), after.chance_of(team)
    return None if first is None or last is None else last - first
