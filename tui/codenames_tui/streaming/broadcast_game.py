"""One running game as the frames of its stream."""

import secrets
from typing import Any, Final

from codenames_core.watch.broadcast import (
    Audience,
    End,
    Happened,
    published_event,
    seat_changed_of,
    snapshot_of,
    start_of,
)
from codenames_core.watch.watchable import WatchableGame
from codenames_tui.streaming.frames import frame

RETRY_MILLISECONDS: Final = 2_000
"""After which a client that lost the connection asks again."""


class BroadcastGame:
    """A game that is published. Each frame is made once, however many clients follow.

    Args:
        game: which goes on growing.
    """

    def __init__(self, game: WatchableGame) -> None:
        self.id = secrets.token_hex(8)
        self.stream = game.stream
        self._game = game
        self._starts = {audience: start_of(game.header, self.id, audience) for audience in Audience}
        self._frames: dict[Audience, list[bytes]] = {audience: [] for audience in Audience}

    def start(self, audience: Audience) -> bytes:
        """Return the first frame of a connection; it is no event to resume after, so it has no id."""
        first = frame("start", self._starts[audience].model_dump_json(exclude_none=True))
        return f"retry: {RETRY_MILLISECONDS}\n".encode() + first

    def event(self, audience: Audience, at: int) -> bytes:
        """Return the frame of the event of that index."""
        frames = self._frames[audience]
        while len(frames) <= at:
            index = len(frames)
            event = published_event(self.stream[index], self._game.header.config.rules, audience)
            message = Happened(at=index, event=event)
            frames.append(frame("event", message.model_dump_json(), f"{self.id}.{index + 1}"))
        return frames[at]

    def news(self, audience: Audience, place: int, changes: int, limit: int) -> tuple[bytes, int, int]:
        """Return what follows `place` events and so many changes of seats, and how many of both that makes.

        Up to about `limit` bytes; a change of seats comes before the event that it came before.
        """
        frames, size, changed = [], 0, self.stream.seat_changes
        while size < limit:
            if changes < len(changed) and changed[changes].at <= place:
                frames.append(frame("seat", seat_changed_of(changed[changes], changes).model_dump_json()))
                changes += 1
            elif place < len(self.stream):
                frames.append(self.event(audience, place))
                place += 1
            else:
                break
            size += len(frames[-1])
        return b"".join(frames), place, changes

    def snapshot(self) -> tuple[bytes, int]:
        """Return the frame of the position now, and the number of events that led to it."""
        message = snapshot_of(self._game.state)
        return frame("snapshot", message.model_dump_json(), f"{self.id}.{message.at}"), message.at

    def end(self) -> bytes:
        """Return the last frame of a game that is over, or was left unfinished."""
        message = End(events=len(self.stream), outcome=self._game.outcome)
        return frame("end", message.model_dump_json(), f"{self.id}.end")

    def place(self, last_id: str) -> int | None:
        """Return the index of the next event for a client whose last frame was `last_id`; None if that was the end.

        An id that is not of this game, or that no frame of it has, begins with the first event.
        """
        game, _, place = last_id.partition(".")
        if game != self.id:
            return 0
        if place == "end":
            return None if self.stream.closed else 0
        seen = int(place) if place.isascii() and place.isdecimal() and len(place) < 9 else 0
        return seen if seen <= len(self.stream) else 0

    def summary(self) -> dict[str, Any]:
        """Return the game's entry in the list of games, ready to be written as JSON."""
        start = self._starts[Audience.PUBLIC]
        names = {str(team): name for team, name in start.teams.items()}
        over = self.stream.closed
        return {"game": self.id, **names, "events": len(self.stream), "over": over, "url": f"/games/{self.id}/events"}
