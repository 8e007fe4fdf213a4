"""Reads on what it depends that a list of guesses goes on: `SHIP, if SHIP is right, WAVE`.

A list is touched in order until a word is wrong, so a condition that the words before it are right says nothing new and
is taken out. One that names a word which is not listed before it says that the list is incomplete: `WAVE if SHIP is
right` is no commitment to touch WAVE first.
"""

import re
from collections.abc import Iterator
from typing import Final

from codenames_agents.reading.board_words import find_mentions, find_place
from codenames_core.game.words import normalise

_IF: Final = r"(?:if|once|when|provided|assuming|as long as)(?: that)? "
_NO_NEGATION: Final = r"(?![^,;\n]{0,80}(?:\b(?:wrong|not|no|fails?|misses|neutral)\b|n't))"
_UP_TO_THEN: Final = r"(?:(?! then )[^,;\n]){1,80}"
_LEADING: Final = re.compile(
    rf"(?:(?P<bullet>^ {{0,12}}(?:[-•+>–]|#?\d{{1,2}}[.):])? {{0,4}})|(?<=\w)[.,;] )"
    rf"(?:(?:and|then|but|only) ){{0,3}}{_IF}{_NO_NEGATION}{_UP_TO_THEN}(?:[,;] (?:then )?| then )",
    re.IGNORECASE,
)
"""A condition before the words that it is for: `If SHIP is right, WAVE`."""
_TRAILING: Final = re.compile(rf"(?:[,;]|(?<=\w)) (?:but )?(?:only )?{_IF}{_NO_NEGATION}{_UP_TO_THEN}", re.IGNORECASE)
"""A condition behind the words that it is for: `WAVE if SHIP is right`."""
_ON_A_WORD: Final = re.compile(
    rf"\b{_IF}(?P<what>[^,;()\n]{{1,60}}?) (?:(?:is|was|turns out|proves|comes up)(?: to be)? "
    r"(?:right|correct|good|ours|true|safe|red|blue|a hit)|hits|works|succeeds)\b",
    re.IGNORECASE,
)
"""A condition on a word that it names, in parentheses, too."""


def without_conditions(line: str) -> str:
    """Return a line of a list without its conditions.

    >>> without_conditions("SHIP. If SHIP is right, WAVE"), without_conditions("SHIP, then WAVE if that is right")
    ('SHIP, WAVE', 'SHIP, then WAVE')
    """
    line = _LEADING.sub(lambda match: ", " if match["bullet"] is None else match["bullet"], line)
    return _TRAILING.sub("", line)


def words_depended_on(line: str, words: tuple[str, ...]) -> Iterator[str]:
    """Yield the words of the board that a condition of a line names, but that do not stand before it in the line.

    >>> list(words_depended_on("WAVE if SHIP is right", ("SHIP", "WAVE")))
    ['SHIP']
    >>> list(words_depended_on("SHIP, then WAVE if SHIP is right", ("SHIP", "WAVE")))
    []
    """
    for condition in _ON_A_WORD.finditer(line):
        place = find_place(condition["what"].strip(" \"'“”*_"), words)
        before = {mention.place for mention in find_mentions(normalise(line[: condition.start()]), words)}
        if place is not None and place not in before:
            yield words[place]
