"""The words of a board in what others wrote: the one finder that hears partners and reads models.

A name of several words is found whole or not at all. Spaces and hyphens inside a name are one thing (`ICE-CREAM`,
`JACK IN THE BOX`); any other difference makes it another word.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from codenames_core.game.words import normalise

_SCRIPTS_WITHOUT_SPACES: Final = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")
_NUMBER: Final = r"(?:[\s:(=*-]*(?P<number>\d+(?:\.\d+)?|\.\d+)\s*(?P<percent>%)?)?"
_GAPS: Final = re.compile(r"[\s‐‑-]+")

folded: Final = normalise.__wrapped__
"""`normalise` without its cache: a line is read once."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A word of the board in a text."""

    place: int
    start: int
    end: int
    probability: float | None
    """A number behind the word, between 0 and 1."""


@lru_cache(maxsize=64)
def places(words: tuple[str, ...]) -> Mapping[str, int]:
    """The place of each word, by its normal form."""
    return MappingProxyType({normalise(word): place for place, word in enumerate(words)})


def place_of(text: str, words: tuple[str, ...]) -> int | None:
    """The place of the word that `text` is, from its first letter to its last; None where it is none.

    >>> place_of("new york", ("YORK", "NEW YORK")), place_of("new york city", ("YORK", "NEW YORK"))
    (1, None)
    """
    word = folded(text)
    place = places(words).get(word)
    return place if place is not None else _closed_places(words).get(_closed(word))


def mentions(text: str, words: tuple[str, ...]) -> Iterator[Mention]:
    """Every word of the board that `text`, which is in its normal form, names; longer names first."""
    for match in _pattern(words).finditer(text) if text and words else ():
        place = places(words).get(match["word"])
        if place is None:
            place = _closed_places(words).get(_closed(match["word"]))
        if place is not None:
            yield Mention(place, match.start(), match.end("word"), _probability(match["number"], match["percent"]))


def split_into_words(tokens: Sequence[str], words: tuple[str, ...]) -> list[int] | None:
    """The places of the words that `tokens` are when nothing else stands between them; None where something does.

    >>> split_into_words(["ICE", "CREAM", "sea"], ("SEA", "ICE", "ICE CREAM"))
    [2, 0]
    """
    longest = max((len(_GAPS.split(word)) for word in words), default=0)
    found: list[int] = []
    at = 0
    while at < len(tokens):
        for length in range(min(longest, len(tokens) - at), 0, -1):
            place = place_of(" ".join(tokens[at : at + length]), words)
            if place is not None:
                found.append(place)
                at += length
                break
        else:
            return None
    return found


@lru_cache(maxsize=64)
def _closed_places(words: tuple[str, ...]) -> Mapping[str, int]:
    """The place of each word by its letters alone; a spelling that two words share tells neither."""
    closed: dict[str, int] = {}
    shared: set[str] = set()
    for word, place in places(words).items():
        if closed.setdefault(_closed(word), place) != place:
            shared.add(_closed(word))
    return MappingProxyType({word: place for word, place in closed.items() if word and word not in shared})


def _closed(word: str) -> str:
    return _GAPS.sub("", word)


@lru_cache(maxsize=64)
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    """Finds any of the words, longer names first, with a number behind it if there is one."""
    names = "|".join(_name(word) for word in sorted(places(words), key=len, reverse=True))
    return re.compile(f"(?P<word>{names}){_NUMBER}")


def _name(word: str) -> str:
    """A pattern for one word: a whole word, unless its script does not set words apart."""
    parts = r"[\s-]?".join(re.escape(part) for part in _GAPS.split(word))
    return parts if _SCRIPTS_WITHOUT_SPACES.search(word) else rf"(?<!\w){parts}(?!\w|\.\d)"


def _probability(number: str | None, percent: str | None) -> float | None:
    """A stated probability between 0 and 1; a plain number above 1 is taken for a percentage."""
    if number is None:
        return None
    value = float(number)
    return min(value / 100, 1.0) if percent or value > 1 else value
