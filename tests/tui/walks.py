"""A walk over an app, step by step, from a test that is no coroutine: keys, sizes, and what is painted then."""

import asyncio
from contextlib import AsyncExitStack
from typing import Any

from hypothesis import HealthCheck, Phase, settings
from rich.style import Style
from tests.examples import examples as in_profile
from textual import events
from textual.keys import _character_to_key
from textual.pilot import Pilot

from codenames_tui.app.app import CodenamesApp

ROUNDS = 5
"""In which nothing may wait before an app counts as having come to rest."""
_CHARACTERS = {"space": " "}


class Walk:
    """An app that runs while something is done to it, and stands still in between."""

    def __init__(self, app: CodenamesApp, size: tuple[int, int]) -> None:
        self.app = app
        self._loop = asyncio.Runner()
        self._stack = AsyncExitStack()
        self._pilot: Pilot[int] = self.run(self._stack.enter_async_context(app.run_test(size=size)))

    def run(self, what: Any) -> Any:
        """Let the app work until `what` is done."""
        return self._loop.run(what)

    def press(self, *keys: str) -> None:
        """Press keys as fast as a paste, and let the app take them all."""
        if not self.app.is_running:
            return
        for key in keys:
            character = key if len(key) == 1 else _CHARACTERS.get(key)
            event = events.Key(_character_to_key(key) if len(key) == 1 else key, character)
            event.set_sender(self.app)
            self.app._driver.send_message(event)  # type: ignore[union-attr]
        self.settle()

    def settle(self) -> None:
        """Let the app work until all keys were taken, and what follows from them is painted."""
        self.run(self._come_to_rest())

    def wait(self) -> None:
        """Let the app work for as long as it has to; much longer than to settle."""
        if self.app.is_running:
            self.run(self._pilot.pause())

    async def _come_to_rest(self) -> None:
        """Go round until nothing was waiting for several rounds: what one widget does has others do something.

        Textual's own pause waits until the processor is idle, which takes the longer the more it has to do.
        """
        quiet = 0
        for _ in range(1_000):
            if not self.app.is_running:
                return
            await self._pilot.pause(0)
            quiet = 0 if self.app.keys_wait else quiet + 1
            if quiet == ROUNDS:
                return
        raise AssertionError("the app does not come to rest")

    def resize(self, size: tuple[int, int]) -> None:
        """Give the app another size."""
        if self.app.is_running:
            self.run(self._pilot.resize_terminal(*size))

    def click(self, widget: Any, offset: tuple[int, int]) -> None:
        """Click on a widget."""
        self.run(self._pilot.click(widget, offset=offset))

    def painted(self) -> list[list[tuple[str, Style | None]]]:
        """Return every cell of the screen with its style, line by line."""
        strips = self.app.screen._compositor.render_strips()
        return [[(cell, part.style) for part in strip for cell in part.text] for strip in strips]

    def close(self) -> None:
        """Close the app."""
        try:
            self.run(self._stack.aclose())
        finally:
            self._loop.close()


def walks(*, examples: int, steps: int) -> settings:
    """Return how far is walked: the same ways every time, since each step takes a while.

    Args:
        examples: walks, of the usual profile.
        steps: of each walk at most.
    """
    return settings(
        max_examples=in_profile(examples),
        stateful_step_count=steps,
        deadline=None,
        phases=[Phase.generate],  # a failure is shown as it was found
        suppress_health_check=list(HealthCheck),
        database=None,
        derandomize=True,
    )
