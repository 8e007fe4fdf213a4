"""The offline agents: a cluer and a guesser that know what word vectors know, each with associations of its own.

Adapters from a view to an answer. How clues are chosen is in `cluing` and `association`, how guessers think in
`guessing` and `belief`, what they say in `talk`. They keep no memory between calls: everything follows from the view,
the style and the seed, so that a game replays to the letter. This module loads numpy: import it only to build a vector
agent.
"""

from collections.abc import Sequence

from codenames_agents.offline.association import Outlook, Prospects, clearest, hardest_to_clue, outlook, prospects
from codenames_agents.offline.belief import Belief, ranked
from codenames_agents.offline.cluing import (
    KeyView,
    best_allowed,
    hidden_places,
    intention,
    own_places,
    pointed_at,
    position,
)
from codenames_agents.offline.guessing import Mind
from codenames_agents.offline.memory import choose, decision_rng, refused_words, team_messages
from codenames_agents.offline.styles import Style
from codenames_agents.offline.talk import cluer_reasoning, message
from codenames_agents.offline.vectors import dialect, space
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
from codenames_core.game.words import normalise


class VectorCluer:
    """Gives the clue with the highest expected gain among those that the referee allows.

    Without the key every face-down word is as good as any other: it points at one of them as clearly as it can.
    """

    def __init__(self, style: Style, seed: int) -> None:
        self._style = style
        self._seed = seed
        self._latest: tuple[tuple[str, ...], tuple[int, ...], Outlook] | None = None
        """The outlook on the board seen last: a cache by value, not a memory."""

    async def generate_clue(self, view: AnyCluerView) -> ClueAnswer:
        """Return the best legal clue that neither team was given before."""
        dice = decision_rng(self._seed, view)
        outlook = self._outlook(view)
        promised = self._promised(view, outlook)
        row = best_allowed(view, promised)
        if row is None:
            return Unreadable("no word that I know is a legal clue here"), AgentTrace(agent=_name(self._style))
        place = position(view) if isinstance(view, KeyView) else pointed_at(view, outlook, row)
        intended = intention(view, place, outlook, promised, row)
        reasoning = cluer_reasoning(intended, dice)
        return intended.clue, AgentTrace(
            agent=_name(self._style),
            reasoning=reasoning,
            raw=f"REASONING: {reasoning}\nCLUE: {intended.clue.word}\nNUMBER: {intended.clue.number}",
            intended_targets=intended.targets,
            confidence=round(intended.chance, 4),
        )

    async def choose_penalty(self, view: AnyCluerView) -> PenaltyAnswer:
        """Return the own word that is hardest to clue for; without the key, any that was not refused yet."""
        trace = AgentTrace(agent=_name(self._style))
        if isinstance(view, KeyView):
            return view.words[hardest_to_clue(self._outlook(view), position(view))], trace
        refused = refused_words(view.rejected)
        hopes = [word for word in view.unrevealed if normalise(word) not in refused] or view.unrevealed
        return choose(hopes, decision_rng(self._seed, view)), trace

    def _promised(self, view: AnyCluerView, outlook: Outlook) -> Prospects:
        if isinstance(view, KeyView):
            return prospects(outlook, position(view), self._style)
        hidden = hidden_places(view)
        return clearest(outlook, hidden, view.words_left[view.seat.team] / len(hidden), self._style)

    def _outlook(self, view: AnyCluerView) -> Outlook:
        """This cluer's view of the board; it is the same for the whole game."""
        own = own_places(view) if isinstance(view, KeyView) else ()
        if self._latest is None or self._latest[:2] != (view.words, own):
            accent = dialect(f"{self._seed}\0{view.seat.role}")
            self._latest = (view.words, own, outlook(space(view.words), own, accent, self._style))
        return self._latest[2]


class VectorGuesser:
    """Believes in words by their links to the clue, listens, and touches what the team believes in most."""

    def __init__(self, style: Style, seed: int) -> None:
        self._style = style
        self._seed = seed
        self._mind = Mind(style, seed)

    async def discuss(self, view: AnyGuesserView, discussion_so_far: Discussion) -> DiscussionAnswer:
        """Return what comes to mind, and what has changed since the partner spoke."""
        thoughts = self._mind.thoughts(view, discussion_so_far)
        said_before = "\n".join(earlier.text for earlier in discussion_so_far)
        said_earlier = "\n".join(team_messages(view.public_transcript, view.seat.team, most=12))
        answer = message(thoughts, decision_rng(self._seed, view), said_before, said_earlier)
        alone = _numbered(view.words, self._mind.alone(view))
        now = _numbered(view.words, thoughts.belief)
        return answer, AgentTrace(
            agent=_name(self._style),
            reasoning=f"On my own: {alone}." if alone == now else f"On my own: {alone}. Having listened: {now}.",
            raw=answer.text,
            confidence=round(max(thoughts.belief), 4),
        )

    async def make_guesses(self, view: AnyGuesserView, discussion: Discussion) -> GuessesAnswer:
        """Return the words that both believe in, likeliest first, and perhaps one that an earlier clue still owes."""
        belief = self._mind.in_the_end(view, discussion)
        places = self._mind.guesses(view, belief)
        words = tuple(view.words[place] for place in places)
        return words, AgentTrace(
            agent=_name(self._style),
            reasoning=f"In the end: {_numbered(view.words, belief)}.",
            raw="GUESSES: " + (", ".join(words) or "PASS"),
            confidence=round(belief[places[0]], 4) if places else None,
        )


def _name(style: Style) -> str:
    return f"vector:{style.name}"


def _numbered(words: Sequence[str], belief: Belief, most: int = 4) -> str:
    """The likeliest words with their probabilities."""
    return ", ".join(f"{words[place]} {belief[place]:.2f}" for place in ranked(belief)[:most])
