"""Words: when two are the same word, and the lists that boards are dealt from.

Lists in files are read by `codenames_core.files.word_lists`.

`normalise` is the only place that decides whether two spellings are one word.
"""

import hashlib
import unicodedata
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files
from typing import Final

from codenames_core.text.sanitiser import without_format

BOARD_SIZE: Final = 25
LONGEST_WORD: Final = 40
"""Characters; longer lines in a word list are refused."""
DEFAULT_WORD_LIST: Final = "default"


@lru_cache(maxsize=65_536)
def normalise(word: str) -> str:
    r"""Return the form in which two spellings of one word are equal.

    NFKC, case folding, format characters (category Cf) removed, white space collapsed.

    >>> normalise(" ICE\u00a0 cream ") == normalise("ice CREAM")
    True
    """
    if word.isascii():  # is in NFKC already, folds to lower case, and has no format characters
        return " ".join(word.lower().split())
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", word).casefold())
    if not folded.isascii():
        folded = unicodedata.normalize("NFKC", without_format(folded))
    return " ".join(folded.split())


def sign_and_name(word: str) -> tuple[str, str] | None:
    r"""Return the emoji and the name of a card that has both, None for any other word.

    >>> sign_and_name("\U0001f431 cat face"), sign_and_name("7 wonders"), sign_and_name("ice cream")
    (('🐱', 'cat face'), None, None)
    """
    sign, _, name = word.partition(" ")
    is_sign = bool(name) and not sign.isascii() and not any(map(str.isalpha, sign))
    return (sign, name) if is_sign else None


@dataclass(frozen=True)
class WordList:
    """Distinct words to deal from, in the order of their file."""

    name: str
    """What records call it: the file's name without folder and ending, never a path."""
    words: tuple[str, ...]
    language: str = ""
    """The code of its language as its file states it; empty where it states none."""

    @cached_property
    def sha256(self) -> str:
        """Hash of the words, one a line: equal lists have equal hashes, whatever comments their files hold."""
        return hashlib.sha256("\n".join(self.words).encode()).hexdigest()

    @cached_property
    def is_sound(self) -> bool:
        """Whether a board can be made of any of the words: none is too long, and none is another spelling of one."""
        are_short = max(map(len, self.words), default=0) <= LONGEST_WORD
        return are_short and len(set(map(normalise, self.words))) == len(self.words)


@lru_cache(maxsize=1)
def default_word_list() -> WordList:
    """Return the list that the product ships."""
    text = files("codenames_core").joinpath("data/words.txt").read_text("utf-8")
    return WordList(DEFAULT_WORD_LIST, tuple(text.split("\n")[:-1]), "en")
