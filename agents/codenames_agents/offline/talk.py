"""What vector agents say: the guessers to each other, overheard by the other team, and the cluer to itself.

A guesser's message is a few sentences and three lines that its partner can read (see `hearing`):

    RANKED: OCEAN 0.62, RIVER 0.20, FISH 0.05
    PLAN: OCEAN, RIVER
    CONSENSUS: NO

Agents of this kind move each other's beliefs through these lines only.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from string import Formatter
from typing import Final

from codenames_agents.offline import phrases
from codenames_agents.offline.belief import Belief, ranked
from codenames_agents.offline.memory import choose
from codenames_agents.offline.partner_message import StatedPreferences
from codenames_agents.offline.phrases import Phrases
from codenames_core.game.events import Clue, DiscussionMessage

_CERTAIN, _LIKELY = 0.55, 0.22
_NECK_AND_NECK: Final = 0.8
"""The second word's probability over the first's from which on the two are torn between."""
_CLOSE: Final = 0.5
_FAR: Final = 0.2
_WORTH_SHOWING: Final = 0.02
_TEMPTING: Final = 0.08
_OUT_OF_THE_QUESTION: Final = 0.04
_FEW: Final = 2
_SHOWN: Final = 4
"""Words in a ranking, if there are so many worth showing."""
_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


@dataclass(frozen=True, slots=True)
class Thoughts:
    """What goes through a guesser's mind when it is its turn to speak. Places are places on the board."""

    words: tuple[str, ...]
    clue: Clue
    belief: Belief
    plan: tuple[int, ...]
    """The words to touch, in order."""
    style: str
    clue_is_known: bool = True
    source: str | None = None
    """The source that binds the clue and the first word most."""
    heard: bool = False
    """Whether the partner has had its say before."""
    silent: bool = False
    """Whether the partner failed to say anything when it was its turn."""
    theirs: StatedPreferences | None = None
    """The partner's latest message, if any word could be read from it."""
    mine: StatedPreferences | None = None
    """The speaker's own latest message."""
    expected: int | None = None
    """The word that the partner will put first, as far as the speaker can tell."""
    last_say: bool = False
    """Whether the speaker will not get another turn to speak."""
    closing: bool = False
    """Whether nobody will speak after it."""
    own_left: int = 9
    their_left: int = 9
    slip: str | None = None
    """The word on which the team's last turn ended."""
    bonus: tuple[int, str] | None = None
    """A word that is still owed to an earlier clue, and that clue."""
    overheard: bool = False

    @property
    def agrees(self) -> bool:
        """Whether the partner wants to touch the same words and the same one first."""
        if self.theirs is None or self.theirs.plan[:1] != self.plan[:1]:
            return False
        theirs, mine = set(self.theirs.plan[: len(self.plan)]), set(self.plan)
        return theirs == mine if len(self.theirs.plan) >= len(self.plan) else theirs < mine

    @property
    def consensus(self) -> bool:
        """Whether the speaker has nothing to add: both agree, it has repeated itself, or there is no time left."""
        if not self.heard:
            return False
        repeats = self.mine is not None and self.mine.plan == self.plan and self.mine.consensus
        return self.agrees or repeats or self.last_say


def message(thoughts: Thoughts, dice: Random, said_before: str = "", said_earlier: str = "") -> DiscussionMessage:
    """Put thoughts into words.

    Args:
        thoughts: what to say.
        dice: chooses between phrases.
        said_before: the discussion so far; its remarks are not repeated.
        said_earlier: what the team said in its latest turns; its turns of phrase are left alone for a while.
    """
    speaker = _Speaker(thoughts, dice, said_before, said_earlier)
    words, belief = thoughts.words, thoughts.belief
    most = max(len(thoughts.plan) + 1, _SHOWN)
    least = max(len(thoughts.plan), _FEW)
    shown = [place for i, place in enumerate(ranked(belief)[:most]) if i < least or belief[place] >= _WORTH_SHOWING]
    lines = (
        " ".join(speaker.sentences()),
        "RANKED: " + ", ".join(f"{words[place]} {belief[place]:.2f}" for place in shown),
        "PLAN: " + ", ".join(words[place] for place in thoughts.plan),
        f"CONSENSUS: {'YES' if thoughts.consensus else 'NO'}",
    )
    return DiscussionMessage(text="\n".join(lines), consensus=thoughts.consensus)


class _Speaker:
    """Chooses sentences for some thoughts."""

    def __init__(self, thoughts: Thoughts, dice: Random, said_before: str, said_earlier: str) -> None:
        self._thoughts = thoughts
        self._dice = dice
        self._said_before = said_before
        self._said_lately = f"{said_earlier}\n{said_before}"
        self._order = ranked(thoughts.belief)
        self._slots = _slots(thoughts, self._order)

    def sentences(self) -> list[str]:
        """What to say, sentence by sentence."""
        thoughts = self._thoughts
        if thoughts.theirs is not None:
            said = self._answer(thoughts.theirs)
            if not (thoughts.agrees and thoughts.theirs.consensus):
                said += self._remark(0.35)
        elif thoughts.heard:
            said = [self._say(phrases.PARTNER_SILENT if thoughts.silent else phrases.PARTNER_UNCLEAR), *self._next()]
        else:
            said = [*self._opening(), *self._next(), *self._remark(0.75), *self._expectation()]
        if self._happens(0.12):
            said += [self._say(phrases.VOICES[thoughts.style])] if thoughts.style in phrases.VOICES else []
        return [sentence for sentence in said if sentence]

    def _say(self, options: Phrases) -> str:
        """One of the phrases, filled in; none that was used lately, if there is another."""
        fresh = [option for option in options if _telling_part(option) not in self._said_lately]
        fresh = fresh or [option for option in options if _telling_part(option) not in self._said_before] or [*options]
        sentence = choose(fresh, self._dice).format_map(self._slots)
        return sentence[:1].upper() + sentence[1:]

    def _happens(self, probability: float) -> bool:
        return self._dice.random() < probability

    def _opening(self) -> list[str]:
        thoughts = self._thoughts
        if not thoughts.clue_is_known:
            return [self._say(phrases.UNKNOWN_CLUE)]
        if thoughts.clue.number == 0:
            return [self._say(phrases.ZERO)]
        if not isinstance(thoughts.clue.number, int):
            return [self._say(phrases.UNLIMITED)]
        first = thoughts.belief[self._order[0]]
        if first >= _CERTAIN:
            opening = [self._say(phrases.FIRST_CERTAIN)]
        elif first < _LIKELY:
            opening = [self._say(phrases.FIRST_VAGUE)]
        elif self._closeness() >= _NECK_AND_NECK:
            opening = [self._say(phrases.FIRST_TORN)]
        else:
            opening = [self._say(phrases.FIRST_LIKELY)]
        if thoughts.source is not None and first >= _LIKELY and self._happens(0.45):
            opening.append(self._say(phrases.WHY[thoughts.source]))
        return opening

    def _closeness(self) -> float:
        """The second word's probability over the first's."""
        belief = self._thoughts.belief
        return belief[self._order[1]] / belief[self._order[0]] if len(self._order) > 1 else 0.0

    def _next(self) -> list[str]:
        """What to touch after the first word."""
        planned = len(self._thoughts.plan)
        if not self._thoughts.clue_is_known or self._thoughts.clue.number == 0:
            return []
        if planned == 1:
            return [self._say(phrases.ALONE)] if self._closeness() < _FAR and self._happens(0.5) else []
        if planned > _FEW and self._happens(0.6):
            return [self._say(phrases.REST)]
        closeness = self._closeness()
        if closeness >= _NECK_AND_NECK:
            return []
        if closeness >= _CLOSE:
            return [self._say(phrases.SECOND_NEAR)]
        return [self._say(phrases.SECOND_NEXT if closeness >= _FAR else phrases.SECOND_FAR)]

    def _answer(self, theirs: StatedPreferences) -> list[str]:
        """What to say to the partner's latest message."""
        thoughts = self._thoughts
        first = self._order[0]
        before = thoughts.mine.plan[0] if thoughts.mine is not None and thoughts.mine.plan else None
        if not theirs.plan:
            return [self._say(phrases.DIFFER_STRONGLY if theirs.ranking else phrases.PARTNER_UNCLEAR)]
        if theirs.plan[0] != first:
            return self._objection(theirs, before)
        if before is not None and before != first:
            return [self._say(phrases.CONVINCED)]
        if thoughts.agrees and theirs.consensus:
            return [self._say(phrases.CONFIRM)]
        if thoughts.agrees:
            several = len(thoughts.plan) > 1 and self._happens(0.6)
            return [self._say(phrases.AGREE_ON_ALL if several else phrases.AGREE)]
        if {"instead", "other"} <= self._slots.keys():
            return [self._say(phrases.AGREE_BUT)]
        return [self._say(phrases.AGREE), *self._next()]

    def _objection(self, theirs: StatedPreferences, before: int | None) -> list[str]:
        """What to say where the partner would open with another word."""
        thoughts = self._thoughts
        if thoughts.closing:
            return [self._say(phrases.YIELD)]
        if thoughts.last_say:
            return [self._say(phrases.SETTLE)]
        if set(theirs.plan) == set(thoughts.plan):
            return [self._say(phrases.OTHER_ORDER)]
        if before == self._order[0]:
            return [self._say(phrases.STUBBORN)]
        if thoughts.belief[theirs.plan[0]] < _OUT_OF_THE_QUESTION:
            return [self._say(phrases.DIFFER_STRONGLY)]
        return [self._say(phrases.DIFFER), *self._next()]

    def _remark(self, probability: float) -> list[str]:
        """At most one remark on the situation, the most pressing first."""
        if not self._happens(probability):
            return []
        thoughts = self._thoughts
        number = thoughts.clue.number if isinstance(thoughts.clue.number, int) else 0
        occasions: list[tuple[bool, Phrases]] = [
            (thoughts.own_left == 1, phrases.LAST_ONE),
            (thoughts.their_left <= _FEW and len(thoughts.plan) > 1, phrases.OPPONENTS_CLOSE),
            (thoughts.slip is not None and self._happens(0.4), phrases.AFTER_A_SLIP),
            (thoughts.bonus is not None and self._happens(0.6), phrases.BONUS),
            (number > _FEW + 1 and self._happens(0.7), phrases.AMBITIOUS),
            (thoughts.own_left == _FEW and self._happens(0.6), phrases.FEW_LEFT),
            ("risk" in self._slots, phrases.TEMPTING),
            (thoughts.overheard and self._happens(0.1), phrases.OVERHEARD),
        ]
        fitting = (options for applies, options in occasions if applies and not self._already_said(options))
        return next(([self._say(options)] for options in fitting), [])

    def _already_said(self, options: Phrases) -> bool:
        """Whether one of the phrases has been used in this discussion."""
        return any(_telling_part(option) in self._said_before for option in options)

    def _expectation(self) -> list[str]:
        """What the partner will say."""
        expected = self._thoughts.expected
        if expected is None:
            return []
        if expected == self._order[0]:
            return [self._say(phrases.EXPECT_SAME)] if self._happens(0.45) else []
        return [self._say(phrases.EXPECT_OTHER)]


@lru_cache(maxsize=1024)
def _telling_part(phrase: str) -> str:
    """The longest piece of a phrase between its placeholders: what one would notice if it came again."""
    return max((piece for piece, *_ in Formatter().parse(phrase)), key=len)


def _slots(thoughts: Thoughts, order: Sequence[int]) -> Mapping[str, str]:
    """What the phrases' placeholders stand for; a placeholder without a meaning here is missing."""
    words = thoughts.words
    theirs = thoughts.theirs.plan if thoughts.theirs is not None else ()
    warned = [place for place, _ in thoughts.theirs.ranking] if thoughts.theirs is not None else []
    other = [place for place in theirs if place not in thoughts.plan]
    next_best = order[len(thoughts.plan) :][:1]
    risk = [place for place in next_best if thoughts.belief[place] >= _TEMPTING and place != thoughts.expected]
    before = thoughts.mine.plan[:1] if thoughts.mine is not None else ()
    named = {
        "first": order[:1],
        "second": order[1:2],
        "theirs": theirs[:1] or warned[:1],
        "other": other[:1],
        "instead": [place for place in thoughts.plan if place not in theirs][:1],
        "risk": risk,
        "before": before,
        "expected": () if thoughts.expected is None else (thoughts.expected,),
        "bonus": () if thoughts.bonus is None else (thoughts.bonus[0],),
    }
    slots = {name: words[places[0]] for name, places in named.items() if places}
    return slots | {
        "clue": thoughts.clue.word.upper(),
        "rest": _listed([words[place] for place in thoughts.plan[1:]]),
        "count": _in_words(len(thoughts.plan)),
        "all_of": f"{_all(len(thoughts.plan))} of",
        "left": _in_words(thoughts.own_left),
        "theirs_left": _in_words(thoughts.their_left),
        "slip": thoughts.slip or "",
        "old_clue": thoughts.bonus[1].upper() if thoughts.bonus is not None else "",
    }


def _in_words(number: int) -> str:
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)


def _all(count: int) -> str:
    """Both, or all of them."""
    return "both" if count == 2 else f"all {_in_words(count)}"


def _listed(items: Sequence[str]) -> str:
    """Items as a phrase: one, two and three."""
    return " and ".join((", ".join(items[:-1]), items[-1])) if len(items) > 1 else "".join(items)


@dataclass(frozen=True, slots=True)
class Intention:
    """What a cluer means by its clue."""

    clue: Clue
    targets: tuple[str, ...]
    strengths: tuple[float, ...]
    """One for each target, in standard deviations."""
    chance: float
    """The probability that all targets are found."""
    danger: str | None
    """The word most likely to be touched by mistake."""
    danger_card: str
    """What that word is."""
    blind: bool = False


def cluer_reasoning(intention: Intention, dice: Random) -> str:
    """A cluer's private reasoning, with its targets in a line of their own."""
    slots = {
        "clue": intention.clue.word,
        "targets": _listed(
            [f"{word} ({_strength(s)} link)" for word, s in zip(intention.targets, intention.strengths, strict=True)]
        ),
        "danger": intention.danger or "",
        "card": intention.danger_card,
        "all": _all(len(intention.targets)),
        "chance": f"{min(intention.chance, 0.99):.2f}",
    }
    chance = phrases.CLUER_CHANCE_ONE if len(intention.targets) == 1 else phrases.CLUER_CHANCE
    worry = phrases.CLUER_WORRY if intention.danger is not None else phrases.CLUER_NO_WORRY
    options = (phrases.CLUER_BLIND,) if intention.blind else (phrases.CLUER_PLAN, worry, chance)
    sentences = [choose(choices, dice).format_map(slots) for choices in options]
    return " ".join(sentences) + "\nTARGETS: " + ", ".join(intention.targets)


def _strength(standard_deviations: float) -> str:
    if standard_deviations > 5:
        return "a very strong"
    if standard_deviations > 3.5:
        return "a strong"
    return "a fair" if standard_deviations > 2.2 else "a loose"
