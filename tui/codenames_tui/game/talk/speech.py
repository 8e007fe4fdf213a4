"""The words of a board that the messages of a discussion name."""

import re
from functools import lru_cache
from typing import Final

from codenames_core.game.events import DiscussionMessage
from codenames_tui.game.sessions.disclosure import UNHEARD

_RANKED: Final = re.compile(r"^RANKED:.*$", re.IGNORECASE | re.MULTILINE)
_FIRST_WIDE_SCRIPT: Final = "\u2e80"


def mentioned(messages: tuple[DiscussionMessage, ...], words: tuple[str, ...]) -> frozenset[str]:
    """Return which of `words` the messages speak of; ranked lists do not count, they name nearly everything."""
    return frozenset().union(*(_mentioned_in(message.text, words) for message in messages if message.text != UNHEARD))


@lru_cache(maxsize=512)  # a turn has 200 messages at most, and each position in it speaks of those before
def _mentioned_in(text: str, words: tuple[str, ...]) -> frozenset[str]:
    text = _RANKED.sub("", text).casefold()
    return frozenset(word for word, form, pattern in _patterns(words) if form in text and pattern.search(text))


@lru_cache(maxsize=16)
def _patterns(words: tuple[str, ...]) -> tuple[tuple[str, str, "re.Pattern[str]"], ...]:
    forms = ((word, word.casefold()) for word in words)
    return tuple((word, form, re.compile(_pattern(form))) for word, form in forms)


def _pattern(word: str) -> str:
    """Whole words only, but for scripts that write no spaces between words."""
    escaped = re.escape(word)
    return escaped if any(sign >= _FIRST_WIDE_SCRIPT for sign in word) else rf"(?<!\w){escaped}(?!\w)"
