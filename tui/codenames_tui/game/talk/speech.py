"""What a guesser's message holds: prose, the lines that offline agents write for each other, and the words it names."""

import re
from functools import lru_cache
from typing import Final, NamedTuple

from codenames_core.game.events import DiscussionMessage
from codenames_tui.game.sessions.disclosure import UNHEARD

_CONSENSUS: Final = re.compile(r"^\W*consensus\W*(?:yes|no)\W*$", re.IGNORECASE)
_ASIDE: Final = re.compile(r"^[\W_]*(?:(?:RANKED|Ranked|ranked)[\W_]*:|PLAN[\W_]*:(?=[^a-z]*$))")
"""A list of numbers is for agents; a plan is so where it is nothing but words of a board, as agents spell them."""
_RANKED: Final = re.compile(r"^RANKED:.*$", re.IGNORECASE | re.MULTILINE)
_FIRST_WIDE_SCRIPT: Final = "\u2e80"


class Speech(NamedTuple):
    """A message in its parts."""

    prose: tuple[str, ...]
    """Paragraphs for people."""
    asides: tuple[str, ...]
    """Lines in a set form, `RANKED:` and `PLAN:`, that agents read. On screen they are drawn on the cards instead, see
    `codenames_tui.game.minds`."""


def parts(text: str) -> Speech:
    r"""Return the parts of a message's cleaned text, without the line that only repeats the consensus.

    >>> parts("FOG it is.\nPLAN: FOG\nCONSENSUS: YES")
    Speech(prose=('FOG it is.',), asides=('PLAN: FOG',))
    """
    lines = [line.strip() for line in text.split("\n")]
    lines = [line for line in lines if line and not _CONSENSUS.match(line)]
    prose = tuple(line for line in lines if not _ASIDE.match(line))
    return Speech(prose, tuple(line for line in lines if _ASIDE.match(line))) if prose else Speech(tuple(lines), ())


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
