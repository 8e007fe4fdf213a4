"""`words`: `check` says whether boards can be dealt from a list, and `convert` writes it down, one word per line."""

import argparse
import json
from pathlib import Path
from typing import Final

from codenames_agents.reading.refusals import FORM_WORDS
from codenames_core.files.atomic_writes import write_atomically
from codenames_core.files.list_forms import Problem
from codenames_core.files.word_lists import read_word_list, usable_words, written_list
from codenames_core.game.language_codes import language_code
from codenames_core.game.words import WordList
from codenames_core.referee.english import is_known
from codenames_core.referee.languages import ENGLISH, coverage
from codenames_core.referee.spelling import pieces
from codenames_core.referee.word_relations import related_pairs
from codenames_core.support.validation_messages import bounded
from codenames_core.text.plurals import counted
from codenames_core.text.sanitiser import one_line
from codenames_tui.cli import exits
from codenames_tui.cli.commands.episodes.output_file import make_new_file, removed_on_failure
from codenames_tui.cli.streams import print_note

LONG_WORD = 14
"""Characters; a longer one is shortened on a narrow board."""
MOST_SHOWN: Final = 10
"""Warnings of one kind that are printed; JSON holds all."""
MOST_PROBLEMS: Final = 100
"""Problems that are printed; JSON holds all."""


def check(options: argparse.Namespace) -> int:
    """Print the problems of the list with their lines; for a list without any its size, and what is unusual.

    Warnings (words that are forms or parts of each other, unknown words, words of the form that models answer in, long
    ones) are no problems; of each kind the first are printed, and how many more there are.

    Raises:
        WordListError: the file cannot be read, or is no text.
    """
    where = one_line(options.file)
    asked = language_code(options.language) if options.language else None
    reading = read_word_list(options.file)
    language = asked or reading.language or ENGLISH
    word_list = None if reading.problems else usable_words(options.file, reading)
    warnings = _warnings(word_list, language) if word_list else {}
    if options.json:
        listed = [{"line": problem.line or None, "message": problem.message} for problem in reading.problems]
        count = len(word_list.words) if word_list else 0
        every = [warning for kind in warnings.values() for warning in kind]
        facts = {"file": options.file, "form": reading.form, "language": reading.language or None, "words": count}
        print(json.dumps({**facts, "notes": reading.notes, "problems": listed, "warnings": every}))
        return exits.ANSWER_IS_NO if reading.problems else exits.DONE
    for said in (reading.taken_for, *reading.notes):
        print(f"{where}: {said}")
    lines = [_problem_line(problem) for problem in reading.problems]
    for line in bounded(lines, MOST_PROBLEMS, "problems; --json lists them all"):
        print(f"{where}: {line}")
    if word_list:
        print(f"{where}: {len(word_list.words)} words, SHA-256 {word_list.sha256[:12]}")
    for what, kind in warnings.items():
        for warning in bounded(kind, MOST_SHOWN, f"{what}; --json lists them all"):
            print(f"{where}: warning: {warning}")
    return exits.ANSWER_IS_NO if reading.problems else exits.DONE


def convert(options: argparse.Namespace) -> int:
    """Write the words of a list in any form that is read to a file, one word per line.

    Raises:
        WordListError: the list cannot be used; the message names the first lines.
        FileInTheWayError: a file is there already, and it may not be replaced.
    """
    reading = read_word_list(options.file)
    words = usable_words(options.file, reading).words
    text = written_list(words, reading.language).encode()
    if options.force:
        write_atomically(Path(options.out), text)
    else:
        path = make_new_file(options.out, otherwise="choose another name, or replace it with --force")
        with removed_on_failure(path):
            write_atomically(path, text)
    print_note(f"{one_line(options.file)}: {'; '.join((reading.taken_for, *reading.notes))}")
    print_note(f"saved {counted(len(words), 'word')} as {one_line(options.out)}")
    return exits.DONE


def _problem_line(problem: Problem) -> str:
    return f"line {problem.line}: {problem.message}" if problem.line else problem.message


def _warnings(word_list: WordList, language: str) -> dict[str, list[str]]:
    """Return the warnings, by what they are about."""
    words = word_list.words
    note = coverage(language)
    return {
        "languages": [note] if note else [],
        "pairs": [
            f"{one_line(word)} and {one_line(other)}: one is a form or a part of the other, or they share a part"
            for word, other in related_pairs(words, language)
        ],
        "unknown words": [
            f"{one_line(word)} is not a word that the referee knows"
            for word in words
            if language == ENGLISH and not all(is_known(piece) for piece in pieces(word) if _is_latin(piece))
        ],
        "words of the form": [_form_warning(word) for word in words if word.upper() in FORM_WORDS],
        "long words": [
            f"{one_line(word)} has {len(word)} characters and will be shortened on a narrow board"
            for word in words
            if len(word) > LONG_WORD
        ],
    }


def _form_warning(word: str) -> str:
    if word.upper() == "PASS":
        return f"{word} also ends a turn where models and guessers answer: there, [{word}] in brackets is the word"
    return f"{word} is a word that models also use to answer, so they may be misread"


def _is_latin(piece: str) -> bool:
    """Return whether the English table could hold `piece`."""
    return piece.isascii() and piece.isalpha()
