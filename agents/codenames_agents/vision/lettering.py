"""Writes words on cards, in the scripts that the bundled fonts have.

The fonts are cut by `scripts/subset_fonts.py`: DejaVu Sans Bold for Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew
and Arabic; Noto Sans Bold for Devanagari, Bengali, Tamil, Telugu and Thai; Droid Sans Fallback for kana and the Chinese
characters that schools teach first; NanumSquare Bold for Hangul. Together they are 2.3 MB. A word with a character that
none of them has is refused, with its name.
"""

import unicodedata
from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from codenames_core.game.words import sign_and_name
from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

FONTS: Final = (
    "letters.ttf",
    "devanagari.ttf",
    "bengali.ttf",
    "tamil.ttf",
    "telugu.ttf",
    "thai.ttf",
    "hangul.ttf",
    "cjk.ttf",
)
SCRIPTS: Final = (
    "Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew, Arabic, Devanagari, Bengali, Tamil, Telugu, Thai, Hangul, "
    "kana and common Chinese characters"
)
"""Whose words can be drawn."""
LARGEST: Final = 34
"""Pixels of the letters of a short word."""
SMALLEST: Final = 7
_RIGHT_TO_LEFT: Final = ("R", "AL")


class FittedWord(NamedTuple):
    """A word as it fits on a card: one line or two, in one size."""

    lines: tuple[str, ...]
    font: "FreeTypeFont"
    """At its size, which is also the distance of the lines but for a sixth."""


@lru_cache(maxsize=512)
def lettering(word: str, width: int, height: int) -> FittedWord:
    """Return a word as large as it fits into a box of so many pixels.

    Of an emoji with its name beside it, the name is written.

    Raises:
        InputError: it has a character that no bundled font has; the message names it and the scripts that there are.
    """
    text = shown_word(word)
    name = _font_for(text)
    best: tuple[int, tuple[str, ...]] = (0, (text,))
    for lines in _splits(text):
        size = LARGEST
        while size > SMALLEST and not _fits(lines, name, size, width, height):
            size -= 1
        best = max(best, (size, lines), key=lambda found: found[0])
    return FittedWord(best[1], _font(name, best[0], _needs_shaping(text)))


def shown_word(word: str) -> str:
    """Return a word as it is written on a card, without the sign that may stand before it.

    >>> shown_word("\U0001f431 cat face")
    'cat face'
    """
    named = sign_and_name(word)
    return unicodedata.normalize("NFC", named[1] if named else word)


def why_not_drawn(word: str) -> str:
    """Return why a word cannot be written; empty if it can.

    >>> why_not_drawn("ocean"), why_not_drawn("\u1780").partition(",")[0]
    ('', "'\u1780' has KHMER LETTER KA")
    """
    text = shown_word(word)
    missing = [_missing(text, name) for name in FONTS]
    if all(missing):
        first = min(missing, key=len)[0]
        called = unicodedata.name(first, f"U+{ord(first):04X}")
        return (
            f"{one_line(word, 40)!r} has {called}, of which no bundled font has a picture; there are {SCRIPTS}: "
            "play this list with sees=words"
        )
    if _needs_shaping(text) and not _shapes():
        return (
            f"{one_line(word, 40)!r} is in a script whose letters join or run from right to left, for which Pillow "
            "needs the library FriBiDi; install it, such as by: apt install libfribidi0"
        )
    return ""


def _missing(text: str, font: str) -> str:
    return "".join(sign for sign in text if not sign.isspace() and ord(sign) not in _characters(font))


def _font_for(text: str) -> str:
    if reason := why_not_drawn(text):
        raise InputError(f"the picture of the board cannot be drawn: {reason}")
    return next(name for name in FONTS if not _missing(text, name))


def _needs_shaping(text: str) -> bool:
    return any(unicodedata.bidirectional(sign) in _RIGHT_TO_LEFT or "\u0900" <= sign < "\u0e80" for sign in text)


@cache
def _shapes() -> bool:
    from PIL import features

    return bool(features.check("raqm"))


@cache
def _characters(name: str) -> frozenset[int]:
    """Return the characters of a bundled font, from the list beside it."""
    ranges = files("codenames_agents").joinpath(f"data/fonts/{name}.characters").read_text("ascii").split()
    ends = [tuple(int(end, 16) for end in (item.split("-") * 2)[:2]) for item in ranges]
    return frozenset(place for first, last in ends for place in range(first, last + 1))


def _splits(text: str) -> list[tuple[str, ...]]:
    """Return a text in one line, and in two at each blank."""
    parts = text.split(" ")
    return [(text,), *((" ".join(parts[:at]), " ".join(parts[at:])) for at in range(1, len(parts)))]


def _fits(lines: tuple[str, ...], name: str, size: int, width: int, height: int) -> bool:
    font = _font(name, size, _needs_shaping(lines[0]))
    if len(lines) * size * 7 // 6 > height or any(font.getlength(line) > width for line in lines):
        return False
    room = height - (len(lines) - 1) * size * 7 / 6  # signs of some scripts reach far over and under their letters
    return all(2 * max(-box[1], box[3]) <= room for box in (font.getbbox(line, anchor="mm") for line in lines))


@lru_cache(maxsize=128)
def _font(name: str, size: int, shaped: bool) -> "FreeTypeFont":
    from PIL import ImageFont

    layout = ImageFont.Layout.RAQM if shaped else ImageFont.Layout.BASIC
    data: Any = files("codenames_agents").joinpath(f"data/fonts/{name}").open("rb")
    with data:
        return ImageFont.truetype(data, size, layout_engine=layout)
