"""Following a game while it is played.

`EventStream` gives every consumer first all events so far and then the new ones, in order, and says which seats have
changed hands. Consumers read one shared
list at their own speed, so a slow consumer delays no other and needs no queue. The journal is not a consumer: its line
is written before the event is published. Connections over a network are bounded in `codenames_tui.streaming.server`.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence

from codenames_core.files.schema import SeatChange
from codenames_core.game.events import Event


class Signal:
    """Wakes all tasks that wait for the next change of something."""

    def __init__(self) -> None:
        self._next: asyncio.Event | None = None

    def notify(self) -> None:
        """Say that something changed."""
        if self._next is not None:
            self._next.set()
            self._next = None

    async def wait(self) -> None:
        """Return at the next change."""
        if self._next is None:
            self._next = asyncio.Event()
        await self._next.wait()


class EventStream:
    """The events and changes of seats of one game, growing until it ends."""

    def __init__(self, events: Iterable[Event] = (), seat_changes: Iterable[SeatChange] = ()) -> None:
        self._events = list(events)
        self._seat_changes = list(seat_changes)
        self._closed = False
        self._signal = Signal()

    def __len__(self) -> int:
        return len(self._events)

    def __getitem__(self, position: int) -> Event:
        return self._events[position]

    @property
    def seat_changes(self) -> Sequence[SeatChange]:
        """The seats that have changed hands, oldest first."""
        return self._seat_changes

    @property
    def closed(self) -> bool:
        """Whether no further event will come."""
        return self._closed

    def publish(self, event: Event) -> None:
        """Add an event."""
        self._events.append(event)
        self._signal.notify()

    def publish_seat_change(self, change: SeatChange) -> None:
        """Add that a seat changed hands."""
        self._seat_changes.append(change)
        self._signal.notify()

    def close(self) -> None:
        """Say that the last event was published; consumers end once they have read it."""
        self._closed = True
        self._signal.notify()

    async def wait_beyond(self, position: int) -> None:
        """Return as soon as there are more events than `position`, or no further one will come."""
        while len(self._events) <= position and not self._closed:
            await self._signal.wait()

    async def wait_for_news(self, position: int, changes: int) -> None:
        """Return as soon as there are more events or changes of seats than these, or no further ones will come."""
        while len(self._events) <= position and len(self._seat_changes) <= changes and not self._closed:
            await self._signal.wait()

    async def follow(
        self,
        start: int = 0,
        *,
        delay: float = 0.0,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> AsyncIterator[Event]:
        """Yield every event from position `start` on, past ones first, until the stream is closed.

        Args:
            start: how many events to leave out.
            delay: seconds between two events, for watching.
            sleep: waits that long; another one for tests.
        """
        position = start
        while True:
            while position < len(self._events):
                if delay and position > start:
                    await sleep(delay)
                yield self._events[position]
                position += 1
            if self._closed:
                return
            await self.wait_beyond(position)
