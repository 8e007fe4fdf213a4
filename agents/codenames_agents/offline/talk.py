"""What vector agents say: the guessers to each other, and the cluer in its private reasoning.

A guesser's message is a few sentences and three lines that its partner can read (see `partner_message`):

    RANKED: OCEAN 0.62, RIVER 0.20, FISH 0.05
    PLAN: OCEAN, RIVER
    CONSENSUS: NO

Vector agents change each other's beliefs through these lines only.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, repeat
from random import Random
from string import Formatter
from typing import Final

from codenames_agents.offline import phrases
from codenames_agents.offline.belief import Belief, rank
from codenames_agents.offline.phrases import Phrases
from codenames_agents.offline.transcript import choose
from codenames_agents.reading.partner_message import StatedPreferences
from codenames_core.game.events import Clue, DiscussionMessage

_CERTAIN, _LIKELY = 0.55, 0.22
_NECK_AND_NECK: Final = 0.8
"""The second word's probability over the first's from which on the speaker is torn between the two."""
_CLOSE: Final = 0.5
_FAR: Final = 0.2
_WORTH_SHOWING: Final = 0.02
"""The least probability in a ranking."""
_TEMPTING: Final = 0.08
"""The least probability of a word that the speaker warns of."""
_OUT_OF_THE_QUESTION: Final = 0.04
"""Below this probability, the partner's first word meets a strong objection."""
_FEW: Final = 2
_BEST: Final = 3
"""Shared words from which one is drawn."""
_FAIR: Final = 2.2
"""The strength of a link, in standard deviations, up to which it is loose."""
_TRIES: Final = 6
"""Phrases that are drawn before all are looked through for one that was not used recently."""
_SHOWN: Final = 4
"""Words in a ranking, if there are so many worth showing."""
_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def _nothing_shared(place: int) -> Sequence[str]:
    return ()


@dataclass(frozen=True, slots=True)
class TalkingPoints:
    """What a guesser could say when it is its turn to speak. Places are places on the board."""

    words: tuple[str, ...]
    clue: Clue
    belief: Belief
    plan: tuple[int, ...]
    """The words to touch, in order."""
    style: str
    alone: Belief = ()
    """The belief before any discussion."""
    clue_is_known: bool = True
    source: str | None = None
    """The source that links the clue and the first word most strongly."""
    shared: Callable[[int], Sequence[str]] = _nothing_shared
    """Returns words that the clue shares with the word at a place, in capitals, the best first."""
    partner_spoke: bool = False
    """Whether the partner has had a turn to speak in this discussion."""
    partner_was_silent: bool = False
    """Whether the partner failed to say anything in its latest turn to speak."""
    theirs: StatedPreferences | None = None
    """The preferences in the partner's latest message, if it states any."""
    mine: StatedPreferences | None = None
    """Those in the speaker's own latest message."""
    expected: int | None = None
    """The word that the speaker expects the partner to put first."""
    is_last: bool = False
    """Whether this is the speaker's last message in the discussion."""
    ends_discussion: bool = False
    """Whether this is the last message of the discussion."""
    own_left: int = 9
    their_left: int = 9
    mistake: str | None = None
    """The wrong word on which the team's last turn ended."""
    bonus: tuple[int, str] | None = None
    """A word left over from an earlier clue, and that clue."""
    is_overheard: bool = False
    """Whether the other team reads the discussion."""

    @property
    def agrees(self) -> bool:
        """Whether the partner wants to touch the same words and the same one first."""
        if self.theirs is None or self.theirs.plan[:1] != self.plan[:1]:
            return False
        theirs, mine = set(self.theirs.plan[: len(self.plan)]), set(self.plan)
        return theirs == mine if len(self.theirs.plan) >= len(self.plan) else theirs < mine

    @property
    def consensus(self) -> bool:
        """Whether the speaker votes to end the talk: they agree, or it repeats itself; to be the last is no reason."""
        if not self.partner_spoke:
            return False
        repeats = self.mine is not None and self.mine.plan == self.plan and self.mine.consensus
        return self.agrees or repeats


def compose_message(
    points: TalkingPoints, rng: Random, this_turn: str = "", earlier_turns: str = ""
) -> DiscussionMessage:
    """Return the message that makes the points.

    Args:
        points: what to say.
        rng: chooses between phrases.
        this_turn: the discussion so far, whose remarks are not repeated.
        earlier_turns: what the team said in its latest turns, whose phrases are avoided where there are others.
    """
    speaker = _Speaker(points, rng, this_turn, earlier_turns)
    words, belief = points.words, points.belief
    limit = max(len(points.plan) + 1, _SHOWN)
    least = max(len(points.plan), _FEW)
    shown = [place for i, place in enumerate(rank(belief)[:limit]) if i < least or belief[place] >= _WORTH_SHOWING]
    lines = (
        " ".join(speaker.sentences()),
        "RANKED: " + ", ".join(f"{words[place]} {belief[place]:.2f}" for place in shown),
        "PLAN: " + ", ".join(words[place] for place in points.plan),
        f"CONSENSUS: {'YES' if points.consensus else 'NO'}",
    )
    return DiscussionMessage(text="\n".join(lines), consensus=points.consensus)


class _Speaker:
    """Chooses the sentences that make some points."""

    def __init__(self, points: TalkingPoints, rng: Random, this_turn: str, earlier_turns: str) -> None:
        self._points = points
        self._rng = rng
        self._this_turn = this_turn
        self._recent = f"{earlier_turns}\n{this_turn}"
        self._order = rank(points.belief)
        self._slots = _slots(points, self._order)

    def sentences(self) -> list[str]:
        """Return what to say, sentence by sentence."""
        points = self._points
        if points.theirs is not None:
            sentences = self._answer(points.theirs)
            if not (points.agrees and points.theirs.consensus):
                sentences += self._remark(0.35)
        elif points.partner_spoke:
            no_words = phrases.PARTNER_SILENT if points.partner_was_silent else phrases.PARTNER_UNCLEAR
            sentences = [self._say(no_words), *self._next()]
        else:
            sentences = [*self._opening(), *self._next(), *self._remark(0.75), *self._expectation()]
        if self._happens(0.12):
            sentences += [self._say(phrases.VOICES[points.style])] if points.style in phrases.VOICES else []
        return [sentence for sentence in sentences if sentence]

    def _say(self, options: Phrases, **more: str) -> str:
        """Return one of the phrases, filled in: one that was not used recently, if there is any."""
        phrase = next(self._fresh(options), None) or choose(
            [option for option in options if _fixed_part(option) not in self._this_turn] or options, self._rng
        )
        sentence = phrase.format_map({**self._slots, **more})
        return sentence[:1].upper() + sentence[1:]

    def _fresh(self, options: Phrases) -> Iterator[str]:
        """Yield phrases that were not used recently: a few that are drawn, then any."""
        drawn = (choose(options, self._rng) for _ in range(_TRIES))
        return (phrase for phrase in chain(drawn, options) if _fixed_part(phrase) not in self._recent)

    def _explain(self, linked: Phrases, plain: Phrases, place: int, probability: float) -> str:
        """Return a sentence about the word at a place: with that probability one that says what links it to the clue.

        Where nothing does, it is a plain one.
        """
        link = self._link(place) if self._happens(probability) else None
        return self._say(linked, link=link) if link else self._say(plain)

    def _link(self, place: int) -> str | None:
        """Return a word that clue and board word share, if there is one: one of the best that nobody named yet."""
        unsaid = [word for word in self._points.shared(place) if word not in self._this_turn][:_BEST]
        return choose(unsaid, self._rng) if unsaid else None

    def _happens(self, probability: float) -> bool:
        return self._rng.random() < probability

    def _opening(self) -> list[str]:
        points = self._points
        if not points.clue_is_known:
            return [self._say(phrases.UNKNOWN_CLUE)]
        if points.clue.number == 0:
            return [self._say(phrases.ZERO)]
        if not isinstance(points.clue.number, int):
            return [self._say(phrases.UNLIMITED)]
        first = points.belief[self._order[0]]
        if first < _LIKELY:
            return [self._say(phrases.FIRST_VAGUE)]
        if first < _CERTAIN and self._closeness() >= _NECK_AND_NECK:
            return [self._say(phrases.FIRST_TORN), *self._why()]
        if self._happens(0.4) and (link := self._link(self._order[0])):
            return [self._say(phrases.FIRST_LINKED, link=link)]
        return [self._say(phrases.FIRST_CERTAIN if first >= _CERTAIN else phrases.FIRST_LIKELY), *self._why()]

    def _why(self) -> list[str]:
        """Return, now and then, what links the clue and the first word."""
        if not self._happens(0.7):
            return []
        if shared := self._points.shared(self._order[0]):
            if len(shared) > 1 and self._happens(0.3):
                return [self._say(phrases.WHY_LINKED_TWICE, links=_listed(shared[:2]))]
            return [self._say(phrases.WHY_LINKED, link=choose(shared[:_BEST], self._rng))]
        return [self._say(phrases.WHY[self._points.source])] if self._points.source else []

    def _closeness(self) -> float:
        """Return the second word's probability over the first's."""
        belief = self._points.belief
        return belief[self._order[1]] / belief[self._order[0]] if len(self._order) > 1 else 0.0

    def _next(self) -> list[str]:
        """Return what to say of the words after the first."""
        planned = len(self._points.plan)
        if not self._points.clue_is_known or self._points.clue.number == 0:
            return []
        if planned == 1:
            return [self._say(phrases.ALONE)] if self._closeness() < _FAR and self._happens(0.5) else []
        if planned > _FEW and self._happens(0.6):
            return [self._say(phrases.REST)]
        closeness = self._closeness()
        if closeness >= _NECK_AND_NECK:
            return []
        if closeness < _FAR:
            return [self._say(phrases.SECOND_FAR)]
        near = phrases.SECOND_NEAR if closeness >= _CLOSE else phrases.SECOND_NEXT
        return [self._explain(phrases.SECOND_LINKED, near, self._order[1], 0.6)]

    def _answer(self, theirs: StatedPreferences) -> list[str]:
        """Return the answer to the partner's latest message."""
        points = self._points
        first = self._order[0]
        before = points.mine.plan[0] if points.mine is not None and points.mine.plan else None
        if not theirs.plan:
            return [self._say(phrases.DIFFER_STRONGLY if theirs.ranking else phrases.PARTNER_UNCLEAR)]
        if theirs.plan[0] != first:
            return self._objection(theirs, before)
        if before is not None and before != first:
            return [self._explain(phrases.CONVINCED_LINKED, phrases.CONVINCED, first, 0.6)]
        if points.agrees and theirs.consensus:
            return [self._explain(phrases.CONFIRM_LINKED, phrases.CONFIRM, first, 0.6)]
        if points.agrees:
            several = len(points.plan) > 1 and self._happens(0.6)
            return [self._say(phrases.AGREE_ON_ALL) if several else self._agreement()]
        if {"instead", "other"} <= self._slots.keys():
            instead = points.words.index(self._slots["instead"])
            return [self._explain(phrases.AGREE_BUT_LINKED, phrases.AGREE_BUT, instead, 0.6)]
        return [self._agreement(), *self._next()]

    def _agreement(self) -> str:
        return self._explain(phrases.AGREE_LINKED, phrases.AGREE, self._order[0], 0.6)

    def _objection(self, theirs: StatedPreferences, before: int | None) -> list[str]:
        """Return the answer to a partner who puts another word first."""
        points = self._points
        if points.ends_discussion:
            return [self._say(phrases.YIELD)]
        if points.is_last:
            return [self._say(phrases.SETTLE)]
        first = self._order[0]
        if set(theirs.plan) == set(points.plan):
            return [self._explain(phrases.OTHER_ORDER_LINKED, phrases.OTHER_ORDER, first, 0.5)]
        if before == first:
            return [self._explain(phrases.STUBBORN_LINKED, phrases.STUBBORN, first, 0.5)]
        if points.belief[theirs.plan[0]] < _OUT_OF_THE_QUESTION:
            return [self._explain(phrases.DIFFER_STRONGLY_LINKED, phrases.DIFFER_STRONGLY, first, 0.5)]
        return [self._explain(phrases.DIFFER_LINKED, phrases.DIFFER, first, 0.5), *self._next()]

    def _remark(self, probability: float) -> list[str]:
        """Return at most one remark on the situation, the most urgent that applies."""
        if not self._happens(probability):
            return []
        points = self._points
        number = points.clue.number if isinstance(points.clue.number, int) else 0
        occasions: list[tuple[bool, Phrases]] = [
            (points.own_left == 1, phrases.LAST_ONE),
            (points.their_left <= _FEW and len(points.plan) > 1, phrases.OPPONENTS_CLOSE),
            (points.mistake is not None and self._happens(0.4), phrases.AFTER_A_SLIP),
            (points.bonus is not None and self._happens(0.6), phrases.BONUS),
            (number > _FEW + 1 and self._happens(0.7), phrases.AMBITIOUS),
            (points.own_left == _FEW and self._happens(0.6), phrases.FEW_LEFT),
            ("risk" in self._slots, phrases.TEMPTING),
            (points.is_overheard and self._happens(0.1), phrases.OVERHEARD),
        ]
        fitting = [options for applies, options in occasions if applies and not self._already_said(options)]
        if not fitting:
            return []
        if fitting[0] is phrases.TEMPTING:
            return [
                self._explain(phrases.TEMPTING_LINKED, phrases.TEMPTING, points.words.index(self._slots["risk"]), 0.6)
            ]
        return [self._say(fitting[0])]

    def _already_said(self, options: Phrases) -> bool:
        """Whether one of the phrases has been used in this discussion."""
        return any(_fixed_part(option) in self._this_turn for option in options)

    def _expectation(self) -> list[str]:
        """Return what the speaker expects the partner to say."""
        expected = self._points.expected
        if expected is None:
            return []
        if expected == self._order[0]:
            return [self._say(phrases.EXPECT_SAME)] if self._happens(0.45) else []
        return [self._say(phrases.EXPECT_OTHER)]


@lru_cache(maxsize=4096)
def _fixed_part(phrase: str) -> str:
    """Return the longest piece of a phrase between its placeholders, by which a reader would recognise it."""
    return max((piece for piece, *_ in Formatter().parse(phrase)), key=len)


def _slots(points: TalkingPoints, order: Sequence[int]) -> Mapping[str, str]:
    """Return the words for the placeholders of phrases, without those that have no meaning in this situation."""
    words = points.words
    theirs = points.theirs.plan if points.theirs is not None else ()
    warned = [place for place, _ in points.theirs.ranking] if points.theirs is not None else []
    other = [place for place in theirs if place not in points.plan]
    next_best = order[len(points.plan) :][:1]
    risk = [place for place in next_best if points.belief[place] >= _TEMPTING and place != points.expected]
    before = points.mine.plan[:1] if points.mine is not None else ()
    named = {
        "first": order[:1],
        "second": order[1:2],
        "theirs": theirs[:1] or warned[:1],
        "other": other[:1],
        "instead": [place for place in points.plan if place not in theirs][:1],
        "risk": risk,
        "before": before,
        "expected": () if points.expected is None else (points.expected,),
        "bonus": () if points.bonus is None else (points.bonus[0],),
    }
    slots = {name: words[places[0]] for name, places in named.items() if places}
    return slots | {
        "clue": points.clue.word.upper(),
        "rest": _listed([words[place] for place in points.plan[1:]]),
        "count": _in_words(len(points.plan)),
        "all_of": f"{_all(len(points.plan))} of",
        "left": _in_words(points.own_left),
        "theirs_left": _in_words(points.their_left),
        "slip": points.mistake or "",
        "old_clue": points.bonus[1].upper() if points.bonus is not None else "",
    }


def _in_words(number: int) -> str:
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)


def _all(count: int) -> str:
    """Return `both`, or `all` with a number."""
    return "both" if count == 2 else f"all {_in_words(count)}"


def _listed(items: Sequence[str]) -> str:
    """Return the items as a phrase: one, two and three."""
    return " and ".join((", ".join(items[:-1]), items[-1])) if len(items) > 1 else "".join(items)


@dataclass(frozen=True, slots=True)
class Intention:
    """What a cluer means by its clue, and what it expects of it."""

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
    shared: tuple[tuple[str, ...], ...] = ()
    """Words that the clue shares with each target, in capitals, where there is anything to explain."""
    blind: bool = False


def cluer_reasoning(intention: Intention, rng: Random) -> str:
    """Return a cluer's private reasoning, with its targets on a line of their own."""
    slots = {
        "clue": intention.clue.word,
        "targets": _listed(
            [
                f"{word} ({_strength(strength)} link{_through(shared)})"
                for word, strength, shared in zip(
                    intention.targets, intention.strengths, intention.shared or repeat(()), strict=False
                )
            ]
        ),
        "danger": intention.danger or "",
        "card": intention.danger_card,
        "all": _all(len(intention.targets)),
        "chance": f"{min(intention.chance, 0.99):.2f}",
    }
    chance = phrases.CLUER_CHANCE_ONE if len(intention.targets) == 1 else phrases.CLUER_CHANCE
    worry = phrases.CLUER_WORRY if intention.danger is not None else phrases.CLUER_NO_WORRY
    options = (phrases.CLUER_BLIND,) if intention.blind else (phrases.CLUER_PLAN, worry, chance)
    sentences = [choose(choices, rng).format_map(slots) for choices in options]
    return " ".join(sentences) + "\nTARGETS: " + ", ".join(intention.targets)


def _through(shared: Sequence[str]) -> str:
    return f" through {_listed(shared)}" if shared else ""


def is_loose(standard_deviations: float) -> bool:
    """Return whether a link of that strength is called loose."""
    return standard_deviations <= _FAIR


def _strength(standard_deviations: float) -> str:
    if is_loose(standard_deviations):
        return "a loose"
    if standard_deviations > 5:
        return "a very strong"
    return "a strong" if standard_deviations > 3.5 else "a fair"
