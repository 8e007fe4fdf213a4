"""Reads a line that gives a clue (`SEA (2) - both are wet`), a number (`two`), or both without a label.

The patterns below take one line apart, from left to right: the word, what may stand between it and its number, the
number, and what behind them makes the line ambiguous. Whatever is ambiguous is refused rather than repaired.
"""

import re
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from codenames_agents.reading.answers import Unreadable
from codenames_agents.reading.refusals import CLUE_FORM, quoted
from codenames_core.game.events import UNLIMITED, ClueNumber

_LONGEST_LINE: Final = 400
"""Characters that are read: a word, a number, the start of an explanation."""

_SPELLED: Final = {
    "zero": 0,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
}
_UNLIMITED: Final = frozenset({UNLIMITED, "infinite", "infinity", "∞"})
_LEAST_TOO_LARGE: Final = 1_000
"""The referee refuses numbers that are too large for a clue; from this on, none is read at all."""

# One word in any script: it begins with a letter or digit, and ends at the first space or sign that no word contains
# (hyphens and apostrophes it may). Possessive, so that it is never given back letter by letter.
_WORD: Final = r"(?=[^\W_])[^\s,.;:!?()\[\]{}<>\"“”„«»|/\\=+&*_~…·•–—]{1,60}+"
# A number in digits that is no part of another one: not `2nd`, `2.5`, `1/2`, and no range such as `2-3` or `2 or 3`.
_COUNT: Final = (
    r"(?P<count>[0-9]{1,3}(?![\w]|[.,/][0-9]|[ ]?(?:-|–|/|or|to)[ ]?[0-9])"
    r"|∞|\b(?:unlimited|infinity|infinite)\b)"
)
_SPELLED_COUNT: Final = rf"(?P<spelled>\b(?:{'|'.join(_SPELLED)})\b)"
_LINKS: Final = r"for|with|the|and|number|count|num|is|of"
_APART: Final = r"[\s\"'”’»)\]}>_,:;.|/=+×–—-]"

_FIRST_WORD: Final = re.compile(_WORD)
# A second word of the clue, read so that the referee can refuse it with a reason; a link or a conjunction is none.
_SECOND_WORD: Final = re.compile(rf" (?!(?:{_LINKS}|or|because|since|as)\b){_WORD}", re.IGNORECASE)
_NUMBER_BEHIND: Final = re.compile(
    # digits, behind signs and words that link them to the clue; a minus sign is none of these …
    rf"(?:{_APART}{{1,6}}|(?=[(\[{{<]))(?:(?:{_LINKS})\b{_APART}{{0,4}}){{0,4}}[(\[{{<\"'“‘ ]{{0,3}}"
    rf"(?<! -)(?<!−)x?{_COUNT}"
    # … or a spelled number, unless it may be the second word of the clue
    rf"|{_APART}{{0,3}}(?:[(,:]|[–—-] |(?: for| with){{1,2}} (?:the )?(?:number )?)[ \"']{{0,2}}{_SPELLED_COUNT}",
    re.IGNORECASE,
)
# The end of the clue where no number follows: a sign, the end of the line, or an explanation.
_WORD_END: Final = re.compile(
    r"[\s\"'”’»)\]}>_]*(?:[,.;:!?(\[{|/&+=–—-]|$)| (?:because|since|as|or|and)\b", re.IGNORECASE
)
_GLUED_ON: Final = re.compile(r"[&+$%^=/.,:;!?](?=[^\s\d.!?\"'”’)\]])")
"""The word goes on behind a sign: `U.S.`, `C++`. To cut it there would make another clue of it."""
# `St. Moritz`: a full stop and one or two words up to the end of the line.
_ABBREVIATION: Final = re.compile(r"\. (?:\S+ ?){1,2}$")
# A second word with a number behind the first: `SEA 2 or OCEAN 3`.
_ANOTHER_CLUE: Final = re.compile(
    r"[\s,;/|&+\"'”’)\]]{0,6}(?:or\b|and\b|alternatively\b)?[\s,;/|\"'“‘(]{0,4}"
    rf"(?!(?:for|number|words?|because|since|targets?)\b){_WORD}[\s,:(\"'”’]{{1,4}}[0-9]{{1,2}}(?!\w)",
    re.IGNORECASE,
)
# A second word behind the first, where neither has a number: `SEA, OCEAN`, `SEA or OCEAN`.
_ANOTHER_WORD: Final = re.compile(
    rf"[\s\"'”’)\]]{{0,4}}(?:[,/;&+|]|\bor\b|\band\b)[\s\"'“‘]{{0,3}}{_WORD}[\s\"'”’]{{0,3}}"
    r"(?:[,/;&+|.!\d]|$|\bor\b|\band\b)",
    re.IGNORECASE,
)
# The placeholder of the prompt, repeated: `<your clue>`, `[WORD]`.
_PLACEHOLDER: Final = re.compile(
    r"[<\[{(]\s?(?:your |the |one[ -]?)?(?:clue|word|clue word|hint)\s?[>\]})]", re.IGNORECASE
)
# The value of a NUMBER label, with quotes or brackets before it.
_NUMBER_ALONE: Final = re.compile(rf"[\s\"'“(\[{{<_#=]{{0,6}}(?:{_COUNT}|{_SPELLED_COUNT})", re.IGNORECASE)
_ANOTHER_NUMBER: Final = re.compile(
    rf"[\s\"')\]]{{0,3}}(?:or|to|and|/|,)\s{{1,2}}(?:\d|(?:{'|'.join(_SPELLED)})\b)", re.IGNORECASE
)
# A clue without a label, at the start of a line: `SEA 2`, `('sea', 2)`, `clue SEA: 2`.
_BARE: Final = re.compile(
    rf"(?P<open>[\"'(\[{{<]{{0,3}})(?:clue )?(?P<word>{_WORD}){_APART}{{1,6}}[\"'(]{{0,2}}{_COUNT}"
    r"[\s\"')\]}>.!]{0,6}",
    re.IGNORECASE,
)
PLACEHOLDER: Final = "is only a placeholder; put your own word there"
_PLACEHOLDERS: Final = frozenset(
    {"word", "clue", "hint", "your word", "your clue", "your hint", "one word", "new word", "one clue", "clue word"}
    | {"the word", "the clue", "my word", "hint word", "single word", "a word", "a clue"}
)
_COUNTED_THINGS: Final = frozenset(
    {"answer", "blue", "clue", "final", "guess", "note", "number", "option", "page", "red", "round", "score", "step"}
    | {"target", "targets", "team", "total", "turn", "word"}
)
"""`Option 2` is no clue."""
_OPENING: Final = " \t\"'“‘„«([{<_-–—•>"
_CLOSING: Final = " \"'.!)]}>"


class ClueLine(NamedTuple):
    """A clue word and its number, as far as the line gives one."""

    word: str
    number: ClueNumber | None


@dataclass(frozen=True, slots=True)
class BareClue:
    """A word and a number without a label."""

    clue: ClueLine
    is_sure: bool
    """Whether capitals or parentheses set it off from prose."""
    fills_line: bool


def read_clue_line(line: str, whole: bool = False) -> ClueLine | Unreadable:
    """Return the word and the number, if any, of a CLUE line; Unreadable where it has no clue or several.

    Args:
        line: what stands behind the label.
        whole: whether the clue has to be the whole line, with no explanation behind it.

    >>> read_clue_line("SEA (2) - both are wet")
    ClueLine(word='SEA', number=2)
    """
    shown = quoted(line)
    text = line[:_LONGEST_LINE].lstrip(_OPENING)
    if _PLACEHOLDER.match(line.strip(" \"'")):
        return Unreadable(f"the clue{shown} {PLACEHOLDER}")
    first = _FIRST_WORD.match(text)
    if first and (_GLUED_ON.match(text, first.end()) or _ABBREVIATION.match(text, first.end())):
        return Unreadable(f"the clue{shown} is not one word; {CLUE_FORM}")
    second = _SECOND_WORD.match(text, first.end()) if first else None
    for word in (first, second):
        if word and (number := _NUMBER_BEHIND.match(text, word.end())):
            if _ANOTHER_CLUE.match(text, number.end()):
                return Unreadable(f"there are several clues in one line{shown}; give one")
            return ClueLine(_bare_word(text[: word.end()]), _number(number["count"] or number["spelled"]))
    end = next((word.end() for word in (first, second) if word and _WORD_END.match(text, word.end())), None)
    if end is None or (whole and text[end:].strip(_CLOSING)):
        return Unreadable(f"the clue{shown} is not one word; {CLUE_FORM}")
    if _ANOTHER_WORD.match(text, end):
        return Unreadable(f"there are several words in the clue{shown}; give one")
    return ClueLine(_bare_word(text[:end]), None)


def is_placeholder(word: str) -> bool:
    """Return whether a clue is what forms and examples have in the place of one, such as WORD."""
    return " ".join(word.lower().replace("_", " ").replace("-", " ").split()) in _PLACEHOLDERS


def read_number_line(value: Any) -> ClueNumber | None:
    """Return the number of a NUMBER line or of a JSON value; None where there is none, or more than one.

    >>> read_number_line("2 (SHIP and WAVE)"), read_number_line("2 or 3"), read_number_line(2.5)
    (2, None, None)
    """
    if isinstance(value, int) and not isinstance(value, bool):
        return value if 0 <= value < _LEAST_TOO_LARGE else None
    if not isinstance(value, str):
        return None
    text = value[:_LONGEST_LINE]
    match = _NUMBER_ALONE.match(text)
    if match is None or _ANOTHER_NUMBER.match(text, match.end()):
        return None
    return _number(match["count"] or match["spelled"])


def read_bare_clue(line: str) -> BareClue | None:
    """Return the word and number at the start of a line without a label.

    >>> read_bare_clue("('sea', 2)")
    BareClue(clue=ClueLine(word='sea', number=2), is_sure=True, fills_line=True)
    """
    match = _BARE.match(line[:_LONGEST_LINE])
    if match is None or match["word"].lower() in _COUNTED_THINGS:
        return None
    clue = ClueLine(_bare_word(match["word"]), _number(match["count"]))
    return BareClue(clue, "(" in match["open"] or match["word"].isupper(), match.end() == len(line))


def _bare_word(word: str) -> str:
    return word.strip("\"'’‘-")


def _number(text: str) -> ClueNumber:
    text = text.lower()
    if text in _UNLIMITED:
        return UNLIMITED
    return _SPELLED[text] if text in _SPELLED else int(text)
