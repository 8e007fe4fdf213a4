"""Agents that play at random: any legal clue, any hidden words. The baseline of every comparison; needs no numpy."""

from typing import Final

from codenames_agents.offline.transcript import choose, decision_rng, refused_words
from codenames_agents.offline.vocabulary import shipped_vocabulary
from codenames_core.game.agent import (
    AgentTrace,
    AnyCluerView,
    AnyGuesserView,
    ClueAnswer,
    Discussion,
    DiscussionAnswer,
    GuessesAnswer,
    PenaltyAnswer,
    Unreadable,
)
from codenames_core.game.board import CardType
from codenames_core.game.events import Clue, DiscussionMessage
from codenames_core.game.visibility import CluerView, UnsurveilledCluerView
from codenames_core.game.words import normalise
from codenames_core.referee.legality import why_illegal_in

_NUMBERS: Final = (1, 2, 3)
_TRIES: Final = 1000
_SHRUGS: Final = (
    "Any word will do.",
    "I have no idea, so whatever comes up.",
    "Let us close our eyes and point.",
    "All words are equal to me.",
    "I would toss for it.",
)
_TRACE: Final = AgentTrace(agent="random")


class RandomCluer:
    """Gives a random legal clue with a random number from one to three."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    async def generate_clue(self, view: AnyCluerView) -> ClueAnswer:
        """Return any legal clue, whatever the words of the board."""
        rng = decision_rng(self._seed, view)
        words, refused = shipped_vocabulary().clue_words, refused_words(view.rejected)
        for _ in range(_TRIES):
            word, number = choose(words, rng), choose(_NUMBERS, rng)
            if word not in refused and why_illegal_in(view, word, number) is None:
                return Clue(word.upper(), number), _TRACE
        return Unreadable(f"none of {_TRIES:,} random words was a legal clue"), _TRACE

    async def choose_penalty(self, view: AnyCluerView) -> PenaltyAnswer:
        """Return a random own word; without the key, any hidden word."""
        words = list(view.unrevealed)
        if isinstance(view, CluerView | UnsurveilledCluerView):
            own = CardType.of(view.seat.team)
            words = [word for word in words if view.key[word] is own]
        refused = refused_words(view.rejected)
        return choose(
            [word for word in words if normalise(word) not in refused] or words, decision_rng(self._seed, view)
        ), _TRACE


class RandomGuesser:
    """Touches as many random words as the clue says."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    async def discuss(self, view: AnyGuesserView, discussion_so_far: Discussion) -> DiscussionAnswer:
        """Agree at once."""
        text = f"{choose(_SHRUGS, decision_rng(self._seed, view))}\nCONSENSUS: YES"
        return DiscussionMessage(text=text, consensus=True), _TRACE

    async def make_guesses(self, view: AnyGuesserView, discussion: Discussion) -> GuessesAnswer:
        """Return hidden words in random order: the clue's number of them, one where it has none."""
        rng = decision_rng(self._seed, view)
        number = view.current_clue.number if view.current_clue is not None else 1
        hidden, chosen = list(view.unrevealed), []
        for _ in range(min(number if isinstance(number, int) and number > 0 else 1, len(hidden))):
            chosen.append(choose(hidden, rng))
            hidden.remove(chosen[-1])
        return tuple(chosen[: view.guesses_remaining]), _TRACE
