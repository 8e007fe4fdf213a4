"""Sends one game to one client, at the client's pace and within bounds.

A client has a place in the shared list of events. One that has caught up once and then falls `MOST_BEHIND` events
behind gets a snapshot of the position instead of them (`drop_to_snapshot`).
"""

import asyncio
from typing import TYPE_CHECKING, Final

from codenames_core.watch.broadcast import Audience
from codenames_tui.streaming.broadcast_game import BroadcastGame
from codenames_tui.streaming.connections import SEND_BUFFER
from codenames_tui.streaming.frames import HEARTBEAT

if TYPE_CHECKING:
    from aiohttp import web

GATHERING_SECONDS: Final = 0.05
"""Between two sendings to one client: what happens meanwhile is gathered, and the game has the processor to itself."""
MOST_BEHIND: Final = 256
"""Events; a game at full speed has no more than some fifty in the time in which they are gathered."""


class ClientStream:
    """The open answer to one request.

    Args:
        response: which was not prepared yet.
        heartbeat: seconds without an event after which the client is sent a sign of life.
        patience: seconds that the client may take for what it is sent.
    """

    def __init__(self, response: "web.StreamResponse", *, heartbeat: float, patience: float) -> None:
        self._response = response
        self._heartbeat, self._patience = heartbeat, patience

    async def send_game(self, request: "web.Request", game: BroadcastGame, audience: Audience, place: int) -> None:
        """Send everything from the event of index `place` on, and all changes of seats, until the game is over.

        Raises:
            TimeoutError: the client did not take it in time.
        """
        async with asyncio.timeout(self._patience):
            await self._response.prepare(request)
            await self._response.write(game.start(audience))
        has_caught_up, changes = False, 0
        while not game.stream.closed or place < len(game.stream) or changes < len(game.stream.seat_changes):
            behind = len(game.stream) - place
            if not behind and changes == len(game.stream.seat_changes):
                has_caught_up = True
                await self._wait(game, place, changes)
                continue
            if has_caught_up and behind > MOST_BEHIND:
                frames, place = game.snapshot()
            else:
                frames, place, changes = game.news(audience, place, changes, SEND_BUFFER)
            await self._send(frames)
            has_caught_up = has_caught_up or place == len(game.stream)
            await asyncio.sleep(GATHERING_SECONDS)
        async with asyncio.timeout(self._patience):
            await self._response.write_eof(game.end())

    async def _wait(self, game: BroadcastGame, place: int, changes: int) -> None:
        """Wait for an event or a change of seats, or send a heartbeat if none comes."""
        try:
            async with asyncio.timeout(self._heartbeat):
                await game.stream.wait_for_news(place, changes)
        except TimeoutError:
            await self._send(HEARTBEAT)

    async def _send(self, data: bytes) -> None:
        async with asyncio.timeout(self._patience):
            await self._response.write(data)
