"""How a vector cluer chooses its clue: the words that it may clue for, the best legal clue, and what it means by it."""

from typing import Final, TypeAlias, assert_never

import numpy as np

from codenames_agents.offline.association import ClueValues, LinkModel, Position
from codenames_agents.offline.near_words import too_close
from codenames_agents.offline.shared_words import LOOSE, shared_words
from codenames_agents.offline.talk import Intention, is_loose
from codenames_agents.offline.transcript import refused_words, words_given
from codenames_agents.offline.vocabulary import shipped_vocabulary
from codenames_core.game.agent import AnyCluerView
from codenames_core.game.board import CardType
from codenames_core.game.events import Clue
from codenames_core.game.visibility import CluerView, UnsurveilledCluerView
from codenames_core.game.words import normalise
from codenames_core.referee.legality import why_illegal_in

KeyView: TypeAlias = CluerView | UnsurveilledCluerView
"""A cluer's view that holds the key."""


def own_places(view: KeyView) -> tuple[int, ...]:
    """Return the places of all the team's words, revealed or not."""
    own = CardType.of(view.seat.team)
    return tuple(place for place, word in enumerate(view.words) if view.key[word] is own)


def position(view: KeyView) -> Position:
    """Return the unrevealed words by their cards."""
    team = view.seat.team
    kinds = (CardType.of(team), CardType.of(team.other), CardType.NEUTRAL, CardType.ASSASSIN)
    own, opponent, neutral, assassin = (
        tuple(place for place in hidden_places(view) if view.key[view.words[place]] is kind) for kind in kinds
    )
    return Position(own, opponent, neutral, assassin)


def pointed_target(view: AnyCluerView, links: LinkModel, row: int) -> Position:
    """Return the target of a cluer without the key: the face-down word that the clue of this row points at."""
    weights = links.weight[:, row]
    return Position((max(hidden_places(view), key=lambda place: weights[place]),), (), (), ())


def hidden_places(view: AnyCluerView) -> tuple[int, ...]:
    """Return the places of the face-down words."""
    return tuple(place for place, word in enumerate(view.words) if word not in view.revealed)


def best_legal_row(view: AnyCluerView, values: ClueValues) -> int | None:
    """Return the row of the best clue that is new, not too close to a board word, and legal; None if there is none."""
    vocabulary = shipped_vocabulary()
    scores = values.score.copy()
    for word in words_given(view.public_transcript) | refused_words(view.rejected):
        row = vocabulary.rows.get(word, vocabulary.clue_count)
        if row < vocabulary.clue_count:
            scores[row] = -np.inf
    hidden = [(normalise(word), vocabulary.relatives.get(normalise(word), ())) for word in view.unrevealed]
    while np.isfinite(scores[row := int(np.argmax(scores))]):
        clue, number = vocabulary.words[row], int(values.number[row])
        gives_away = any(too_close(clue, word, relatives) for word, relatives in hidden)
        if not gives_away and why_illegal_in(view, clue, number) is None:
            return row
        scores[row] = -np.inf
    return None


def intention(view: AnyCluerView, position: Position, links: LinkModel, values: ClueValues, row: int) -> Intention:
    """Return what the cluer means by the clue word of this row."""
    strength = links.strength[:, row]
    number = int(values.number[row])
    targets = sorted(position.own, key=lambda place: -strength[place])[:number]
    danger = max(position.harmful, key=lambda place: strength[place], default=None)
    return Intention(
        clue=Clue(shipped_vocabulary().words[row].upper(), number),
        targets=tuple(view.words[place] for place in targets),
        strengths=tuple(float(strength[place]) for place in targets),
        chance=float(values.chance[row]),
        danger=None if danger is None else view.words[danger],
        danger_card=_card_in_words(view, view.words[danger])
        if danger is not None and isinstance(view, KeyView)
        else "",
        shared=tuple(_behind_link(view.words, row, place, float(strength[place])) for place in targets),
        blind=not isinstance(view, KeyView),
    )


_NAMED: Final = 2


def _behind_link(words: tuple[str, ...], row: int, place: int, strength: float) -> tuple[str, ...]:
    """Return what a clue and a target have in common, where their link does not speak for itself."""
    if not is_loose(strength):
        return ()
    return shared_words(words, shipped_vocabulary().words[row], place, LOOSE)[:_NAMED]


def _card_in_words(view: KeyView, word: str) -> str:
    """Return what a card that is not the team's own is to the cluer."""
    match view.key[word]:
        case CardType.ASSASSIN:
            return "the assassin"
        case CardType.NEUTRAL:
            return "neutral"
        case CardType.RED | CardType.BLUE:
            return "theirs"
        case card:
            assert_never(card)
