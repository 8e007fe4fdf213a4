"""Cut the fonts of `codenames_agents/data/fonts` from the whole ones, so that pictures of boards need no other font.

    python -m scripts.subset_fonts FOLDER...

The folders hold the whole fonts, at any depth: DejaVu comes with matplotlib, the others with Debian's packages
fonts-noto-core, fonts-droid-fallback and fonts-nanum. Every font keeps the characters of its scripts that stand in
words: letters, marks, digits and what joins them. Of the Chinese characters, which are too many, those are kept that
schools teach first: level 1 of GB 2312, of Big5 and of JIS X 0208. Of Hangul there are all 11,172 syllables, which are
put together from their letters. Beside each font lies a list of its characters.
"""

import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).parents[1] / "agents/codenames_agents/data/fonts"
_SCRIPTS: Final = ("LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "GEORGIAN", "HEBREW", "ARABIC", "COMBINING")
_BLOCKS: Final = {
    "Devanagari": range(0x900, 0x980),
    "Bengali": range(0x980, 0xA00),
    "Tamil": range(0xB80, 0xC00),
    "Telugu": range(0xC00, 0xC80),
    "Thai": range(0xE00, 0xE80),
}
_BESIDE: Final = (0x200C, 0x200D, 0x25CC, 0xA0, *range(0x20, 0x40))
"""What stands in words of those scripts, too: joiners, blanks and digits."""
_RESERVED: Final = "Nanum"
"""A name that its licence keeps for the whole font."""
_SIGNS: Final = range(0x20, 0x7F), range(0xA1, 0x100), range(0x2010, 0x2028)


def main() -> None:
    """Write all fonts."""
    folders = [Path(name) for name in sys.argv[1:]]
    FOLDER.mkdir(exist_ok=True)
    cut: dict[str, tuple[str, set[int]]] = {
        "letters.ttf": ("DejaVuSans-Bold.ttf", set(_letters())),
        "cjk.ttf": ("DroidSansFallbackFull.ttf", set(_asian())),
        "hangul.ttf": ("NanumSquareB.ttf", {*range(0x20, 0x7F), *range(0xAC00, 0xD7A4)}),
    }
    for script, block in _BLOCKS.items():
        cut[f"{script.lower()}.ttf"] = (f"NotoSans{script}-Bold.ttf", {*block, *_BESIDE})
    for name, (whole, characters) in cut.items():
        _write(next(path for folder in folders for path in folder.rglob(whole)), name, characters)


def _letters() -> Iterator[int]:
    for signs in _SIGNS:
        yield from signs
    for place in range(0x100, 0x10000):
        if unicodedata.name(chr(place), "").split(" ")[0] in _SCRIPTS:
            yield place


def _asian() -> Iterator[int]:
    yield from (*range(0x3001, 0x3018), *range(0x3041, 0x3100), *range(0xFF01, 0xFFA0))
    for codec, rows in (("gb2312", range(0xB0, 0xD8)), ("big5", range(0xA4, 0xC7)), ("euc_jp", range(0xB0, 0xD0))):
        for row in rows:
            for cell in (*range(0x40, 0x7F), *range(0xA1, 0xFF)) if codec == "big5" else range(0xA1, 0xFF):
                yield from map(ord, bytes((row, cell)).decode(codec, "ignore"))


def _write(source: Path, name: str, characters: set[int]) -> None:
    from fontTools import subset
    from fontTools.ttLib import TTFont

    font: Any = TTFont(source)
    options = subset.Options(layout_features=["*"], hinting=False, notdef_outline=True, name_IDs=["*"])
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=characters & set(font.getBestCmap()))
    cutter.subset(font)
    _rename(font, name)
    font["head"].modified = font["head"].created  # the same bytes whenever it is cut
    font.recalcTimestamp = False
    font.save(FOLDER / name)
    (FOLDER / f"{name}.characters").write_text("\n".join(_ranges(sorted(font.getBestCmap()))) + "\n", "ascii")
    print(f"{name}: {len(font.getBestCmap()):,} characters, {(FOLDER / name).stat().st_size:,} bytes")


def _rename(font: Any, name: str) -> None:
    """Take a reserved name out of a font that is not the whole one any more; whose it is stays written in it."""
    said = font["name"]
    if any(_RESERVED in record.toUnicode() for record in said.names if record.nameID in (1, 3, 4, 6, 16)):
        said.names = [record for record in said.names if record.nameID in (0, 8, 9, 11, 12, 13, 14)]
        family = f"Codenames {name.partition('.')[0].title()}"
        for place, text in ((1, family), (2, "Bold"), (4, f"{family} Bold"), (6, f"{family.replace(' ', '')}-Bold")):
            said.setName(text, place, 3, 1, 0x409)


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
