"""Splits one line of a list of guesses into items: words of the board, PASS, and what is neither."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from codenames_agents.reading.board_words import find_place, split_into_words
from codenames_agents.reading.conditions import without_conditions, words_depended_on
from codenames_core.text.sanitiser import one_line

OFF_THE_BOARD: Final = "is not a word of the board"
SPOKEN_AGAINST: Final = "is a word that the list itself speaks against"
MOST_ITEMS: Final = 60
_LONGEST_LINE: Final = 2_000
_LONGEST_SHOWN: Final = 40

_BULLET: Final = re.compile(r" {0,12}(?:[-•+>–]|#?\d{1,2}[.):](?!\d)) {0,4}")
_BECAUSE: Final = re.compile(r"\b(?:because|since)\b.*", re.IGNORECASE)
_ASIDE: Final = re.compile(r"\([^()\n]{0,200}(?:\)|$)")
# Commas and other signs of all scripts, and the numbers of a list in one line: `SHIP 2. WAVE`.
_SEPARATOR: Final = re.compile(r"[,;|→、，；/>\n]| {1,3}\d{1,2}[.)] {1,3}")
_AND: Final = re.compile(r" (?:followed by|and then|and|then|&) ", re.IGNORECASE)
_ORDER: Final = (
    "just|only|and|then|next|finally|lastly|last|1st|2nd|3rd|4th|first(?:ly)?|second(?:ly)?|third(?:ly)?|fourth"
)
_ORDINAL: Final = re.compile(rf"(?:(?:{_ORDER})[ :]{{1,2}})+", re.IGNORECASE)
_ORDINAL_BEHIND: Final = re.compile(rf"(?: (?:alone|{_ORDER}|as (?:the |my |our )?(?:{_ORDER})))+\Z", re.IGNORECASE)
_STOP: Final = re.compile(
    r"(?P<comma>[,;.]?) (?:(?:and|then|but|or|&)(?: then)? )?(?:(?:i|we)(?:'ll| will| would)? )?(?P<stop>stop)"
    r"(?: (?:there|here|then|after that|now))?[ .!]{0,3}\Z",
    re.IGNORECASE,
)
"""The end of a list: `SHIP, WAVE and stop`."""
# What begins an explanation behind a word: ` - `, `:`, ` because `, ` rather than `.
_EXPLANATION: Final = re.compile(r" [-–—]+ |[:=]| (?:because|since|rather than|instead of|not|over) ", re.IGNORECASE)
# An explanation that begins like this speaks against the word: `BEAR - too risky`.
_AGAINST: Final = re.compile(
    r"\W*(?:no|not|avoid\w*|skip\w*|never|don't|too risky|risky|reject\w*|danger\w*)\b", re.IGNORECASE
)
_TRAILING_NUMBER: Final = re.compile(r"[ :=]{1,3}[0-9.]{1,6} ?%?$")
_PASS: Final = re.compile(r"(?:i |we )?pass", re.IGNORECASE)
_NOTHING: Final = re.compile(
    r"none(?: of (?:them|these|the words))?|nothing|no(?: more)? (?:words?|guess(?:es)?)|stop", re.IGNORECASE
)
_MARKED_WORD: Final = re.compile(r"[\s.,:]*(?:\[[^\[\]]+\]|\"[^\"]+\"|'[^']+'|“[^”]+”|«[^»]+»|„[^“]+“)[\s.,:]*")
"""A word in quotes or brackets: how PASS is written where it is a word of the board."""
_EDGES: Final = " \t\n\"'“”‘’„«».!?:[]{}<>_-–—•()"


@dataclass(frozen=True, slots=True)
class GuessItem:
    """One item of a list: a word of the board, PASS, or neither."""

    text: str
    word: str | None = None
    """The word in the board's spelling."""
    passes: bool = False
    reason: str = ""
    """Why it is neither."""
    is_explained: bool = False
    """Whether an explanation follows the word, as it would in an analysis of the board."""
    depends_on: str | None = None
    """A word of the board that has to be listed before what follows, since a condition names it; it is no guess."""

    @property
    def is_known(self) -> bool:
        """Whether it is a word of the board, PASS, or a condition on a word of the board."""
        return self.word is not None or self.passes or self.depends_on is not None

    @property
    def names_nothing(self) -> bool:
        """Whether it says that no word is guessed: `none`, `no words`, `stop`."""
        return self.word is None and _NOTHING.fullmatch(self.text) is not None


PASS: Final = GuessItem("PASS", passes=True)


def read_items(line: str, words: tuple[str, ...]) -> tuple[GuessItem, ...]:
    """Return the items of a line in order.

    A word counts where it is a whole item, but for an explanation behind it: in `POLICE, not ICE` the second item is
    no word of the board. A condition on a word that does not stand before it comes first, as an item of its own.
    """
    line = line[:_LONGEST_LINE]
    conditions = (GuessItem(word, depends_on=word) for word in words_depended_on(_BECAUSE.sub("", line), words))
    return (*conditions, *_items(_without_closing(line, words), words))


def _without_closing(line: str, words: tuple[str, ...]) -> str:
    """Return a line without conditions, and with PASS in place of a closing `and stop`; a word STOP stays one."""
    line = without_conditions(line)
    closing = _STOP.search(line)
    if closing is None or (closing["stop"].isupper() and find_place("stop", words) is not None):
        return line
    return f"{line[: closing.start()]}, {PASS.text}"


def is_list(line: str, items: Sequence[GuessItem]) -> bool:
    """Return whether a line with these items is a list rather than prose."""
    if items and _BULLET.match(line) and (items[0].is_known or items[0].reason == SPOKEN_AGAINST):
        return True
    return all(item.is_known or len(item.text.split()) <= 2 for item in items)


def is_pure(items: Sequence[GuessItem]) -> bool:
    """Return whether a line with these items has nothing but words of the board and PASS."""
    return bool(items) and all(item.is_known and not item.is_explained for item in items)


def _items(line: str, words: tuple[str, ...]) -> Iterator[GuessItem]:
    if bullet := _BULLET.match(line):
        line = line[bullet.end() :]
    without_asides = _ASIDE.sub(" ", line)
    if without_asides.strip(_EDGES):
        line = without_asides
    for piece in _SEPARATOR.split(_BECAUSE.sub("", line))[:MOST_ITEMS]:
        if piece.strip(_EDGES):
            yield from _items_in(piece.strip(), words)


def _items_in(piece: str, words: tuple[str, ...]) -> list[GuessItem]:
    """Return the item that a piece is, or the items that it consists of."""
    if item := _known(piece, words):
        return [item]
    if items := _joined_by_and(piece, words):
        return items
    bare = piece.strip(_EDGES)
    if item := _known(_ORDINAL_BEHIND.sub("", bare), words):
        return [item]
    if item := _explained(_ORDINAL.sub("", bare, count=1), words):
        return [item]
    return _run_of_words(bare, words) or [GuessItem(one_line(bare, _LONGEST_SHOWN), reason=OFF_THE_BOARD)]


def _known(piece: str, words: tuple[str, ...]) -> GuessItem | None:
    """Return the item that a piece is as a whole; None where it is none."""
    bare = piece.strip(_EDGES)
    if _PASS.fullmatch(bare):
        place = find_place(bare, words) if _MARKED_WORD.fullmatch(piece) else None
        return PASS if place is None else GuessItem(bare, words[place])
    for spelling in (piece.strip(), bare, _TRAILING_NUMBER.sub("", bare)):
        place = find_place(spelling, words)
        if place is not None:
            return GuessItem(spelling, words[place])
    return None


def _joined_by_and(piece: str, words: tuple[str, ...]) -> list[GuessItem]:
    """Return the items of `first WAVE and then SHIP`; none where a part is no item."""
    parts = [part for part in _AND.split(piece) if part.strip(_EDGES)]
    items = [_known(_ORDINAL.sub("", part, count=1), words) for part in parts]
    return [item for item in items if item] if len(parts) > 1 and all(items) else []


def _explained(piece: str, words: tuple[str, ...]) -> GuessItem | None:
    """Return a word with an explanation behind it; one that the explanation speaks against is rejected."""
    sign = _EXPLANATION.search(piece)
    if sign is None:
        return _known(piece, words)
    item = _known(piece[: sign.start()], words)
    if item and item.word and sign.group().strip() != "not" and _AGAINST.match(piece, sign.end()):
        return GuessItem(one_line(piece, _LONGEST_SHOWN), reason=SPOKEN_AGAINST)
    return replace(item, is_explained=True) if item else None


def _run_of_words(piece: str, words: tuple[str, ...]) -> list[GuessItem]:
    """Return the words of the board that a piece lists with spaces between them; none where there is anything else."""
    tokens = piece.split(" ", MOST_ITEMS)
    if not 2 <= len(tokens) <= MOST_ITEMS:
        return []
    items: list[GuessItem] = []
    run: list[str] = []
    for token in [*tokens, PASS.text]:
        if not _PASS.fullmatch(token):
            run.append(token)
            continue
        places = split_into_words(run, words)
        if places is None:
            return []
        items += [*(GuessItem(words[place], words[place]) for place in places), PASS]
        run = []
    return items[:-1]
