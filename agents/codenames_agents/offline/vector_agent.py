"""The vector agents: a cluer and a guesser that know what word vectors know, each with associations of its own.

They turn a view into an answer. `cluing` and `association` choose clues, `guessing` and `belief` choose guesses, and
`talk` writes the messages. The agents keep no memory between calls: everything follows from the view, the style and
the seed, so that a game can be repeated exactly. This module loads numpy: import it only to build a vector agent.
"""

from collections.abc import Sequence
from typing import ClassVar

from codenames_agents.offline.belief import Belief, rank
from codenames_agents.offline.clue_values import (
    expected_gains,
    hardest_to_clue,
    highest_gains,
    pointing_values,
    word_costs,
)
from codenames_agents.offline.cluing import (
    ChosenClue,
    KeyView,
    best_legal_clue,
    hidden_places,
    intention,
    own_places,
    pointed_target,
    position,
)
from codenames_agents.offline.guessing import GuesserModel
from codenames_agents.offline.link_model import LinkModel, link_model
from codenames_agents.offline.links.dialects import dialect
from codenames_agents.offline.race import NEAR_THE_END
from codenames_agents.offline.styles import Style
from codenames_agents.offline.talk import cluer_reasoning, compose_message
from codenames_agents.offline.transcript import choose, decision_rng, refused_words, team_messages
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
    """Gives the legal clue with the highest expected gain.

    Without the key any face-down word is as good as another, so it gives the clue that points most clearly at one.
    """

    _near_the_end: ClassVar[int] = NEAR_THE_END
    """See `race.stakes`."""

    def __init__(self, style: Style, seed: int) -> None:
        self._style = style
        self._seed = seed
        self._latest: tuple[tuple[str, ...], tuple[int, ...], LinkModel] | None = None
        """A cache of the links, with the words and own places that they were computed for."""

    async def generate_clue(self, view: AnyCluerView) -> ClueAnswer:
        """Return the best legal clue that neither team has had before."""
        rng = decision_rng(self._seed, view)
        links = self._links(view)
        chosen = self._best(view, links)
        if chosen is None:
            return Unreadable("no word that I know is a legal clue here"), AgentTrace(agent=_name(self._style))
        place = position(view) if isinstance(view, KeyView) else pointed_target(view, links, chosen.row)
        intended = intention(view, place, links, chosen)
        reasoning = cluer_reasoning(intended, rng)
        return intended.clue, AgentTrace(
            agent=_name(self._style),
            reasoning=reasoning,
            raw=f"REASONING: {reasoning}\nCLUE: {intended.clue.word}\nNUMBER: {intended.clue.number}",
            intended_targets=intended.targets,
            confidence=round(intended.chance, 4),
        )

    async def choose_penalty(self, view: AnyCluerView) -> PenaltyAnswer:
        """Return the own word that is hardest to clue for; without the key, any word that was not refused yet."""
        trace = AgentTrace(agent=_name(self._style))
        if isinstance(view, KeyView):
            return view.words[hardest_to_clue(self._links(view).weight(), position(view))], trace
        refused = refused_words(view.rejected)
        candidates = [word for word in view.unrevealed if normalise(word) not in refused] or view.unrevealed
        return choose(candidates, decision_rng(self._seed, view)), trace

    def _best(self, view: AnyCluerView, links: LinkModel) -> ChosenClue | None:
        style, costs = self._style, word_costs(self._style)
        if isinstance(view, KeyView):
            place, end = position(view), self._near_the_end
            return best_legal_clue(
                view,
                highest_gains(links.rough_weight, costs, place, style, end),
                lambda rows: expected_gains(links.weight(rows), costs[rows], place, style, end),
            )
        hidden = hidden_places(view)
        chance = view.words_left[view.seat.team] / len(hidden)
        return best_legal_clue(
            view,
            pointing_values(links.weight(), costs, hidden, chance).score,
            lambda rows: pointing_values(links.weight(rows), costs[rows], hidden, chance),
        )

    def _links(self, view: AnyCluerView) -> LinkModel:
        """Return how this cluer sees the board, which is the same for the whole game."""
        own = own_places(view) if isinstance(view, KeyView) else ()
        if self._latest is None or self._latest[:2] != (view.words, own):
            accent = dialect(f"{self._seed}\0{view.seat.role}")
            self._latest = (view.words, own, link_model(view.words, own, accent, self._style))
        return self._latest[2]


class VectorGuesser:
    """Believes in words by their links to the clue, listens to its partner, and touches the team's likeliest words."""

    def __init__(self, style: Style, seed: int) -> None:
        self._style = style
        self._seed = seed
        self._model = GuesserModel(style, seed)

    async def discuss(self, view: AnyGuesserView, discussion_so_far: Discussion) -> DiscussionAnswer:
        """Return a message with the guesser's ranking and plan, and what it makes of the partner's."""
        points = self._model.talking_points(view, discussion_so_far)
        this_turn = "\n".join(message.text for message in discussion_so_far)
        earlier_turns = "\n".join(team_messages(view.public_transcript, view.seat.team, limit=12))
        answer = compose_message(points, decision_rng(self._seed, view), this_turn, earlier_turns)
        alone = _numbered(view.words, points.alone)
        now = _numbered(view.words, points.belief)
        return answer, AgentTrace(
            agent=_name(self._style),
            reasoning=f"On my own: {alone}." if alone == now else f"On my own: {alone}. Having listened: {now}.",
            raw=answer.text,
            confidence=round(max(points.belief), 4),
        )

    async def make_guesses(self, view: AnyGuesserView, discussion: Discussion) -> GuessesAnswer:
        """Return the team's likeliest words, in order, and perhaps one that is left over from an earlier clue."""
        belief = self._model.team_belief(view, discussion)
        places = self._model.guesses(view, belief)
        words = tuple(view.words[place] for place in places)
        return words, AgentTrace(
            agent=_name(self._style),
            reasoning=f"In the end: {_numbered(view.words, belief)}.",
            raw="GUESSES: " + (", ".join(words) or "PASS"),
            confidence=round(belief[places[0]], 4) if places else None,
        )


def _name(style: Style) -> str:
    return f"vector:{style.name}"


def _numbered(words: Sequence[str], belief: Belief, limit: int = 4) -> str:
    """Return the likeliest words with their probabilities."""
    return ", ".join(f"{words[place]} {belief[place]:.2f}" for place in rank(belief)[:limit])
