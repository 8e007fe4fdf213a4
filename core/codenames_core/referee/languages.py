"""Words of other languages than English: their lemmas, and in Germanic languages the parts of their compounds.

The dictionaries are those of the package `simplemma`, one a language, loaded when the first word of the language is
judged. Where it has none, `coverage` says so, and clues are judged by their spelling alone.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final, TypeAlias

from codenames_core.game.words import normalise
from codenames_core.referee import english
from codenames_core.referee.english import Reading
from codenames_core.text.sanitiser import one_line

Readings: TypeAlias = Callable[[str], tuple[Reading, ...]]
"""From a word in small letters to how it may be read."""

ENGLISH: Final = "en"
_OTHER_CODES: Final = {"no": "nb", "hr": "hbs", "sr": "hbs", "bs": "hbs", "eng": "en"}
_JOINS_NOUNS: Final = frozenset(("de", "nl", "da", "sv", "nb", "nn", "is", "lb"))
_LINKS: Final = ("", "s", "es", "n", "en", "er", "e")
"""What may stand between the parts of a compound."""
_SHORTEST_FIRST: Final = 4
_SHORTEST_LAST: Final = 3


def coverage(language: str) -> str | None:
    """Return what the referee cannot do for words of a language, or None where it knows its forms.

    >>> coverage("en") is None, coverage("de") is None
    (True, True)
    >>> coverage("xx").partition(":")[0]
    "no word forms are known for language 'xx'"
    """
    if _code(language) == ENGLISH or _code(language) in _languages():
        return None
    return (
        f"no word forms are known for language {one_line(str(language), 20)!r}: "
        "a clue is refused where it looks like a board word, not where it is a form"
    )


def readings_in(language: str) -> Readings:
    """Return the function that reads words of `language`."""
    code = _code(language)
    if code == ENGLISH:
        return english.readings
    return _readings_by_lemma(code) if code in _languages() else _as_itself


def _code(language: str) -> str:
    return _OTHER_CODES.get(language, language)


def _as_itself(word: str) -> tuple[Reading, ...]:
    return ((word,),)


@lru_cache(maxsize=1)
def _languages() -> frozenset[str]:
    try:
        from simplemma.strategies.dictionaries.dictionary_factory import SUPPORTED_LANGUAGES
    except ImportError:  # a Python that was built without lzma
        return frozenset()
    return frozenset(SUPPORTED_LANGUAGES) - {ENGLISH}


@lru_cache(maxsize=8)
def _readings_by_lemma(language: str) -> Readings:
    from simplemma import is_known, lemmatize

    def lemmas(word: str) -> tuple[str, ...]:
        """The word and its lemmas, read as any word and as a noun with a capital."""
        if not word:  # simplemma raises
            return ("",)
        return tuple(dict.fromkeys((word, *(normalise(lemmatize(form, language)) for form in (word, word.title())))))

    def known(word: str) -> bool:
        return is_known(word, language) or is_known(word.title(), language)

    def cuts(word: str) -> Iterator[Reading]:
        for at in range(_SHORTEST_FIRST, len(word) - _SHORTEST_LAST + 1):
            first, last = word[:at], word[at:]
            bases = [first.removesuffix(link) for link in _LINKS if first.endswith(link)]
            base = next((base for base in bases if len(base) >= _SHORTEST_FIRST and known(base)), None)
            if base and known(last):
                yield from ((begin, end) for begin in lemmas(base) for end in lemmas(last))

    @lru_cache(maxsize=65_536)
    def readings(word: str) -> tuple[Reading, ...]:
        whole = tuple((lemma,) for lemma in lemmas(word))
        return whole + tuple(cuts(word)) if language in _JOINS_NOUNS else whole

    return readings
