"""From what a cluer sees to a clue: which words it is after, which clue word wins, and what it means by it."""

from collections.abc import Sequence
from random import Random
from typing import Final, TypeAlias

import numpy as np

from codenames_agents.association import CLUER_WEIGHTS, Outlook, Position, Prospects, common_strength
from codenames_agents.recollection import refused_words, words_given
from codenames_agents.tact import too_close
from codenames_agents.talk import Intention
from codenames_agents.vectors import space
from codenames_agents.vocabulary import shipped_vocabulary
from codenames_core.agent import AnyCluerView
from codenames_core.board import CardType
from codenames_core.events import Clue
from codenames_core.legality import why_illegal_in
from codenames_core.visibility import CluerView, UnsurveilledCluerView
from codenames_core.words import normalise

KeyView: TypeAlias = CluerView | UnsurveilledCluerView
"""A cluer's view that holds the key."""

_BLIND_TARGETS: Final = 2


def own_places(view: KeyView) -> tuple[int, ...]:
    """The places of all the team's words, revealed or not."""
    own = CardType.of(view.seat.team)
    return tuple(place for place, word in enumerate(view.words) if view.key[word] is own)


def position(view: KeyView) -> Position:
    """The unrevealed words by what the key says of them."""
    team = view.seat.team
    kinds = (CardType.of(team), CardType.of(team.other), CardType.NEUTRAL, CardType.ASSASSIN)
    own, opponent, neutral, assassin = (
        tuple(place for place in _hidden(view) if view.key[view.words[place]] is kind) for kind in kinds
    )
    return Position(own, opponent, neutral, assassin)


def guessed_position(view: AnyCluerView, dice: Random) -> Position:
    """What a cluer without the key may work with: the likeliest own words, and the rest as if neutral."""
    hidden = _hidden(view)
    hopes = _hopes(view, hidden, dice)
    return Position(hopes, (), tuple(place for place in hidden if place not in hopes), ())


def _hidden(view: AnyCluerView) -> tuple[int, ...]:
    return tuple(place for place, word in enumerate(view.words) if word not in view.revealed)


def _hopes(view: AnyCluerView, hidden: Sequence[int], dice: Random) -> tuple[int, ...]:
    """The hidden words most like those that proved to be the team's; any, before there are such."""
    own = CardType.of(view.seat.team)
    board = space(view.words)
    links = [board.links_of(word) for word, card in view.revealed.items() if card is own]
    likeness = [common_strength(link, CLUER_WEIGHTS) for link in links if link is not None]
    hopeful = np.sum(likeness, axis=0) if likeness else np.array([dice.random() for _ in view.words])
    count = min(_BLIND_TARGETS, view.words_left[view.seat.team])
    return tuple(sorted(hidden, key=lambda place: -hopeful[place])[:count])


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
        danger_card="" if danger is None else _card_in_words(view, view.words[danger]),
        blind=not isinstance(view, KeyView),
    )


def _card_in_words(view: AnyCluerView, word: str) -> str:
    """What a card that is not its own is to the cluer's team."""
    if not isinstance(view, KeyView):
        return "unknown"
    match view.key[word]:
        case CardType.ASSASSIN:
            return "the assassin"
        case CardType.NEUTRAL:
            return "neutral"
        case CardType.RED | CardType.BLUE:
            return "theirs"
