"""The turn that people look at: the one that goes on or, until the next clue is given, the one that is over."""

from collections.abc import Iterable
from typing import NamedTuple

from codenames_core.game.events import Event, Guess, Pass, Reveal
from codenames_core.game.state import Turn
from codenames_core.game.timeline import Timeline


class StagedTurn(NamedTuple):
    """A turn, and how it ended."""

    turn: Turn
    """With its clue, its discussion and its guesses, the last one included."""
    ended_by: Event | None = None
    """The guess, pass or penalty that ended it; None while it goes on."""
    is_last: bool = False
    """Whether the game ended with it."""


def staged_turn(timeline: Timeline, position: int) -> StagedTurn:
    """Return the turn to look at after `position` events.

    That is the turn of the team to move from its clue on, and before that the turn that ended last. So between a clue
    and the next one, the clue stays; a turn that ended without any clue takes its place, too.
    """
    state = timeline.state_at(position)
    turn = state.turn
    if state.outcome is not None:
        return StagedTurn(turn, _last_move(reversed(state.public_transcript)), is_last=True)
    if turn.clue is not None or turn.number == 1:
        return StagedTurn(turn)
    start = timeline.start_of_turn(turn.number)
    ended_by = timeline.event(start - 1)
    before = timeline.state_at(start - 1).turn
    guesses = (*before.guesses, ended_by) if isinstance(ended_by, Guess) else before.guesses
    return StagedTurn(before._replace(guesses=guesses), ended_by)


def _last_move(latest_first: Iterable[Event]) -> Event | None:
    return next((event for event in latest_first if isinstance(event, Guess | Pass | Reveal)), None)
