"""Words of other languages than English: their lemmas, their regular forms, and the parts of their compounds.

Lemmas come from `lemmas`. Where a language has none, `coverage` says so, and clues are judged by their spelling alone.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache, partial
from typing import Final, TypeAlias

from codenames_core.referee import english
from codenames_core.referee.alphabets import marked, plain
from codenames_core.referee.corrections import LEMMAS
from codenames_core.referee.english import PARTICLES, Reading
from codenames_core.referee.lemmas import is_known, languages, lemmatize
from codenames_core.text.sanitiser import one_line

Readings: TypeAlias = Callable[[str], tuple[Reading, ...]]
"""From a word in the small letters of its language to how it may be read, in plain letters."""

ENGLISH: Final = "en"
_OTHER_CODES: Final = {"no": "nb", "hr": "hbs", "sr": "hbs", "bs": "hbs", "eng": "en"}
_NOUNS_HAVE_CAPITALS: Final = frozenset(("de", "lb"))
_IRREGULAR: Final[Mapping[str, frozenset[str]]] = {
    language: frozenset(lemmas.split())
    for language, lemmas in {
        "cs": "člověk jít být spát rok dobrý špatný",
        "da": "god gå",
        "de": "sein gut",
        "es": "ir ser",
        "fr": "œil aller être avoir",
        "it": "andare essere",
        "pl": "człowiek iść być rok dobry oko spać ucho",
        "pt": "ir ser",
        "ru": "идти человек ребёнок ребенок год хороший плохой быть спать",
        "sv": "bok god",
        "uk": "йти людина рік дитина",
    }.items()
}
"""Lemmas of words that look nothing like them; any other such lemma is a mistake of the dictionary."""
_PLURALS_AS_LEMMAS: Final = frozenset(("de", "es", "nl", "pt", "sv"))
"""In these the dictionary gives many a plural as a word of its own."""
_BARE_FIRST_HALVES: Final = frozenset(("fi", "hu"))
"""In these the first half of a compound has no ending: államtitkár begins with állam, not with a form of áll."""
_ADJECTIVES: Final = ("bar", "isch")
"""End German adjectives, which are no compounds with Bar and Tisch."""
_INFINITIVES: Final = ("en", "ern", "eln")
_ACUTE: Final = str.maketrans("αεηιουωaeiou", "άέήίόύώáéíóú")
_VERB_ENDINGS: Final = ("en", "t", "d", "de", "te")
_NOUNS_LIKE_VERBS: Final = ("haven", "keuken", "kussen", "molen", "regen", "schoen", "teken", "wagen")
"""End Dutch nouns that look like infinitives."""
_STRONG_VERBS: Final = frozenset(("da", "nb", "sv"))
"""In these the dictionary has lemmas that only begin like their word (bor: bana)."""
_FEW_WORDS: Final = frozenset(("fa", "hy", "ka"))
"""In these the dictionary lacks so many words that regular endings are believed without it."""
_MARKS_LEFT_OUT: Final = frozenset(("el", "es"))
"""In these, capitals or hasty hands leave out the one accent that a word has."""


def coverage(language: str) -> str | None:
    """Return what the referee cannot do for words of a language, or None where it knows its forms.

    >>> coverage("en") is None, coverage("de") is None
    (True, True)
    >>> coverage("xx").partition(":")[0]
    "no word forms are known for language 'xx'"
    """
    if canonical(language) == ENGLISH or canonical(language) in languages():
        return None
    return (
        f"no word forms are known for language {one_line(str(language), 20)!r}: "
        "a clue is refused if it looks like a board word, not if it is a form of one"
    )


def readings_in(language: str) -> Readings:
    """Return the function that reads words of `language`."""
    code = canonical(language)
    if code == ENGLISH:
        return english.readings
    return _readings_by_lemma(code) if code in languages() else partial(_by_endings, language=code)


def canonical(language: str) -> str:
    """Return the code under which the tables of the referee know a language."""
    return _OTHER_CODES.get(language, language)


def is_function_word(part: str, language: str) -> bool:
    """Return whether a word is so small that two names which share it are strangers all the same."""
    if language == ENGLISH:
        return len(part) == 1 or part in PARTICLES
    from codenames_core.referee.function_words import FUNCTION_WORDS

    return len(part) == 1 or part in FUNCTION_WORDS.get(canonical(language), frozenset())


def tells_apart(first: str, second: str, language: str) -> bool:
    """Return whether two spellings that differ by an accent are two words of the language: mur and mûr in French."""
    one, other = marked(first, language), marked(second, language)
    code = canonical(language)
    if not (one and other) or one == other or code not in languages():
        return False
    if code == "it" and one[:-1] == other[:-1]:  # the dictionary has no word with an accent at its end: papà and papa
        return _is_word(min(one, other), code)
    return all(_is_word(word, code) for word in (first, second))


def _is_word(word: str, language: str) -> bool:
    small_letters = marked(word, language)
    return is_known(small_letters, language) or is_known(small_letters.title(), language)


def _by_endings(word: str, language: str) -> tuple[Reading, ...]:
    """The word, and what its regular endings make it a form of, where no dictionary says which of them are words."""
    from codenames_core.referee.compounds import cuts, joins_words
    from codenames_core.referee.endings import bases

    found = (plain(form, language) for form in (word, *bases(word, language)))
    halves = cuts(word, language, lambda _: False) if joins_words(language) else ()
    return (*((form,) for form in dict.fromkeys(found) if form), *halves)


@lru_cache(maxsize=8)
def _readings_by_lemma(language: str) -> Readings:
    from codenames_core.referee.compounds import cuts, is_short_half, joins_words
    from codenames_core.referee.endings import bases

    corrected = LEMMAS.get(language, {})

    def known(word: str) -> bool:
        return is_known(word, language) or is_known(word.title(), language)

    def is_noun(word: str) -> bool:
        if language in _NOUNS_HAVE_CAPITALS:
            return is_known(word.title(), language)
        return known(word)

    @lru_cache(maxsize=65_536)
    def lemmas(word: str) -> tuple[str, ...]:
        """The word and what it is a form of, in plain letters."""
        if word in corrected:
            return tuple(dict.fromkeys((plain(word, language), plain(corrected[word], language))))
        found = {plain(word, language): None}
        for spelling in _spellings(word, language):
            as_noun = spelling.title()
            forms: tuple[str, ...] = (spelling, as_noun)
            if language in _NOUNS_HAVE_CAPITALS:
                forms = (as_noun,) if is_known(as_noun, language) else forms
            elif is_known(spelling, language) and lemmatize(spelling, language) == spelling:
                forms = (spelling,)
            its_own = False
            for form in forms:
                lemma = lemmatize(form, language).replace("\u0301", "")
                its_own |= lemma == form == forms[0] and is_known(form, language)
                if _may_be_lemma(word, lemma, language):
                    found[plain(lemma, language)] = None
            if its_own and language not in _PLURALS_AS_LEMMAS:
                continue
            for base in bases(spelling, language, its_own=its_own):
                if (language in _FEW_WORDS or known(base)) and _may_be_base(spelling, base, found):
                    found[plain(base, language)] = None
        return tuple(found)

    @lru_cache(maxsize=65_536)
    def readings(word: str) -> tuple[Reading, ...]:
        if not word:
            return (("",),)
        if is_function_word(word, language):
            return ((plain(word, language),),)
        found: list[Reading] = [(lemma,) for lemma in lemmas(word)]
        if joins_words(language) and word not in corrected and not _is_verb(word):
            for spelling in map(_uninflected, _spellings(word, language)):
                for first, last in cuts(spelling, language, is_noun):
                    begins = (plain(first, language),) if language in _BARE_FIRST_HALVES else _half(first)
                    found += [(begin, end) for begin in begins for end in _half(last)]
        return tuple(dict.fromkeys(found))

    def _may_be_base(spelling: str, base: str, found: Collection[str]) -> bool:
        """Whether a known word may be what a form comes of, beside what was found before."""
        if language == "de" and spelling.startswith(base) and spelling.removeprefix(base) in ("in", "innen"):
            return lemmatize(base.title(), language).istitle()  # Schwerin is no form of schwer
        if language == "sv":  # minnen is of minne, not of min
            return not any(other.startswith(base + base[-1]) for other in found if other != spelling)
        return True

    def _uninflected(spelling: str) -> str:
        """What of a word is cut: its lemma where there is one, since endings look like halves (maa in tarjoamaan)."""
        form = spelling.title() if language in _NOUNS_HAVE_CAPITALS else spelling
        if language == "nl" or not is_known(form, language):
            return spelling
        lemma = lemmatize(form, language)
        return lemma.lower() if _may_be_lemma(spelling, lemma, language) else spelling

    def _half(part: str) -> tuple[str, ...]:
        return (plain(part, language),) if is_short_half(part, language) else lemmas(part)

    def _is_verb(word: str) -> bool:
        """Whether a word is a verb or the like, in German whatever has no capital: compounds are nouns."""
        if not is_known(word, language):
            return False
        if language in _NOUNS_HAVE_CAPITALS:
            lemma = lemmatize(word, language)
            if lemma.islower() and lemma.endswith(_ADJECTIVES):
                return True
            return not is_known(word.title(), language) or lemma.endswith(_INFINITIVES)
        if word.endswith(_NOUNS_LIKE_VERBS):
            return False
        return language == "nl" and word.endswith(_VERB_ENDINGS) and lemmatize(word, language).endswith("en")

    return readings


def _spellings(word: str, language: str) -> Iterator[str]:
    """How a dictionary may write a word that stands on a card in capitals."""
    yield word
    if language == "de" and "ss" in word:
        yield word.replace("ss", "ß", 1)
    if language in _MARKS_LEFT_OUT and plain(word, language) == word:
        for at, letter in enumerate(word):
            if letter.translate(_ACUTE) != letter:
                accented = word[:at] + letter.translate(_ACUTE) + word[at + 1 :]
                yield accented[:-1] + "ς" if language == "el" and accented.endswith("σ") else accented


def _may_be_lemma(word: str, lemma: str, language: str) -> bool:
    """Whether a dictionary may be believed: a lemma begins like its word, but for a few."""
    if lemma in _IRREGULAR.get(language, ()):
        return True
    one, other = plain(word, language), plain(lemma, language)
    shared = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        shared += 1
    if shared == 1 and language in _STRONG_VERBS and min(len(one), len(other)) > 2:
        return _second_consonant(one) == _second_consonant(other)
    return shared >= (3 if language in ("ru", "uk") and min(len(one), len(other)) > 3 else 1)


def _second_consonant(word: str) -> str:
    """The consonant behind the first letter, which stays where a vowel changes: satt, sitta."""
    return next((letter for letter in word[1:] if letter not in "aeiouyåäöæø"), "")
