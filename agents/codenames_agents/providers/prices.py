"""What answers of models cost: as the provider says, or else by the list price of exactly that model.

litellm answers for a model that its list does not have from an entry of the model's family, which has no price, and
calls that a price of 0. So only the entry under a model's own name counts here, and only if it states both prices. A
price of 0 is believed of software that runs on a machine of one's own; lists have it for previews and for whatever
nobody has looked up. In every other case the price is unknown.
"""

import ipaddress
import math
import os
from collections.abc import Mapping
from functools import partial
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from codenames_agents.providers.price_list import Entry, entry_of, price_list
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
_TIERS: Final = ("flex", "priority")
_LONG_PROMPT: Final = 128_000
"""Tokens from which on some prompts are dearer; those of a game have a twentieth of it."""


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


def list_entry(prices: Mapping[str, Entry], model: str) -> ListPrice | None:
    """Return the list price of a model; None if the list does not have it under its own name, with both prices."""
    if (found := entry_of(prices, model)) is None:
        return None
    key, entry = found
    dollars_in, dollars_out = map(_amount, (entry.get("input_cost_per_token"), entry.get("output_cost_per_token")))
    if dollars_in is None or dollars_out is None or not (dollars_in or dollars_out):
        return None
    provider, slash, _ = model.partition("/")
    return ListPrice(key, provider if slash else None, dollars_in, dollars_out)


def list_price(model: str, endpoint: Endpoint) -> tuple[float, float] | None:
    """Return US dollars for a million tokens in and out, None if unknown.

    Another server has prices of its own, even for a model of the same name.
    """
    if is_free(model, endpoint):
        return 0.0, 0.0
    price = None if endpoint.is_elsewhere else list_entry(price_list(), model)
    return None if price is None else (price.dollars_in * 1e6, price.dollars_out * 1e6)


def list_cost(model: str, endpoint: Endpoint, usage: Usage, tier: object = None) -> float | None:
    """Return what tokens cost by the list, None if unknown: of prompts for which the list has dearer prices, too.

    Those of a free model are on no list: somebody may have stated a price of them, which `Provider` looks at first.

    Args:
        model: who answered.
        endpoint: where.
        usage: the tokens; those that were cached are part of the prompt, those of thoughts part of the answer.
        tier: the provider's service tier, such as `flex`, which may have prices of its own.
    """
    if endpoint.is_elsewhere or usage.tokens_in is None or usage.tokens_out is None:
        return None
    prices = price_list()
    if (price := list_entry(prices, model)) is None or usage.tokens_in > _LONG_PROMPT:
        return None
    rate = partial(_rate, prices[price.key], tier)
    cached = min(usage.cached or 0, usage.tokens_in)
    dollars_in, dollars_out = rate("input_cost_per_token"), rate("output_cost_per_token")
    dollars_cached = rate("cache_read_input_token_cost")
    if dollars_in is None or dollars_out is None:
        return None
    read = cached * (dollars_in if dollars_cached is None else dollars_cached)
    return read + (usage.tokens_in - cached) * dollars_in + usage.tokens_out * dollars_out


def _rate(entry: Entry, tier: object, name: str) -> float | None:
    """Return dollars for a token; where the list has none for the tier, those without one."""
    of_tier = _amount(entry.get(f"{name}_{tier}")) if tier in _TIERS else None
    return _amount(entry.get(name)) if of_tier is None else of_tier


def is_free(model: str, endpoint: Endpoint) -> bool:
    """Return whether a model runs on a machine of one's own, where tokens have no price.

    That takes a program which serves models there, at an address of this machine or of a private network. A server
    that merely speaks OpenAI's language may pass its questions on to somebody who charges for them.
    """
    if endpoint.provider not in _LOCAL_SOFTWARE or model.endswith(_HOSTED_BY_OLLAMA):
        return False
    base = endpoint.api_base or os.environ.get(_LOCAL_SOFTWARE[endpoint.provider])
    return base is None or _is_near(urlsplit(base).hostname or "")


def reported_cost(usage: Mapping[str, object]) -> float | None:
    """Return what the provider says that an answer cost, None if it does not say.

    OpenRouter does, in `usage.cost`. Where it asks with a key of one's own, that is its fee alone, and the bill of the
    model's provider comes on top.
    """
    said = usage.get("cost")
    cost = _amount(said.get("total_cost") if isinstance(said, Mapping) else said)
    if cost is None or usage.get("is_byok") is not True:
        return cost
    details = usage.get("cost_details")
    upstream = _amount(details.get("upstream_inference_cost")) if isinstance(details, Mapping) else None
    return None if upstream is None else cost + upstream


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
