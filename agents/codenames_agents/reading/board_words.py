"""Finds the words of a board in what partners and models write.

A name of several words is found whole or not at all. Spaces and hyphens inside a name are the same (`ICE-CREAM`,
`JACK IN THE BOX`); any other difference makes it another word. An emoji that lies on the board beside its name is found
by either.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from codenames_core.game.words import normalise, sign_and_name

# Lao and Thai, Burmese, Khmer, kana and Han characters: scripts that put no spaces between words.
_UNSPACED_SCRIPTS: Final = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")
# A probability behind a word: `OCEAN 0.62`, `OCEAN (62 %)`, `OCEAN: .6`.
_NUMBER: Final = r"(?:[\s:(=*-]*(?P<number>\d+(?:\.\d+)?|\.\d+)\s*(?P<percent>%)?)?"
_GAPS: Final = re.compile(r"[\s‐‑-]+")

normalise_uncached: Final = normalise.__wrapped__
"""`normalise` without its cache, for lines, which are read only once."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A word of the board in a text."""

    place: int
    start: int
    end: int
    probability: float | None
    """The number behind the word, as a probability from 0 to 1."""


@lru_cache(maxsize=64)
def places_by_word(words: tuple[str, ...]) -> Mapping[str, int]:
    """Return the place of each word on the board, by its normal form."""
    return MappingProxyType({normalise(word): place for place, word in enumerate(words)})


def find_place(text: str, words: tuple[str, ...]) -> int | None:
    """Return the place of the word that `text` is as a whole; None where it is none.

    >>> find_place("new york", ("YORK", "NEW YORK")), find_place("new york city", ("YORK", "NEW YORK"))
    (1, None)
    """
    word = normalise_uncached(text)
    place = places_by_word(words).get(word)
    return place if place is not None else _places_without_gaps(words).get(_without_gaps(word))


def find_mentions(text: str, words: tuple[str, ...]) -> Iterator[Mention]:
    """Yield every mention of a board word in `text`, which is in its normal form; longer names take precedence."""
    for match in _pattern(words).finditer(text) if text and words else ():
        place = places_by_word(words).get(match["word"])
        if place is None:
            place = _places_without_gaps(words).get(_without_gaps(match["word"]))
        if place is not None:
            yield Mention(place, match.start(), match.end("word"), _probability(match["number"], match["percent"]))


def split_into_words(tokens: Sequence[str], words: tuple[str, ...]) -> list[int] | None:
    """Return the places of the board words that `tokens` consist of; None where there is anything else.

    >>> split_into_words(["ICE", "CREAM", "sea"], ("SEA", "ICE", "ICE CREAM"))
    [2, 0]
    """
    longest = max((len(_GAPS.split(word)) for word in words), default=0)
    found_places: list[int] = []
    at = 0
    while at < len(tokens):
        for length in range(min(longest, len(tokens) - at), 0, -1):
            place = find_place(" ".join(tokens[at : at + length]), words)
            if place is not None:
                found_places.append(place)
                at += length
                break
        else:
            return None
    return found_places


@lru_cache(maxsize=64)
def _places_without_gaps(words: tuple[str, ...]) -> Mapping[str, int]:
    """Return the place of each word by its letters alone, without those that two words share."""
    by_letters: dict[str, int] = {}
    shared: set[str] = set()
    for word, place in places_by_word(words).items():
        for form in {_without_gaps(part) for part in (word, *(sign_and_name(word) or ()))}:
            if by_letters.setdefault(form, place) != place:
                shared.add(form)
    return MappingProxyType({word: place for word, place in by_letters.items() if word and word not in shared})


def _without_gaps(word: str) -> str:
    return _GAPS.sub("", word)


@lru_cache(maxsize=64)
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    """Return a pattern for any of the words, longer names first, and the number behind it."""
    names = "|".join(_name(word) for word in sorted(places_by_word(words), key=len, reverse=True))
    return re.compile(f"(?P<word>{names}){_NUMBER}")


def _name(word: str) -> str:
    """Return a pattern for one word; only in scripts without spaces may letters follow it directly."""
    if both := sign_and_name(word):
        return rf"(?:{re.escape(both[0])}[\s-]?)?{_name(both[1])}|{re.escape(both[0])}"
    parts = r"[\s-]?".join(re.escape(part) for part in _GAPS.split(word))
    return parts if _UNSPACED_SCRIPTS.search(word) else rf"(?<!\w){parts}(?!\w|\.\d)"


def _probability(number: str | None, percent: str | None) -> float | None:
    """Return a stated probability from 0 to 1; a number above 1 is a percentage."""
    if number is None:
        return None
    value = float(number)
    return min(value / 100, 1.0) if percent or value > 1 else value
