"""How a request gets to a model: the seam between our policy and whoever speaks HTTP.

A transport sends one request once. It retries nothing, keeps no time and decides nothing about the answer; it raises
`ProviderError` where no answer came.
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
    """A server and the key for it."""

    provider: str
    api_base: str | None = field(default=None, repr=False)
    key: str | None = field(default=None, repr=False)
    """None leaves it to litellm, for providers that take more than one variable."""
    basic: str | None = field(default=None, repr=False)
    """User and password as a header sends them, where the server's address held them and there is no key."""

    @property
    def is_elsewhere(self) -> bool:
        """Whether this is another server that speaks OpenAI's language, whatever its models are named."""
        host = urlsplit(self.api_base).hostname if self.api_base else None
        return self.provider == "openai" and host is not None and not is_openai(self.api_base)

    @property
    def account(self) -> tuple[str, str | None, str | None]:
        """What calls have to share to share a limit: provider, server and (hashed) key."""
        key = hashlib.sha256(self.key.encode()).hexdigest()[:16] if self.key else None
        return self.provider, self.api_base, key


def is_openai(base: str | None) -> bool:
    """Whether this is OpenAI itself, and nobody on the way reads along."""
    parts = urlsplit(base or "")
    return parts.hostname == _OPENAI_HOST and parts.scheme == "https"


@dataclass(frozen=True, slots=True)
class RawAnswer:
    """What came back, before anybody has judged it."""

    text: str | None
    reasoning: str = ""
    refusal: str | None = None
    finish_reason: str = "stop"
    model: str = ""
    usage: Usage | None = None
    cost_usd: float | None = None
    dropped: tuple[str, ...] = ()
    """Parameters that were left out, because the model is known not to take them."""


@dataclass(frozen=True, slots=True)
class Call:
    """One request on its way."""

    request: ModelRequest
    endpoint: Endpoint = field(repr=False)
    read_timeout_s: float
    """After how long without a byte to give up; the deadline is kept by whoever sends the call."""
    longest_answer: int
    """Characters after which a streamed answer is closed."""


class Transport(Protocol):
    """Sends one request once."""

    async def send(self, call: Call, on_piece: Callable[[str], None] | None) -> RawAnswer:
        """Return the answer; with `on_piece`, have it streamed and pass each piece on.

        Raises:
            ProviderError: no answer came.
        """
        ...

    async def takes_schema(self, model: str, endpoint: Endpoint) -> bool:
        """Return whether a model is known to keep to a JSON schema."""
        ...

    async def close(self) -> None:
        """Close the connections of the running event loop."""
        ...
