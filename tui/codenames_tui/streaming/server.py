"""Running games as Server-Sent Events over HTTP.

aiohttp serves them: litellm and textual-serve bring it along, its parser of HTTP has been attacked for years, and it
runs in the event loop of the game. It is imported when a server starts.

A game is written to its journal before it is published, and published from one shared list: no client can hold it up.
What a client costs is bounded: it has a place in the list and a send buffer. One that takes nothing for `PATIENCE`
seconds is disconnected, and may come back with `Last-Event-ID`.
"""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from codenames_core.watch.broadcast import STREAM_VERSION, Audience
from codenames_core.watch.watchable import WatchableGame
from codenames_tui.streaming.addresses import Address, is_loopback, listen
from codenames_tui.streaming.broadcast_game import BroadcastGame
from codenames_tui.streaming.client_stream import ClientStream
from codenames_tui.streaming.connections import PATIENCE, Connections, bound_buffers, silent_logger
from codenames_tui.streaming.cross_site_requests import why_refused
from codenames_tui.streaming.tokens import Tokens
from codenames_tui.ui.crash import write_crash

if TYPE_CHECKING:
    from aiohttp import web

HEARTBEAT_SECONDS: Final = 15.0
MOST_STREAMS: Final = 100
MOST_GAMES: Final = 100
"""Games that can be asked for; of more, the oldest that are over are removed."""
LAST_FRAMES_SECONDS: Final = 2.0
"""In which the end of a game is still sent, once the process wants to exit."""
HEADERS: Final[Mapping[str, str]] = {
    "Server": "codenames-tui",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
}
STREAM_HEADERS: Final[Mapping[str, str]] = {
    **HEADERS,
    "Content-Type": "text/event-stream; charset=utf-8",
    "X-Accel-Buffering": "no",  # nginx would hold events back until it has a buffer full of them
}


class EventServer:
    """Publishes running games to clients that may follow them.

    Args:
        address: where it listens.
        tokens: what opens the spymaster's view; without them there is none, and only this machine is served.
        heartbeat: seconds without an event after which a stream sends a sign of life.
        patience: seconds that a client may take for what it is sent.

    Raises:
        InputError: the address cannot be used.
    """

    def __init__(
        self,
        address: Address,
        tokens: Tokens | None = None,
        *,
        heartbeat: float = HEARTBEAT_SECONDS,
        patience: float = PATIENCE,
    ) -> None:
        self._listener = listen(address, guarded=tokens is not None)
        place: tuple[Any, ...] = self._listener.getsockname()
        self.url = address.url(place[1])
        self._host = address.host
        self._tokens = tokens
        self._open_to_public = is_loopback(str(place[0]))
        self._heartbeat, self._patience = heartbeat, patience
        self._games: dict[str, BroadcastGame] = {}
        self._streams: set[asyncio.Task[Any]] = set()
        self._connections = Connections(patience)

    @property
    def clients(self) -> int:
        """Number of open streams."""
        return len(self._streams)

    def publish(self, watched: WatchableGame) -> BroadcastGame:
        """Offer a game from now on; too many push out the oldest that are over."""
        game = BroadcastGame(watched)
        surplus = max(len(self._games) + 1 - MOST_GAMES, 0)
        for old in [published for published in self._games.values() if published.stream.closed][:surplus]:
            del self._games[old.id]
        self._games[game.id] = game
        return game

    def close(self) -> None:
        """Release the address of a server that never served."""
        self._listener.close()

    @contextlib.asynccontextmanager
    async def serving(self) -> AsyncIterator[None]:
        """Serve until the block is left; then send the end of games that are over to those who follow them."""
        from aiohttp import web

        @web.middleware
        async def guarded(
            request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
        ) -> web.StreamResponse:
            return await self._guarded(request, handler)

        app = web.Application(middlewares=[guarded])
        app.add_routes(
            [
                web.get("/", self._list, allow_head=False),
                web.get("/events", self._follow_latest, allow_head=False),
                web.get("/games/{game}/events", self._follow_named, allow_head=False),
            ]
        )
        runner = web.AppRunner(
            app,
            access_log=None,
            logger=silent_logger(),
            keepalive_timeout=self._patience,
            handler_cancellation=True,
            handle_signals=False,
            shutdown_timeout=0.2,
        )
        await runner.setup()
        listening = await self._connections.listen(runner.server, self._listener)
        try:
            yield
        finally:
            listening.close()
            await self._finish_streams()
            await runner.cleanup()

    async def serve_forever(self) -> None:
        """Serve until it is cancelled."""
        async with self.serving():
            await asyncio.Event().wait()

    async def _finish_streams(self) -> None:
        unfinished = {task for task in self._streams if not task.done()}
        if unfinished:
            await asyncio.wait(unfinished, timeout=LAST_FRAMES_SECONDS)

    async def _guarded(
        self, request: "web.Request", handler: "Callable[[web.Request], Awaitable[web.StreamResponse]]"
    ) -> "web.StreamResponse":
        """Refuse what another site could ask; write a crash of ours to the log, and nothing of it to the client."""
        from aiohttp import web

        self._connections.has_asked(request.protocol)
        try:
            if reason := why_refused(request.headers, self._host):
                return _refusal(403, reason)
            return await handler(request)
        except web.HTTPException as error:
            return _refusal(error.status, error.reason)
        except (ConnectionError, TimeoutError):
            raise
        except Exception as error:
            write_crash(error)
            return _refusal(500, "internal error; see the log")

    async def _list(self, request: "web.Request") -> "web.StreamResponse":
        from aiohttp import web

        if refusal := self._why_not(request, Audience.PUBLIC):
            return refusal
        listing = {"version": STREAM_VERSION, "games": [game.summary() for game in self._games.values()]}
        return web.Response(text=json.dumps(listing) + "\n", content_type="application/json", headers=dict(HEADERS))

    async def _follow_latest(self, request: "web.Request") -> "web.StreamResponse":
        """Send the game that the client was following, else the latest that is being played, else the latest."""
        games = list(self._games.values())
        begun = self._games.get(request.headers.get("Last-Event-ID", "").partition(".")[0])
        playing = [game for game in games if not game.stream.closed]
        chosen = begun or next(reversed(playing or games), None)
        if chosen is None:
            return _refusal(503, "no game is being played yet", {"Retry-After": "2"})
        return await self._follow(request, chosen)

    async def _follow_named(self, request: "web.Request") -> "web.StreamResponse":
        game = self._games.get(request.match_info["game"])
        return await self._follow(request, game) if game else _refusal(404, "no such game")

    def _why_not(self, request: "web.Request", audience: Audience) -> "web.Response | None":
        """Return the refusal of a client that may not see what it asks for."""
        if audience is Audience.SPYMASTER and self._tokens is None:
            return _refusal(403, "there is no spymaster's view: the game was started without --token-file")
        if audience is Audience.PUBLIC and self._open_to_public:
            return None
        kind, _, given = request.headers.get("Authorization", "").partition(" ")
        if kind.casefold() == "bearer" and self._tokens and self._tokens.open(given.strip(), audience):
            return None
        return _refusal(401, "a token for this view is needed", {"WWW-Authenticate": "Bearer"})

    async def _follow(self, request: "web.Request", game: BroadcastGame) -> "web.StreamResponse":
        from aiohttp import web

        wanted = request.query.get("view", Audience.PUBLIC)
        if wanted not in list(Audience):
            return _refusal(400, "view is public or spymaster")
        audience = Audience(wanted)
        if refusal := self._why_not(request, audience):
            return refusal
        place = game.place(request.headers.get("Last-Event-ID", ""))
        if place is None:  # a browser would come back for ever
            return web.Response(status=204, headers=dict(HEADERS))
        if len(self._streams) >= MOST_STREAMS:
            return _refusal(503, f"{MOST_STREAMS} follow already", {"Retry-After": "10"})
        task = asyncio.current_task()
        assert task is not None  # noqa: S101  a request is handled in a task
        self._streams.add(task)
        try:
            response = web.StreamResponse(headers=dict(STREAM_HEADERS))
            bound_buffers(request.transport)
            stream = ClientStream(response, heartbeat=self._heartbeat, patience=self._patience)
            await stream.send_game(request, game, audience, place)
        except TimeoutError:
            if request.transport is not None:
                request.transport.abort()
        finally:
            self._streams.discard(task)
        return response


def _refusal(status: int, reason: str, more: Mapping[str, str] | None = None) -> "web.Response":
    """Return an answer that says why, with some headers besides ours."""
    from aiohttp import web

    return web.Response(status=status, text=reason + "\n", headers={**HEADERS, **(more or {})})
