"""A timeline with a cursor: forward, back, to any event or turn."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from codenames_core.game.board import CardType
from codenames_core.game.config import Team
from codenames_core.game.events import Clue, DiscussionMessage, Event
from codenames_core.game.state import GameState, Phase
from codenames_core.game.timeline import Timeline


class Replay(Timeline):
    """The events of a game and a cursor between them."""

    def __init__(self, initial: GameState, events: Iterable[Event] = ()) -> None:
        self._cursor = 0
        super().__init__(initial, events)

    @property
    def cursor(self) -> int:
        """How many events have happened at the current position."""
        return self._cursor

    @property
    def state(self) -> GameState:
        """The state at the cursor."""
        return self.state_at(self._cursor)

    @property
    def last_event(self) -> Event | None:
        """The event that led to the current position."""
        return self.event_before(self._cursor)

    @property
    def at_end(self) -> bool:
        """Whether all events have happened at the cursor."""
        return self._cursor == len(self)

    def append(self, event: Event) -> None:
        """Add an event at the end; a cursor that is there goes along, any other stays."""
        follows = self.at_end
        super().append(event)
        if follows:
            self._cursor = len(self)

    def seek(self, position: int) -> GameState:
        """Move to `position`, or to the nearest that there is, and return its state."""
        self._cursor = self.nearest(position)
        return self.state

    def step(self, events: int = 1) -> GameState:
        """Move by that many events, back where negative."""
        return self.seek(self._cursor + events)

    def seek_turn(self, number: int) -> GameState:
        """Move to the beginning of turn `number`, counted from 1, or of the nearest that there is."""
        return self.seek(self.start_of_turn(number))

    def step_turn(self, turns: int) -> GameState:
        """Move to the beginning of a turn: forward, or back (first to the beginning of the current one)."""
        return self.seek(self.turns_from(self._cursor, turns))


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
