"""The referee of clues: one function says no, and says why.

The orchestrator, a person's live feedback and the retry message to a model all ask it.

Rule set `basic`: a clue is one word of any script (internal hyphens and apostrophes allowed) that does not equal a
word that is still face down.
"""

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from codenames_core.config import ClueRules
from codenames_core.events import UNLIMITED, Clue, ClueNumber
from codenames_core.state import GameState
from codenames_core.text import one_line
from codenames_core.words import normalise

LARGEST_NUMBER: Final = 25
LONGEST_CLUE: Final = 40

_NUMBER: Final = re.compile(r"[0-9]{1,2}")
_INSIDE_A_WORD: Final = frozenset("-'’‐‑ʼ·׳״")
"""Hyphens and apostrophes of several scripts, allowed between letters."""


def why_illegal(clue: Clue, state: GameState) -> str | None:
    """Return why `clue` may not be given in `state` and what would be right, or None where it may."""
    visible = [word for word in state.board.words if word not in state.revealed]
    return why_illegal_clue(clue.word, clue.number, visible, state.config.clue_rules, state.config.language)


def why_illegal_clue(
    word: object,
    number: object,
    visible_words: Iterable[str],
    rules: ClueRules | str = ClueRules.BASIC,
    language: str = "en",
) -> str | None:
    """Return why a clue is illegal and what would be right, or None for a legal one.

    Args:
        word: the clue as it was given; white space at its edges is ignored.
        number: the number as it was given: an integer, a string of digits, or `unlimited`.
        visible_words: the words of the board that are still face down; a revealed word is no obstacle.
        rules: the rule set.
        language: code of the language of the words.

    >>> why_illegal_clue("bank", 2, ["BANK", "RIVER"])
    "'bank' is on the board; a clue is a new word"
    """
    ClueRules(rules)
    if not isinstance(word, str):
        return f"the clue is {_quoted(word)}, not a word; give one word"
    if reason := _why_not_one_word(word):
        return reason
    if normalise(word) in map(normalise, visible_words):
        return f"{one_line(word)!r} is on the board; a clue is a new word"
    if read_number(number) is None:
        return f"number {_quoted(number)} is not a number from 0 to {LARGEST_NUMBER} or {UNLIMITED!r}"
    return None


def read_number(number: object) -> ClueNumber | None:
    """Return a clue's number as the rules know it, or None where it is none.

    Integers 0 to 25, the same as a string of ASCII digits, and `unlimited` in any case; no bool, sign or fraction.
    """
    if isinstance(number, bool):
        return None
    if isinstance(number, int):
        return number if 0 <= number <= LARGEST_NUMBER else None
    if not isinstance(number, str):
        return None
    text = number.strip().lower()
    if text == UNLIMITED:
        return UNLIMITED
    return int(text) if _NUMBER.fullmatch(text) and int(text) <= LARGEST_NUMBER else None


def _why_not_one_word(word: str) -> str | None:
    clue = normalise(word)
    if clue.isalnum() and len(clue) <= LONGEST_CLUE:
        return None
    shown = one_line(word, LONGEST_CLUE)
    if not any(character.isalnum() for character in clue):
        return f"{shown!r} has no letter or digit; give one word"
    if " " in clue:
        return f"{shown!r} is more than one word; give one word"
    if len(clue) > LONGEST_CLUE:
        return f"{shown!r} has {len(clue)} characters, and {LONGEST_CLUE} is the most; give one word"
    if bad := next((c for c in clue if not _belongs_in_a_word(c)), None):
        return f"{shown!r} holds {bad!r}; give one word of letters or digits, hyphens and apostrophes inside it"
    if clue[0] in _INSIDE_A_WORD or clue[-1] in _INSIDE_A_WORD:
        return f"{shown!r} begins or ends with a hyphen or apostrophe; give the word alone"
    return None


def _belongs_in_a_word(character: str) -> bool:
    return character.isalnum() or character in _INSIDE_A_WORD or unicodedata.category(character).startswith("M")


def _quoted(value: object) -> str:
    if isinstance(value, int) and value.bit_length() > 64:  # repr() refuses integers of thousands of digits
        return "of many digits"
    return repr(one_line(value, 20)) if isinstance(value, str) else one_line(repr(value), 20)
