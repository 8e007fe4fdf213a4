"""Finds the answer that a server left among a model's thoughts.

Servers that part thoughts from answers sometimes take the answer for a thought, and send nothing else. Its place is at
the end: behind a mark that closes the thoughts, or in the last paragraph if that is in the form of an answer. A thought
that only looks like one is not the last word, and whatever stands before that is left alone.
"""

import re
from typing import Final

from codenames_agents.reading.answer_text import extract_answer
from codenames_core.game.agent import Unreadable

_PARAGRAPH: Final = re.compile(r"\n[ \t]*\n")
_LABELLED: Final = re.compile(
    r"[\W_]{0,8}(?:reasoning|targets|clue|number|guesses|consensus|confidence|answer)[*_\"' ]{0,3}:", re.IGNORECASE
)
_OBJECT: Final = re.compile(r"(?:```(?:json)?\s*)?\{.*\}(?:\s*```)?", re.DOTALL)


def answer_in_thoughts(thoughts: str) -> str:
    r"""Return the answer at the end of a model's thoughts, empty if there is none.

    >>> answer_in_thoughts("SEA, perhaps?\n\nCLUE: OCEAN\nNUMBER: 2")
    'CLUE: OCEAN\nNUMBER: 2'
    >>> answer_in_thoughts("CLUE: OCEAN\nNUMBER: 2\n\nNo, that is a word of the board.")
    ''
    """
    found = extract_answer(thoughts)
    if isinstance(found, Unreadable):
        return ""
    if found.thoughts:  # there is a mark, and this is what stands behind it
        return found.text
    last = _PARAGRAPH.split(found.text)[-1].strip()
    is_answer = _LABELLED.match(last.rpartition("\n")[2]) or _OBJECT.fullmatch(last)
    return last if is_answer else ""
