"""The places of a game at which a fork can begin, as they are offered to somebody who looks at an event."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from codenames_core.files.record import EpisodeRecord
from codenames_core.game.events import Clue, DiscussionMessage, Event, Guess, GuessKind, Pass, Reveal
from codenames_core.game.state import GameState, Phase
from codenames_core.game.timeline import Timeline
from codenames_tui.ui.wording import name_of

_ASKED: Final = {Phase.CLUE: "clue", Phase.DISCUSSION: "discussion", Phase.GUESS: "guess"}


class Branch(NamedTuple):
    """A place where a fork can begin."""

    at: int
    """Number of events that it shares with its original."""
    state: GameState
    name: str
    """What it is to the event that is looked at: "Before this guess"."""
    event: Event | None
    """The event that the fork does without; None where it goes on after the one that is looked at."""

    @property
    def what(self) -> str:
        """What is asked first in the fork: "RED's clue"."""
        return _asked(self.state)

    @property
    def where(self) -> str:
        """The place in words: "before RED's clue in turn 7"."""
        return place_of(self.state)


def asked_at(state: GameState) -> str:
    """Return what is asked next: "RED's clue in turn 7"."""
    return f"{_asked(state)} in turn {state.turn.number}"


def _asked(state: GameState) -> str:
    return f"{name_of(state.turn.team)}'s {_ASKED.get(state.phase, 'end')}"


def place_of(state: GameState) -> str:
    """Return a place of a game by what is asked next: "before RED's clue in turn 7"."""
    is_begun = state.phase is Phase.DISCUSSION and bool(state.turn.discussion)
    return f"{'in' if is_begun else 'before'} {asked_at(state)}"


class Branches(NamedTuple):
    """Where a fork can begin that is made at one position."""

    choices: tuple[Branch, ...]
    default: int
    """Which of them is meant if nothing is said: before a mistake, else where the game is looked at."""


def branches_at(record: EpisodeRecord, position: int) -> Branches:
    """Return where a fork can begin that is made at `position`; at the end of a game, around what ended it."""
    timeline = record.timeline()
    here = timeline.nearest(position)
    while here and timeline.state_at(here - 1).phase is Phase.OVER:
        here -= 1
    event = timeline.event_before(here)
    is_over = timeline.state_at(here).phase is Phase.OVER
    if event is None:
        return Branches((Branch(0, timeline.state_at(0), "From the start", None),), 0)
    before = tuple(_before(timeline, here, event))
    after = () if is_over else (Branch(here, timeline.state_at(here), "After it", None),)
    choices = (*before, *after)
    return Branches(choices, 0 if is_over or _is_mistake(event) else len(choices) - 1)


def _before(timeline: Timeline, here: int, event: Event) -> Iterator[Branch]:
    """Yield the places before the event that led to `here`, and before the clue of its turn; each of them once."""
    state = timeline.state_at(here - 1)
    if not isinstance(event, Clue | Reveal):
        yield Branch(here - 1, state, f"Before this {_kind(event)}", event)
    begin = timeline.start_of_turn(state.turn.number)
    if state.turn.clue is not None or isinstance(event, Clue | Reveal):
        yield Branch(begin, timeline.state_at(begin), "Before this clue", timeline.event(begin))


def _kind(event: Event) -> str:
    match event:
        case Guess():
            return "guess"
        case DiscussionMessage():
            return "message"
        case Pass():
            return "pass"
        case _:
            return "event"


def _is_mistake(event: Event) -> bool:
    """Whether an event is one that scrub bars mark as a mistake of its team."""
    return isinstance(event, Reveal) or (isinstance(event, Guess) and event.result is not GuessKind.CORRECT)
