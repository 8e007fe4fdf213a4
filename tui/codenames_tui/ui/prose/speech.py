"""The parts of a guesser's message: prose for people, and the lines that agents write for each other, in words."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

_CONSENSUS: Final = re.compile(r"^\W*consensus\W*(?:yes|no)\W*$", re.IGNORECASE)
_ASIDE: Final = re.compile(r"^[\W_]*(?:(?:RANKED|Ranked|ranked)[\W_]*:|PLAN[\W_]*:(?=[^a-z]*$))")
"""A list of numbers is for agents; a plan is so where it is nothing but words of a board, as agents spell them."""
_CHANCE: Final = re.compile(r"^(.*\S)\s+(?:(\d{1,3}(?:\.\d+)?)\s*%|([01]\.\d+))$")
"""What is stated of a word: `SHIP 0.62` or `SHIP 62%`."""


class Speech(NamedTuple):
    """A message in its parts."""

    prose: tuple[str, ...]
    """Paragraphs for people."""
    asides: tuple[str, ...]
    """Lines in a set form, `RANKED:` and `PLAN:`, that agents read. On screen they are drawn on the cards instead, see
    `codenames_tui.game.minds`; in a text they are told `in_words`."""


def parts(text: str) -> Speech:
    r"""Return the parts of a message's cleaned text, without the line that only repeats the consensus.

    >>> parts("FOG it is.\nPLAN: FOG\nCONSENSUS: YES")
    Speech(prose=('FOG it is.',), asides=('PLAN: FOG',))
    """
    lines = [line.strip() for line in text.split("\n")]
    lines = [line for line in lines if line and not _CONSENSUS.match(line)]
    prose = tuple(line for line in lines if not _ASIDE.match(line))
    return Speech(prose, tuple(line for line in lines if _ASIDE.match(line))) if prose else Speech(tuple(lines), ())


def in_words(line: str) -> str:
    """Return a line in a set form as a player would tell it, and any other as it is.

    >>> in_words("RANKED: SHIP 0.62, WAVE 7%"), in_words("PLAN: SHIP, WAVE"), in_words("SHIP, I think.")
    ('puts SHIP at 62 %, WAVE at 7 %', 'would guess SHIP, WAVE', 'SHIP, I think.')
    """
    form = _ASIDE.match(line)
    if form is None:
        return line
    listed = line[form.end() :].strip(" *_,")
    if not listed:
        return "names no word"
    if "PLAN" in form.group():
        return f"would guess {listed}"
    told = list(_chances(listed))
    return f"puts {', '.join(told)}" if _CHANCE.match(listed.split(",")[0].strip()) else f"ranks {', '.join(told)}"


def _chances(listed: str) -> Iterator[str]:
    for entry in filter(None, map(str.strip, listed.split(","))):
        stated = _CHANCE.match(entry)
        if stated is None:
            yield entry
        else:
            word, percent, share = stated.groups()
            yield f"{word} at {float(percent) if percent else 100 * float(share):.0f} %"
