"""Emoji as cards: each with its short name beside it, of which clues, prompts and the referee speak.

The names are the English short names of Unicode CLDR, in `data/emoji.txt`, which `scripts/build_emoji_names.py` writes.
They are kept here and not asked of Python's `unicodedata`, which names fewer than half of the emoji alike, no sequence
at all, and more of them with each release: one list would deal other cards on other machines.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import Final

_UNSHOWN: Final = re.compile("[\u200d\ufe0e\ufe0f]")
"""What joins or varies emoji; terminals disagree on how wide that makes them, so cards do without."""
_TONE: Final = re.compile("[\U0001f3fb-\U0001f3ff]")
_TONES: Final = ("light", "medium light", "medium", "medium dark", "dark")


def with_name(text: str) -> str:
    r"""Return an emoji with its name behind it; any other text as it is.

    >>> with_name("\U0001f431")
    '🐱 cat face'
    """
    if not text or text[0].isalpha():
        return text
    shown = _UNSHOWN.sub("", text)
    bare = _TONE.sub("", shown)
    name = _names().get(bare)
    if name is None:
        return text
    tones = [f"{_TONES[ord(tone) - 0x1F3FB]} skin tone" for tone in dict.fromkeys(_TONE.findall(shown))]
    return " ".join((bare, name, *tones))


@lru_cache(maxsize=1)
def _names() -> Mapping[str, str]:
    text = files("codenames_core").joinpath("data/emoji.txt").read_text("utf-8")
    rows = (line.partition("\t") for line in text.splitlines() if not line.startswith("# "))
    return MappingProxyType({emoji: name for emoji, _, name in rows})
