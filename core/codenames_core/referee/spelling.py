"""How a word looks: what is left of it when marks, hyphens, blanks and the tricks of Unicode are taken away.

Two words that look alike are one word to the eye of the table, whatever code points they are written in. Which words
mean the same or are forms of each other is left to `word_relations`.
"""

import re
import unicodedata
from functools import lru_cache
from importlib.resources import files
from typing import Final

from codenames_core.referee.alphabets import plain, small

_BREAKS: Final = re.compile(r"[\s_'’ʼ‐‑·׳״-]+")
_DIGITS_FOR_LETTERS: Final = (str.maketrans("01", "ol"), str.maketrans("01", "oi"))
_KANA: Final = re.compile("[\u3041-\u30ff\u31f0-\u31ff]+")
_KANA_RUNS: Final = re.compile("[\u3041-\u309f]+|[\u30a0-\u30ff\u31f0-\u31ff]+")
_WITHOUT_SPACES: Final = re.compile(
    "[\u0e00-\u0eff\u0f40-\u0fbc\u1000-\u109f\u1780-\u17d3"  # Thai, Lao, Tibetan, Myanmar, Khmer
    "\u3005-\u3007\u3041-\u30ff\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff"  # Kana, Bopomofo
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"  # Han
)


@lru_cache(maxsize=65_536)
def pieces(word: str, language: str = "") -> tuple[str, ...]:
    """Return the parts of a word between blanks, hyphens and apostrophes, in the plain letters of its language.

    >>> pieces("Rock-’n’-Röll"), pieces("BANK’S"), pieces("ice\u00a0cream")
    (('rock', 'n', 'roll'), ('bank', 's'), ('ice', 'cream'))
    """
    parts = _BREAKS.split(plain(word, language))
    return tuple(piece for piece in map(_letters, parts) if piece)


def marked_pieces(word: str, language: str) -> tuple[str, ...]:
    """Return the parts of a word as `pieces` does, in small letters as dictionaries write them."""
    return tuple(piece for piece in map(_letters, _BREAKS.split(small(word, language))) if piece)


def joined(word: str, language: str = "") -> str:
    """Return the letters and digits of a word in one piece.

    >>> joined("New-York")
    'newyork'
    """
    return "".join(pieces(word, language))


@lru_cache(maxsize=65_536)
def looks(word: str, language: str = "") -> frozenset[str]:
    """Return what a word looks like in Latin letters; two words that share a look cannot be told apart.

    >>> looks("ВАNК") == looks("bank"), looks("b00k") & looks("book") == {"book"}
    (True, True)
    """
    letters = latin_letters(joined(word, language))
    if letters.isalpha() or not any(map(str.isalpha, letters)):
        return frozenset((letters,))
    return frozenset(letters.translate(digits) for digits in _DIGITS_FOR_LETTERS) | {letters}


def _letters(text: str) -> str:
    """Letters, digits and the marks that are vowels."""
    if text.isalnum():
        return text
    return "".join(sign for sign in text if sign.isalnum() or unicodedata.category(sign).startswith("M"))


def latin_letters(letters: str) -> str:
    """Return plain letters with those of other scripts that look Latin replaced."""
    return letters if letters.isascii() else letters.translate(_lookalikes())


def one_holds_the_other(first: str, second: str) -> bool:
    """Return whether a word of a script without spaces is a part of the other word.

    >>> one_holds_the_other("行", "银行"), one_holds_the_other("art", "heart")
    (True, False)
    """
    short, long = sorted((joined(first), joined(second)), key=len)
    if not _WITHOUT_SPACES.search(short):
        return False
    if _KANA.fullmatch(short):  # letters alone: only a whole run of kana is a word
        return short in _KANA_RUNS.findall(long)
    return short in long


@lru_cache(maxsize=1)
def _lookalikes() -> dict[int, str]:
    lines = files("codenames_core").joinpath("data/lookalikes.txt").read_text("utf-8").splitlines()
    pairs = (line.split("\t") for line in lines)
    return {ord(character): letter for character, letter in pairs}
