"""litellm's list of models, their prices and what they take, read without importing litellm.

The list is that of the installed version and grows old: a model that is not in it may still exist.
"""

import json
from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, TypeAlias

Entry: TypeAlias = Mapping[str, Any]
"""What the list says of a model, under litellm's names."""

_LIST: Final = "model_prices_and_context_window_backup.json"


@cache
def price_list() -> Mapping[str, Entry]:
    """Return the entries by name; empty where litellm is not installed."""
    spec = find_spec("litellm")
    folders = spec.submodule_search_locations if spec else None
    try:
        tree = json.loads(Path(next(iter(folders or ())), _LIST).read_bytes())
    except (StopIteration, OSError, ValueError):
        return {}
    return {name: entry for name, entry in tree.items() if isinstance(entry, dict)}


def entry_of(prices: Mapping[str, Entry], model: str) -> tuple[str, Entry] | None:
    """Return the entry of a model and the name under which it stands; None if the list does not have that model.

    `PROVIDER/NAME` may stand there as `NAME`, if that is the provider's own. litellm is not asked who the provider is:
    to find out, it would log in to some.
    """
    if model in prices:
        return model, prices[model]
    provider, slash, name = model.partition("/")
    if slash and _is_of(prices.get(name, {}).get("litellm_provider"), provider):
        return name, prices[name]
    return None


def _is_of(listed: object, provider: str) -> bool:
    """Return whether an entry is of `provider`: some have entries for each kind of model (`vertex_ai-llama_models`)."""
    return isinstance(listed, str) and (listed == provider or listed.startswith((f"{provider}-", f"{provider}_")))
