"""How a word looks: what is left of it when marks, hyphens, blanks and the tricks of Unicode are taken away.

Two words that look alike are one word to the eye of the table, whatever code points they are written in. Which words
mean the same or are forms of each other is left to `word_relations`.
"""

import re
import unicodedata
from functools import lru_cache
from importlib.resources import files
from typing import Final

from codenames_core.game.words import normalise

_BREAKS: Final = re.compile(r"[\W_]+")
_BREAKS_BETWEEN_LETTERS: Final = re.compile(r"[\s_'’ʼ‐‑·׳״-]+")
_DIGITS_FOR_LETTERS: Final = (str.maketrans("01", "ol"), str.maketrans("01", "oi"))
_MARKED_SCRIPTS: Final = ("LATIN", "GREEK", "CYRILLIC")
"""Scripts in which a letter with a mark is taken for the letter; in others the marks are vowels."""
_WITHOUT_SPACES: Final = re.compile(
    "[\u0e00-\u0eff\u0f40-\u0fbc\u1000-\u109f\u1780-\u17d3"  # Thai, Lao, Tibetan, Myanmar, Khmer
    "\u3005-\u3007\u3041-\u30ff\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff"  # Kana, Bopomofo
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"  # Han
)


@lru_cache(maxsize=65_536)
def pieces(word: str) -> tuple[str, ...]:
    """Return the parts of a word between blanks, hyphens and apostrophes, in their plain letters.

    >>> pieces("Rock-’n’-Röll"), pieces("BANK’S"), pieces("ice\u00a0cream")
    (('rock', 'n', 'roll'), ('bank', 's'), ('ice', 'cream'))
    """
    return tuple(piece for piece in _BREAKS.split(without_marks(normalise(word))) if piece)


def marked_pieces(word: str) -> tuple[str, ...]:
    """Return the parts of a word as `pieces` does, with their accents: in many languages they tell forms apart."""
    return tuple(piece for piece in _BREAKS_BETWEEN_LETTERS.split(normalise(word)) if piece)


def joined(word: str) -> str:
    """Return the letters and digits of a word in one piece.

    >>> joined("New-York")
    'newyork'
    """
    return "".join(pieces(word))


@lru_cache(maxsize=65_536)
def looks(word: str) -> frozenset[str]:
    """Return what a word looks like in Latin letters; two words that share a look cannot be told apart.

    >>> looks("ВАNК") == looks("bank"), looks("b00k") & looks("book") == {"book"}
    (True, True)
    """
    letters = latin_letters(joined(word))
    if letters.isalpha() or not any(map(str.isalpha, letters)):
        return frozenset((letters,))
    return frozenset(letters.translate(digits) for digits in _DIGITS_FOR_LETTERS) | {letters}


def latin_letters(letters: str) -> str:
    """Return plain letters with those of other scripts that look Latin replaced."""
    return letters if letters.isascii() else letters.translate(_lookalikes())


def without_marks(text: str) -> str:
    """Return text without the accents of Latin, Greek and Cyrillic letters."""
    if text.isascii():
        return text
    kept: list[str] = []
    markable = False
    for character in unicodedata.normalize("NFD", text):
        if not unicodedata.category(character).startswith("M"):
            markable = unicodedata.name(character, "").startswith(_MARKED_SCRIPTS)
            kept.append(character)
        elif not markable:
            kept.append(character)
    return unicodedata.normalize("NFC", "".join(kept))


def one_holds_the_other(first: str, second: str) -> bool:
    """Return whether a word of a script without spaces is a part of the other word.

    >>> one_holds_the_other("行", "银行"), one_holds_the_other("art", "heart")
    (True, False)
    """
    short, long = sorted((joined(first), joined(second)), key=len)
    return bool(_WITHOUT_SPACES.search(short)) and short in long


@lru_cache(maxsize=1)
def _lookalikes() -> dict[int, str]:
    lines = files("codenames_core").joinpath("data/lookalikes.txt").read_text("utf-8").splitlines()
    pairs = (line.split("\t") for line in lines)
    return {ord(character): letter for character, letter in pairs}
