"""How many tokens a text is, counted on this machine: a guide, since each model has a tokeniser of its own."""

import importlib.util
import math
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

ENCODING: Final = "cl100k_base"
"""The tokeniser that is used: of GPT-4, and shipped with litellm."""
_FILE: Final = "9b5ad71b2ce5302211f9c61530b329a4922fc6a4"
"""The name by which tiktoken knows the file of `ENCODING`."""


class TokenCounter(NamedTuple):
    """Counts the tokens of a text."""

    name: str
    """The tokeniser, for people."""
    count: Callable[[str], int]


@cache
def token_counter() -> TokenCounter:
    """Return the tokeniser that is on this machine, or else an estimate; nothing is fetched."""
    litellm = importlib.util.find_spec("litellm")
    for folder in (litellm.submodule_search_locations or []) if litellm else []:
        tokenisers = Path(folder) / "litellm_core_utils" / "tokenizers"
        if (tokenisers / _FILE).is_file() and importlib.util.find_spec("tiktoken"):
            return TokenCounter(ENCODING, _tiktoken(tokenisers))
    return TokenCounter("an estimate: 4 characters each", lambda text: math.ceil(len(text) / 4))


def _tiktoken(folder: Path) -> Callable[[str], int]:
    import tiktoken

    before = os.environ.get("TIKTOKEN_CACHE_DIR")
    os.environ["TIKTOKEN_CACHE_DIR"] = str(folder)
    try:
        encoding = tiktoken.get_encoding(ENCODING)
    finally:
        if before is None:
            del os.environ["TIKTOKEN_CACHE_DIR"]
        else:
            os.environ["TIKTOKEN_CACHE_DIR"] = before
    return lambda text: len(encoding.encode_ordinary(text))
