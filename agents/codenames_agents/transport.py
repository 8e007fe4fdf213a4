"""How a request gets to a model: the seam between our policy and whoever speaks HTTP.

A transport sends one request once. It retries nothing, keeps no time and decides nothing about the answer; it raises
`ProviderError` where no answer came.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from codenames_agents.endpoints import Endpoint
from codenames_agents.exchange import ModelRequest
from codenames_agents.usage import Usage


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
