"""Lemmas of the words of fifty languages, and whether a word is known in one of them.

What a language has stands in a table of its own (`lemma_table`), read when the first of its words is asked for. Words
that the table lacks are taken apart, by endings, prefixes and known parts, in the order and with the patterns that the
table brings along. Tables and patterns are those of `simplemma`; data/NOTICE.md says where they come from.
"""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from importlib.resources import files
from typing import Final, NamedTuple

from codenames_core.referee.lemma_table import LemmaTable

_SHORTEST_PART: Final = 4
"""Letters of a part that an unknown word is taken to hold."""


class Pattern(NamedTuple):
    """What the endings of unknown words say about their lemmas."""

    shortest: int
    """Letters of a word that it is for."""
    capital: bool | None
    """Whether it is for words with a capital letter (True), only for others (False), or for all (None)."""
    regex: str
    replacement: str | None
    """What stands for what matches; None where the last group is cut off, and a word without one is a lemma."""


@lru_cache(maxsize=1)
def languages() -> frozenset[str]:
    """Return the codes of the languages that have a table."""
    names = (entry.name for entry in files("codenames_core").joinpath("data/lemmas").iterdir())
    return frozenset(name.removesuffix(".gz") for name in names if name.endswith(".gz"))


def is_known(word: str, language: str) -> bool:
    """Return whether a word, or the same with another first letter of the two cases, is in the table of a language."""
    return _looks_up(language)(word) is not None


def lemmatize(word: str, language: str) -> str:
    """Return the lemma of a word of a language; itself where nothing is known of it.

    >>> lemmatize("häuser", "de"), lemmatize("książkami", "pl"), lemmatize("1984", "fi")
    ('Haus', 'książka', '1984')
    """
    if word.isnumeric():
        return word
    rest = _table(language).rest
    return (
        _looks_up(language)(word)
        or _by_patterns(word, language)
        or _by_prefix(word, language)
        or next(_by_parts(word, language), None)
        or (word.lower() if rest["lower"] else word)
    )


@lru_cache(maxsize=8)
def _table(language: str) -> LemmaTable:
    """Raises FileNotFoundError for a language that is none of `languages`."""
    return LemmaTable.read(files("codenames_core").joinpath(f"data/lemmas/{language}.gz").read_bytes())


@lru_cache(maxsize=8)
def _looks_up(language: str) -> Callable[[str], str | None]:
    """The function that finds a word, with a capital or without: they differ at the beginning of a sentence."""
    table = _table(language)

    @lru_cache(maxsize=65_536)
    def look_up(word: str) -> str | None:
        return table.lemma(word) or table.lemma(word.lower() if word[:1].isupper() else word.capitalize())

    return look_up


def _by_patterns(word: str, language: str) -> str | None:
    for shortest, capital, regex, replacement in map(Pattern._make, _table(language).rest["patterns"]):
        if len(word) < shortest or (capital is not None and word[:1].isupper() != capital):
            continue
        if replacement is None:
            if match := re.search(regex, word):
                ending = next(filter(None, match.groups()), "")
                return word[: len(word) - len(ending)]
        elif (changed := re.sub(regex, replacement, word)) != word:
            return changed
    return None


def _by_prefix(word: str, language: str) -> str | None:
    prefixes: str | None = _table(language).rest["prefixes"]
    match = re.match(prefixes, word) if prefixes else None
    if not match or match[1] == word:
        return None
    stem = _looks_up(language)(word[len(match[1]) :])
    return match[1] + stem.lower() if stem else None


def _by_parts(word: str, language: str) -> Iterator[str]:
    """A known word with a short ending, two known words, or a known word behind anything; the likeliest first."""
    longest_ending: int = _table(language).rest["longest_ending"]
    if not longest_ending or len(word) < _table(language).rest["shortest_whole"]:
        return
    look_up = _looks_up(language)
    for ending in range(longest_ending, 1, -1):
        for count in range(1, len(word) - _SHORTEST_PART + 1):
            first, last = word[:-count], word[-count:]
            lemma = look_up(first)
            if lemma is None:
                continue
            if count <= ending:
                yield lemma
            of_last = look_up(last.capitalize() if word[0].isupper() else last)
            if of_last is not None and len(of_last) < len(last) + ending:
                yield first + of_last.lower()
    for count in range(len(word) - _SHORTEST_PART, _SHORTEST_PART - 1, -1):
        of_last = look_up(word[-count:].capitalize())
        if of_last is not None and len(of_last) <= count:
            yield word[:-count] + of_last.lower()
