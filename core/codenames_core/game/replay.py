"""A game with a cursor: forward, back, to any event or turn.

A live game is a replay whose list of events is still growing, so one class serves both. Every position is computed by
the same fold; snapshots at intervals keep a step back cheap and a long game small. Events that do not follow from
the state before them (broken or hostile files) change nothing and are noted, so that the rest can still be read.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from codenames_core.game.board import CardType
from codenames_core.game.config import Team
from codenames_core.game.events import Clue, DiscussionMessage, Event
from codenames_core.game.state import GameState, Phase, apply, why_not_now

SNAPSHOT_EVERY: Final = 32


class Replay:
    """The events of a game and a cursor between them.

    Position n is the state after the first n events.
    """

    def __init__(self, initial: GameState, events: Iterable[Event] = ()) -> None:
        self._events: list[Event] = []
        self._snapshots = [initial]
        self._last = self._current = initial
        self._stretch_begin, self._stretch = 0, [initial]
        self._turn_starts = [0]
        self._cursor = 0
        self.notes: dict[int, str] = {}
        """What is wrong with an event, by its index."""
        for event in events:
            self.append(event)

    def __len__(self) -> int:
        """Return the number of events."""
        return len(self._events)

    @property
    def events(self) -> tuple[Event, ...]:
        """All events, also those behind the cursor."""
        return tuple(self._events)

    def event(self, index: int) -> Event:
        """Return the event of that index."""
        return self._events[index]

    @property
    def cursor(self) -> int:
        """How many events have happened at the current position."""
        return self._cursor

    @property
    def state(self) -> GameState:
        """The state at the cursor."""
        return self._current

    @property
    def last_state(self) -> GameState:
        """The state after all events."""
        return self._last

    @property
    def last_event(self) -> Event | None:
        """The event that led to the current position."""
        return self._events[self._cursor - 1] if self._cursor else None

    @property
    def at_end(self) -> bool:
        """Whether all events have happened at the cursor."""
        return self._cursor == len(self._events)

    @property
    def turn_starts(self) -> tuple[int, ...]:
        """The position at which each turn begins."""
        return tuple(self._turn_starts)

    def append(self, event: Event) -> None:
        """Add an event at the end; a cursor that is there goes along, any other stays."""
        follows = self.at_end
        state, note = _after(self._last, event)
        if note:
            self.notes[len(self._events)] = note
        self._events.append(event)
        if state.turn.number > self._last.turn.number:
            self._turn_starts.append(len(self._events))
        self._last = state
        if len(self._events) % SNAPSHOT_EVERY == 0:
            self._snapshots.append(state)
        if follows:
            self._cursor, self._current = len(self._events), state

    def seek(self, position: int) -> GameState:
        """Move to `position`, or to the nearest that there is, and return its state."""
        position = min(max(position, 0), len(self._events))
        self._cursor, self._current = position, self.state_at(position)
        return self._current

    def state_at(self, position: int) -> GameState:
        """Return the state at `position`, or at the nearest that there is, without moving there."""
        position = min(max(position, 0), len(self._events))
        return self._last if position == len(self._events) else self._state_before_the_end(position)

    def _state_before_the_end(self, position: int) -> GameState:
        """Return the state at `position`; those on the way from the snapshot before it are kept for the next step."""
        begin = position - position % SNAPSHOT_EVERY
        if self._stretch_begin != begin:
            self._stretch_begin, self._stretch = begin, [self._snapshots[begin // SNAPSHOT_EVERY]]
        for event in self._events[begin + len(self._stretch) - 1 : position]:
            self._stretch.append(_after(self._stretch[-1], event)[0])
        return self._stretch[position - begin]

    def step(self, events: int = 1) -> GameState:
        """Move by that many events, back where negative."""
        return self.seek(self._cursor + events)

    def seek_turn(self, number: int) -> GameState:
        """Move to the beginning of turn `number`, counted from 1, or of the nearest that there is."""
        index = min(max(number, 1), len(self._turn_starts)) - 1
        return self.seek(self._turn_starts[index])

    def step_turn(self, turns: int) -> GameState:
        """Move to the beginning of a turn: forward, or back (first to the beginning of the current one)."""
        starts = self._turn_starts
        if turns > 0:
            later = [start for start in starts if start > self._cursor]
            return self.seek(later[turns - 1] if len(later) >= turns else len(self._events))
        earlier = [start for start in starts if start < self._cursor]
        return self.seek(earlier[turns] if len(earlier) >= -turns else 0)


def _after(state: GameState, event: Event) -> tuple[GameState, str | None]:
    if reason := why_not_now(state, event):
        return state, reason
    return apply(state, event), None


@dataclass(frozen=True, slots=True)
class ViewerState:
    """What a viewer shows at one position of a game."""

    board: tuple[str, ...]
    """25 words in board order."""
    revealed: Mapping[str, CardType]
    current_turn: Team
    current_phase: Phase
    current_clue: Clue | None
    discussion: tuple[DiscussionMessage, ...]
    """Of the current turn."""
    transcript: tuple[Event, ...]

    @classmethod
    def of(cls, state: GameState) -> "ViewerState":
        """Return the viewer's side of `state`."""
        return cls(
            board=state.board.words,
            revealed={word: card for word, card in state.board.key.items() if word in state.revealed},
            current_turn=state.turn.team,
            current_phase=state.phase,
            current_clue=state.turn.clue,
            discussion=state.turn.discussion,
            transcript=state.public_transcript,
        )
