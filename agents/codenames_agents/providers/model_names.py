"""The names of models that litellm knows, to say which one was meant; read from its list, without importing it.

The list is that of the installed version and grows old: a name that is not in it may still be a model.
"""

import difflib
import json
import os
import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from codenames_agents.providers.endpoints import OPENAI_BASES, provider_of
from codenames_core.text.sanitiser import one_line

_LIST: Final = "model_prices_and_context_window_backup.json"
_PREFERRED: Final = ("openai", "anthropic", "gemini")
"""The providers whose own models come first; the others sell the same ones on."""
_VERSION: Final = re.compile(r"\d+")
_EXTRA: Final = re.compile(r"preview|exp|latest|\d{4}|customtools|thinking|audio|image|tts|live|computer|v\d+:\d")
_LIKENESS: Final = 0.75


def is_known_model(name: str) -> bool:
    """Return whether litellm's list has a chat model of this name; True where there is no list."""
    names = chat_models()
    return not names or name in names


def why_no_model(name: str, *, api_base: str | None = None) -> str:
    """Return why `name` is the name of no model, and which was meant; empty where it may be one.

    Providers number their models, so a name without a number that the list does not have is that of a family. Whatever
    a server of somebody's own calls its models is taken as it is. The list is read for names without a number alone.
    """
    is_numbered = any(character.isdecimal() for character in name)
    if is_numbered or api_base or _provider(name) not in _PREFERRED or any(map(os.environ.get, OPENAI_BASES)):
        return ""
    if is_known_model(name) or (meant := meant_model(name)) is None:
        return ""
    return f"there is no model {one_line(name, 60)!r}; did you mean {meant}?"


def meant_model(name: str) -> str | None:
    """Return the name of the model that was probably meant by one that there is not; None if nothing is like it.

    A family without its version (`claude-sonnet`, `gemini-pro`) means the newest of its models that is no preview.
    """
    wanted = name.strip().casefold().rpartition("/")[2]
    models = {known: _bare(known) for known in chat_models() if _provider(known) in _PREFERRED}
    if wanted in models.values():
        return min((known for known, bare in models.items() if bare == wanted), key=_rank)
    is_family = not any(character.isdecimal() for character in wanted)
    family = [
        known
        for known, bare in models.items()
        if is_family and _family(bare) == _family(wanted) and not _EXTRA.search(bare)
    ]
    if family:
        return max(family, key=lambda known: (_versions(known), -_rank(known)[0]))
    close = difflib.get_close_matches(wanted, sorted(set(models.values())), n=1, cutoff=_LIKENESS)
    return min((known for known, bare in models.items() if bare == close[0]), key=_rank) if close else None


@cache
def chat_models() -> frozenset[str]:
    """Return the names of all chat models, each as it is asked; none where litellm is not installed."""
    spec = find_spec("litellm")
    folders = spec.submodule_search_locations if spec else None
    try:
        tree: Any = json.loads(Path(next(iter(folders or ())), _LIST).read_bytes())
    except (StopIteration, OSError, ValueError):
        return frozenset()
    return frozenset(
        name
        for name, facts in tree.items()
        if isinstance(facts, dict) and facts.get("mode") in ("chat", "responses") and _is_asked_so(name, facts)
    )


def _is_asked_so(name: str, facts: dict[str, Any]) -> bool:
    """Whether the name leads to its provider: by its prefix, or as one of the bare names that are known."""
    provider = provider_of(name)
    return provider is not None and str(facts.get("litellm_provider", "")).startswith(provider)


def _provider(name: str) -> str:
    return provider_of(name) or ""


def _rank(name: str) -> tuple[int, int, str]:
    return _PREFERRED.index(_provider(name)), len(name), name


def _bare(name: str) -> str:
    return name.rpartition("/")[2]


def _family(bare: str) -> tuple[str, ...]:
    """Return the words of a name without its version, in any order: `claude-3-opus` and `claude-opus-4` are one."""
    return tuple(sorted(part for part in re.split(r"[-.]", bare) if part and not part.isdecimal()))


def _versions(name: str) -> tuple[int, ...]:
    return tuple(int(number) for number in _VERSION.findall(_bare(name)))
