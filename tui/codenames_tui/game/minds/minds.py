"""What each guesser of a turn has said aloud that they believe: a fold of their messages up to a position.

Nothing else goes in: no trace, no key, no message that the people at the screen may not read, and none that is still
being spoken, whose numbers may not be whole yet. Messages are read by the one reader that agents and metrics have, too
(`codenames_agents.reading.partner_message`).

The latest message of a guesser that names words replaces what they said before; one that names none leaves it:

- A `RANKED` line with a number behind every word gives chances.
- Without numbers, a guesser *speaks for* the words of a `PLAN` line; without one, for the words that the prose names
  and nowhere warns of, doubts, or only asks about.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from codenames_agents.reading.partner_message import parse_partner_message
from codenames_core.game.config import Role
from codenames_core.game.events import DiscussionMessage
from codenames_core.game.state import GUESSERS, GameState
from codenames_tui.game.sessions.disclosure import UNHEARD

STEPS: Final = 24
"""Steps of a chance from 0 to 1, so that cards whose bars look alike are alike."""
_MUCH_LESS: Final = 1 / 3
"""The share of the one's chance below which the other's makes a clear disagreement."""


class Belief(NamedTuple):
    """What a guesser has said of one card."""

    steps: int = 0
    """The chance that they give it, in `STEPS` of 1, rounded up."""
    is_spoken_for: bool = False
    """Whether they speak for it without a number."""

    @property
    def is_stated(self) -> bool:
        """Whether there is anything to draw."""
        return self.steps > 0 or self.is_spoken_for


NOTHING_SAID: Final = Belief()


class CardBeliefs(NamedTuple):
    """What the two guessers of a turn have said of one card."""

    first: Belief = NOTHING_SAID
    second: Belief = NOTHING_SAID
    disputed: bool = False
    """Whether they clearly disagree: it is one's first choice, and the other gives it less than a third of that
    chance, or does not name it."""

    @property
    def is_stated(self) -> bool:
        """Whether either has said anything of it."""
        return self.first.is_stated or self.second.is_stated


UNSAID: Final = CardBeliefs()
Minds = tuple[CardBeliefs, ...]
"""What was said of each card, in board order; empty where nothing was said of any."""


class _Mind(NamedTuple):
    """What one guesser has said, by places on the board."""

    chances: tuple[tuple[int, float], ...] = ()
    spoken_for: tuple[int, ...] = ()

    @property
    def first_choice(self) -> int | None:
        """The place that they rank first, or speak for first; None where they named none."""
        if self.chances:
            return max(self.chances, key=lambda item: item[1])[0]
        return self.spoken_for[0] if self.spoken_for else None

    def of(self, place: int) -> Belief:
        chance = dict(self.chances).get(place, 0.0)
        return Belief(-int(-chance * STEPS // 1), place in self.spoken_for)


def minds_of(state: GameState) -> Minds:
    """Return what the guessers of the turn on stage have said of each card.

    Cards that were face up before they guessed have no belief.

    Args:
        state: a game whose turn is the one on stage, with what was said in it as it may be shown.
    """
    messages = tuple(message for message in state.turn.discussion if message.text != UNHEARD)
    if not messages:
        return ()
    words = state.board.words
    face_up = state.revealed - {state.board.find(guess.word) for guess in state.turn.guesses}
    return beliefs_in(messages, words, frozenset(words) - face_up)


@lru_cache(maxsize=64)
def beliefs_in(messages: tuple[DiscussionMessage, ...], words: tuple[str, ...], open_words: frozenset[str]) -> Minds:
    """Return what the messages of a turn, oldest first, say of each card.

    Args:
        messages: of the guessers of one team.
        words: of the board, in its order.
        open_words: those that were face down when the turn began; of others nothing is drawn.
    """
    minds = [_mind_of(role, messages, words, open_words) for role in GUESSERS]
    if all(mind.first_choice is None for mind in minds):
        return ()
    return tuple(_beliefs_about(place, *minds) for place in range(len(words)))


def _mind_of(
    role: Role, messages: Iterable[DiscussionMessage], words: tuple[str, ...], open_words: frozenset[str]
) -> _Mind:
    mind = _Mind()
    for message in messages:
        if message.seat.role is not role:
            continue
        stated = parse_partner_message(message, words)
        if stated is None:
            continue
        chances = tuple((place, chance) for place, chance in stated.chances if words[place] in open_words)
        plan = () if stated.chances else stated.plan
        spoken_for = tuple(place for place in plan if words[place] in open_words and place not in stated.doubted)
        mind = _Mind(chances, spoken_for)
    return mind


def _beliefs_about(place: int, one: _Mind, other: _Mind) -> CardBeliefs:
    first, second = one.of(place), other.of(place)
    if not first.is_stated and not second.is_stated:
        return UNSAID
    both_spoke = one.first_choice is not None and other.first_choice is not None
    disputed = both_spoke and (
        (place == one.first_choice and _is_far_below(second, first))
        or (place == other.first_choice and _is_far_below(first, second))
    )
    return CardBeliefs(first, second, disputed)


def _is_far_below(less: Belief, more: Belief) -> bool:
    """Return whether `less` is no backing for what somebody else puts first; a mark alone is backing enough."""
    if less.is_spoken_for:
        return False
    return less.steps < more.steps * _MUCH_LESS if more.steps else not less.is_stated
