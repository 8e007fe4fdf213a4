"""The app in a browser: textual-serve's server behind a guard of ours.

textual-serve starts an app for every client that opens its websocket. Pages of other sites can open websockets to this
machine, so a request that one of them could make is refused before an app starts.
"""

import contextlib
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Final
from urllib.parse import urlsplit

from aiohttp import web
from textual_serve.server import Server

from codenames_tui.streaming.addresses import Address
from codenames_tui.streaming.connections import PATIENCE, Connections
from codenames_tui.streaming.cross_site_requests import why_refused
from codenames_tui.streaming.serving import end_signal, served
from codenames_tui.ui.crash import write_crash

HEADERS: Final = {
    # The page names a font of another site, which needs not learn that this app is used.
    "Content-Security-Policy": "default-src 'self' 'unsafe-inline' data: blob:; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
MOST_APPS: Final = 20
"""Browsers at once; each has a process of its own."""


class AppServer(Server):
    """Serves the app to the browsers of this machine, or to those that a proxy lets through.

    Args:
        command: starts the app.
        address: where it listens.
        public_url: how browsers reach it.
        patience: seconds in which a client has to say what it wants.
    """

    def __init__(self, command: str, address: Address, public_url: str, *, patience: float = PATIENCE) -> None:
        super().__init__(command, address.host, address.port, title="codenames-tui", public_url=public_url)
        self._names = {address.host, urlsplit(public_url).hostname or address.host}
        self._apps = 0
        self._patience = patience
        self._connections = Connections(patience)

    async def serve_on(self, listener: socket.socket) -> int:
        """Serve until a signal ends the process, and return its number."""
        ended = end_signal()
        async with self.serving(listener):
            return await ended

    @contextlib.asynccontextmanager
    async def serving(self, listener: socket.socket) -> AsyncIterator[None]:
        """Serve until the block is left."""
        async with served(await self._make_app(), self._connections, listener, patience=self._patience):
            yield

    async def on_startup(self, app: web.Application) -> None:
        """Print nothing: the command line has done so."""

    async def _make_app(self) -> web.Application:
        app = await super()._make_app()

        @web.middleware
        async def guarded(
            request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
        ) -> web.StreamResponse:
            try:
                return await self._guarded(request, handler)
            except (web.HTTPException, ConnectionError, TimeoutError):
                raise
            except Exception as error:
                write_crash(error)
                return web.Response(status=500, text="internal error; see the log\n")

        app.middlewares.append(guarded)
        return app

    async def _guarded(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        self._connections.has_asked(request.protocol)
        reasons = [why_refused(request.headers, name) for name in self._names]
        if all(reasons):
            return web.Response(status=403, text=f"{reasons[0]}\n")
        if request.path == "/" and request.host != urlsplit(self.public_url).netloc:
            return web.Response(status=302, headers={"Location": self.public_url + "/"})  # the page names this address
        if self._is_folder(request):
            return web.Response(status=404, text="no such file\n")
        if request.path != "/ws":
            response = await handler(request)
            response.headers.update(HEADERS)
            return response
        if "Origin" not in request.headers:
            return web.Response(status=403, text="this is for the browser that opened the page\n")
        if self._apps >= MOST_APPS:
            return web.Response(status=503, text=f"{MOST_APPS} browsers are here already\n")
        if not web.WebSocketResponse().can_prepare(request).ok:
            return web.Response(status=400, text="this is for a websocket\n")
        self._apps += 1
        try:
            return await handler(request)
        finally:
            self._apps -= 1

    def _is_folder(self, request: web.Request) -> bool:
        """Return whether a folder is asked for, whose files textual-serve would list."""
        is_static = isinstance(request.match_info.route.resource, web.StaticResource)
        return is_static and (self.statics_path / request.match_info["filename"]).is_dir()
