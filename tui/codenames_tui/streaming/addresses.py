"""Addresses at which a server listens: for this machine alone, unless a token guards what it serves."""

import contextlib
import ipaddress
import os
import socket
from dataclasses import dataclass
from typing import Final

from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line

_PORTS: Final = 65_536


@dataclass(frozen=True, slots=True)
class Address:
    """Where a server listens."""

    host: str
    port: int

    def url(self, port: int | None = None, *, encrypted: bool = False) -> str:
        """Return the address as a person opens it."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http{'s' if encrypted else ''}://{host}:{port or self.port}/"


def parse_address(text: str, option: str = "--serve-events") -> Address:
    """Return the address that `HOST:PORT` stands for; `option` names it in complaints.

    >>> parse_address("[::1]:8765")
    Address(host='::1', port=8765)

    Raises:
        InputError: `text` is not of that form.
    """
    host, _, port = text.rpartition(":")
    host = host.removeprefix("[").removesuffix("]") if host.startswith("[") else host
    if not host or not (port.isascii() and port.isdecimal()) or int(port) >= _PORTS or host != one_line(host):
        raise InputError(f"{option} is {one_line(text, 60)!r}; HOST:PORT is needed, such as 127.0.0.1:8765")
    return Address(host, int(port))


def is_loopback(host: str) -> bool:
    """Return whether only this machine can reach what listens at the IP address `host`."""
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(host.partition("%")[0]).is_loopback
    return False


def listen(address: Address, *, guarded: bool) -> socket.socket:
    """Return a socket that listens at `address`.

    Args:
        address: where; a name must mean this machine.
        guarded: whether something else keeps others out; if not, only this machine is served.

    Raises:
        InputError: the address cannot be used, or others could reach it and nothing guards it.
    """
    where = f"{one_line(address.host, 60)}:{address.port}"
    try:
        candidates = socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError) as error:
        raise InputError(f"{where}: no such address on this machine") from error
    family, _, _, _, place = candidates[0]
    if not guarded and not is_loopback(str(place[0])):
        raise InputError(f"{where} can be reached from other machines: give --token-file, or listen at 127.0.0.1")
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(place)
        listener.listen(128)
    except OSError as error:
        listener.close()
        raise InputError(f"{where}: {error.strerror or error}") from error
    listener.setblocking(False)
    return listener
