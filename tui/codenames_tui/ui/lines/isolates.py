"""Words in isolation: text whose direction or width is its own affair and nobody else's.

A terminal that reorders text from right to left reorders a whole row: without isolation, five Hebrew words side by side
trade places. Between U+2068 and U+2069 (Unicode Standard Annex 9, explicit directional isolates) each is reordered by
itself. The same two signs mark for the driver of the terminal where a word begins whose width terminals disagree on
(`codenames_tui.app.anchored_words`).

The signs have no width, and no text from outside holds any: `codenames_core.text.sanitiser.clean` removes them.
"""

import re
from typing import Final

FIRST_STRONG: Final = "\u2068"
POP: Final = "\u2069"

_ALIKE_EVERYWHERE: Final = re.compile(
    "[\u0020-\u007e\u00a0-\u02ff\u0370-\u0482\u048a-\u058f\u1e00-\u1fff\u2010-\u2027\u2030-\u205e\u2190-\u25ff"
    "\u3000-\u3029\u3030-\u3098\u309b-\u9fff\uac00-\ud7a3"
    "\uff01-\uffdc]*"
)
"""Letters and signs from left to right of which all terminals know the width: Latin, Greek, Cyrillic, CJK, Korean."""


def isolated(text: str) -> str:
    """Return `text` in isolation where it has to be.

    >>> isolated("שמש") == f"{FIRST_STRONG}שמש{POP}", isolated("Sonne"), isolated("太陽")
    (True, 'Sonne', '太陽')
    """
    return text if text.isascii() or _ALIKE_EVERYWHERE.fullmatch(text) else f"{FIRST_STRONG}{text}{POP}"


def bare(text: str) -> str:
    """Return `text` without the signs: in a picture every word has a place of its own, and nothing is reordered."""
    return text.replace(FIRST_STRONG, "").replace(POP, "")
