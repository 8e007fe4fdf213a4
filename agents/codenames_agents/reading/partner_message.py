"""Reads which words a partner's message prefers; the partner may be a vector agent, a language model or a person.

A message may have a line `RANKED: OCEAN 0.62, RIVER 0.2` and a line `PLAN: OCEAN, RIVER`. Where it has neither, the
board words that its prose names count, in that order, except those it warns of.

It is the one reader of these lines: agents pool beliefs with what it returns, metrics compare plans, and the screen
draws what guessers say that they believe. The screen shows a statement where there was one, so it leaves out words that
prose names in doubt, as well as those that it warns of (`StatedPreferences.doubted`).
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from codenames_agents.reading.board_words import find_mentions, normalise_uncached, places_by_word
from codenames_core.game.events import DiscussionMessage

_NAMED: Final = 0.75
"""The probability that words named without numbers share; each has 0.6 times that of the word before."""
_FADING: Final = 0.6
_WARNED_OF: Final = 0.01
"""The probability of a word that the message warns of."""
_WINDOW: Final = 60
"""How many characters before and after a word may warn of it."""
_LEAST_STATED: Final = 0.002
"""The probability of a word that the message gives 0.00, which may have been rounded."""
_LEAST_REST: Final = 1e-3
"""The least probability that all other words share."""

# A labelled line, in any Markdown: `RANKED: …`, `**Plan** = …`.
_LINE: Final = re.compile(r"[\W_]*(?P<label>ranked|ranking|plan|guesses|picks)[\W_]*[:=](?P<items>.*)")
# The form that vector agents write; its items are read without the search for words in prose, which is slower.
_ITEM: Final = re.compile(r"(?P<word>.+) (?P<number>[01]\.\d\d)")
# Words of warning within the same clause: no full stop, comma or line break lies between them and the board word.
_WARNING_BEFORE: Final = re.compile(
    r"\b(?:not|never|no|nor|avoid\w*|skip\w*|without|except|against|instead of|rather than|wary of|beware of|"
    r"careful with|afraid of|worr\w+ about|\w+n't)\b[^.;:,!?\n]*$"
)
_WARNING_AFTER: Final = re.compile(
    r"^[^.;:,!?\n]*\b(?:risky|dangerous|unsafe|wrong|unlikely|worr\w+|scar\w+|a stretch|too far|nervous)\b"
)


# Words of doubt in the same clause; a question, a comparison that the word loses, or what the partner said, speaks for
# no word either.
_DOUBT_BEFORE: Final = re.compile(
    r"\b(?:maybe|perhaps|possibly|might|doubt\w*|unsure|uncertain|hesita\w*|less (?:sure|certain|confident|convinced)|"
    r"wonder\w*|unless|only if|better than|more than|over|"
    r"your|you (?:said|say|mention\w*|suggest\w*|want\w*|like\w*|prefer\w*|picked|chose|have|had))\b[^.;:,!?\n]*$"
)
_DOUBT_AFTER: Final = re.compile(
    r"^[^.;:,!?\n]*(?:\?|\b(?:might|maybe|perhaps|weak\w*|iffy|doubt\w*|tempting|trap|decoy|less (?:likely|certain)|"
    r"unsure|uncertain|only if)\b)"
)


@dataclass(frozen=True, slots=True)
class StatedPreferences:
    """The words that a message prefers; places on the board."""

    ranking: tuple[tuple[int, float], ...]
    """Places with their probabilities, as stated or as implied by the order, likeliest first."""
    plan: tuple[int, ...]
    """The words the speaker would touch, in order."""
    consensus: bool
    chances: tuple[tuple[int, float], ...] = ()
    """Places with the probabilities, from 0 to 1, that the message states in so many figures; they may sum to more
    than 1. None where it states no figures, or not for every word of its ranking."""
    doubted: tuple[int, ...] = ()
    """Places that prose warns of, doubts or only asks about, anywhere in the message."""

    def as_belief(self, open_places: tuple[int, ...], size: int) -> tuple[float, ...]:
        """Return the belief of the speaker; words without a probability share what is left."""
        named = {place: p for place, p in self.ranking if place in open_places}
        total = sum(named.values())
        unnamed = len(open_places) - len(named)
        rest = max(_LEAST_REST, 1 - total) if unnamed else 0.0
        belief = [0.0] * size
        if unnamed:
            share = rest / unnamed / (total + rest)
            for place in open_places:
                belief[place] = share
        for place, p in named.items():
            belief[place] = p / (total + rest)
        return tuple(belief)


def parse_partner_message(message: DiscussionMessage, words: tuple[str, ...]) -> StatedPreferences | None:
    """Return which words of the board a message prefers; None where it names none."""
    return None if message.skipped is not None else _stated(message.text, message.consensus, words)


@lru_cache(maxsize=256)
def _stated(text: str, consensus: bool, words: tuple[str, ...]) -> StatedPreferences | None:
    lines = _lines(text)
    labelled = _labelled(lines)
    ranking, chances = _ranking(labelled.get("ranked") or labelled.get("ranking") or "", words)
    plan = _plan(labelled, words)
    if not ranking and not plan:
        prose = " \n".join(lines)
        liked, warned = _liked_and_warned(prose, words)
        if not liked and not warned:
            return None
        return StatedPreferences(_by_order(liked, warned), liked, consensus, doubted=_doubted(prose, words))
    return StatedPreferences(
        ranking or _by_order(plan, ()), plan or tuple(place for place, _ in ranking), consensus, chances
    )


def stated_plan(message: DiscussionMessage, words: tuple[str, ...]) -> tuple[int, ...]:
    """Return the `plan` of what a message prefers, reading no more than its own line where there is one."""
    if message.skipped is None and (plan := _plan(_labelled(_lines_of_plans(message.text)), words)):
        return plan
    stated = parse_partner_message(message, words)
    return () if stated is None else stated.plan


def _lines(text: str) -> list[str]:
    return [normalise_uncached(line) for line in text.splitlines()]


def _lines_of_plans(text: str) -> list[str]:
    """Return the lines of a message that can be labelled as its plan; what else there is need not be made normal."""
    if not text.isascii():
        return _lines(text)
    lines = text.lower().splitlines()
    return [normalise_uncached(line) for line in lines if "plan" in line or "guesses" in line or "picks" in line]


def _labelled(lines: Iterable[str]) -> dict[str, str]:
    """Return the items of each labelled line, by its label."""
    return {match["label"]: match["items"] for line in lines if (match := _LINE.match(line))}


_Probabilities = tuple[tuple[int, float], ...]


def _ranking(line: str, words: tuple[str, ...]) -> tuple[_Probabilities, _Probabilities]:
    """Return the words of a ranking with their probabilities, and with those that it states for all of them.

    The first follow from the order where a number is missing; the second are none then.
    """
    stated: dict[int, float | None] = {}
    for place, probability in _numbered_items(line, words) or (
        (mention.place, mention.probability) for mention in find_mentions(line, words)
    ):
        stated.setdefault(place, probability)
    if any(p is None for p in stated.values()):
        return _by_order(tuple(stated), ()), ()
    chances = {place: p for place, p in stated.items() if p is not None}
    numbers = {place: max(p, _LEAST_STATED) for place, p in chances.items()}
    total = max(1.0, sum(numbers.values()))
    return tuple((place, p / total) for place, p in numbers.items()), tuple(chances.items())


def _numbered_items(line: str, words: tuple[str, ...]) -> list[tuple[int, float | None]]:
    """Return the items of a line `word 0.62, word 0.2`; none where it is anything else."""
    items = [_ITEM.fullmatch(item) for item in line.strip().split(", ")]
    place_of = places_by_word(words)
    found = [(place_of.get(item["word"]), float(item["number"])) for item in items if item]
    if len(found) < len(items):
        return []
    stated: list[tuple[int, float | None]] = [(place, p) for place, p in found if place is not None]
    return stated if len(stated) == len(items) else []


def _plan(labelled: Mapping[str, str], words: tuple[str, ...]) -> tuple[int, ...]:
    """Return the words of the line of the plan, in order."""
    line = labelled.get("plan") or labelled.get("guesses") or labelled.get("picks") or ""
    place_of = places_by_word(words)
    items = [place_of.get(item) for item in line.strip().split(", ")]
    known = [place for place in items if place is not None]
    if len(known) < len(items):
        known = [mention.place for mention in find_mentions(line, words)]
    return tuple(dict.fromkeys(known))


def _by_order(liked: Sequence[int], warned: Sequence[int]) -> tuple[tuple[int, float], ...]:
    """Return probabilities for words that were named without any."""
    weights = [_FADING**order for order in range(len(liked))]
    named = [(place, _NAMED * weight / sum(weights)) for place, weight in zip(liked, weights, strict=True)]
    return (*named, *((place, _WARNED_OF) for place in warned))


def _liked_and_warned(text: str, words: tuple[str, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the words that prose names, and those that it only warns of, each in the order of naming."""
    liked: dict[int, None] = {}
    warned: dict[int, None] = {}
    for mention in find_mentions(text, words):
        before = text[max(0, mention.start - _WINDOW) : mention.start]
        after = text[mention.end : mention.end + _WINDOW]
        against = _WARNING_BEFORE.search(before) or _WARNING_AFTER.match(after)
        (warned if against else liked).setdefault(mention.place)
    return tuple(liked), tuple(place for place in warned if place not in liked)


def _doubted(text: str, words: tuple[str, ...]) -> tuple[int, ...]:
    """Return the words that prose speaks against or in doubt of at least once."""
    doubted: dict[int, None] = {}
    for mention in find_mentions(text, words):
        before = text[max(0, mention.start - _WINDOW) : mention.start]
        after = text[mention.end : mention.end + _WINDOW]
        against = (_WARNING_BEFORE, _DOUBT_BEFORE), (_WARNING_AFTER, _DOUBT_AFTER)
        if any(sign.search(before) for sign in against[0]) or any(sign.match(after) for sign in against[1]):
            doubted.setdefault(mention.place)
    return tuple(doubted)
