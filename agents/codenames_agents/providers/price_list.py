"""litellm's list of models, their prices and what they take, read without importing litellm.

The list is that of the installed version and grows old: a model that is not in it may still exist.
"""

import json
from collections.abc import ItemsView, Iterator, Mapping
from functools import cache, cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, TypeAlias

Entry: TypeAlias = Mapping[str, Any]
"""What the list says of a model, under litellm's names."""

_LIST: Final = "model_prices_and_context_window_backup.json"
_KEY: Final = b'": {'
"""What stands behind a name."""
_LONGEST_ENTRY: Final = 20_000
"""Bytes; a usual one has 1,000."""


class PriceList(Mapping[str, Entry]):
    """The entries by name. One entry is read alone; whoever goes through all of them has the whole list read.

    A name that is no model's, but the key of an object inside an entry (`metadata`), finds that object.

    Args:
        text: the list as it lies on the disk.
    """

    def __init__(self, text: bytes) -> None:
        self._text = text
        self._read: dict[str, Entry | None] = {}

    def __getitem__(self, name: str) -> Entry:
        if name not in self._read:
            self._read[name] = self._find(name)
        if (entry := self._read[name]) is None:
            raise KeyError(name)
        return entry

    def __iter__(self) -> Iterator[str]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    def items(self) -> ItemsView[str, Entry]:
        """All entries, as the whole list has them: to look for each alone would take seconds."""
        return self._all.items()

    def _find(self, name: str) -> Entry | None:
        """Look for the name as a key of an object: to read all of the list takes ten times as long."""
        if _KEY not in self._text[:_LONGEST_ENTRY]:  # a list in another layout
            return self._all.get(name)
        key = json.dumps(name)[:-1].encode() + _KEY
        begin = self._text.rfind(key)  # the last of several counts, as everywhere in JSON
        if begin < 0:
            return None
        begin += len(key) - 1
        rest = self._text[begin : begin + _LONGEST_ENTRY].decode(errors="replace")
        try:
            entry, _ = json.JSONDecoder().raw_decode(rest)
        except ValueError:
            return None
        return entry if isinstance(entry, dict) else None

    @cached_property
    def _all(self) -> Mapping[str, Entry]:
        try:
            tree = json.loads(self._text)
        except ValueError:
            return {}
        return {name: entry for name, entry in tree.items() if isinstance(entry, dict)}


@cache
def price_list() -> Mapping[str, Entry]:
    """Return the entries by name; empty where litellm is not installed."""
    spec = find_spec("litellm")
    folders = spec.submodule_search_locations if spec else None
    try:
        return PriceList(Path(next(iter(folders or ())), _LIST).read_bytes())
    except (StopIteration, OSError):
        return {}


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
