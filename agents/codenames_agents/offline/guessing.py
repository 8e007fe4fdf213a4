"""From what a guesser sees and hears to what it believes, says and touches."""

import hashlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Final, NamedTuple

from codenames_agents.offline.association import Weights, common_strength, private_strength
from codenames_agents.offline.belief import Belief, belief_in, hunches, picks, pool, ranked
from codenames_agents.offline.memory import clue_records, guesses_this_turn, last_slip
from codenames_agents.offline.partner_message import StatedPreferences, parse_partner_message
from codenames_agents.offline.styles import Style
from codenames_agents.offline.talk import Thoughts
from codenames_agents.offline.vectors import dialect, space
from codenames_agents.offline.vocabulary import shipped_vocabulary
from codenames_core.game.agent import AnyGuesserView, Discussion
from codenames_core.game.config import Role
from codenames_core.game.events import Clue, DiscussionMessage

GUESSER_WEIGHTS: Final[dict[Role, Weights]] = {Role.GUESSER_1: (0.50, 0.22, 0.28), Role.GUESSER_2: (0.22, 0.34, 0.44)}
"""How much each guesser trusts each source: two minds, not one twice."""
_PLAIN_WEIGHTS: Final[Weights] = (1 / 3, 1 / 3, 1 / 3)

_TRUST: Final = {Role.GUESSER_1: 0.4, Role.GUESSER_2: 0.3}
"""The weight of what the partner says against one's own belief. guesser_2 speaks when it has listened: it gives less,
so that guesser_1, who touches the words, ends up with an even mix of two minds."""
_TRUST_WHEN_TIME_IS_UP: Final = {Role.GUESSER_1: 0.5, Role.GUESSER_2: 0.75}
"""The same for the last message: guesser_2, who has the last word, gives way, so that the team has one plan."""
_TRUST_IN_THE_END: Final = 0.5
_OWN_SHARE_OF_A_PREDICTION: Final = 0.3

_CONFIDENT: Final = 0.3
"""How likely a word must be to be touched on a clue that names no number."""
_OWED: Final = 0.5
"""The same for an earlier clue's word where there is no limit, in styles that take no bonus."""


class Debt(NamedTuple):
    """A word that an earlier clue still owes."""

    place: int
    clue: str
    probability: float


@dataclass(frozen=True, slots=True)
class Mind:
    """How one guesser thinks. All it knows comes from the view and the discussion."""

    style: Style
    seed: int

    def alone(self, view: AnyGuesserView) -> Belief:
        """The belief before anybody has spoken."""
        clue = clue_of(view)
        strengths = self._strengths(view, clue.word)
        if clue.number == 0:
            owed = (
                self._strengths(view, unfinished[-1]) if (unfinished := _unfinished(view)) else (0.0,) * len(strengths)
            )
            strengths = tuple(o - s for o, s in zip(owed, strengths, strict=True))
        return self._belief(view, clue.word, strengths)

    def after(
        self, view: AnyGuesserView, heard: Sequence[StatedPreferences], trust_in_the_last: float | None = None
    ) -> Belief:
        """The belief once the partner's messages have been heard, one after the other."""
        belief, hidden = self.alone(view), _hidden(view)
        trust = [_TRUST[view.seat.role]] * len(heard)
        if trust and trust_in_the_last is not None:
            trust[-1] = trust_in_the_last
        for said, weight in zip(heard, trust, strict=True):
            belief = pool(belief, said.as_belief(hidden, len(view.words)), weight)
        return belief

    def in_the_end(self, view: AnyGuesserView, discussion: Discussion) -> Belief:
        """The team's belief: one's own, pooled once more with the partner's last word."""
        heard = hear_partner(view, discussion)
        belief = self.after(view, heard)
        if not heard:
            return belief
        return pool(belief, heard[-1].as_belief(_hidden(view), len(view.words)), _TRUST_IN_THE_END)

    def guesses(self, view: AnyGuesserView, belief: Belief) -> tuple[int, ...]:
        """The places to touch, in order: the clue's words, then perhaps one that an earlier clue still owes.

        The clue of a blind cluer owes nothing: what it was meant for may be anybody's.
        """
        chosen = self.plan(view, belief)
        if view.rules.blind:
            return chosen
        own_left = view.words_left[view.seat.team] - len(chosen)
        if view.guesses_remaining is None:
            return (*chosen, *self._owed(view, chosen, own_left, self.style.bonus_above or _OWED))
        most = _most_for_the_clue(view)
        if len(chosen) < most or self.style.bonus_above is None:
            return chosen
        extra = min(1, view.guesses_remaining - most, own_left)
        return (*chosen, *self._owed(view, chosen, extra, self.style.bonus_above))

    def plan(self, view: AnyGuesserView, belief: Belief) -> tuple[int, ...]:
        """The places to touch for the clue itself, in order."""
        limit = self.style.stop_below if view.guesses_remaining is not None else max(self.style.stop_below, _CONFIDENT)
        return picks(belief, _most_for_the_clue(view), limit)

    def thoughts(self, view: AnyGuesserView, discussion: Discussion) -> Thoughts:
        """What there is to say now."""
        clue = clue_of(view)
        heard = hear_partner(view, discussion)
        partners = [message for message in discussion if message.seat != view.seat]
        own = [message for message in discussion if message.seat == view.seat]
        last_say = bool(partners) and len(own) + 1 >= view.rules.max_rounds
        belief = self.after(view, heard, _TRUST_WHEN_TIME_IS_UP[view.seat.role] if last_say else None)
        first = ranked(belief)[:1]
        takes_bonus = self.style.bonus_above is not None and not view.rules.blind
        debt = self.debt(view, first) if takes_bonus and not discussion else None
        return Thoughts(
            words=view.words,
            clue=clue,
            belief=belief,
            plan=self.plan(view, belief),
            style=self.style.name,
            clue_is_known=space(view.words).links_of(clue.word) is not None,
            source=_binding_source(view, clue.word, first[0]) if first else None,
            heard=bool(partners),
            silent=bool(partners) and partners[-1].skipped is not None,
            theirs=heard[-1] if partners and _readable(view, partners[-1], own) else None,
            mine=parse_partner_message(own[-1], view.words) if own else None,
            expected=None if discussion else self.prediction(view),
            last_say=last_say,
            closing=last_say and view.seat.role is Role.GUESSER_2,
            own_left=view.words_left[view.seat.team],
            their_left=view.words_left[view.seat.team.other],
            slip=last_slip(view.public_transcript, view.seat.team),
            bonus=(debt.place, debt.clue) if debt and debt.probability >= (self.style.bonus_above or 1) else None,
            overheard=view.rules.surveillance,
        )

    def prediction(self, view: AnyGuesserView) -> int | None:
        """The word that a partner of plain associations would put first, as this mind imagines it."""
        links = space(view.words).links_of(clue_of(view).word)
        if links is None:
            return None
        strengths = tuple(common_strength(links, _PLAIN_WEIGHTS).tolist())
        plain = belief_in(strengths, _hidden(view), self.style.guesser_focus)
        return ranked(pool(plain, self.alone(view), _OWN_SHARE_OF_A_PREDICTION))[0]

    def debt(self, view: AnyGuesserView, taken: Collection[int]) -> Debt | None:
        """The likeliest hidden word that an earlier, unfinished clue may have meant, the `taken` ones apart."""
        debts = []
        for clue in _unfinished(view):
            strengths = self._strengths(view, clue)
            open_places = tuple(place for place in _hidden(view) if place not in taken)
            belief = belief_in(strengths, open_places, self.style.guesser_focus)
            debts += [Debt(place, clue, round(belief[place], 6)) for place in ranked(belief)[:1] if any(strengths)]
        return max(debts, key=lambda debt: debt.probability, default=None)

    def _owed(self, view: AnyGuesserView, chosen: Sequence[int], most: int, at_least: float) -> tuple[int, ...]:
        """Words owed to earlier clues, while there are likely ones."""
        taken = list(chosen)
        while len(taken) - len(chosen) < most:
            debt = self.debt(view, taken)
            if debt is None or debt.probability < at_least:
                break
            taken.append(debt.place)
        return tuple(taken[len(chosen) :])

    def _strengths(self, view: AnyGuesserView, clue: str) -> tuple[float, ...]:
        return _strengths(view.words, clue, view.seat.role, self.style, self.seed)

    def _belief(self, view: AnyGuesserView, clue: str, strengths: tuple[float, ...]) -> Belief:
        if self.style.temperature:
            mood = Random(hashlib.sha256(f"hunch\0{self.seed}\0{view.seat.role}\0{clue}".encode()).digest())
            hunch = hunches(len(strengths), self.style.temperature, mood)
            strengths = tuple(s + h / self.style.guesser_focus for s, h in zip(strengths, hunch, strict=True))
        return belief_in(strengths, _hidden(view), self.style.guesser_focus)


def clue_of(view: AnyGuesserView) -> Clue:
    """The clue in force."""
    if view.current_clue is None:
        raise ValueError(f"{view.seat.label} is asked about a clue, and none has been given")
    return view.current_clue


def _most_for_the_clue(view: AnyGuesserView) -> int:
    """How many words the clue asks for that may still be touched; one for a zero, all where there is no limit."""
    number, own_left = clue_of(view).number, view.words_left[view.seat.team]
    if number == 0:
        return 1
    if not isinstance(number, int):
        return own_left
    return max(0, min(number - guesses_this_turn(view.public_transcript), own_left))


def hear_partner(view: AnyGuesserView, discussion: Discussion) -> tuple[StatedPreferences, ...]:
    """What the partner's messages say, oldest first. A bare `CONSENSUS: YES` repeats what it answers."""
    heard: list[StatedPreferences] = []
    mine: StatedPreferences | None = None
    for message in discussion:
        said = parse_partner_message(message, view.words)
        if message.seat == view.seat:
            mine = said
        elif said is not None:
            heard.append(said)
        elif message.consensus and mine is not None:
            heard.append(mine)
    return tuple(heard)


def _readable(view: AnyGuesserView, message: DiscussionMessage, own: Sequence[DiscussionMessage]) -> bool:
    return parse_partner_message(message, view.words) is not None or (message.consensus and bool(own))


def _hidden(view: AnyGuesserView) -> tuple[int, ...]:
    return _all_but(view.words, tuple(view.revealed))


@lru_cache(maxsize=64)
def _all_but(words: tuple[str, ...], revealed: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(place for place, word in enumerate(words) if word not in revealed)


def _unfinished(view: AnyGuesserView) -> tuple[str, ...]:
    """The team's earlier clues that still have words to be found, oldest first."""
    records = clue_records(view.public_transcript, view.seat.team)
    return tuple(record.clue.word for record in records[:-1] if record.unfinished)


@lru_cache(maxsize=1024)
def _strengths(words: tuple[str, ...], clue: str, role: Role, style: Style, seed: int) -> tuple[float, ...]:
    """How strongly a guesser links a clue to each word, in its dialect; all zero for a clue it does not know."""
    links = space(words).links_of(clue)
    if links is None:
        return (0.0,) * len(words)
    strengths = common_strength(links, GUESSER_WEIGHTS[role])
    if style.guesser_dialect:
        noise = dialect(f"{seed}\0{role}").between(clue, words)
        strengths = private_strength(strengths, noise, style.guesser_dialect)
    return tuple(strengths.tolist())


def _binding_source(view: AnyGuesserView, clue: str, place: int) -> str | None:
    """The source that links clue and word most strongly."""
    links = space(view.words).links_of(clue)
    if links is None:
        return None
    strongest = max(range(len(links)), key=lambda block: links[block, place])
    return shipped_vocabulary().blocks[strongest].name
