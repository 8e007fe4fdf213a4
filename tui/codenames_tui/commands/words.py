"""`words check`: can boards be dealt from this list, and is it a good one?"""

import argparse
import json
from collections.abc import Iterator

from codenames_core.config import language_code
from codenames_core.english import is_known
from codenames_core.languages import ENGLISH, coverage
from codenames_core.spelling import pieces
from codenames_core.text import one_line
from codenames_core.wordforms import related_pairs
from codenames_core.words import WordList, check_word_list, load_word_list
from codenames_tui import exits

LONG_WORD = 14
"""Characters; a longer one is shortened on a narrow board."""


def check(options: argparse.Namespace) -> int:
    """Print every problem of the list with its line; for one without, how many words it holds, and what is unusual.

    Warnings (words that are forms or parts of each other, unknown words, long ones) are no problems.

    Raises:
        WordListError: the file cannot be read, or is no text.
    """
    where = one_line(options.file)
    language = language_code(options.language)
    problems = check_word_list(options.file)
    word_list = None if problems else load_word_list(options.file)
    warnings = list(_warnings(word_list, language)) if word_list else []
    if options.json:
        found = [{"line": problem.line or None, "message": problem.message} for problem in problems]
        count = len(word_list.words) if word_list else 0
        print(json.dumps({"file": options.file, "words": count, "problems": found, "warnings": warnings}))
        return exits.ANSWER_IS_NO if problems else exits.DONE
    for line, message in problems:
        print(f"{where}: line {line}: {message}" if line else f"{where}: {message}")
    if word_list:
        print(f"{where}: {len(word_list.words)} words, SHA-256 {word_list.sha256[:12]}")
    for warning in warnings:
        print(f"{where}: warning: {warning}")
    return exits.ANSWER_IS_NO if problems else exits.DONE


def _warnings(word_list: WordList, language: str) -> Iterator[str]:
    if note := coverage(language):
        yield note
    for one, other in related_pairs(word_list.words, language):
        yield f"{one_line(one)} and {one_line(other)}: one is a form or a part of the other, or they share a part"
    for word in word_list.words:
        if language == ENGLISH and not all(is_known(piece) for piece in pieces(word) if _is_latin(piece)):
            yield f"{one_line(word)} is no word that the referee knows"
        if len(word) > LONG_WORD:
            yield f"{one_line(word)} has {len(word)} characters and will be shortened on a narrow board"


def _is_latin(piece: str) -> bool:
    """Return whether the English table could know it at all."""
    return piece.isascii() and piece.isalpha()
