"""The 25 words and the key card, and how they are dealt from a seed."""

import hashlib
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import Final, TypeVar

from codenames_core.game.config import GameConfig, Team
from codenames_core.game.words import BOARD_SIZE, DEFAULT_WORD_LIST, WordList, default_word_list, normalise
from codenames_core.support.errors import BoardError, WordListError
from codenames_core.support.frozen import FrozenDict
from codenames_core.text.sanitiser import one_line

STARTING_WORDS: Final = 9
OTHER_WORDS: Final = 8
NEUTRAL_CARDS: Final = BOARD_SIZE - STARTING_WORDS - OTHER_WORDS
"""Assassins are taken out of these."""


class CardType(StrEnum):
    """What a card turns out to be."""

    RED = "red"
    BLUE = "blue"
    NEUTRAL = "neutral"
    ASSASSIN = "assassin"

    team: Team | None
    """The team that has to find the word, None for neutral words and assassins."""

    @classmethod
    def of(cls, team: Team) -> "CardType":
        """Return the colour of `team`'s words."""
        return _CARD_OF[team]


LONGEST_BOARD_WORD: Final = 100
"""Characters of a word from any file; a guess of as many still fits into `reply_sanitiser.LONGEST_GUESS`."""
_RANDOM_WORDS: Final = struct.Struct(f">{BOARD_SIZE}Q")

T = TypeVar("T")

_CARD_TYPES: Final = tuple(CardType)
_CARD_OF: Final = {Team.RED: CardType.RED, Team.BLUE: CardType.BLUE}
for _card in CardType:  # attributes, since a property takes five times as long to read
    _card.team = next((team for team, card in _CARD_OF.items() if card is _card), None)


@dataclass(frozen=True)
class Board:
    """25 distinct words and what each of them is.

    Any counts of the four card types are allowed here, so that every recorded game can be rebuilt; `deal` makes
    boards of the official 9-8-7-1 layout.

    Raises:
        BoardError: not 25 words, two spellings of one word, a word that is too long to be guessed, or a key that does
            not fit the words.
    """

    words: tuple[str, ...]
    """In board order, row by row, in their original spelling."""
    key: Mapping[str, CardType]
    """Every word of the board, in board order, with its card."""

    def __post_init__(self) -> None:
        words = tuple(self.words)
        if len(words) != BOARD_SIZE:
            raise BoardError(f"board has {len(words)} words; {BOARD_SIZE} are needed")
        if max(map(len, words)) > LONGEST_BOARD_WORD:
            too_long = next(word for word in words if len(word) > LONGEST_BOARD_WORD)
            said = f"{one_line(too_long[:LONGEST_BOARD_WORD], 20)!r} has {len(too_long):,} characters"
            raise BoardError(f"a word of the board is too long: {said}; the limit is {LONGEST_BOARD_WORD}")
        if len(set(map(normalise, words))) != BOARD_SIZE:
            raise BoardError(f"board has the word {_first_twin(words)!r} twice")
        object.__setattr__(self, "words", words)
        object.__setattr__(self, "_hash", hash(words))
        object.__setattr__(self, "key", _key_in_board_order(words, self.key))

    @classmethod
    def of_sound_words(cls, words: tuple[str, ...], cards: tuple[CardType, ...]) -> "Board":
        """Return a board without checking again what holds for all words of its list: see `WordList.is_sound`."""
        board = object.__new__(cls)
        object.__setattr__(board, "words", words)
        object.__setattr__(board, "_hash", hash(words))
        object.__setattr__(board, "key", FrozenDict(zip(words, cards, strict=True)))
        return board

    def __hash__(self) -> int:
        return self._hash  # type: ignore[attr-defined,no-any-return]

    def find(self, word: str) -> str | None:
        """Return the board's own spelling of `word`, or None where it is not on the board."""
        if word in self.key:
            return word
        return self._by_form.get(normalise(word))

    @cached_property
    def _by_form(self) -> Mapping[str, str]:
        return {normalise(word): word for word in self.words}

    @cached_property
    def cards(self) -> Mapping[CardType, frozenset[str]]:
        """The words of each card type."""
        words: dict[CardType, list[str]] = {kind: [] for kind in _CARD_TYPES}
        for word, card in self.key.items():
            words[card].append(word)
        return {kind: frozenset(of_kind) for kind, of_kind in words.items()}

    def words_of(self, team: Team) -> frozenset[str]:
        """Return the words that `team` has to find."""
        return self.cards[_CARD_OF[team]]


def deal(config: GameConfig, word_list: WordList | None = None) -> Board:
    """Deal the board of `config.seed`.

    The same seed and word list give the same board on every platform and Python version. The layout of the cards is
    the same in every mode and for either starting team, with colours swapped and assassins turned neutral as needed,
    so that games of different modes on one seed can be paired.

    Args:
        config: the seed, the starting team and the count of assassins are read.
        word_list: where the words come from; the shipped list if not given.

    Raises:
        BoardError: the config has no seed.
        WordListError: the config names another list than the one at hand.
    """
    word_list = word_list or _shipped_list(config)
    words, cards = draw_board(config, word_list)
    if word_list.is_sound:
        return Board.of_sound_words(words, cards)
    return Board(words, dict(zip(words, cards, strict=True)))


def draw_board(config: GameConfig, word_list: WordList | None = None) -> tuple[tuple[str, ...], tuple[CardType, ...]]:
    """Return the words and the cards of a board, which `deal` makes of them; errors are the same."""
    if config.seed is None:
        raise BoardError("a board is dealt from a seed, and the config has none")
    word_list = word_list or _shipped_list(config)
    words = _draw(word_list.words, f"codenames words 1:{config.seed}")
    cards = _draw(_layout(config.starting_team, config.assassin_count), f"codenames key 1:{config.seed}")
    return words, cards


def _shipped_list(config: GameConfig) -> WordList:
    if config.word_list != DEFAULT_WORD_LIST:
        raise WordListError(f"word list {config.word_list!r} is not shipped: load it and give it to deal()")
    return default_word_list()


@lru_cache
def _layout(starting_team: Team, assassins: int) -> tuple[CardType, ...]:
    return (
        (CardType.of(starting_team),) * STARTING_WORDS
        + (CardType.of(starting_team.other),) * OTHER_WORDS
        + (CardType.ASSASSIN,) * assassins
        + (CardType.NEUTRAL,) * (NEUTRAL_CARDS - assassins)
    )


def _draw(items: Sequence[T], purpose: str) -> tuple[T, ...]:
    """Return `BOARD_SIZE` of `items` in random order: Fisher and Yates on the 64-bit words of one hash.

    It depends on no library's generator. Scaling a 64-bit word to n choices favours none by more than n / 2^64.
    """
    pool, left = list(items), len(items)
    # D-008: a hash of our own, so that a seed deals the same board for ever.
    for i, word in enumerate(_RANDOM_WORDS.unpack(hashlib.shake_256(purpose.encode()).digest(_RANDOM_WORDS.size))):
        j = i + (word * left >> 64)
        left -= 1
        pool[i], pool[j] = pool[j], pool[i]
    return tuple(pool[:BOARD_SIZE])


def _first_twin(words: Sequence[str]) -> str:
    seen: set[str] = set()
    for word in words:
        if normalise(word) in seen:
            return one_line(word)
        seen.add(normalise(word))
    return ""


def _key_in_board_order(words: tuple[str, ...], key: Mapping[str, CardType]) -> Mapping[str, CardType]:
    cards = key
    if tuple(key) != words:
        by_form = {normalise(word): card for word, card in key.items()}
        missing = [word for word in words if normalise(word) not in by_form]
        if missing:
            raise BoardError(f"the key does not cover {one_line(missing[0])!r}")
        if len(key) != len(words):
            raise BoardError(f"the key has {len(key)} entries for {len(words)} words")
        cards = {word: by_form[normalise(word)] for word in words}
    return FrozenDict({word: card if type(card) is CardType else CardType(card) for word, card in cards.items()})
