"""What a vector guesser believes, says and touches, given its view and the discussion."""

import hashlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Final, NamedTuple

from codenames_agents.offline.belief import Belief, gumbel_noise, pick_places, pool, rank, softmax
from codenames_agents.offline.links.dialects import dialect
from codenames_agents.offline.links.strength import Weights, common_strength, private_strength
from codenames_agents.offline.links.word_links import space
from codenames_agents.offline.shared_words import shared_words
from codenames_agents.offline.styles import Style
from codenames_agents.offline.talk import TalkingPoints
from codenames_agents.offline.transcript import clue_records, guesses_this_turn, last_mistake
from codenames_agents.offline.vocabulary import shipped_vocabulary
from codenames_agents.reading.partner_message import StatedPreferences, parse_partner_message
from codenames_core.game.agent import AnyGuesserView, Discussion
from codenames_core.game.config import Role
from codenames_core.game.events import Clue, DiscussionMessage

GUESSER_WEIGHTS: Final[dict[Role, Weights]] = {Role.GUESSER_1: (0.50, 0.22, 0.28), Role.GUESSER_2: (0.22, 0.34, 0.44)}
"""How much each guesser trusts each source (glove, wordnet, minilm); they differ, so that two opinions are pooled."""
_EQUAL_WEIGHTS: Final[Weights] = (1 / 3, 1 / 3, 1 / 3)

_TRUST: Final = {Role.GUESSER_1: 0.4, Role.GUESSER_2: 0.3}
"""The weight of the partner's message against one's own belief. guesser_2 speaks after it has listened: it gives less,
so that guesser_1, who touches the words, ends up with an even mix of both."""
_TRUST_AT_THE_END: Final = {Role.GUESSER_1: 0.5, Role.GUESSER_2: 0.75}
"""The same in a guesser's last message: guesser_2, who speaks last, gives way, so that the team has one plan."""
_TEAM_TRUST: Final = 0.5
"""The weight of the partner's last message when the guesses are made."""
_OWN_SHARE_OF_A_PREDICTION: Final = 0.3
"""The weight of one's own belief in what one expects of the partner: people expect others to think as they do."""

_CONFIDENT: Final = 0.3
"""How likely a word must be to be touched on a clue that names no number."""
_OWED: Final = 0.5
"""The same for an earlier clue's word where there is no limit, in styles that take no bonus."""


class OwedWord(NamedTuple):
    """A word that an earlier clue meant, and the team has not found."""

    place: int
    clue: str
    probability: float


@dataclass(frozen=True, slots=True)
class GuesserModel:
    """How one guesser forms its belief. All it knows comes from the view and the discussion."""

    style: Style
    seed: int

    def prior(self, view: AnyGuesserView) -> Belief:
        """Return the belief before any discussion.

        A clue with the number 0 speaks against its words, and so for those of the latest unfinished clue.
        """
        clue = clue_of(view)
        strengths = self._strengths(view, clue.word)
        if clue.number == 0:
            unfinished = _unfinished(view)
            owed = self._strengths(view, unfinished[-1]) if unfinished else (0.0,) * len(strengths)
            strengths = tuple(for_it - against for for_it, against in zip(owed, strengths, strict=True))
        return self._belief(view, clue.word, strengths)

    def posterior(
        self,
        view: AnyGuesserView,
        stated: Sequence[StatedPreferences],
        trust_in_last: float | None = None,
        *,
        prior: Belief | None = None,
    ) -> Belief:
        """Return the belief after the partner's messages, oldest first; the last may have a weight of its own.

        `prior` is the belief before them, where it is at hand.
        """
        belief, hidden = prior or self.prior(view), _hidden(view)
        trust = [_TRUST[view.seat.role]] * len(stated)
        if trust and trust_in_last is not None:
            trust[-1] = trust_in_last
        for preferences, weight in zip(stated, trust, strict=True):
            belief = pool(belief, preferences.as_belief(hidden, len(view.words)), weight)
        return belief

    def team_belief(self, view: AnyGuesserView, discussion: Discussion) -> Belief:
        """Return the belief that the guesses are made with: one's own, pooled again with the partner's last message."""
        stated = partner_preferences(view, discussion)
        belief = self.posterior(view, stated)
        if not stated:
            return belief
        return pool(belief, stated[-1].as_belief(_hidden(view), len(view.words)), _TEAM_TRUST)

    def guesses(self, view: AnyGuesserView, belief: Belief) -> tuple[int, ...]:
        """Return the places to touch, in order: the clue's words, then perhaps one left over from an earlier clue.

        The clue of a blind cluer leaves no word over, since its word may be any team's.
        """
        chosen = self.plan(view, belief)
        if view.rules.blind:
            return chosen
        own_left = view.words_left[view.seat.team] - len(chosen)
        if view.guesses_remaining is None:
            return (*chosen, *self._owed(view, chosen, own_left, self.style.bonus_above or _OWED))
        limit = _clue_limit(view)
        if len(chosen) < limit or self.style.bonus_above is None:
            return chosen
        extra = min(1, view.guesses_remaining - limit, own_left)
        return (*chosen, *self._owed(view, chosen, extra, self.style.bonus_above))

    def plan(self, view: AnyGuesserView, belief: Belief) -> tuple[int, ...]:
        """Return the places to touch for the clue itself, in order."""
        least = self.style.stop_below if view.guesses_remaining is not None else max(self.style.stop_below, _CONFIDENT)
        return pick_places(belief, _clue_limit(view), least)

    def talking_points(self, view: AnyGuesserView, discussion: Discussion) -> TalkingPoints:
        """Return what there is to say now."""
        clue = clue_of(view)
        stated = partner_preferences(view, discussion)
        partners = [message for message in discussion if message.seat != view.seat]
        own = [message for message in discussion if message.seat == view.seat]
        is_last = bool(partners) and len(own) + 1 >= view.rules.max_rounds
        alone = self.prior(view)
        belief = self.posterior(view, stated, _TRUST_AT_THE_END[view.seat.role] if is_last else None, prior=alone)
        first = rank(belief)[:1]
        takes_bonus = self.style.bonus_above is not None and not view.rules.blind
        owed = self.owed_word(view, first) if takes_bonus and not discussion else None
        return TalkingPoints(
            words=view.words,
            clue=clue,
            alone=alone,
            belief=belief,
            plan=self.plan(view, belief),
            style=self.style.name,
            clue_is_known=space(view.words).links_of(clue.word) is not None,
            source=_strongest_source(view, clue.word, first[0]) if first else None,
            shared=lambda place: _unsaid_shared_words(view, clue.word, place),
            partner_spoke=bool(partners),
            partner_was_silent=bool(partners) and partners[-1].skipped is not None,
            theirs=stated[-1] if partners and _states_preferences(view, partners[-1], own) else None,
            mine=parse_partner_message(own[-1], view.words) if own else None,
            expected=None if discussion else self.expected_first(view, alone),
            is_last=is_last,
            ends_discussion=is_last and view.seat.role is Role.GUESSER_2,
            own_left=view.words_left[view.seat.team],
            their_left=view.words_left[view.seat.team.other],
            mistake=last_mistake(view.public_transcript, view.seat.team),
            bonus=(owed.place, owed.clue) if owed and owed.probability >= (self.style.bonus_above or 1) else None,
            is_overheard=view.rules.surveillance,
        )

    def expected_first(self, view: AnyGuesserView, alone: Belief) -> int | None:
        """Return the place that this guesser expects its partner to put first; None for a clue that it does not know.

        The partner is taken to have no dialect, and to think a little as this guesser does `alone`.
        """
        links = space(view.words).links_of(clue_of(view).word)
        if links is None:
            return None
        strengths = tuple(common_strength(links, _EQUAL_WEIGHTS).tolist())
        plain = softmax(strengths, _hidden(view), self.style.guesser_focus)
        return rank(pool(plain, alone, _OWN_SHARE_OF_A_PREDICTION))[0]

    def owed_word(self, view: AnyGuesserView, taken: Collection[int]) -> OwedWord | None:
        """Return the likeliest hidden word of an earlier, unfinished clue, leaving out the places in `taken`."""
        owed = []
        for clue in _unfinished(view):
            strengths = self._strengths(view, clue)
            open_places = tuple(place for place in _hidden(view) if place not in taken)
            belief = softmax(strengths, open_places, self.style.guesser_focus)
            owed += [OwedWord(place, clue, round(belief[place], 6)) for place in rank(belief)[:1] if any(strengths)]
        return max(owed, key=lambda word: word.probability, default=None)

    def _owed(self, view: AnyGuesserView, chosen: Sequence[int], limit: int, at_least: float) -> tuple[int, ...]:
        """Return up to `limit` words of earlier clues that are at least that likely."""
        taken = list(chosen)
        while len(taken) - len(chosen) < limit:
            owed = self.owed_word(view, taken)
            if owed is None or owed.probability < at_least:
                break
            taken.append(owed.place)
        return tuple(taken[len(chosen) :])

    def _strengths(self, view: AnyGuesserView, clue: str) -> tuple[float, ...]:
        return _strengths(view.words, clue, view.seat.role, self.style, self.seed)

    def _belief(self, view: AnyGuesserView, clue: str, strengths: tuple[float, ...]) -> Belief:
        if self.style.temperature:
            # Seeded by the clue, so that this guesser holds to what it drew for the whole turn.
            rng = Random(hashlib.sha256(f"hunch\0{self.seed}\0{view.seat.role}\0{clue}".encode()).digest())
            noise = gumbel_noise(len(strengths), self.style.temperature, rng)
            strengths = tuple(s + n / self.style.guesser_focus for s, n in zip(strengths, noise, strict=True))
        return softmax(strengths, _hidden(view), self.style.guesser_focus)


def clue_of(view: AnyGuesserView) -> Clue:
    """Return the clue of this turn."""
    if view.current_clue is None:
        raise ValueError(f"{view.seat.label} is asked about a clue, and none has been given")
    return view.current_clue


def _clue_limit(view: AnyGuesserView) -> int:
    """Return how many more words the clue asks for: one for a 0, all own words for an unlimited clue."""
    number, own_left = clue_of(view).number, view.words_left[view.seat.team]
    if number == 0:
        return 1
    if not isinstance(number, int):
        return own_left
    return max(0, min(number - guesses_this_turn(view.public_transcript), own_left))


def partner_preferences(view: AnyGuesserView, discussion: Discussion) -> tuple[StatedPreferences, ...]:
    """Return what the partner's messages state, oldest first. A bare `CONSENSUS: YES` repeats what it answers."""
    stated: list[StatedPreferences] = []
    mine: StatedPreferences | None = None
    for message in discussion:
        preferences = parse_partner_message(message, view.words)
        if message.seat == view.seat:
            mine = preferences
        elif preferences is not None:
            stated.append(preferences)
        elif message.consensus and mine is not None:
            stated.append(mine)
    return tuple(stated)


def _states_preferences(view: AnyGuesserView, message: DiscussionMessage, own: Sequence[DiscussionMessage]) -> bool:
    return parse_partner_message(message, view.words) is not None or (message.consensus and bool(own))


def _hidden(view: AnyGuesserView) -> tuple[int, ...]:
    return _all_but(view.words, tuple(view.revealed))


@lru_cache(maxsize=64)
def _all_but(words: tuple[str, ...], revealed: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(place for place, word in enumerate(words) if word not in revealed)


def _unfinished(view: AnyGuesserView) -> tuple[str, ...]:
    """Return the team's earlier clues that still have words to be found, oldest first."""
    records = clue_records(view.public_transcript, view.seat.team)
    return tuple(record.clue.word for record in records[:-1] if record.unfinished)


@lru_cache(maxsize=1024)
def _strengths(words: tuple[str, ...], clue: str, role: Role, style: Style, seed: int) -> tuple[float, ...]:
    """Return how strongly a guesser links a clue to each word, in its dialect: standard deviations, 0 if unknown."""
    links = space(words).links_of(clue)
    if links is None:
        return (0.0,) * len(words)
    strengths = common_strength(links, GUESSER_WEIGHTS[role])
    if style.guesser_dialect:
        noise = dialect(f"{seed}\0{role}").between(clue, words)
        strengths = private_strength(strengths, noise, style.guesser_dialect)
    return tuple(strengths.tolist())


def _unsaid_shared_words(view: AnyGuesserView, clue: str, place: int) -> tuple[str, ...]:
    """Return the words that clue and board word share, without clues of either team: to name one means something."""
    shared = shared_words(view.words, clue, place)
    given = {event.word.upper() for event in view.public_transcript if isinstance(event, Clue)} if shared else ()
    return tuple(word for word in shared if word not in given)


def _strongest_source(view: AnyGuesserView, clue: str, place: int) -> str | None:
    """Return the source that links clue and word most strongly; None for a clue without vectors."""
    links = space(view.words).links_of(clue)
    if links is None:
        return None
    strongest = max(range(len(links)), key=lambda block: links[block, place])
    return shipped_vocabulary().blocks[strongest].name
