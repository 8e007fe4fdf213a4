"""Encrypted connections: so many handshakes at a time, each for seconds.

asyncio's own server begins a handshake with everybody who connects and counts none of them, so that strangers who never
go on could take every open file that the system grants. Here the oldest handshake makes room.
"""

import asyncio
import contextlib
import socket
import ssl
from collections.abc import Callable
from typing import Final

MOST_HANDSHAKES: Final = 60
_BACKLOG: Final = 100
"""Connections that the system keeps until they are accepted."""
_NO_FILE_SECONDS: Final = 1.0
"""After which another connection is accepted, once the system has refused one."""


class EncryptedListener:
    """Accepts connections and encrypts them, until it is closed.

    Args:
        listener: where they come in.
        tls: encrypts.
        protocol: makes the protocol of a new connection, which is told of it after the handshake.
        patience: seconds in which a handshake has to be done.
    """

    def __init__(
        self, listener: socket.socket, tls: ssl.SSLContext, protocol: Callable[[], asyncio.Protocol], patience: float
    ) -> None:
        self._listener, self._tls, self._protocol, self._patience = listener, tls, protocol, patience
        self._handshakes: dict[asyncio.Task[None], None] = {}
        """Those that are not done, oldest first."""
        listener.setblocking(False)
        listener.listen(_BACKLOG)
        self._accepting = asyncio.create_task(self._accept())

    def close(self) -> None:
        """Let nobody in any more; connections that there are stay."""
        self._accepting.cancel()
        for handshake in self._handshakes:
            handshake.cancel()
        self._listener.close()

    async def _accept(self) -> None:
        while True:
            try:
                connection, _ = await asyncio.get_running_loop().sock_accept(self._listener)
            except OSError:
                await asyncio.sleep(_NO_FILE_SECONDS)
                continue
            while len(self._handshakes) >= MOST_HANDSHAKES:
                oldest = next(iter(self._handshakes))
                del self._handshakes[oldest]
                oldest.cancel()
            handshake = asyncio.create_task(self._shake_hands(connection))
            self._handshakes[handshake] = None
            handshake.add_done_callback(lambda done: self._handshakes.pop(done, None))
            await asyncio.sleep(0)  # a handshake that has begun closes its connection when it is cancelled

    async def _shake_hands(self, connection: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        with contextlib.suppress(OSError):  # that of TLS, and of a time that is up, included
            await loop.connect_accepted_socket(
                self._protocol, connection, ssl=self._tls, ssl_handshake_timeout=self._patience
            )
