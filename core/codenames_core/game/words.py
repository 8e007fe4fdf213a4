"""Words: when two are the same word, and the lists that boards are dealt from.

Lists in files are read by `codenames_core.files.word_lists`.

`normalise` is the only place that decides whether two spellings are one word.
"""

import hashlib
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files
from typing import Final, NamedTuple

from codenames_core.support.errors import WordListError
from codenames_core.text.sanitiser import one_line, without_format

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
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", word).casefold())
    if not folded.isascii():
        folded = unicodedata.normalize("NFKC", without_format(folded))
    return " ".join(folded.split())


class Problem(NamedTuple):
    """Something wrong in a word list."""

    line: int
    """Counted from 1; 0 where the whole file is meant."""
    message: str


@dataclass(frozen=True)
class WordList:
    """Distinct words to deal from, in the order of their file."""

    name: str
    """What records call it: the file's name without folder and ending, never a path."""
    words: tuple[str, ...]

    @cached_property
    def sha256(self) -> str:
        """Hash of the words, one a line: equal lists have equal hashes, whatever comments their files hold."""
        return hashlib.sha256("\n".join(self.words).encode()).hexdigest()


@lru_cache(maxsize=1)
def default_word_list() -> WordList:
    """Return the list that the product ships."""
    text = files("codenames_core").joinpath("data/words.txt").read_text("utf-8")
    return parse_word_list(DEFAULT_WORD_LIST, text)


def parse_word_list(name: str, text: str, where: str = "") -> WordList:
    """Return the list that `text` holds: one word a line, `#` comments, names of several words and any script allowed.

    Args:
        name: what records call the list.
        text: of its file.
        where: names the file in complaints; `name` if not given.

    Raises:
        WordListError: the text has problems; the message names the first lines.
    """
    if problems := find_problems(text):
        raise WordListError(_complaint(problems, where or name))
    return WordList(one_line(name), tuple(word for _, word in _entries(text)))


def find_problems(text: str) -> list[Problem]:
    """Return what is wrong with the text of a word list."""
    problems: list[Problem] = []
    first_line: dict[str, int] = {}
    for number, word in _entries(text):
        if reason := _why_unusable(word):
            problems.append(Problem(number, reason))
            continue
        twin = first_line.setdefault(normalise(word), number)
        if twin != number:
            problems.append(Problem(number, f"{one_line(word)!r} is already on line {twin}"))
    if len(first_line) < BOARD_SIZE:
        message = f"a board needs {BOARD_SIZE} distinct words, and here are {len(first_line)}"
        problems.append(Problem(0, message))
    return problems


def _complaint(problems: list[Problem], where: str, most: int = 5) -> str:
    lines = [f"line {line}: {message}" if line else message for line, message in problems[:most]]
    more = f" (and {len(problems) - most} more)" if len(problems) > most else ""
    return f"word list {one_line(where)}: " + "; ".join(lines) + more


def _entries(text: str) -> Iterable[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), start=1):
        word = " ".join(line.split("#", 1)[0].split())
        if word:
            yield number, word


def _why_unusable(word: str) -> str | None:
    if len(word) > LONGEST_WORD:
        return f"{one_line(word, 20)!r} has {len(word)} characters, and {LONGEST_WORD} is the most"
    if one_line(word) != word:
        return f"{one_line(word)!r} holds control or invisible characters"
    if not any(character.isalnum() for character in normalise(word)):
        return f"{one_line(word)!r} has no letter or digit"
    return None
