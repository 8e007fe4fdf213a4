"""Games that others may follow while they are played, here or in another process."""

from typing import Protocol

from codenames_core.files.journal import Header, Played, public_entry_of_line
from codenames_core.files.schema import SeatChange
from codenames_core.game.state import GameState, Outcome, apply, fold
from codenames_core.text.sanitiser import one_line
from codenames_core.watch.stream import EventStream


class WatchableGame(Protocol):
    """A game that is being played, as those who follow it see it."""

    header: Header
    stream: EventStream

    @property
    def state(self) -> GameState:
        """The position now."""
        ...

    @property
    def outcome(self) -> Outcome | None:
        """How it ended; None where it goes on, or was left."""
        ...


class RemoteGame:
    """A game that another process plays, known by the lines of its journal.

    Args:
        header: what it started from.
        played: what had happened before.
    """

    def __init__(self, header: Header, played: Played) -> None:
        self.header = header
        self.state = fold(header.initial_state(), played.events)
        self.stream = EventStream(played.events, played.seat_changes)

    @property
    def outcome(self) -> Outcome | None:
        """How it ended; None where it goes on, or was left."""
        return self.state.outcome

    def take(self, lines: bytes) -> None:
        """Take whole lines of its journal, made with `journal_line`.

        Raises:
            EpisodeFileError: one of them is not a line of a journal.
        """
        for line in lines.splitlines():
            entry = public_entry_of_line(line, f"the journal of game {one_line(self.header.episode_id, 60)}")
            if isinstance(entry, SeatChange):
                self.stream.publish_seat_change(entry)
            elif entry is not None:
                self.state = apply(self.state, entry)
                self.stream.publish(entry)

    def close(self) -> None:
        """End the stream: the game is over, or was left."""
        self.stream.close()
