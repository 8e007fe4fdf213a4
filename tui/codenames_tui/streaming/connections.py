"""What a connection may cost: a bounded buffer here and in the system, and an end when its client is gone."""

import asyncio
import contextlib
import socket
from typing import Final

PATIENCE: Final = 30.0
"""Seconds in which a client has to take what it is sent, and to say what it wants."""
SEND_BUFFER: Final = 65_536
"""Bytes for each client, twice: here and in the system."""


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
