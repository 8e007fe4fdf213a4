"""From what a cluer sees to a clue: which words it is after, which clue word wins, and what it means by it."""

from typing import TypeAlias

import numpy as np

from codenames_agents.offline.association import Outlook, Position, Prospects
from codenames_agents.offline.memory import refused_words, words_given
from codenames_agents.offline.near_words import too_close
from codenames_agents.offline.talk import Intention
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
    """The places of all the team's words, revealed or not."""
    own = CardType.of(view.seat.team)
    return tuple(place for place, word in enumerate(view.words) if view.key[word] is own)


def position(view: KeyView) -> Position:
    """The unrevealed words by what the key says of them."""
    team = view.seat.team
    kinds = (CardType.of(team), CardType.of(team.other), CardType.NEUTRAL, CardType.ASSASSIN)
    own, opponent, neutral, assassin = (
        tuple(place for place in hidden_places(view) if view.key[view.words[place]] is kind) for kind in kinds
    )
    return Position(own, opponent, neutral, assassin)


def pointed_at(view: AnyCluerView, outlook: Outlook, row: int) -> Position:
    """What a cluer without the key is after: the face-down word that the clue of this row points at."""
    pull = outlook.pull[:, row]
    return Position((max(hidden_places(view), key=lambda place: pull[place]),), (), (), ())


def hidden_places(view: AnyCluerView) -> tuple[int, ...]:
    """The places of the face-down words."""
    return tuple(place for place, word in enumerate(view.words) if word not in view.revealed)


def best_allowed(view: AnyCluerView, promised: Prospects) -> int | None:
    """The row of the highest score that is neither used up, nor tactless, nor refused by the referee."""
    vocabulary = shipped_vocabulary()
    scores = promised.score.copy()
    for word in words_given(view.public_transcript) | refused_words(view.rejected):
        row = vocabulary.rows.get(word, vocabulary.clue_count)
        if row < vocabulary.clue_count:
            scores[row] = -np.inf
    hidden = [(normalise(word), vocabulary.relatives.get(normalise(word), ())) for word in view.unrevealed]
    while np.isfinite(scores[row := int(np.argmax(scores))]):
        clue, number = vocabulary.words[row], int(promised.number[row])
        tactless = any(too_close(clue, word, relatives) for word, relatives in hidden)
        if not tactless and not _refused(view, clue, number):
            return row
        scores[row] = -np.inf
    return None


def _refused(view: AnyCluerView, clue: str, number: int) -> bool:
    return why_illegal_in(view, clue, number) is not None


def intention(view: AnyCluerView, position: Position, outlook: Outlook, promised: Prospects, row: int) -> Intention:
    """What the cluer means by the clue word of this row."""
    strength = outlook.strength[:, row]
    number = int(promised.number[row])
    targets = sorted(position.own, key=lambda place: -strength[place])[:number]
    danger = max(position.harmful, key=lambda place: strength[place], default=None)
    return Intention(
        clue=Clue(shipped_vocabulary().words[row].upper(), number),
        targets=tuple(view.words[place] for place in targets),
        strengths=tuple(float(strength[place]) for place in targets),
        chance=float(promised.chance[row]),
        danger=None if danger is None else view.words[danger],
        danger_card=_card_in_words(view, view.words[danger])
        if danger is not None and isinstance(view, KeyView)
        else "",
        blind=not isinstance(view, KeyView),
    )


def _card_in_words(view: KeyView, word: str) -> str:
    """What a card that is not its own is to the cluer's team."""
    match view.key[word]:
        case CardType.ASSASSIN:
            return "the assassin"
        case CardType.NEUTRAL:
            return "neutral"
        case CardType.RED | CardType.BLUE:
            return "theirs"
