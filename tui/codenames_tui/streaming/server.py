"""Running games as Server-Sent Events over HTTP.

aiohttp serves: it is in the tree already, for litellm asks models through it and textual-serve stands on it, it parses
HTTP in code that many have attacked, and it runs in the event loop in which the game runs. It is imported when a
server begins.

A game is written down before it is told, and told from one shared list: nobody who follows can hold it up. What a
client costs is bounded: it has a place in the list and a send buffer. One that takes nothing for `PATIENCE` seconds is
let go, and may come back with `Last-Event-ID`. One that has caught up once and then falls `MOST_BEHIND` events behind
gets a snapshot of the position instead of them (`drop_to_snapshot`).
"""

import asyncio
import contextlib
import json
import logging
import secrets
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from codenames_core.watch.broadcast import (
    STREAM_VERSION,
    Audience,
    End,
    Happened,
    published_event,
    snapshot_of,
    start_of,
)
from codenames_core.watch.watchable import WatchableGame
from codenames_tui.streaming.access import Address, Tokens, is_loopback, listen, why_refused
from codenames_tui.streaming.frames import HEARTBEAT, frame
from codenames_tui.ui.crash import write_crash

if TYPE_CHECKING:
    from aiohttp import web

HEARTBEAT_SECONDS: Final = 15.0
PATIENCE: Final = 30.0
"""Seconds in which a client has to take what it is sent, and to say what it wants."""
GATHERING_SECONDS: Final = 0.05
"""Between two sendings to one client: what happens meanwhile is gathered, and the game has the processor to itself."""
MOST_BEHIND: Final = 256
"""Events; a game at full speed has no more than some fifty in the time in which they are gathered."""
MOST_STREAMS: Final = 100
MOST_CONNECTIONS: Final = 200
MOST_GAMES: Final = 100
"""Games that can be asked for; of more, the oldest that are over are forgotten."""
SEND_BUFFER: Final = 65_536
"""Bytes for each client, twice: here and in the system."""
FAREWELL_SECONDS: Final = 2.0
"""How long the end of a game may take to reach everybody, when the process wants to go."""
RETRY_MILLISECONDS: Final = 2_000
HEADERS: Final[Mapping[str, str]] = {
    "Server": "codenames-tui",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class BroadcastGame:
    """One game, in the bytes in which it is told; each is made once, however many follow.

    Args:
        game: which one.
    """

    def __init__(self, game: WatchableGame) -> None:
        self.id = secrets.token_hex(8)
        self.stream = game.stream
        self._game = game
        self._starts = {audience: start_of(game.header, self.id, audience) for audience in Audience}
        self._frames: dict[Audience, list[bytes]] = {audience: [] for audience in Audience}

    def start(self, audience: Audience) -> bytes:
        """Return how a connection begins; it moves no place, so the frame has no id."""
        told = frame("start", self._starts[audience].model_dump_json(exclude_none=True))
        return f"retry: {RETRY_MILLISECONDS}\n".encode() + told

    def event(self, audience: Audience, at: int) -> bytes:
        """Return the event of that index."""
        frames = self._frames[audience]
        while len(frames) <= at:
            index = len(frames)
            event = published_event(self.stream[index], self._game.header.config.rules, audience)
            told = Happened(at=index, event=event).model_dump_json()
            frames.append(frame("event", told, f"{self.id}.{index + 1}"))
        return frames[at]

    def events(self, audience: Audience, place: int) -> tuple[bytes, int]:
        """Return what happened from `place` on, as much as a send buffer takes, and where it ends."""
        told, size = [], 0
        while place < len(self.stream) and size < SEND_BUFFER:
            told.append(self.event(audience, place))
            size += len(told[-1])
            place += 1
        return b"".join(told), place

    def snapshot(self) -> tuple[bytes, int]:
        """Return the position now, and how many events led to it."""
        told = snapshot_of(self._game.state)
        return frame("snapshot", told.model_dump_json(), f"{self.id}.{told.at}"), told.at

    def end(self) -> bytes:
        """Return how the stream of a game ends that is over, or was left."""
        told = End(events=len(self.stream), outcome=self._game.outcome)
        return frame("end", told.model_dump_json(), f"{self.id}.end")

    def place(self, last_id: str) -> int | None:
        """Return where a client goes on that has seen `last_id`, None for one that has seen the end."""
        game, _, place = last_id.partition(".")
        if game != self.id:
            return 0
        if place == "end":
            return None if self.stream.closed else 0
        seen = int(place) if place.isascii() and place.isdecimal() and len(place) < 9 else 0
        return seen if seen <= len(self.stream) else 0

    def summary(self) -> dict[str, Any]:
        """Return the entry of the list of games."""
        start = self._starts[Audience.PUBLIC]
        names = {str(team): name for team, name in start.teams.items()}
        over = self.stream.closed
        return {"game": self.id, **names, "events": len(self.stream), "over": over, "url": f"/games/{self.id}/events"}


class EventServer:
    """Tells running games to whoever may follow them.

    Args:
        address: where it listens.
        tokens: what opens the spymaster's view; without them there is none, and only this machine is served.
        heartbeat: seconds after which a silent stream says that it is alive.
        patience: seconds that a client may take.

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
        self._silent: set[Any] = set()
        """Connections on which nothing whole was asked yet."""

    @property
    def clients(self) -> int:
        """How many streams are open."""
        return len(self._streams)

    def publish(self, followed: WatchableGame) -> BroadcastGame:
        """Tell a game from now on."""
        game = BroadcastGame(followed)
        too_many = max(len(self._games) + 1 - MOST_GAMES, 0)
        for old in [one for one in self._games.values() if one.stream.closed][:too_many]:
            del self._games[old.id]
        self._games[game.id] = game
        return game

    def close(self) -> None:
        """Let go of the address; for a server that never served."""
        self._listener.close()

    @contextlib.asynccontextmanager
    async def serving(self) -> AsyncIterator[None]:
        """Serve until the block is left; then let everybody hear the end of games that are over."""
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
            logger=_wordless(),
            keepalive_timeout=self._patience,
            handler_cancellation=True,
            handle_signals=False,
            shutdown_timeout=0.2,
        )
        await runner.setup()
        server = runner.server
        assert server is not None  # noqa: S101  the runner was just set up
        listening = await asyncio.get_running_loop().create_server(lambda: self._connected(server), sock=self._listener)
        try:
            yield
        finally:
            listening.close()
            await self._say_farewell()
            await runner.cleanup()

    async def serve_forever(self) -> None:
        """Serve until it is cancelled."""
        async with self.serving():
            await asyncio.Event().wait()

    async def _say_farewell(self) -> None:
        over = {task for task in self._streams if not task.done()}
        if over:
            await asyncio.wait(over, timeout=FAREWELL_SECONDS)

    def _connected(self, server: "web.Server") -> asyncio.Protocol:
        """Return what speaks with a new client; where there are too many, nobody does."""
        if len(server.connections) >= MOST_CONNECTIONS:
            return _TurnedAway()
        handler = server()
        self._silent.add(handler)
        asyncio.get_running_loop().call_later(self._patience, self._drop_if_silent, handler)
        return handler

    def _drop_if_silent(self, handler: Any) -> None:
        """Drop a connection on which nothing whole was asked; aiohttp would wait for ever."""
        if handler in self._silent and handler.transport is not None:
            handler.transport.close()
        self._silent.discard(handler)

    async def _guarded(
        self, request: "web.Request", handler: "Callable[[web.Request], Awaitable[web.StreamResponse]]"
    ) -> "web.StreamResponse":
        """Answer only what may be answered; what goes wrong with us goes to the log and not to the client."""
        from aiohttp import web

        self._silent.discard(request.protocol)
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
            return _refusal(500, "an error of our own; the log has it")

    async def _list(self, request: "web.Request") -> "web.StreamResponse":
        from aiohttp import web

        if refusal := self._why_not(request, Audience.PUBLIC):
            return refusal
        told = {"version": STREAM_VERSION, "games": [game.summary() for game in self._games.values()]}
        return web.Response(text=json.dumps(told) + "\n", content_type="application/json", headers=dict(HEADERS))

    async def _follow_latest(self, request: "web.Request") -> "web.StreamResponse":
        """Tell the game that the client was following, else the latest that is being played, else the latest."""
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
        return _refusal(401, "a token is needed that opens this view", {"WWW-Authenticate": "Bearer"})

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
            response = web.StreamResponse(headers={**HEADERS, "Content-Type": "text/event-stream; charset=utf-8"})
            _bound_buffers(request.transport)
            await self._tell(request, response, game, audience, place)
        except TimeoutError:
            if request.transport is not None:
                request.transport.abort()
        finally:
            self._streams.discard(task)
        return response

    async def _tell(
        self,
        request: "web.Request",
        response: "web.StreamResponse",
        game: BroadcastGame,
        audience: Audience,
        place: int,
    ) -> None:
        """Send everything from `place` on, until the game is over.

        Raises:
            TimeoutError: the client did not take it in time.
        """
        async with asyncio.timeout(self._patience):
            await response.prepare(request)
            await response.write(game.start(audience))
        caught_up = False
        while not game.stream.closed or place < len(game.stream):
            behind = len(game.stream) - place
            if not behind:
                caught_up = True
                await self._wait(response, game, place)
                continue
            told, place = game.snapshot() if caught_up and behind > MOST_BEHIND else game.events(audience, place)
            await self._send(response, told)
            caught_up = caught_up or place == len(game.stream)
            await asyncio.sleep(GATHERING_SECONDS)
        async with asyncio.timeout(self._patience):
            await response.write_eof(game.end())

    async def _wait(self, response: "web.StreamResponse", game: BroadcastGame, place: int) -> None:
        try:
            async with asyncio.timeout(self._heartbeat):
                await game.stream.wait_beyond(place)
        except TimeoutError:
            await self._send(response, HEARTBEAT)

    async def _send(self, response: "web.StreamResponse", data: bytes) -> None:
        async with asyncio.timeout(self._patience):
            await response.write(data)


class _TurnedAway(asyncio.Protocol):
    """Hangs up."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Hang up."""
        transport.close()


def _refusal(status: int, reason: str, more: Mapping[str, str] | None = None) -> "web.Response":
    from aiohttp import web

    return web.Response(status=status, text=reason + "\n", headers={**HEADERS, **(more or {})})


def _bound_buffers(transport: asyncio.WriteTransport | None) -> None:
    """Hold little for a client, here and in the system, and notice one whose machine has gone."""
    if transport is None:
        return
    transport.set_write_buffer_limits(high=SEND_BUFFER)
    raw = transport.get_extra_info("socket")
    if raw is not None:
        with contextlib.suppress(OSError):
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
            if hasattr(socket, "TCP_USER_TIMEOUT"):
                raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(PATIENCE * 1000))


def _wordless() -> logging.Logger:
    """Return a logger that writes nowhere: addresses and headers of clients are nobody's business."""
    logger = logging.getLogger("codenames_tui.streaming")
    logger.propagate = False
    logger.disabled = True
    return logger
