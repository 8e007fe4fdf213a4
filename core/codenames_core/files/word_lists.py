"""Word lists in files: UTF-8 text, a word a line; see `codenames_core.game.words.parse_word_list`."""

from pathlib import Path
from typing import Final

from codenames_core.files.untrusted_files import decode, read_bytes
from codenames_core.game.words import Problem, WordList, find_problems, parse_word_list
from codenames_core.support.errors import WordListError
from codenames_core.text.sanitiser import one_line

LARGEST_WORD_LIST: Final = 10_000_000
"""Bytes; a larger file is surely not a word list."""


def load_word_list(path: Path | str) -> WordList:
    """Read a list from a file.

    Raises:
        WordListError: the file cannot be read or has problems; the message names the file and the first lines.
    """
    path = Path(path)
    return parse_word_list(path.stem, _read(path), where=str(path))


def check_word_list(path: Path | str) -> list[Problem]:
    """Return every problem of the file at `path`; an empty list means that it can be used.

    Raises:
        WordListError: the file cannot be read, or is no text; the message names it.
    """
    return find_problems(_read(Path(path)))


def _read(path: Path) -> str:
    data = read_bytes(path, LARGEST_WORD_LIST, WordListError)
    return decode(data, one_line(str(path)), WordListError)
