"""What an entry of a word list becomes on a card, and why some cannot lie there.

Underscores stand for blanks, and marks without a width (soft hyphens and their like) are dropped, except where they are
part of the spelling: a joiner or non-joiner inside a word of a script that needs it. Emoji get their name beside them.
"""

import re
import unicodedata
from typing import Final, NamedTuple

from codenames_core.files.emoji_names import with_name
from codenames_core.game.words import LONGEST_WORD, normalise
from codenames_core.text.sanitiser import one_line, without_stray_joiners

_DROPPED: Final = re.compile("[\u00ad\u200b\u200e\u200f\u2060\u2066-\u2069\ufeff\ufe00-\ufe0f\U0001f3fb-\U0001f3ff]")
"""Soft hyphen, zero-width space, signs of direction, word joiner, byte order mark, variation selectors, skin tones."""
_JOINERS: Final = "\u200c\u200d"
_NOT_ON_CARDS: Final = re.compile(r"[{}\[\]<>=;`|\\#]")
"""Signs of programs and formats, which no name has; `#` begins a comment in lists."""


class CardWord(NamedTuple):
    """A word as it lies on a card."""

    word: str
    dropped: tuple[str, ...] = ()
    """The characters without a width that its entry held."""
    has_underscores: bool = False
    is_emoji: bool = False


def card_word(entry: str) -> CardWord:
    r"""Return the word that an entry means.

    >>> card_word("Schiff\u00adfahrt").word, card_word("ice_cream").word
    ('Schifffahrt', 'ice cream')
    """
    blanks = " ".join(entry.replace("_", " ").split())
    if blanks.isascii():
        return CardWord(blanks, (), "_" in entry)
    named = with_name(blanks)
    if named != blanks:
        return CardWord(named, is_emoji=True)
    spelled = without_stray_joiners(_DROPPED.sub("", blanks))
    strays = [sign for sign in _JOINERS for _ in range(blanks.count(sign) - spelled.count(sign))]
    return CardWord(spelled.strip(), (*_DROPPED.findall(blanks), *strays), "_" in entry)


def why_unusable(word: str) -> str | None:
    """Return why a word cannot lie on a card and what would be right, or None where it can."""
    if len(word) > LONGEST_WORD:
        said = f"{one_line(word, 20)!r} has {len(word):,} characters; the limit is {LONGEST_WORD}"
        return f"{said}; write one word per line" if " " in word else said
    if one_line(word) != word:
        return f"{one_line(word)!r} contains {_first_unwanted(word)}; remove it"
    if sign := _NOT_ON_CARDS.search(word):
        return f"{word!r} contains {sign[0]!r}, as programs and file formats do; write the bare word"
    if not any(character.isalnum() for character in normalise(word)):
        return f"{word!r} has no letter or digit"
    return None


def name_of(sign: str) -> str:
    """Return the number of a character and what Unicode calls it: "U+00AD (soft hyphen)"."""
    name = unicodedata.name(sign, "") or ("control character" if unicodedata.category(sign) == "Cc" else "no name")
    return f"U+{ord(sign):04X} ({name.lower()})"


def _first_unwanted(word: str) -> str:
    """Return the character because of which a word could not be shown as it stands."""
    alone = next((sign for sign in word if one_line(f"a{sign}a") != f"a{sign}a"), None)
    return f"{name_of(alone)}, which cannot be shown" if alone else "signs that cannot be shown together"
