"""How a vector cluer chooses its clue: the words that it may clue for, the best legal clue, and what it means by it."""

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias, assert_never

import numpy as np

from codenames_agents.offline.clue_values import ClueValues, Position
from codenames_agents.offline.link_model import LinkModel
from codenames_agents.offline.links.strength import Doubles
from codenames_agents.offline.links.vectors import Floats, Rows
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
    own, key = CardType.of(view.seat.team), view.key
    return tuple(place for place, word in enumerate(view.words) if key[word] is own)


def position(view: KeyView) -> Position:
    """Return the unrevealed words by their cards."""
    team, key, revealed = view.seat.team, view.key, view.revealed
    hidden: dict[CardType, list[int]] = {card: [] for card in CardType}
    for place, word in enumerate(view.words):
        if word not in revealed:
            hidden[key[word]].append(place)
    kinds = (CardType.of(team), CardType.of(team.other), CardType.NEUTRAL, CardType.ASSASSIN)
    return Position(*(tuple(hidden[card]) for card in kinds))


def pointed_target(view: AnyCluerView, links: LinkModel, row: int) -> Position:
    """Return the target of a cluer without the key: the face-down word that the clue of this row points at."""
    weights = links.weight(slice(row, row + 1))[:, 0]
    return Position((max(hidden_places(view), key=lambda place: weights[place]),), (), (), ())


def hidden_places(view: AnyCluerView) -> tuple[int, ...]:
    """Return the places of the face-down words."""
    revealed = view.revealed
    return tuple(place for place, word in enumerate(view.words) if word not in revealed)


class ChosenClue(NamedTuple):
    """A clue word, and what it is given for."""

    row: int
    """In the vocabulary."""
    number: int
    chance: float
    """The probability that as many own words are found as the number says."""


def best_legal_clue(
    view: AnyCluerView, highest: Floats | Doubles, values_of: Callable[[Rows], ClueValues]
) -> ChosenClue | None:
    """Return the best clue that is new, not too close to a board word, and legal; None if there is none.

    Args:
        view: what the cluer sees.
        highest: an upper bound of the score of each clue word; it is changed in place.
        values_of: returns the values of the clue words in some rows.
    """
    vocabulary = shipped_vocabulary()
    for word in words_given(view.public_transcript) | refused_words(view.rejected):
        row = vocabulary.rows.get(word, vocabulary.clue_count)
        if row < vocabulary.clue_count:
            highest[row] = -np.inf
    hidden = [(normalise(word), vocabulary.relatives.get(normalise(word), ())) for word in view.unrevealed]
    count = _LOOKED_AT
    while True:
        rows, rest = _promising(highest, count)
        values = values_of(rows)
        scores = values.score.copy()
        while len(rows) and scores[best := int(np.argmax(scores))] > rest:
            row, number = int(rows[best]), int(values.number[best])
            clue = vocabulary.words[row]
            gives_away = any(too_close(clue, word, relatives) for word, relatives in hidden)
            if not gives_away and why_illegal_in(view, clue, number) is None:
                return ChosenClue(row, number, float(values.chance[best]))
            scores[best] = highest[row] = -np.inf
        if np.isneginf(rest):
            return None
        count *= 8


_LOOKED_AT: Final = 64
"""About how many clue words are looked at first."""
_SAMPLED: Final = 8
"""Which bounds are the highest is estimated from one in so many."""


def _promising(highest: Floats | Doubles, count: int) -> tuple[Rows, float]:
    """Return the rows of the clue words that may be worth most, in order, and the most that another may be worth."""
    if count >= len(highest):
        return np.flatnonzero(highest > -np.inf), -np.inf
    some = max(1, count // _SAMPLED)
    rest = float(np.partition(highest[::_SAMPLED], -some)[-some])
    return np.flatnonzero(highest > rest), rest


def intention(view: AnyCluerView, position: Position, links: LinkModel, chosen: ChosenClue) -> Intention:
    """Return what the cluer means by a clue."""
    row, number, chance = chosen
    strength = links.strength(row)
    targets = sorted(position.own, key=lambda place: -strength[place])[:number]
    danger = max(position.harmful, key=lambda place: strength[place], default=None)
    return Intention(
        clue=Clue(shipped_vocabulary().words[row].upper(), number),
        targets=tuple(view.words[place] for place in targets),
        strengths=tuple(float(strength[place]) for place in targets),
        chance=chance,
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
