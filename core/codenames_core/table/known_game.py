"""A game as it is known at one seat: what the table told, folded.

It holds what the seat may know and nothing else. Cards that nobody has told of are made up, as in the public stream.
"""

from typing import Any

from codenames_core.game.config import Seat
from codenames_core.game.events import Event
from codenames_core.game.state import initialize_game
from codenames_core.game.timeline import Timeline
from codenames_core.game.visibility import Rejection, View, visible_state
from codenames_core.table.messages import Awaited, KeyRevealed, LobbyNow, NoQuestion, YourQuestion, YourSeat
from codenames_core.watch.broadcast import End, Happened, SeatChanged, Start, board_of, config_of, face_up


class KnownGame:
    """What a person at a table knows. Give it each message with `take`."""

    def __init__(self) -> None:
        self.lobby = LobbyNow()
        self.seat: Seat | None = None
        self.start: Start | None = None
        """What the game begins with; None before it has begun."""
        self.timeline: Timeline | None = None
        self.seat_changes: list[SeatChanged] = []
        self.question: YourQuestion | None = None
        """The question to the own seat that is open."""
        self.awaited = Awaited()
        """Whose answer the game waits for."""
        self.end: End | None = None

    def take(self, message: Any) -> None:
        """Take a message from the table; those about other things are passed over."""
        match message:
            case LobbyNow():
                self.lobby = message
            case YourSeat():
                self.seat, self.question = message.seat, None
            case Start():
                self._begin(message)
            case Happened():
                self._append(message.event)
            case SeatChanged():
                self.seat_changes.append(message)
            case Awaited():
                self.awaited = message
            case YourQuestion() if message.seat is self.seat and self.timeline is not None:
                self.question = message
            case KeyRevealed() if self.start is not None:
                self.start = self.start.model_copy(update={"key": message.key})
                self._deal(self._events)
            case End():
                self.end, self.question = message, None
            case NoQuestion():
                self.question = None

    def view(self) -> View:
        """Return all that the own seat may know now, with its refused answers."""
        assert self.timeline is not None  # noqa: S101  there is a question to this seat
        assert self.seat is not None  # noqa: S101
        rejected = self.question.rejected if self.question else ()
        refused = tuple(Rejection(one.answer, one.reason) for one in rejected)
        return visible_state(self.timeline.last_state, self.seat, refused)

    @property
    def _events(self) -> list[Event]:
        return list(self.timeline.events) if self.timeline else []

    def _begin(self, start: Start) -> None:
        self.start, self.seat_changes, self.question, self.end = start, [], None, None
        self.awaited = Awaited()
        self._deal([])

    def _deal(self, events: list[Event]) -> None:
        if self.start is not None:
            self.timeline = Timeline(initialize_game(config_of(self.start), board_of(self.start, events)), events)

    def _append(self, event: Event) -> None:
        if self.timeline is None:
            return
        board = self.timeline.last_state.board
        if any(board.key[word] is not card for word, card in face_up(board.words, [event]).items()):
            self._deal([*self._events, event])  # a card is not what it was taken for
        else:
            self.timeline.append(event)
