"""What a connection may cost: a bounded buffer here and in the system, and an end when its client is gone."""

import asyncio
import contextlib
import logging
import socket
import ssl
from typing import TYPE_CHECKING, Any, Final

from codenames_tui.streaming.handshakes import EncryptedListener

if TYPE_CHECKING:
    from aiohttp import web

PATIENCE: Final = 30.0
"""Seconds in which a client has to take what it is sent, and to say what it wants."""
SEND_BUFFER: Final = 65_536
"""Bytes for each client, twice: here and in the system."""


MOST_CONNECTIONS: Final = 200


class RejectedConnection(asyncio.Protocol):
    """Hangs up at once: a connection beyond the limit costs nothing."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Hang up."""
        transport.close()


def bound_buffers(transport: asyncio.WriteTransport | None) -> None:
    """Limit the send buffers of a client to `SEND_BUFFER`, and notice one whose machine has gone."""
    if transport is None:
        return
    transport.set_write_buffer_limits(high=SEND_BUFFER)
    raw = transport.get_extra_info("socket")
    if raw is not None:
        with contextlib.suppress(OSError):
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
            if hasattr(socket, "TCP_USER_TIMEOUT"):
                raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(PATIENCE * 1000))


class Connections:
    """The connections of a server: so many at most, and none on which nothing is asked.

    Args:
        patience: seconds in which a client has to send a complete request.
    """

    def __init__(self, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._silent: dict[Any, None] = {}
        """Connections without a complete request so far, oldest first."""

    async def listen(
        self, server: "web.Server | None", listener: socket.socket, *, tls: ssl.SSLContext | None = None
    ) -> asyncio.Server | EncryptedListener:
        """Let a server answer those who connect from now on, encrypted where `tls` says how."""
        assert server is not None  # noqa: S101  that of a runner that was set up
        if tls is not None:
            return EncryptedListener(listener, tls, lambda: self._connected(server), self._patience)
        return await asyncio.get_running_loop().create_server(lambda: self._connected(server), sock=listener)

    def has_asked(self, protocol: Any) -> None:
        """Take note of a complete request."""
        self._silent.pop(protocol, None)

    def _connected(self, server: "web.Server") -> asyncio.Protocol:
        """Return the protocol for a new connection; beyond the limit, the oldest on which nothing is asked makes room.

        Where all have asked something, the new one is hung up on.
        """
        if len(server.connections) >= MOST_CONNECTIONS and not self._make_room():
            return RejectedConnection()
        handler = server()
        self._silent[handler] = None
        asyncio.get_running_loop().call_later(self._patience, self._drop_if_silent, handler)
        return handler

    def _make_room(self) -> bool:
        """Hang up on the oldest connection without a complete request; return whether there was one."""
        for handler in self._silent:
            if handler.transport is not None:
                handler.transport.abort()
                del self._silent[handler]
                return True
        return False

    def _drop_if_silent(self, handler: Any) -> None:
        """Close a connection without a complete request: aiohttp would wait for ever."""
        if handler in self._silent and handler.transport is not None:
            handler.transport.close()
        self._silent.pop(handler, None)


def silent_logger() -> logging.Logger:
    """Return a logger that writes nowhere: addresses, headers and malformed requests of clients are private."""
    logger = logging.getLogger("codenames_tui.streaming")
    logger.propagate = False
    logger.disabled = True
    return logger
