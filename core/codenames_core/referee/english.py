"""English words: which words a word is made of.

The table is derived from dictionaries by `scripts/build_wordforms.py`. It knows the common words, so that a word
it knows to be of one piece (carpet) is never cut in two; only words that it does not know are taken apart by rules.
"""

import gzip
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Final, TypeAlias

Reading: TypeAlias = tuple[str, ...]
"""The words that a word is made of, in one way to read it: `("snow", "shoe")`, `("break",)` for broken."""

PARTICLES: Final = frozenset(
    """
    a an the of on off in out up down over under by to at as for from with and or not no it is be so do my me
    we he us after before forth through about across along around away near upon into onto within without all
    any self non ever never more most less least how who what where when why
    """.split()
)
"""Small words. A compound that holds one is refused for it; two that share only such a one are strangers."""

_PREFIXES: Final = tuple(
    """
    un re non mis dis pre anti over under out super mega ultra hyper mini micro multi semi sub inter ex co
    post pro fore mid de be
    """.split()
)
_SUFFIXES: Final = tuple(
    """
    ness less ful ly ish like y ie er or ist ism able age ship hood dom ize ise ized ised ify ified ic al ian
    ese ette let ling esque ward wards wise proof free fest land ville town gate bot zilla holic aholic verse
    """.split()
)
_SHORTEST_BASE: Final = 3
_SHORTEST_CUT: Final = 7
"""Letters of two parts of an unknown word together: four and three."""
_LONGEST: Final = 45
"""No English word is longer; longer clues are refused for their length anyway."""


@lru_cache(maxsize=65_536)
def readings(word: str) -> tuple[Reading, ...]:
    """Return how a word in plain small letters may be read; as itself where nothing else is known.

    >>> readings("broken"), readings("snowshoes"), readings("carpet")
    ((('break',),), (('snow', 'shoe'),), (('carpet',),))
    """
    table = _table()
    if word in table:
        return table[word]
    if not (word.isascii() and word.isalpha()) or len(word) > _LONGEST:
        return ((word,),)
    return tuple(_by_rules(word)) or ((word,),)


def is_known(word: str) -> bool:
    """Return whether the table has the word or a regular form of it."""
    table = _table()
    return word in table or any(base in table for base in regular_bases(word))


def regular_bases(word: str) -> Iterator[str]:
    """Yield what a regularly inflected word may be a form of.

    >>> sorted(regular_bases("hopped"))
    ['hop', 'hopp', 'hoppe']
    """
    if word.endswith("s") and not word.endswith("ss"):
        yield word[:-1]
        if word.endswith("es"):
            yield word[:-2]
        if word.endswith("ies"):
            yield word[:-3] + "y"
    for ending in ("ed", "ing", "er", "est"):
        stem = word.removesuffix(ending)
        if stem == word or len(stem) < 2:
            continue
        yield stem
        yield stem + "e"
        if len(stem) > 2 and stem[-1] == stem[-2]:
            yield stem[:-1]
        if stem.endswith("i") and ending != "ing":
            yield stem[:-1] + "y"


def _by_rules(word: str) -> Iterator[Reading]:
    """The readings of a word that the table lacks: inflected, derived, or compound, whichever is found first."""
    table = _table()
    for rule in (regular_bases(word), _affixed(word)):
        bases = [base for base in rule if len(base) >= _SHORTEST_BASE and base in table]
        if bases:
            yield from dict.fromkeys(reading for base in bases for reading in table[base])
            return
    yield from _cut(word)


def _affixed(word: str) -> Iterator[str]:
    for suffix in _SUFFIXES:
        for form in (word, word.removesuffix("s")):
            stem = form.removesuffix(suffix)
            if stem != form and len(stem) >= _SHORTEST_BASE:
                yield stem
                yield stem + "e"
                if stem[-1] == stem[-2]:
                    yield stem[:-1]
                if stem.endswith("i"):
                    yield stem[:-1] + "y"
    for prefix in _PREFIXES:
        if word.startswith(prefix):
            rest = word.removeprefix(prefix)
            yield rest
            yield from regular_bases(rest)


def _cut(word: str) -> Iterator[Reading]:
    """Two known words side by side, and what they are made of."""
    table = _table()
    if len(word) < _SHORTEST_CUT:
        return
    for at in range(_SHORTEST_BASE, len(word) - _SHORTEST_BASE + 1):
        first, last = word[:at], word[at:]
        if first in table and is_known(last):
            yield from (begin + end for begin in table[first] for end in readings(last))


@lru_cache(maxsize=1)
def _table() -> Mapping[str, tuple[Reading, ...]]:
    packed = files("codenames_core").joinpath("data/english.txt.gz").read_bytes()
    table: dict[str, tuple[Reading, ...]] = {}
    for line in gzip.decompress(packed).decode("ascii").splitlines():
        word, _, ways = line.partition("\t")
        table[word] = tuple(tuple(way.split("+")) for way in ways.split("/")) if ways else ((word,),)
    return table
