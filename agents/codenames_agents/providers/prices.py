"""What answers of models cost: as the provider says, or else by the list price of exactly that model.

litellm answers for a model that its list does not have from an entry of the model's family, which has no price, and
calls that a price of 0. So only the entry under a model's own name counts here, and only if it states both prices. A
price of 0 is believed of software that runs on a machine of one's own; lists have it for previews and for whatever
nobody has looked up. In every other case the price is unknown.
"""

import ipaddress
import math
import os
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from codenames_agents.providers.transport import Endpoint
from codenames_agents.providers.usage import Usage

_LOCAL_SOFTWARE: Final = {
    "ollama": "OLLAMA_API_BASE",
    "ollama_chat": "OLLAMA_API_BASE",
    "lm_studio": "LM_STUDIO_API_BASE",
    "llamafile": "LLAMAFILE_API_BASE",
    "hosted_vllm": "HOSTED_VLLM_API_BASE",
}
"""Providers that are programs on a machine of one's own, and litellm's variables for where they are."""
_HOSTED_BY_OLLAMA: Final = ("-cloud", ":cloud")
"""How the names of models end that a local Ollama passes on to servers of its maker."""


class ListPrice(NamedTuple):
    """The price of a model as litellm's list has it."""

    key: str
    """The name of its entry."""
    provider: str | None
    """Who is asked, None where the model is named without its provider."""
    dollars_in: float
    """For a token."""
    dollars_out: float


class StatedPrice(NamedTuple):
    """What somebody says that tokens cost: US dollars for a million."""

    dollars_in: float
    dollars_out: float

    def of(self, usage: Usage) -> float | None:
        """Return the price of so many tokens; None where their number is unknown and matters."""
        if self.dollars_in == self.dollars_out == 0:
            return 0.0  # however many
        if usage.tokens_in is None or usage.tokens_out is None:
            return None
        return (self.dollars_in * usage.tokens_in + self.dollars_out * usage.tokens_out) / 1_000_000


def list_entry(prices: Mapping[str, Mapping[str, Any]], model: str) -> ListPrice | None:
    """Return the list price of a model; None if the list does not have it under its own name.

    `PROVIDER/NAME` may stand there as `NAME`, if that is the provider's own. litellm is not asked who the provider is:
    to find out, it would log in to some.
    """
    prefix, slash, name = model.partition("/")
    provider = prefix if slash else None
    entry, key = prices.get(model), model
    if entry is None and provider and _is_of(prices.get(name, {}).get("litellm_provider"), provider):
        entry, key = prices[name], name
    if entry is None:
        return None
    dollars_in, dollars_out = map(_amount, (entry.get("input_cost_per_token"), entry.get("output_cost_per_token")))
    if dollars_in is None or dollars_out is None or not (dollars_in or dollars_out):
        return None
    return ListPrice(key, provider, dollars_in, dollars_out)


def is_free(model: str, endpoint: Endpoint) -> bool:
    """Return whether a model runs on a machine of one's own, where tokens have no price.

    That takes a program which serves models there, at an address of this machine or of a private network. A server
    that merely speaks OpenAI's language may pass its questions on to somebody who charges for them.
    """
    if endpoint.provider not in _LOCAL_SOFTWARE or model.endswith(_HOSTED_BY_OLLAMA):
        return False
    base = endpoint.api_base or os.environ.get(_LOCAL_SOFTWARE[endpoint.provider])
    return base is None or _is_near(urlsplit(base).hostname or "")


def reported_cost(usage: object) -> float | None:
    """Return what the provider says that an answer cost, None if it does not say.

    OpenRouter does, in `usage.cost`. Where it asks with a key of one's own, that is its fee alone, and the bill of the
    model's provider comes on top.
    """
    said = getattr(usage, "cost", None)
    cost = _amount(said.get("total_cost") if isinstance(said, Mapping) else said)
    if cost is None or getattr(usage, "is_byok", None) is not True:
        return cost
    details = getattr(usage, "cost_details", None)
    upstream = _amount(details.get("upstream_inference_cost")) if isinstance(details, Mapping) else None
    return None if upstream is None else cost + upstream


def reported_usages(pieces: object) -> Iterator[object]:
    """Yield the counts of tokens that came with the pieces of a stream, the last first.

    litellm ends every stream with counts; where the provider sent none, they are its own guess.
    """
    for piece in reversed(getattr(pieces, "chunks", ())):
        if (usage := getattr(piece, "usage", None)) is not None:
            yield usage


def _is_of(listed: object, provider: str) -> bool:
    """Return whether an entry is of `provider`: some have entries for each kind of model (`vertex_ai-llama_models`)."""
    return isinstance(listed, str) and (listed == provider or listed.startswith((f"{provider}-", f"{provider}_")))


def _amount(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if 0 <= value < math.inf else None


def _is_near(host: str) -> bool:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host == "localhost"
    return address.is_loopback or address.is_private
