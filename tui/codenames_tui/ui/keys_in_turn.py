"""Keys that are pressed faster than the app can follow: each waits until what the one before set off is done.

Textual hands a letter straight to the widget that has the focus, while a key that is bound, such as backspace or enter,
climbs from there to the app before anything is done. So letters that are typed fast overtake it; and keys that come
while a dialog closes, or before a field has the focus, go to the widget that had it before.
"""

import asyncio
import contextlib
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Final, Protocol, runtime_checkable

from textual import events
from textual.app import App
from textual.message_pump import MessagePump

PATIENCE: Final = 2.0
"""Seconds after which the next key no longer waits: whatever hangs, the keyboard does not."""
_AT_ONCE: Final = frozenset({"ctrl+c", "ctrl+q"})
"""Keys that quit do not wait; those that wait are dropped, as they would answer the question whether to leave."""


@runtime_checkable
class Awaits(Protocol):
    """A screen that may be about to ask something."""

    @property
    def is_about_to_ask(self) -> bool:
        """Whether something is asked that cannot be answered yet."""

    async def until_asked(self) -> None:
        """Return when what is about to be asked can be answered."""


# D-109: Textual alone lets letters overtake bound keys.
class KeysInTurn:
    """Lets the keys of an app through, one at a time.

    Args:
        app: whose keys they are.
        deliver: does what a key, or something pasted, does.
    """

    def __init__(self, app: App[Any], deliver: Callable[[events.Event], Awaitable[None]]) -> None:
        self._app = app
        self._deliver = deliver
        self._waiting: deque[events.Key | events.Paste] = deque()
        self._is_busy = False

    @property
    def is_behind(self) -> bool:
        """Whether a key waits for its turn."""
        return bool(self._waiting)

    async def take(self, event: events.Key | events.Paste) -> None:
        """Deliver the event, now or in its turn. A key that quits is delivered at once, and drops those that wait."""
        if isinstance(event, events.Key) and event.key in _AT_ONCE:
            self._waiting.clear()
            await self._deliver(event)
            return
        is_first = not self._is_busy
        self._is_busy = True
        if is_first and self._about_to_ask() is None:
            await self._deliver(event)
        else:
            self._waiting.append(event)
        if is_first:
            self._app.run_worker(self._let_through(), group="keys")

    async def _let_through(self) -> None:
        try:
            await self._settle()
            while self._waiting:
                self._app.call_later(self._deliver, self._waiting.popleft())
                await self._settle()
        finally:
            self._is_busy = False

    async def _settle(self) -> None:
        """Wait for what a key set off: first it climbs up to the app, then so do the messages that it caused."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await _caught_up(self._app)
                for _ in range(2):
                    below = self._app.focused or self._app.screen
                    for pump in below.ancestors_with_self:
                        await _caught_up(pump)
                if (screen := self._about_to_ask()) is not None:
                    await screen.until_asked()

    def _about_to_ask(self) -> Awaits | None:
        screen = self._app.screen
        return screen if isinstance(screen, Awaits) and screen.is_about_to_ask else None


async def _caught_up(pump: MessagePump) -> None:
    """Wait until a widget has dealt with all that it has been sent so far."""
    done = asyncio.Event()
    if pump.is_running and pump.call_later(done.set):
        await done.wait()
