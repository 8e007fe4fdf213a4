"""Who may follow a stream: the address that it is given at, tokens, and what a request must look like.

The stream is for this machine unless it is told otherwise. A browser on this machine is no friend: pages from anywhere
run in it. So a request that a page of another site could make, also by way of a name that suddenly means this machine
(DNS rebinding), is refused.
"""

import contextlib
import hashlib
import hmac
import ipaddress
import os
import socket
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import SplitResult, urlsplit

from codenames_core.files.untrusted_files import decode, read_bytes
from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line
from codenames_core.watch.broadcast import Audience

SHORTEST_TOKEN: Final = 16
LARGEST_TOKEN_FILE: Final = 4_096
_PORTS: Final = 65_536


@dataclass(frozen=True, slots=True)
class Tokens:
    """What opens a stream; only hashes are kept, which also have one length whatever is compared with them."""

    spymaster: bytes
    public: bytes | None = None
    """Opens the public view alone."""

    @classmethod
    def of(cls, spymaster: str, public: str | None = None) -> "Tokens":
        """Return the tokens of these secrets."""
        return cls(_digest(spymaster), None if public is None else _digest(public))

    def open(self, given: str, audience: Audience) -> bool:
        """Return whether `given` opens the view for `audience`; it takes as long whatever is wrong with it."""
        digest = _digest(given)
        spymaster = hmac.compare_digest(digest, self.spymaster)
        public = hmac.compare_digest(digest, self.public or bytes(len(digest)))
        return spymaster or (public and audience is Audience.PUBLIC)


def _digest(secret: str) -> bytes:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).digest()


def read_secrets(path: Path | str) -> tuple[str, ...]:
    """Return the one or two tokens of a file, a line each: the spymaster's, then that of the public view.

    Raises:
        InputError: others may read the file, or a token is too short or no plain text.
    """
    where = one_line(str(path))
    data = read_bytes(path, LARGEST_TOKEN_FILE)
    if os.name == "posix" and Path(path).stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise InputError(f"{where}: others may read it; chmod 600 keeps a token to yourself")
    secrets = decode(data, where).split()
    if not 1 <= len(secrets) <= 2:
        raise InputError(f"{where}: {len(secrets)} tokens; one is needed, or a second one for the public view")
    for line, secret in enumerate(secrets, 1):
        if len(secret) < SHORTEST_TOKEN or not (secret.isascii() and secret.isprintable()):
            raise InputError(f"{where}: token {line}: at least {SHORTEST_TOKEN} ASCII characters are needed")
    return tuple(secrets)


@dataclass(frozen=True, slots=True)
class Address:
    """Where a server listens."""

    host: str
    port: int

    def url(self, port: int | None = None) -> str:
        """Return the address as a person opens it."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{port or self.port}/"


def parse_address(text: str, option: str = "--serve-events") -> Address:
    """Return the address of `HOST:PORT`.

    >>> parse_address("[::1]:8765")
    Address(host='::1', port=8765)

    Raises:
        InputError: it is none.
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
        guarded: whether a token is asked for, without which only this machine is served.

    Raises:
        InputError: the address cannot be used, or others could reach it and nothing guards it.
    """
    where = f"{one_line(address.host, 60)}:{address.port}"
    try:
        found = socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError) as error:
        raise InputError(f"{where}: no such address on this machine") from error
    family, _, _, _, place = found[0]
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


def why_refused(headers: Mapping[str, str], host: str) -> str | None:
    """Return why a request is not answered that may come from a page of another site, or None.

    Args:
        headers: of the request.
        host: the name that the server was told to listen at.
    """
    asked_for = headers.get("Host", "")
    if not _is_ours(_parts_of(f"//{asked_for}").hostname, host):
        return "the Host header names another machine"
    if (origin := headers.get("Origin")) is not None and _parts_of(origin).netloc != asked_for:
        return "a page of another site asks"
    follows_link = headers.get("Sec-Fetch-Mode") == "navigate" and headers.get("Sec-Fetch-Dest") == "document"
    if headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin") and not follows_link:
        return "a page of another site asks"
    return None


def _parts_of(url: str) -> SplitResult:
    """Return the parts of an address that anybody wrote; none of one that is none."""
    with contextlib.suppress(ValueError):
        return urlsplit(url)
    return SplitResult("", "", "", "", "")


def _is_ours(name: str | None, host: str) -> bool:
    """An IP address cannot be made to mean another machine; of names, only those that are known do not lie."""
    if name is None:
        return False
    if name in ("localhost", host.casefold()):
        return True
    with contextlib.suppress(ValueError):
        ipaddress.ip_address(name)
        return True
    return False
