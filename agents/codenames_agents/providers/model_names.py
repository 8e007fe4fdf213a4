"""The names of models that litellm knows: which one was meant, and which can be chosen.

They are those of litellm's list, which is that of the installed version and grows old: a name that is not in it may
still be a model.
"""

import difflib
import os
import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from codenames_agents.providers.endpoints import KEY_VARIABLES, NEEDS_NO_KEY, OPENAI_BASES, provider_of
from codenames_agents.providers.price_list import Entry, price_list
from codenames_core.text.sanitiser import one_line

_NUMBERING: Final = ("openai", "anthropic", "gemini")
"""The providers that number all of their models."""
_MAKERS: Final = (*_NUMBERING, "xai", "deepseek", "mistral", "moonshot", "cohere")
"""The providers whose own models come first; the others sell the same ones on."""
_PROVIDERS: Final = tuple(dict.fromkeys((*_MAKERS, *KEY_VARIABLES, *sorted(NEEDS_NO_KEY))))
_VERSION: Final = re.compile(r"\d+")
_EXTRA: Final = re.compile(
    r"preview|exp|beta|latest|\d{4}|customtools|thinking|audio|image|tts|live|computer|v\d+:\d|ft:|search|research|"
    r"robotics|lyria|realtime|guard|vision|codex|container"
)
"""Names of models for other things than to talk, of first looks, and of one day's state of another model."""
_LIKENESS: Final = 0.75
_LONGEST: Final = 80
"""Characters of a name that another one is looked for."""
MOST_OFFERED: Final = 40
"""Models of one provider among which a person chooses."""


def is_known_model(name: str) -> bool:
    """Return whether litellm's list has a chat model of this name; True where there is no list."""
    names = chat_models()
    return not names or whole_name(name) in names


def whole_name(name: str) -> str:
    """Return the name of a model with its provider, where that is known.

    >>> whole_name("gpt-4o"), whole_name("groq/llama-4"), whole_name("command-r")
    ('openai/gpt-4o', 'groq/llama-4', 'command-r')
    """
    provider = provider_of(name)
    return f"{provider}/{name}" if provider and "/" not in name else name


def why_no_model(name: str, *, api_base: str | None = None) -> str:
    """Return why `name` is the name of no model, and which was meant; empty where it may be one.

    Providers number their models, so a name without a number that the list does not have is that of a family. Whatever
    a server of somebody's own calls its models is taken as it is. The list is read for names without a number alone.
    """
    is_numbered = any(character.isdecimal() for character in name)
    if is_numbered or api_base or _provider(name) not in _NUMBERING or any(map(os.environ.get, OPENAI_BASES)):
        return ""
    if is_known_model(name) or (meant := meant_model(name)) is None:
        return ""
    return f"unknown model {one_line(name, 60)!r}; did you mean {meant}?"


def meant_model(name: str) -> str | None:
    """Return PROVIDER/MODEL of the model that was probably meant by a name that is none; None if nothing is like it.

    A family without its version (`claude-sonnet`, `gemini-pro`) means the newest of its models that is no preview.
    """
    wanted = _bare(name.strip().casefold()[-_LONGEST:])
    names = _first_by_bare_name()
    if wanted in names:
        return names[wanted]
    if wanted and (family := _newest_of_family(wanted, names)):
        return names[family]
    close = difflib.get_close_matches(wanted, sorted(names), n=1, cutoff=_LIKENESS)
    return names[close[0]] if close else None


def _newest_of_family(wanted: str, names: Mapping[str, str]) -> str | None:
    if any(character.isdecimal() for character in wanted):
        return None
    words = set(_family(wanted))
    family = [bare for bare in names if words <= set(_family(bare)) and not _EXTRA.search(bare)]
    return max(
        family, key=lambda bare: (-len(_family(bare)), _is_of_maker(names[bare]), _versions(bare), bare), default=None
    )


def models_of(provider: str) -> tuple[str, ...]:
    """Return the chat models of a provider as PROVIDER/MODEL, the newest first, previews and the like left out."""
    own = (name for name in chat_models() if _provider(name) == provider and not _EXTRA.search(_bare(name)))
    return tuple(sorted(own, key=lambda name: (_versions(_bare(name)), name), reverse=True)[:MOST_OFFERED])


@cache
def chat_models() -> frozenset[str]:
    """Return PROVIDER/MODEL of all chat models; none where litellm is not installed."""
    return frozenset(
        whole_name(name)
        for name, facts in price_list().items()
        if facts.get("mode") in ("chat", "responses") and _is_asked_so(name, facts)
    )


@cache
def _first_by_bare_name() -> Mapping[str, str]:
    """The models by their names without a provider: of several that have one, the maker's."""
    known = (name for name in chat_models() if _provider(name) in _PROVIDERS)
    first: dict[str, str] = {}
    for name in sorted(known, key=lambda name: (_PROVIDERS.index(_provider(name)), len(name), name)):
        first.setdefault(_bare(name).casefold(), name)
    return first


def _is_asked_so(name: str, facts: Entry) -> bool:
    """Whether the name leads to its provider: by its prefix, or as one of the bare names that are known."""
    provider = provider_of(name)
    return provider is not None and str(facts.get("litellm_provider", "")).startswith(provider)


def _provider(name: str) -> str:
    return provider_of(name) or ""


def _is_of_maker(name: str) -> bool:
    return _provider(name) in _MAKERS


def _bare(name: str) -> str:
    return name.rpartition("/")[2]


def _family(bare: str) -> tuple[str, ...]:
    """Return the words of a name without its version, in any order: `claude-3-opus` and `claude-opus-4` are one."""
    return tuple(sorted(part for part in re.split(r"[-.]", bare) if part and not part.isdecimal()))


def _versions(bare: str) -> tuple[int, ...]:
    return tuple(int(number) for number in _VERSION.findall(bare))
