"""Cut the fonts of `codenames_agents/data/fonts` from the whole ones, so that pictures of boards need no other font.

    python -m scripts.subset_fonts DejaVuSans-Bold.ttf NotoSansDevanagari-Bold.ttf DroidSansFallbackFull.ttf

The three files come with matplotlib (the first) and with Debian's packages fonts-noto-core and fonts-droid-fallback.
Every font keeps the characters of its scripts that stand in words: letters, marks, digits and what joins them. Of the
Chinese characters, which are too many, those are kept that schools teach first: level 1 of GB 2312 and of JIS X 0208.
Beside each font lies a list of its characters.
"""

import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).parents[1] / "agents/codenames_agents/data/fonts"
_SCRIPTS: Final = ("LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "GEORGIAN", "HEBREW", "ARABIC", "COMBINING")
_SIGNS: Final = range(0x20, 0x7F), range(0xA1, 0x100), range(0x2010, 0x2028)


def main() -> None:
    """Write the three fonts."""
    letters, indian, asian = map(Path, sys.argv[1:4])
    FOLDER.mkdir(exist_ok=True)
    _write(letters, "letters.ttf", set(_letters()))
    _write(indian, "devanagari.ttf", {*range(0x900, 0x980), 0x200C, 0x200D, 0x25CC, 0xA0, *range(0x20, 0x40)})
    _write(asian, "cjk.ttf", set(_asian()))


def _letters() -> Iterator[int]:
    for signs in _SIGNS:
        yield from signs
    for place in range(0x100, 0x10000):
        if unicodedata.name(chr(place), "").split(" ")[0] in _SCRIPTS:
            yield place


def _asian() -> Iterator[int]:
    yield from (*range(0x3001, 0x3018), *range(0x3041, 0x3100), *range(0xFF01, 0xFFA0))
    for codec, rows in (("gb2312", range(0xB0, 0xD8)), ("euc_jp", range(0xB0, 0xD0))):
        for row in rows:
            for cell in range(0xA1, 0xFF):
                yield from map(ord, bytes((row, cell)).decode(codec, "ignore"))


def _write(source: Path, name: str, characters: set[int]) -> None:
    from fontTools import subset
    from fontTools.ttLib import TTFont

    font: Any = TTFont(source)
    options = subset.Options(layout_features=["*"], hinting=False, notdef_outline=True, name_IDs=["*"])
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=characters & set(font.getBestCmap()))
    cutter.subset(font)
    font["head"].modified = font["head"].created  # the same bytes whenever it is cut
    font.recalcTimestamp = False
    font.save(FOLDER / name)
    (FOLDER / f"{name}.characters").write_text("\n".join(_ranges(sorted(font.getBestCmap()))) + "\n", "ascii")
    print(f"{name}: {len(font.getBestCmap()):,} characters, {(FOLDER / name).stat().st_size:,} bytes")


def _ranges(places: list[int]) -> Iterator[str]:
    """Yield runs of numbers as `41-5A`."""
    first = last = places[0]
    for place in [*places[1:], -1]:
        if place != last + 1:
            yield f"{first:X}-{last:X}" if last > first else f"{first:X}"
            first = place
        last = place


if __name__ == "__main__":
    main()
