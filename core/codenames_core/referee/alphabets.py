"""What is the same letter in which language: case, letters with marks, and letters that are written in two ways.

The letters that an alphabet counts as its own are the main exemplar characters of the language in CLDR 47
(`common/main/*.xml`), as far as they carry a mark. Any other mark on a Latin, Greek or Cyrillic letter is taken off: an
accent that helps to read, or one that is left out in capitals. In other scripts marks are vowels and tones, and stay.
"""

import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from codenames_core.text.sanitiser import without_format

_MARKED_SCRIPTS: Final = ("LATIN", "GREEK", "CYRILLIC")

OWN_LETTERS: Final[Mapping[str, str]] = {
    "az": "çğıöşü",
    "be": "йў",
    "bg": "й",
    "cs": "áčďéěíňóřšťúůýž",
    "da": "æøå",
    "de": "äöü",
    "eo": "ĉĝĥĵŝŭ",
    "es": "ñ",
    "et": "äõöüšž",
    "fi": "äöåšž",
    "gl": "ñ",
    "hbs": "čćđšž",
    "hu": "áéíóöőúüű",
    "is": "áðéíóúýþæö",
    "lt": "ąčęėįšųūž",
    "lv": "āčēģīķļņšūž",
    "mk": "ѓќй",
    "nb": "æøå",
    "nn": "æøå",
    "pl": "ąćęłńóśźż",
    "ro": "ăâîșț",
    "ru": "й",
    "sk": "áäčďéíĺľňóôŕšťúýž",
    "sl": "čšž",
    "sq": "ëç",
    "sv": "åäö",
    "tr": "çğıöşü",
    "uk": "йїґ",
    "vi": "ăâđêôơưàảãáạằẳẵắặầẩẫấậèẻẽéẹềểễếệìỉĩíịòỏõóọồổỗốộờởỡớợùủũúụừửữứựỳỷỹýỵ",
}
"""Letters with marks that are letters of their own; in a language that is not listed none is."""

_WRITTEN_OUT: Final[Mapping[str, Mapping[str, str]]] = {
    "de": {"ä": "ae", "ö": "oe", "ü": "ue"},
    "da": {"æ": "ae", "ø": "oe", "å": "aa"},
    "nb": {"æ": "ae", "ø": "oe", "å": "aa"},
    "nn": {"æ": "ae", "ø": "oe", "å": "aa"},
}
"""How one writes a letter that the keyboard lacks."""

_SAME_EVERYWHERE: Final = str.maketrans(
    {
        "æ": "ae", "œ": "oe", "ĳ": "ij", "ß": "ss", "ς": "σ",
        "ـ": None, "أ": "ا", "إ": "ا", "آ": "ا", "ٱ": "ا", "ؤ": "و", "ئ": "ي", "ى": "ي", "ی": "ي", "ک": "ك",
        "ş": "ș", "ţ": "ț",
    }
)  # fmt: skip
"""Ligatures, sharp and final s, and Arabic letters that differ by hamza, by country or by nothing but length."""
_WITHOUT_A_MARK_OF_THEIR_OWN: Final = str.maketrans("łøđıð", "lodid")
_LOOSE_MARKS: Final = ("ARABIC ", "HEBREW POINT", "HEBREW ACCENT", "COMBINING")


@lru_cache(maxsize=65_536)
def small(word: str, language: str) -> str:
    """Return a word in the small letters of its language, otherwise as it is written.

    >>> small("KAPI", "tr"), small("KİTAP", "tr"), small("FUẞ", "de")
    ('kapı', 'kitap', 'fuß')
    """
    text = without_format(unicodedata.normalize("NFKC", word))
    if language in ("tr", "az"):
        text = text.replace("İ", "i").replace("I", "ı")
    return " ".join(unicodedata.normalize("NFC", text.lower()).split())


@lru_cache(maxsize=65_536)
def plain(word: str, language: str) -> str:
    """Return a word in letters that are equal where the language sees one letter, and differ where it sees two.

    >>> plain("Bär", "de") == plain("BAER", "de"), plain("Bär", "de") == plain("Bar", "de")
    (True, False)
    >>> plain("LEÓN", "es") == plain("leon", "es"), plain("año", "es") == plain("ano", "es")
    (True, False)
    """
    text = small(word, language)
    if text.isascii():
        return text
    own = OWN_LETTERS.get(language, "")
    written_out = _WRITTEN_OUT.get(language, {})
    letters: list[str] = []
    for letter in text:
        if letter in written_out:
            letters.append(written_out[letter])
        elif letter in own:
            letters.append(letter)
        else:
            letters.append(_bare(letter.translate(_SAME_EVERYWHERE)))
    return _without_loose_marks("".join(letters))


@lru_cache(maxsize=65_536)
def marked(word: str, language: str) -> str:
    """Return a word with all its marks, but with each letter in the one way that the language writes it."""
    text = small(word, language).translate(_SAME_EVERYWHERE)
    for letter, instead in _WRITTEN_OUT.get(language, {}).items():
        text = text.replace(letter, instead)
    return text if text.isascii() else _without_loose_marks(text)


def _bare(letters: str) -> str:
    if letters.isascii():
        return letters
    taken_apart = unicodedata.normalize("NFD", letters)
    if unicodedata.name(taken_apart[:1] or " ", "").startswith(_MARKED_SCRIPTS):
        kept = "".join(sign for sign in taken_apart if not unicodedata.category(sign).startswith("M"))
        return kept.translate(_WITHOUT_A_MARK_OF_THEIR_OWN)
    return letters


def _without_loose_marks(text: str) -> str:
    """Without the marks that stand by themselves: points of Hebrew and Arabic, and accents that no letter has."""
    kept = []
    for sign in text:
        if unicodedata.category(sign) == "Mn":
            name = unicodedata.name(sign, "")
            if name.startswith(_LOOSE_MARKS):
                continue
        kept.append(sign)
    return "".join(kept)
