"""Whether a clue is a form, a part or another spelling of a word that lies face down.

Words are related where they are made of the same words, not where they share letters: `broken` and BREAK, `york` and
NEW YORK, `snowshoe` and HORSESHOE, but not `art` and HEART. What words are made of is known to `english` and
`languages`; how they look, to `spelling`.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import IntEnum
from functools import cached_property, lru_cache
from itertools import islice, product
from typing import TYPE_CHECKING, Final, NamedTuple

from codenames_core.referee.alphabets import marked
from codenames_core.referee.english import DERIVED, Reading
from codenames_core.referee.languages import ENGLISH, canonical, is_function_word, readings_in, tells_apart
from codenames_core.referee.spelling import joined, latin_letters, looks, marked_pieces, one_holds_the_other, pieces
from codenames_core.referee.word_index import MOST_WORDS, WordIndex

if TYPE_CHECKING:
    from functools import _lru_cache_wrapper

_MOST_READINGS: Final = 16


class RelationKind(IntEnum):
    """How a clue is related to a word of the board, the closest first."""

    SPELLING = 1
    """It is the same word, written otherwise."""
    FORM = 2
    """Both are made of the same words."""
    PART = 3
    """The clue is one of the words, or a form of it, that the board word is made of."""
    HOLDER = 4
    """The board word is one of those that the clue is made of."""
    SHARED = 5
    """Both hold the same word."""


class WordRelation(NamedTuple):
    """The word of the board that a clue is related to."""

    kind: RelationKind
    word: str
    """As it stands on the board."""
    shared: str
    """What both are made of, in small letters."""


class VisibleWords:
    """The words that lie face down, ready to be compared with many clues."""

    def __init__(self, words: tuple[str, ...], language: str) -> None:
        self._words = words
        self._on_board = frozenset(words)
        self._language = language
        self._code = canonical(language)
        self._by_spelling = _index_with(words, _by_spelling, self._code)

    def spelled_as(self, clue: str) -> Sequence[str]:
        """Return the words that are spelled as a clue is, but for case and what else makes no other letter."""
        return self._by_spelling.sharing((marked(clue, self._code),), self._on_board)

    def closest_relation(self, clue: str, face_up: Collection[str] = ()) -> WordRelation | None:
        """Return the closest relation between a clue and one of the words not in `face_up`; None for a stranger."""
        sharing_a_trait = self._by_traits.sharing(_traits(clue, self._language), self._on_board)
        if not sharing_a_trait and clue.isascii():
            return None  # as nearly every clue
        return min((relation for relation in self.all_relations(clue) if relation.word not in face_up), default=None)

    def all_relations(self, clue: str) -> Iterator[WordRelation]:
        """Yield every relation between a clue and the words; one word may come more than once."""
        for word in dict.fromkeys(self._by_traits.sharing(_traits(clue, self._language), self._on_board)):
            yield from _relations_by_traits(clue, word, self._language)
        if not clue.isascii():
            for word in self._words:
                if one_holds_the_other(clue, word):
                    part_of = len(joined(clue)) < len(joined(word))
                    yield WordRelation(
                        RelationKind.PART if part_of else RelationKind.HOLDER,
                        word,
                        min(joined(clue), joined(word), key=len),
                    )

    @cached_property
    def _by_traits(self) -> WordIndex:
        """Made when it is first used: it takes a dictionary, which the plain rules do without."""
        return _index_with(self._words, _by_traits, self._language)


def _index_with(words: tuple[str, ...], index_of: "_lru_cache_wrapper[WordIndex]", language: str) -> WordIndex:
    """Return an index that has these words, among others."""
    index = index_of(language)
    index.add(words)
    if len(index) > MOST_WORDS:
        index_of.cache_clear()
    return index


@lru_cache(maxsize=32)
def _by_spelling(code: str) -> WordIndex:
    return WordIndex(lambda word: (marked(word, code),))


@lru_cache(maxsize=32)
def _by_traits(language: str) -> WordIndex:
    return WordIndex(lambda word: _traits(word, language))


def prepare_words(words: Iterable[str], language: str = ENGLISH) -> VisibleWords:
    """Return the words prepared for comparison; the same words in the same order are prepared once."""
    return _prepared(tuple(words), language)


def related_pairs(words: Iterable[str], language: str = ENGLISH) -> list[tuple[str, str]]:
    """Return the pairs of words of which one could not be a clue for the other, each once, in their order.

    >>> related_pairs(["SHOE", "RIVER", "HORSESHOE"])
    [('SHOE', 'HORSESHOE')]
    """
    ordered = list(words)
    place = {word: index for index, word in enumerate(ordered)}
    all_words = prepare_words(ordered, language)
    pairs = {
        (place[word], place[relation.word])
        for word in ordered
        for relation in all_words.all_relations(word)
        if relation.word != word
    }
    return [
        (ordered[first], ordered[second])
        for first, second in sorted(pairs)
        if first < second or (second, first) not in pairs
    ]


@lru_cache(maxsize=512)
def _prepared(words: tuple[str, ...], language: str) -> VisibleWords:
    return VisibleWords(words, language)


def _relations_by_traits(clue: str, word: str, language: str) -> Iterator[WordRelation]:
    for look in looks(clue, canonical(language)) & looks(word, canonical(language)):
        if tells_apart(clue, word, language):
            return
        yield WordRelation(RelationKind.SPELLING, word, look)
    for reading, other in product(_readings(clue, language), _readings(word, language)):
        for part in _shared(reading, other):
            if len(reading) == 1 or len(other) == 1 or not is_function_word(part.removeprefix(DERIVED), language):
                yield WordRelation(_relation_kind(reading, other), word, part.removeprefix(DERIVED))


def _shared(reading: Reading, other: Reading) -> Iterable[str]:
    """What both are made of. Whatever is derived of a word is related to it, but not to a compound that holds it."""
    if len(reading) == len(other) == 1:
        return {part.removeprefix(DERIVED) for part in reading} & {part.removeprefix(DERIVED) for part in other}
    return [part for part in reading if part in other]


@lru_cache(maxsize=65_536)
def _traits(word: str, language: str) -> frozenset[str]:
    """How a word looks and what it is made of: words that share none of these are strangers."""
    return looks(word, canonical(language)).union(
        part.removeprefix(DERIVED) for reading in _readings(word, language) for part in reading
    )


@lru_cache(maxsize=65_536)
def _readings(word: str, language: str) -> tuple[Reading, ...]:
    """How a word may be read, whether its parts are written apart or in one."""
    read = readings_in(language)
    if language == ENGLISH:
        letters = tuple(map(latin_letters, pieces(word)))
    else:
        letters = marked_pieces(word, canonical(language))
    if len(letters) > 1 and letters[-1] == "s":  # a possessive
        letters = letters[:-1]
    found = dict.fromkeys(read("".join(letters)))
    if len(letters) > 1:
        for way in islice(product(*map(read, letters)), _MOST_READINGS):
            found[tuple(dict.fromkeys(_with_derived(part for reading in way for part in reading)))] = None
    return tuple(found)


def _with_derived(parts: Iterable[str]) -> Iterator[str]:
    """The parts and what is derived of them: where words are written apart, each of them stands on the card."""
    for part in parts:
        yield part.removeprefix(DERIVED)
        yield DERIVED + part.removeprefix(DERIVED)


def _relation_kind(clue: Reading, word: Reading) -> RelationKind:
    if len(clue) == len(word) == 1 or set(clue) == set(word):
        return RelationKind.FORM
    if len(clue) == 1:
        return RelationKind.PART
    return RelationKind.HOLDER if len(word) == 1 else RelationKind.SHARED
