"""The events of a game and the state at every position between them, without a current position.

A live game is a timeline that still grows, so one class serves live play and replay. Every state is computed by the
same fold; snapshots at intervals keep a step back cheap and a long game small. Events that do not follow from the state
before them (broken or hostile files) change nothing and are noted, so that the rest can still be read.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import Final

from codenames_core.game.events import Event, Guess
from codenames_core.game.state import GameState, apply_unchecked, why_not_now

SNAPSHOT_EVERY: Final = 32
KEPT_WHOLE: Final = 128
"""Events of a game, from its beginning, whose states are all kept: as many as most games have."""


class Timeline:
    """A game as far as its events are known.

    Position n is the state after the first n events. A position that does not exist means the nearest one that does.
    """

    def __init__(self, initial: GameState, events: Iterable[Event] = ()) -> None:
        self._events: list[Event] = []
        self._snapshots = [initial]
        self._last = initial
        self._first_states = [initial]
        self._stretch_begin, self._stretch = 0, [initial]
        self._turn_starts = [0]
        self._guesses: list[Guess] = []
        self._guess_indices: list[int] = []
        self.notes: dict[int, str] = {}
        """What is wrong with an event, by its index."""
        for event in events:
            self.append(event)

    def __len__(self) -> int:
        """Return the number of events, which is also the last position."""
        return len(self._events)

    @property
    def events(self) -> tuple[Event, ...]:
        """All events so far."""
        return tuple(self._events)

    def event(self, index: int) -> Event:
        """Return the event of that index."""
        return self._events[index]

    def events_between(self, begin: int, end: int) -> Sequence[Event]:
        """Return the events from position `begin` to position `end`."""
        return self._events[begin:end]

    def guesses_between(self, begin: int, end: int) -> Sequence[Guess]:
        """Return the guesses from position `begin` to position `end`, at the cost of those alone."""
        return self._guesses[bisect_left(self._guess_indices, begin) : bisect_left(self._guess_indices, end)]

    def event_before(self, position: int) -> Event | None:
        """Return the event that led to `position`; None at the beginning."""
        position = self.nearest(position)
        return self._events[position - 1] if position else None

    @property
    def last_state(self) -> GameState:
        """The state after all events."""
        return self._last

    @property
    def turn_starts(self) -> tuple[int, ...]:
        """The position at which each turn begins."""
        return tuple(self._turn_starts)

    def turn_beginning_at(self, position: int) -> int | None:
        """Return the number of the turn that begins at `position`; None where none does."""
        place = bisect_left(self._turn_starts, position)
        return place + 1 if self._turn_starts[place : place + 1] == [position] else None

    def last_turn_starts(self, position: int, turns: int) -> Sequence[int]:
        """Return where the last so many turns up to `position` begin, the oldest first."""
        end = bisect_right(self._turn_starts, position)
        return self._turn_starts[max(end - turns, 0) : end]

    def append(self, event: Event) -> None:
        """Add an event at the end."""
        state, note = _after(self._last, event)
        if note:
            self.notes[len(self._events)] = note
        if isinstance(event, Guess):
            self._guesses.append(event)
            self._guess_indices.append(len(self._events))
        self._events.append(event)
        if state.turn.number > self._last.turn.number:
            self._turn_starts.append(len(self._events))
        self._last = state
        if len(self._events) <= KEPT_WHOLE:
            self._first_states.append(state)
        if len(self._events) % SNAPSHOT_EVERY == 0:
            self._snapshots.append(state)

    def nearest(self, position: int) -> int:
        """Return the position that exists and is nearest to `position`."""
        return min(max(position, 0), len(self._events))

    def state_at(self, position: int) -> GameState:
        """Return the state after the first `position` events."""
        position = self.nearest(position)
        if position < len(self._first_states):
            return self._first_states[position]
        return self._last if position == len(self._events) else self._state_before_the_end(position)

    def _state_before_the_end(self, position: int) -> GameState:
        """Return the state at `position`; those on the way from the snapshot before it are kept for the next step."""
        begin = position - position % SNAPSHOT_EVERY
        if self._stretch_begin != begin:
            self._stretch_begin, self._stretch = begin, [self._snapshots[begin // SNAPSHOT_EVERY]]
        for event in self._events[begin + len(self._stretch) - 1 : position]:
            self._stretch.append(_after(self._stretch[-1], event)[0])
        return self._stretch[position - begin]

    def start_of_turn(self, number: int) -> int:
        """Return where turn `number` begins, counted from 1."""
        return self._turn_starts[min(max(number, 1), len(self._turn_starts)) - 1]

    def turns_from(self, position: int, turns: int) -> int:
        """Return where a turn begins: so many further on, or back (first the beginning of the turn at `position`)."""
        starts = self._turn_starts
        if turns > 0:
            later = [start for start in starts if start > position]
            return later[turns - 1] if len(later) >= turns else len(self._events)
        earlier = [start for start in starts if start < position]
        return earlier[turns] if len(earlier) >= -turns else 0


def _after(state: GameState, event: Event) -> tuple[GameState, str | None]:
    if reason := why_not_now(state, event):
        return state, reason
    return apply_unchecked(state, event), None
