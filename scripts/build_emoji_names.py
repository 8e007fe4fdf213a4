"""Writes `core/codenames_core/data/emoji.txt`: the emoji of Unicode 16 and their English short names.

    uv run --with emoji==2.16.0 --no-project scripts/build_emoji_names.py

The source is the package `emoji`, which takes them from CLDR. Left out are skin tones, which `emoji_names` adds by
itself, the flags of England, Scotland and Wales, which are told from a black flag by invisible characters alone, and
the keycaps of signs, whose names hold nothing but the sign.
"""

import re
from pathlib import Path
from typing import Final

NEWEST: Final = 16.0
"""Version of Unicode's emoji."""
OUT: Final = Path(__file__).parents[1] / "core" / "codenames_core" / "data" / "emoji.txt"
_UNSHOWN: Final = re.compile("[\u200d\ufe0f]")
_NOT_KEPT: Final = re.compile("[#*\U0001f3fb-\U0001f3ff\U000e0000-\U000e0fff]")
_FLAG: Final = re.compile("[\U0001f1e6-\U0001f1ff]{2}")


def main() -> None:
    """Write the table."""
    from emoji import EMOJI_DATA, STATUS  # type: ignore[import-not-found]

    rows = [
        (_UNSHOWN.sub("", sign), _name(sign, facts["en"]))
        for sign, facts in EMOJI_DATA.items()
        if facts["status"] == STATUS["fully_qualified"]
        and facts["E"] <= NEWEST
        and not _NOT_KEPT.search(sign)
        and sign[0] not in "#*"
    ]
    head = "# English short names of emoji, from Unicode CLDR; written by scripts/build_emoji_names.py\n"
    OUT.write_text(head + "".join(f"{sign}\t{name}\n" for sign, name in sorted(rows)), encoding="utf-8")


def _name(sign: str, written: str) -> str:
    """Return a name in words alone: a comma or a colon would be read as the end of a word in lists of words."""
    words = re.sub(r"[^\w’'.&-]+", " ", written.replace("_", " ")).strip()
    return f"flag {words}" if _FLAG.fullmatch(sign) else words


if __name__ == "__main__":
    main()
