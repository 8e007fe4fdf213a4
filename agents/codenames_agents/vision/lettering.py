"""Writes words on cards, in the scripts that the bundled fonts have.

The fonts are cut by `scripts/subset_fonts.py`: DejaVu Sans Bold for Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew
and Arabic; Noto Sans Bold for Devanagari, Bengali, Tamil, Telugu and Thai; Droid Sans Fallback for kana and the Chinese
characters that schools teach first; NanumSquare Bold for Hangul. Together they are 2.3 MB. Where no font has all of a
word, such as Tシャツ, it is written in pieces; one with a character that none of them has is refused, with its name.
"""

import unicodedata
from collections.abc import Iterator
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
"""Of a word that is not broken; one that is too long even so is broken between letters."""
_JOINERS: Final = "\u200c\u200d"
"""They shape the letters beside them, and have no picture of their own."""
_RIGHT_TO_LEFT: Final = ("R", "AL")


class FittedWord(NamedTuple):
    """A word as it fits on a card, in one size."""

    lines: tuple[str, ...]
    font: "FreeTypeFont"
    """Of its first letter, at the size of all, which is also the distance of the lines but for a sixth."""


class FontRun(NamedTuple):
    """A part of a line whose letters are all in one font."""

    text: str
    font: "FreeTypeFont"


@lru_cache(maxsize=512)
def lettering(word: str, width: int, height: int) -> FittedWord:
    """Return a word as large as it fits into a box of so many pixels: in one line, in two, or broken where it is long.

    Of an emoji with its name beside it, the name is written.

    Raises:
        InputError: it has a character that no bundled font has; the message names it and the scripts that there are.
    """
    if reason := why_not_drawn(word):
        raise InputError(f"the picture of the board cannot be drawn: {reason}")
    size, lines = _fitted(shown_word(word), width, height)
    return FittedWord(lines, next(font_runs(lines[0], size)).font)


def font_runs(line: str, size: int) -> Iterator[FontRun]:
    """Yield the parts of a line from left to right: the line itself, where one font has all of its letters."""
    shaped = _needs_shaping(line)
    for text, name in _by_font(line):
        yield FontRun(text, _font(name, size, shaped))


def shown_word(word: str) -> str:
    r"""Return a word as it is written on a card: without what cannot be seen, and the sign that may stand before it.

    >>> shown_word("\U0001f431 cat face"), shown_word("ice\u200b\tcream")
    ('cat face', 'ice cream')
    """
    named = sign_and_name(word)
    return unicodedata.normalize("NFC", one_line(named[1] if named else word))


def why_not_drawn(word: str) -> str:
    """Return why a word cannot be written; empty if it can.

    >>> why_not_drawn("ocean"), why_not_drawn("\u1780").partition(",")[0]
    ('', "'\u1780' has KHMER LETTER KA")
    """
    text = shown_word(word)
    if missing := [sign for sign in text if not any(_has(name, sign) for name in FONTS)]:
        called = unicodedata.name(missing[0], f"U+{ord(missing[0]):04X}")
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


def _has(font: str, sign: str) -> bool:
    return sign in _JOINERS or ord(sign) in _characters(font)


@lru_cache(maxsize=512)
def _by_font(text: str) -> tuple[tuple[str, str], ...]:
    """Return a text in as few parts as it takes, each with the name of a font that has all of it."""
    parts: list[tuple[str, str]] = []
    while text:
        ends = {name: next((at for at, sign in enumerate(text) if not _has(name, sign)), len(text)) for name in FONTS}
        name = max(FONTS, key=ends.__getitem__)
        end = max(ends[name], 1)
        parts.append((text[:end], name))
        text = text[end:]
    return tuple(parts) or (("", FONTS[0]),)


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


def _fitted(text: str, width: int, height: int) -> tuple[int, tuple[str, ...]]:
    """Return the largest size in which a text fits, and its lines."""
    best: tuple[int, tuple[str, ...]] = (0, (text,))
    for lines in _splits(text):
        sizes = range(LARGEST, max(best[0], SMALLEST - 1), -1)
        if size := next((size for size in sizes if _fits(lines, size, width, height)), None):
            best = (size, lines)
    if best[0]:
        return best
    broken = ((size, _broken(text, size, width)) for size in range(SMALLEST, 0, -1))
    return next((one for one in broken if _fits(one[1], one[0], width, height)), (1, (text,)))


def _splits(text: str) -> list[tuple[str, ...]]:
    """Return a text in one line, and in two at each blank."""
    parts = text.split(" ")
    return [(text,), *((" ".join(parts[:at]), " ".join(parts[at:])) for at in range(1, len(parts)))]


def _broken(text: str, size: int, width: int) -> tuple[str, ...]:
    """Return a text in lines that are as long as the width allows; no sign is parted from its letter."""
    lines = [""]
    for sign in text:
        if _width(lines[-1] + sign, size) <= width or sign in _JOINERS or unicodedata.category(sign)[0] == "M":
            lines[-1] += sign
        else:
            lines.append(sign)
    return tuple(line for line in lines if line)


def _width(line: str, size: int) -> float:
    return float(sum(run.font.getlength(run.text) for run in font_runs(line, size)))


def _fits(lines: tuple[str, ...], size: int, width: int, height: int) -> bool:
    if len(lines) * size * 7 // 6 > height or any(_width(line, size) > width for line in lines):
        return False
    room = height - (len(lines) - 1) * size * 7 / 6  # signs of some scripts reach far over and under their letters
    boxes = [run.font.getbbox(run.text, anchor="mm") for line in lines for run in font_runs(line, size)]
    return all(2 * max(-box[1], box[3]) <= room for box in boxes)


@lru_cache(maxsize=128)
def _font(name: str, size: int, shaped: bool) -> "FreeTypeFont":
    from PIL import ImageFont

    layout = ImageFont.Layout.RAQM if shaped else ImageFont.Layout.BASIC
    data: Any = files("codenames_agents").joinpath(f"data/fonts/{name}").open("rb")
    with data:
        return ImageFont.truetype(data, size, layout_engine=layout)
