"""English words: which words a word is made of.

The table is derived from dictionaries by `scripts/build_wordforms.py`. It knows the common words, so that a word
it knows to be of one piece (carpet) is never cut in two; only words that it does not know are taken apart by rules.
"""

import gzip
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Final, TypeAlias

Reading: TypeAlias = tuple[str, ...]
"""The words that a word is made of, in one way to read it: `("snow", "shoe")`, `("break",)` for broken."""

DERIVED: Final = "<"
"""Before a word of which another is derived by more than a plain ending: `<form` for formal. Such a word is related to
form and to formation, but not to platform, which is another word with form in it."""

PARTICLES: Final = frozenset(
    """
    a an the of on off in out up down over under by to at as for from with and or not no it is be so do my me
    we he us after before forth fore through about across along around away near upon into onto within without all
    any self mid non ever never more most less least how who what where when why
    """.split()
)
"""Small words. A compound that holds one is refused for it; two that share only such a one are strangers."""

_PREFIXES: Final = tuple("un re non mis pre anti super mega ultra hyper mini micro multi semi post".split())
_SUFFIXES: Final = tuple(
    """
    ness less ful ly ish like y ie er or able ship hood dom ize ise ized ised let ling esque ward wards wise
    proof free fest land gate zilla holic aholic
    """.split()
)
_SHORTEST_BASE: Final = 4
"""Letters of a word to which an unknown one may add an affix; shorter ones are found in names by accident."""
_SHORTEST_INFLECTED: Final = 3
_SHORTEST_PART: Final = 4
_SHORT_PARTS: Final = frozenset(
    """
    man men day way sun sea air car cat dog cow pig bee box bag cup hat ice pot pie egg toy top web leg arm eye ear
    fly boy gun ink jet key map mud net oil rod rug sky tea tax zoo job lab fan bar bus pop dad mom mum wax gas art
    bug bed bat big hot old new red wet dry bad low mid non one two six ten
    """.split()
)
"""Words of three letters that are known as parts of unknown compounds."""
_ENDS_OF_NAMES: Final = (
    *"ford ham shire borough burgh bury berg stein burg chester wick worth son sen ton ley ville stone wood".split(),
    *"field well land mann hart hurst dale combe".split(),
)
"""What ends the names of places and families: nobody sees a compound in Chatham."""
_NO_PLURALS: Final = ("ss", "us", "is")
"""What ends words that are no plurals."""
_LONGEST: Final = 45
"""No English word is longer; longer clues are refused for their length anyway."""


@lru_cache(maxsize=65_536)
def readings(word: str) -> tuple[Reading, ...]:
    """Return how a word in plain small letters may be read; as itself where nothing else is known.

    >>> readings("broken"), readings("snowshoes"), readings("carpet")
    ((('broken',), ('break',)), (('snow', 'shoe'),), (('carpet',),))
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
        if stem.endswith("ck"):
            yield stem[:-1]
        if stem.endswith("i") and ending != "ing":
            yield stem[:-1] + "y"


def usual_spellings(word: str) -> Iterator[str]:
    """Yield how a word may be spelt on the other side of the Atlantic.

    >>> "labeled" in usual_spellings("labelled"), "vaporize" in usual_spellings("vapourise")
    (True, True)
    """
    american = re.sub("our(?!s?t|c|n)", "or", word)
    american = re.sub("(?<=.)is(e[drs]?|ing|ation|ations)$", r"iz\1", american)
    american = re.sub("(?<=ly)s(e[drs]?|ing)$", r"z\1", american)
    american = re.sub("(?<=[bt])re(s?)$", r"er\1", american)
    american = re.sub("ogue(s?)$", r"og\1", american)
    american = re.sub("ll(ed|ing|er|ers)$", r"l\1", american)
    yield from (american, re.sub("ae|oe", "e", american))


def _by_rules(word: str) -> Iterator[Reading]:
    """The readings of a word that the table lacks: inflected, respelt, derived or compound, whatever is found first."""
    table = _table()
    for shortest, rule in (
        (_SHORTEST_INFLECTED, regular_bases(word)),
        (_SHORTEST_BASE, usual_spellings(word)),
        (_SHORTEST_BASE, _affixed(word)),
    ):
        bases = [base for base in rule if len(base) >= shortest and base in table]
        if bases:
            yield from dict.fromkeys(reading for base in bases for reading in table[base])
            return
    cut = list(_cut(word))
    yield from cut
    if not cut and word.endswith("s") and word[-2:] not in _NO_PLURALS and len(word) > _SHORTEST_BASE:
        yield from ((word,), *readings(word[:-1]))  # vlogs, of a word that is as unknown


def _affixed(word: str) -> Iterator[str]:
    for suffix in _SUFFIXES:
        for form in (word, word.removesuffix("s")):
            stem = form.removesuffix(suffix)
            if stem != form and len(stem) >= _SHORTEST_BASE:
                yield stem
                if stem.endswith("i"):
                    yield stem[:-1] + "y"
                if suffix in ("er", "able", "or"):
                    yield stem + "e"
    for prefix in _PREFIXES:
        if word.startswith(prefix):
            rest = word.removeprefix(prefix)
            yield rest
            yield from regular_bases(rest)


def _cut(word: str) -> Iterator[Reading]:
    """Two known words side by side, and what they are made of."""
    if word.endswith(_ENDS_OF_NAMES):
        return
    for at in range(_SHORTEST_INFLECTED, len(word) - _SHORTEST_INFLECTED + 1):
        first, last = word[:at], word[at:]
        is_plural = first.endswith("s") and first[:-1] in _table()
        if _may_be_part(first) and _may_be_part(last) and first in _table() and not is_plural and is_known(last):
            yield from (begin + end for begin in readings(first) for end in readings(last))


def _may_be_part(word: str) -> bool:
    return len(word) >= _SHORTEST_PART or word in _SHORT_PARTS


@lru_cache(maxsize=1)
def _table() -> Mapping[str, tuple[Reading, ...]]:
    packed = files("codenames_core").joinpath("data/english.txt.gz").read_bytes()
    table: dict[str, tuple[Reading, ...]] = {}
    for line in gzip.decompress(packed).decode("ascii").splitlines():
        word, _, ways = line.partition("\t")
        table[word] = tuple(tuple(way.split("+")) for way in ways.split("/")) if ways else ((word,),)
    return table
