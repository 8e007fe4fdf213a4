"""Finds where a text shows that its speaker knows or uses that teams overhear each other.

`docs/metrics.md` defines what counts as a sign, and says how many are found and how many finds are none. What they look
like is in `signs.toml`; here a text is folded and taken apart. Only sentences that hold an anchor are read, each by
itself and by the rules of that anchor, and none is longer than a bound: the time that a text takes grows with its
length and with nothing else.
"""

import re
import string
from functools import cache, lru_cache
from typing import Final

from codenames_agents.reading.board_words import normalise_uncached
from codenames_core.game.config import Role, Team
from codenames_core.text.sanitiser import clean
from codenames_metrics.game.surveillance.phrases import Phrases, Span, phrases

_LONGEST_SENTENCE: Final = 400
"""Characters; a longer one is read in parts."""
_SENTENCES_KEPT: Final = 4_096
_STOPS: Final = ".!?\n"
_STOP: Final = re.compile(f"[{_STOPS}]")
_BETWEEN_WORDS: Final = bytes(string.punctuation + "\x1c\x1d\x1e\x1f", "ascii")
"""What separates words, besides the white space of `bytes.split`."""
_APART: Final = bytes.maketrans(_BETWEEN_WORDS, b" " * len(_BETWEEN_WORDS))
_PLAIN: Final = bytes(range(0x20, 0x7F)) + b"\n"
_TYPOGRAPHY: Final = str.maketrans(
    {"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "\u00a0": " ", "…": ".", "•": "-"}
)


def folded(text: str) -> str:
    """Return the form in which signs are looked for: case folded, lines in normal form, straight quotes, no `*`."""
    text = (text if text.isascii() else text.translate(_TYPOGRAPHY)).replace("*", "")
    if text.isascii() and not text.encode().translate(None, _PLAIN):
        return text.lower()
    return "\n".join(map(normalise_uncached, clean(text).split("\n")))


def find_sign(text: str, team: Team, role: Role) -> Span | None:
    """Return where the first sign stands in a text of `team` that is `folded`; None where there is none.

    Args:
        text: what a guesser said, or the reasoning behind a clue.
        team: the speaker's. The other colour names the opponents.
        role: the speaker's. A guesser's “they” are the opponents, a cluer's often its guessers.

    >>> find_sign("careful, they can hear us. sea, then.", Team.RED, Role.GUESSER_1)
    (9, 25)
    >>> find_sign("if they hear sea, they will think of water.", Team.RED, Role.CLUER)
    """
    seat = _phrases_of(team, role)
    sentences = sentences_to_read(text, seat)
    for start, end in sorted(sentences) if sentences else ():
        numbers = tuple(sorted(sentences[start, end]))
        if span := _sign_in(text[start:end], numbers, team, cluer=role is Role.CLUER):
            return start + span[0], start + span[1]
    return None


@cache
def _phrases_of(team: Team, role: Role) -> Phrases:
    return phrases(team, cluer=role is Role.CLUER)


@lru_cache(maxsize=_SENTENCES_KEPT)
def _sign_in(sentence: str, numbers: tuple[int, ...], team: Team, *, cluer: bool) -> Span | None:
    """Return where the first of some rules finds a sign in a sentence. Sentences recur in many games."""
    rules = phrases(team, cluer=cluer).rules
    return next((span for number in numbers if (span := rules[number].find(sentence))), None)


def sentences_to_read(text: str, seat: Phrases) -> dict[Span, set[int]]:
    """Return the places of the sentences that hold an anchor, with the numbers of its rules."""
    sentences: dict[Span, set[int]] = {}
    for opening in seat.openings.keys() & words_in(text):
        for anchor in seat.openings[opening]:
            at = text.find(anchor)
            while at >= 0:
                end = at + 1
                if not text[at - 1 : at].isalpha():  # not the end of another word, such as “red” in “shared”
                    place = _sentence_around(text, at)
                    sentences.setdefault(place, set()).update(seat.anchors[anchor])
                    end = max(end, place[1])
                at = text.find(anchor, end)
    return sentences


def words_in(text: str) -> list[bytes]:
    """Return the words of a text, as bytes: these are split in a third of the time."""
    if not text.isascii():
        text = " ".join(text.split())
    return text.encode(errors="surrogatepass").translate(_APART).split()


def _sentence_around(text: str, at: int) -> Span:
    """Return from where to where a sentence goes, its stop included."""
    earliest, latest = max(0, at - _LONGEST_SENTENCE // 2), min(len(text), at + _LONGEST_SENTENCE)
    start = 1 + max(earliest - 1, *[text.rfind(stop, earliest, at) for stop in _STOPS])
    end = _STOP.search(text, at, latest)
    return start, end.end() if end else latest
