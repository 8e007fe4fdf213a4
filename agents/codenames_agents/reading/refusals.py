"""How a refusal names what is wrong in an answer, and what would be right in the form that was asked for.

A refusal goes back to the model, and models repeat what they are shown. So a text is quoted whole or not at all (small
models go on with a cut sentence up to its ellipsis, and stop there), and no form that is named here could be read as
an answer where it is repeated.
"""

from typing import Final

from codenames_core.text.sanitiser import one_line

LONGEST_QUOTED: Final = 40

CLUE_FORM: Final = "write one line CLUE: and your one word, and one line NUMBER: and how many words you aim at"
NUMBER_FORM: Final = "write NUMBER: and one whole number, or unlimited"
APART_FORM: Final = "write them apart, on the lines CLUE: and NUMBER:"
MESSAGE_FORM: Final = "end with one line CONSENSUS: YES or CONSENSUS: NO"
GUESSES_FORM: Final = "write one line GUESSES: and words of the board, separated by commas"
IN_ORDER_FORM: Final = "list every word to touch, in order, without conditions"
PASSING_FORM: Final = "write PASS alone, or the words and then PASS"
PENALTY_FORM: Final = "write one line ANSWER: and a word of your team"

FORM_WORDS: Final = frozenset(
    {"PASS", "STOP", "NONE", "YES", "NO", "CONSENSUS", "CLUE", "NUMBER", "TARGETS", "GUESS", "GUESSES", "ANSWER"}
    | {"REASONING", "MESSAGE"}
)
"""Words of the forms that models answer in; on a board, they may be misread."""

_IN_JSON: Final = {
    CLUE_FORM: 'write one JSON object, with your one word under "clue" and how many words you aim at under "number"',
    NUMBER_FORM: 'give one whole number, or "unlimited", under "number"',
    APART_FORM: 'write them apart, under "clue" and "number"',
    MESSAGE_FORM: 'write one JSON object, with "YES" or "NO" under "consensus"',
    GUESSES_FORM: 'write one JSON object, with a list of words of the board under "guesses"',
    PASSING_FORM: 'list the words alone under "guesses", or none of them to pass',
    PENALTY_FORM: 'write one JSON object, with one word of your team under "guesses"',
}


def quoted(text: str) -> str:
    """Return a space and `text` in quotes, to put behind the name of a field; nothing where it is too long to be whole.

    >>> f"the clue{quoted('deep sea')} is not one word", f"the clue{quoted('sea ' * 50)} is not one word"
    ("the clue 'deep sea' is not one word", 'the clue is not one word')
    """
    shown = one_line(text[: 4 * LONGEST_QUOTED])
    return f" {shown!r}" if 0 < len(shown) <= LONGEST_QUOTED and len(text) < 4 * LONGEST_QUOTED else ""


def for_json(reason: str) -> str:
    """Return a reason as it reads where a JSON object was asked for instead of lines."""
    for lines, keys in _IN_JSON.items():
        reason = reason.replace(lines, keys)
    return reason
