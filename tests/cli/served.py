"""A fake provider for commands that run an event loop themselves."""

import asyncio
import threading
from typing import Any

from tests.agents.players import plays
from tests.fake_provider import FakeProvider


class Served:
    """A fake provider in a thread of its own, for commands that run an event loop themselves."""

    def __init__(self, *script: str, text: Any = plays) -> None:
        self.server = FakeProvider(script or ("ok",), text=text)
        self._stop = asyncio.Event()
        self._up = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()))

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        async with self.server:
            self.url = self.server.url
            self._up.set()
            await self._stop.wait()

    def __enter__(self) -> "Served":
        self._thread.start()
        self._up.wait()
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()

    @property
    def spec(self) -> str:
        return f"litellm:openai/fake?api_base={self.url}&temperature=0.2"
