"""The interface between `Provider`, which decides, and a transport, which sends requests over HTTP.

A transport sends one request once. It neither retries nor keeps a time limit, and leaves it to `Provider` to judge the
answer; it raises `ProviderError` where no answer came.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Protocol
from urllib.parse import urlsplit

from codenames_agents.providers.model_io import ModelRequest
from codenames_agents.providers.usage import Usage

_OPENAI_HOST: Final = "api.openai.com"


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A server and its key."""

    provider: str
    api_base: str | None = field(default=None, repr=False)
    key: str | None = field(default=None, repr=False)
    """None leaves it to litellm, for providers that need more than one variable."""
    basic: str | None = field(default=None, repr=False)
    """User and password of the server's address, encoded for a header of basic authentication; only without a key."""

    @property
    def is_elsewhere(self) -> bool:
        """Whether this is another server with OpenAI's API, whatever its models are called."""
        host = urlsplit(self.api_base).hostname if self.api_base else None
        return self.provider == "openai" and host is not None and not is_openai(self.api_base)

    @property
    def account(self) -> tuple[str, str | None, str | None]:
        """Provider, server and hashed key: calls that agree in these share a limit."""
        key = hashlib.sha256(self.key.encode()).hexdigest()[:16] if self.key else None
        return self.provider, self.api_base, key


def is_openai(base: str | None) -> bool:
    """Return whether this is OpenAI itself, over TLS."""
    parts = urlsplit(base or "")
    return parts.hostname == _OPENAI_HOST and parts.scheme == "https"


@dataclass(frozen=True, slots=True)
class RawAnswer:
    """What came back, before `Provider` has judged it."""

    text: str | None
    reasoning: str = ""
    refusal: str | None = None
    finish_reason: str = "stop"
    model: str = ""
    usage: Usage | None = None
    cost_usd: float | None = None
    dropped: tuple[str, ...] = ()
    """Parameters that were left out, since the model is known not to take them."""


@dataclass(frozen=True, slots=True)
class Call:
    """One request, and how to send it."""

    request: ModelRequest
    endpoint: Endpoint = field(repr=False)
    read_timeout_s: float
    """Seconds without a byte after which to give up; `Provider` keeps the time limit of the whole call."""
    longest_answer: int
    """Characters after which a streamed answer is cut off."""


class Transport(Protocol):
    """Sends one request once."""

    async def send(self, call: Call, on_piece: Callable[[str], None] | None) -> RawAnswer:
        """Return the answer; with `on_piece`, stream it and call that with each piece.

        Raises:
            ProviderError: no answer came.
        """
        ...

    async def takes_schema(self, model: str, endpoint: Endpoint) -> bool:
        """Return whether a model is known to keep to a JSON schema."""
        ...

    async def left_out(self, request: ModelRequest, endpoint: Endpoint) -> tuple[str, ...]:
        """Return the parameters of a request that the model is known not to take, which are not sent."""
        return ()

    async def load(self, model: str, endpoint: Endpoint) -> None:
        """Return when requests can be sent at once; the seconds that this may take are no part of an answer's time."""
        return

    async def close(self) -> None:
        """Close the connections of the running event loop."""
        ...
