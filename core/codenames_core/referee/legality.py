"""The referee of clues: one function says no, and says why.

The orchestrator, a person's live feedback and the retry message to a model all ask it.

Rule set `basic`: a clue is one word of any script (internal hyphens and apostrophes allowed) that does not equal a
word that is still face down. Rule set `official` also refuses what the publisher's rules refuse: a form, a part or
another spelling of such a word, and a compound that holds one or a part of one. What is related is decided in
`word_relations`; here is the order of the checks, and the reasons in words.
"""

import re
import unicodedata
from collections.abc import Collection, Iterable
from typing import Final, assert_never

from codenames_core.game.config import ClueRules
from codenames_core.game.events import UNLIMITED, Clue, ClueNumber
from codenames_core.game.state import GameState
from codenames_core.game.visibility import TableView
from codenames_core.game.words import normalise
from codenames_core.referee.word_relations import RelationKind, WordRelation, prepare_words
from codenames_core.text.sanitiser import one_line

LARGEST_NUMBER: Final = 25
LONGEST_CLUE: Final = 40
_LONGEST_TEXT: Final = 10 * LONGEST_CLUE
"""Characters with blanks and invisible ones; what is longer is not looked at."""

_NUMBER: Final = re.compile(r"[0-9]{1,2}")
_FULL_WIDTH: Final = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
"""Digits and letters as an input method for Chinese, Japanese or Korean writes them, and the usual ones."""
_UNLIMITED_TOO: Final = frozenset((UNLIMITED, "infinity", "∞"))
_WORD_AND_NUMBER: Final = re.compile(r"([^\W\d_]{3,})([0-9]{1,2})")
_TURNS_ROUND: Final = re.compile("[\u202a-\u202e\u2066-\u2069]")
_INSIDE_A_WORD: Final = frozenset("-'’‐‑ʼ·׳״")
"""Hyphens and apostrophes of several scripts, allowed between letters."""


def why_illegal(clue: Clue, state: GameState) -> str | None:
    """Return why `clue` may not be given in `state` and what would be right, or None where it may."""
    rules = state.config
    return _why_illegal(clue.word, clue.number, state.board.words, rules.clue_rules, rules.language, state.revealed)


def why_illegal_in(view: TableView, word: object, number: object) -> str | None:
    """Return why a clue may not be given at the table that `view` shows, or None where it may."""
    rules = view.rules
    return _why_illegal(word, number, view.words, rules.clue_rules, rules.language, view.revealed)


def why_illegal_clue(
    word: object,
    number: object,
    visible_words: Iterable[str],
    rules: ClueRules | str = ClueRules.OFFICIAL,
    language: str = "en",
    *,
    face_up: Collection[str] = (),
) -> str | None:
    """Return why a clue is illegal and what would be right, or None for a legal one.

    Nothing about the clue, its number or the words makes it raise; the reason is one line that is safe to show.

    Args:
        word: the clue as it was given; white space at its edges is ignored.
        number: the number as it was given: an integer, a string of digits, or `unlimited`.
        visible_words: the words of the board that are still face down; a revealed word is no obstacle.
        rules: the rule set.
        language: code of the language of the words; see `codenames_core.referee.languages.coverage`.
        face_up: those of the words, as they are spelled there, that are face up after all. To judge many clues of one
            board, give all its words and these: then what is known of the words is prepared once.

    Raises:
        ValueError: there is no such rule set.

    >>> why_illegal_clue("broken", 2, ["BREAK", "HEART"])
    "'broken' is a form of BREAK, which is on the board; give a word that is not a form of it"
    >>> why_illegal_clue("art", 2, ["BREAK", "HEART"]) is None
    True
    """
    return _why_illegal(word, number, tuple(map(str, visible_words)), ClueRules(rules), language, face_up)


def _why_illegal(
    word: object, number: object, words: tuple[str, ...], rules: ClueRules, language: str, face_up: Collection[str]
) -> str | None:
    if not isinstance(word, str):
        return f"the clue is {_quoted(word)}, not a word; give one word"
    if reason := _why_not_one_word(word):
        return reason
    on_board = prepare_words(words, language)
    if (alike := on_board.spelled_as(word)) and any(other not in face_up for other in alike):
        return f"{one_line(word)!r} is on the board; a clue must be a new word"
    match rules:
        case ClueRules.OFFICIAL:
            relation = on_board.closest_relation(word, face_up)
            reason = _sentence(one_line(word), relation) if relation else _why_not_official(word, number)
        case ClueRules.BASIC:
            reason = None
        case _:
            assert_never(rules)
    if reason:
        return reason
    if read_number(number) is None:
        return f"number {_quoted(number)} is not a number from 0 to {LARGEST_NUMBER} or {UNLIMITED!r}"
    return None


def read_number(number: object) -> ClueNumber | None:
    """Return a clue's number as the rules know it, or None where it is none.

    Integers 0 to 25, the same as a string of digits (also of full-width ones), and `unlimited` or `infinity` in any
    case; no bool, sign or fraction.
    """
    if isinstance(number, bool):
        return None
    if isinstance(number, int):
        return number if 0 <= number <= LARGEST_NUMBER else None
    if not isinstance(number, str):
        return None
    text = number[:_LONGEST_TEXT].translate(_FULL_WIDTH).strip().lower()
    if text in _UNLIMITED_TOO:
        return UNLIMITED
    return int(text) if _NUMBER.fullmatch(text) and int(text) <= LARGEST_NUMBER else None


def _why_not_official(word: str, number: object) -> str | None:
    if word.isalpha():
        return None  # letters alone hold no number, and turn no letters round
    if _TURNS_ROUND.search(word):
        return f"{one_line(word)!r} contains invisible characters that reverse its letters; give the word without them"
    glued = _WORD_AND_NUMBER.fullmatch(normalise(word))
    if glued and int(glued[2]) == read_number(number):
        return f"{one_line(word)!r} ends in its own number; give the word alone, {glued[1]!r}"
    return None


def _sentence(clue: str, relation: WordRelation) -> str:
    """The relation in a sentence, and what would be right."""
    word = one_line(relation.word)
    match relation.kind:
        case RelationKind.SPELLING:
            return f"{clue!r} is another spelling of {word}, which is on the board; a clue must be a new word"
        case RelationKind.FORM:
            return f"{clue!r} is a form of {word}, which is on the board; give a word that is not a form of it"
        case RelationKind.PART if normalise(clue) == relation.shared:
            return f"{clue!r} is a part of {word}, which is on the board; give a word that is not a part of it"
        case RelationKind.PART:
            related = f"{clue!r} is a form of {relation.shared!r}, a part of {word}"
            return f"{related}, which is on the board; give a word that is not a form of its parts"
        case RelationKind.HOLDER if normalise(word) == relation.shared:
            return f"{clue!r} contains {word}, which is on the board; give a word that does not contain it"
        case RelationKind.HOLDER:
            return f"{clue!r} contains a form of {word}, which is on the board; give a word that contains none"
        case RelationKind.SHARED:
            related = f"{clue!r} and {word}, which is on the board, both contain {relation.shared!r}"
            return f"{related}; give a word that shares no part with it"
        case _:
            assert_never(relation.kind)


def _why_not_one_word(word: str) -> str | None:
    word = word.strip()
    if word.isascii() and word.isalnum() and len(word) <= LONGEST_CLUE:
        return None
    if len(word) > _LONGEST_TEXT:
        return f"the clue has {len(word):,} characters; the limit is {LONGEST_CLUE}; give one word"
    clue = normalise(word)
    if clue.isalnum() and len(clue) <= LONGEST_CLUE:
        return None
    shown = one_line(word, LONGEST_CLUE)
    if not any(character.isalnum() for character in clue):
        return f"{shown!r} has no letter or digit; give one word"
    if " " in clue:
        return f"{shown!r} is more than one word; give one word"
    if len(clue) > LONGEST_CLUE:
        return f"{shown!r} has {len(clue)} characters; the limit is {LONGEST_CLUE}; give one word"
    if bad := next((c for c in clue if not _belongs_in_a_word(c)), None):
        return f"{shown!r} holds {bad!r}; give one word of letters or digits, hyphens and apostrophes inside it"
    if clue[0] in _INSIDE_A_WORD or clue[-1] in _INSIDE_A_WORD:
        return f"{shown!r} begins or ends with a hyphen or apostrophe; give the word alone"
    return None


def _belongs_in_a_word(character: str) -> bool:
    return character.isalnum() or character in _INSIDE_A_WORD or unicodedata.category(character).startswith("M")


def _quoted(value: object) -> str:
    if isinstance(value, str):
        return repr(one_line(value[:_LONGEST_TEXT], 20))
    try:
        return one_line(repr(value)[:_LONGEST_TEXT], 20)
    except Exception:  # a foreign object whose repr fails, or an integer of thousands of digits
        return f"of type {type(value).__name__}"
