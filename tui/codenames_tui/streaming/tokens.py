"""Tokens: the secrets that open the views of a stream."""

import hashlib
import hmac
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from codenames_core.files.untrusted_files import decode, read_bytes, refuse_shared
from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line
from codenames_core.watch.broadcast import Audience

SHORTEST_TOKEN: Final = 16
LARGEST_TOKEN_FILE: Final = 4_096
"""Bytes."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens of a stream. Only hashes are kept: all have one length, so that comparing them takes one time."""

    spymaster: bytes
    public: bytes | None = None
    """Opens the public view alone."""

    @classmethod
    def of(cls, spymaster: str, public: str | None = None) -> "Tokens":
        """Return the tokens of these secrets."""
        return cls(_digest(spymaster), None if public is None else _digest(public))

    def open(self, given: str, audience: Audience) -> bool:
        """Return whether `given` opens the view for `audience`.

        It compares with both tokens and in constant time, so that the time it takes tells nothing about them.
        """
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
    refuse_shared(path)
    secrets = decode(data, where).split()
    if not 1 <= len(secrets) <= 2:
        raise InputError(f"{where}: {len(secrets)} tokens; one is needed, or a second one for the public view")
    for line, secret in enumerate(secrets, 1):
        if len(secret) < SHORTEST_TOKEN or not (secret.isascii() and secret.isprintable()):
            raise InputError(f"{where}: token {line}: at least {SHORTEST_TOKEN} ASCII characters are needed")
    return tuple(secrets)
