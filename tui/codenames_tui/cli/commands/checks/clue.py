"""`clue check`: the referee's verdict on a clue, to settle a dispute at the table."""

import argparse
import json
import sys
from typing import Any

from codenames_core.files.strict_json import read_json
from codenames_core.files.untrusted_files import decode, read_bytes
from codenames_core.game.language_codes import language_code
from codenames_core.game.words import normalise
from codenames_core.referee.languages import coverage
from codenames_core.referee.legality import why_illegal_clue
from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line
from codenames_tui.cli import exits

LARGEST_FILE = 100_000_000
"""Bytes of a file of cases."""


def check(options: argparse.Namespace) -> int:
    """Print the verdict on one clue, or a JSON line for each clue of a file of cases."""
    options.language = language_code(options.language)
    if note := coverage(options.language):
        print(note, file=sys.stderr)
    if options.cases:
        return _check_cases(options)
    if options.word is None or options.board is None:
        raise InputError("clue check needs a WORD and --board, or --cases FILE")
    number = 1 if options.number is None else options.number
    revealed = _words(options.revealed or "")
    verdict = _verdict(options.word, number, _words(options.board), revealed, options)
    if options.json:
        print(json.dumps(verdict))
    else:
        print(verdict["reason"] or f"{one_line(options.word)!r} is legal")
    return exits.DONE if verdict["legal"] else exits.ANSWER_IS_NO


def _check_cases(options: argparse.Namespace) -> int:
    text = decode(read_bytes(options.cases, LARGEST_FILE), one_line(options.cases))
    wrong = False
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            print(json.dumps(verdict_of(line, f"{one_line(options.cases)}: line {number}", options)))
        except InputError as error:
            wrong = True
            print(error, file=sys.stderr)
    return exits.SOME_SKIPPED if wrong else exits.DONE


def verdict_of(line: str, where: str, options: argparse.Namespace) -> dict[str, Any]:
    """Return the referee's verdict on the case in a line; `where` names it in complaints.

    Raises:
        InputError: the line holds no case.
    """
    case = read_json(line, where)
    if not isinstance(case, dict) or not _is_words(case.get("board")) or not _is_words(case.get("revealed", [])):
        raise InputError(f'{where}: a case is an object with "clue", "number", "board" and "revealed" (lists of words)')
    verdict = _verdict(case.get("clue"), case.get("number", 1), case["board"], case.get("revealed", []), options)
    return {"id": case["id"], **verdict} if "id" in case else verdict


def _verdict(
    word: object, number: object, board: list[str], revealed: list[str], options: argparse.Namespace
) -> dict[str, Any]:
    face_up = {normalise(other) for other in revealed}
    visible = [other for other in board if normalise(other) not in face_up]
    reason = why_illegal_clue(word, number, visible, options.rules, options.language)
    return {"clue": word, "legal": reason is None, "reason": reason}


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def _is_words(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(word, str) for word in value)
