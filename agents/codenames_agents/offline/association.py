"""How strongly a cluer links clues and words, and the expected gain of each clue.

Pure functions over arrays of words x clue words, in standard deviations unless said otherwise. The expected gain
assumes guessers who pick one word after the other, each with a probability proportional to its *weight*
exp(focus x strength) among the words still open: the Plackett-Luce model, a softmax whose inverse temperature is
`focus`. Weights are whole numbers in doubles, so that their sums do not depend on the order of adding.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from codenames_agents.offline.race import NEAR_THE_END, stakes
from codenames_agents.offline.styles import Style
from codenames_agents.offline.vectors import Dialect, Floats, Space
from codenames_agents.offline.vocabulary import shipped_vocabulary

Doubles = NDArray[np.float64]
Weights = tuple[float, float, float]

CLUER_WEIGHTS: Final[Weights] = (0.36, 0.28, 0.36)
"""How much a cluer trusts each source: glove, wordnet, minilm."""

_STEPS_PER_NAT: Final = 64
_LEAST_NATS, _MOST_NATS = -10, 20
_NATURAL_STEP: Final = 1.0157477085866857
"""exp(1 / _STEPS_PER_NAT)."""
_SMALLEST_WEIGHT: Final = 16.0

_COMMON: Final = 3.3
"""log10 of the frequency rank, about 2,000, beyond which words cost something for being rare."""


def _exp_table() -> Doubles:
    """Return the weights at every step from `_LEAST_NATS` to `_MOST_NATS`.

    They are computed by repeated multiplication: the `exp` of C libraries differs in its last bits.
    """
    weights = [_SMALLEST_WEIGHT]
    for _ in range((_MOST_NATS - _LEAST_NATS) * _STEPS_PER_NAT):
        weights.append(weights[-1] * _NATURAL_STEP)
    table: Doubles = np.rint(weights)
    return table


_EXP: Final = _exp_table()


def softmax_weights(strengths: Floats, focus: float) -> Doubles:
    """Return exp(focus x strength) for each word and clue, rounded to whole numbers."""
    steps = strengths * np.float32(focus * _STEPS_PER_NAT)
    np.rint(steps, out=steps)
    np.clip(steps, _LEAST_NATS * _STEPS_PER_NAT, _MOST_NATS * _STEPS_PER_NAT, out=steps)
    steps -= _LEAST_NATS * _STEPS_PER_NAT
    weights: Doubles = _EXP[steps.astype(np.int32)]
    return weights


def common_strength(links: Floats, weights: Weights) -> Floats:
    """Return the weighted mean of the sources' links: the associations that all agents share."""
    glove, wordnet, minilm = weights
    strength: Floats = links[0] * np.float32(glove)
    strength += links[1] * np.float32(wordnet)
    strength += links[2] * np.float32(minilm)
    return strength


def disagreement(links: Floats, weights: Weights, strength: Floats) -> Floats:
    """Return the weighted standard deviation of the sources' links around their mean."""
    variance: Floats = np.zeros_like(strength)
    for link, weight in zip(links, weights, strict=True):
        distance = link - strength
        distance *= distance
        distance *= np.float32(weight)
        variance += distance
    return np.sqrt(variance, out=variance)


def private_strength(strength: Floats, noise: Floats, privacy: float) -> Floats:
    """Return the strength of links as one agent sees it, by its dialect.

    Two independent sources differ by a standard deviation of 0.85 + 0.25 x strength (measured on three sources, each
    against the mean of the other two), so `privacy` 1 makes agents as different as two sources are.

    Args:
        strength: the common strength.
        noise: the dialect, standard normal.
        privacy: 0 leaves the strength as it is.
    """
    private: Floats = np.maximum(strength, np.float32(0))
    private *= np.float32(0.25 * privacy)
    private += np.float32(0.85 * privacy)
    private *= noise
    private += strength
    return private


@dataclass(frozen=True, slots=True)
class Position:
    """The places of the unrevealed words, by what they are to the cluer's team."""

    own: tuple[int, ...]
    opponent: tuple[int, ...]
    neutral: tuple[int, ...]
    assassin: tuple[int, ...]

    @property
    def harmful(self) -> tuple[int, ...]:
        """The words to avoid."""
        return (*self.opponent, *self.neutral, *self.assassin)


@dataclass(frozen=True, slots=True, eq=False)
class LinkModel:
    """How strongly one cluer links every clue word with the words of one board. It holds for the whole game."""

    strength: Floats
    """Words x clue words, in this cluer's dialect."""
    weight: Doubles
    """Softmax weights, words x clue words.

    Where the sources disagree, links count less on own words and more on the others.
    """


def link_model(space: Space, own: Sequence[int], dialect: Dialect, style: Style) -> LinkModel:
    """Return the links of a cluer of this style and dialect on a board where the places `own` are its team's."""
    strength = common = cluers_strength(space)
    if style.cluer_dialect:
        strength = private_strength(common, dialect.of_all_clues(space.words), style.cluer_dialect)
    doubted = strength
    if style.doubt:
        doubt = _cluers_disagreement(space) * np.float32(style.doubt)
        doubt[list(own)] *= -1
        doubted = strength + doubt
    return LinkModel(strength, softmax_weights(doubted, style.cluer_focus))


@lru_cache(maxsize=4)
def cluers_strength(space: Space) -> Floats:
    """Return how strongly any cluer links all words of a board with all clue words, before its dialect."""
    return common_strength(space.links, CLUER_WEIGHTS)


@lru_cache(maxsize=4)
def _cluers_disagreement(space: Space) -> Floats:
    """Return how far the sources of these links are apart."""
    return disagreement(space.links, CLUER_WEIGHTS, cluers_strength(space))


@lru_cache(maxsize=16)
def word_costs(style: Style) -> Doubles:
    """Return what each clue word costs for being rare or a name, in units of an own word found."""
    vocabulary = shipped_vocabulary()
    ranks = np.array(vocabulary.ranks[: vocabulary.clue_count], dtype=np.float64)
    costs: Doubles = np.maximum(np.round(np.log10(ranks + 10), 3) - _COMMON, 0) * style.rarity_cost
    costs[[row for row in vocabulary.proper_nouns if row < vocabulary.clue_count]] += style.proper_noun_cost
    return costs


@dataclass(frozen=True, slots=True, eq=False)
class ClueValues:
    """The value of every clue word in one position."""

    score: Doubles
    """Expected own words found minus expected losses, at the best number, minus the cost of the word."""
    number: NDArray[np.int64]
    """The best number for each clue word."""
    chance: Doubles
    """The probability that as many own words are found as the number says."""


def expected_gains(links: LinkModel, position: Position, style: Style, near_the_end: int = NEAR_THE_END) -> ClueValues:
    """Return the expected gain of every clue word at its best number.

    With q_i the chance that the i-th pick is an own word, given that those before were, S_i the weight of the own words
    that are left (their strongest are found first) and T_i that of all open words:

        q_i = S_i / T_i,  value(n) = sum of q_1...q_(i-1) x (S_i x gain_i - harm_i) / T_i for i = 1...n

    where `harm` is the weight of the words to avoid, each times its cost; gains and costs are those of `race.stakes`.
    The number grows only while the next own word's link is no weaker than the style's `weakest_link`; near the end of a
    race, as long as it is worth it.
    """
    places = (position.own, position.opponent, position.neutral, position.assassin)
    own, opponent, neutral, assassin = (_sum(links.weight, kind) for kind in places)
    at_stake = stakes(len(position.own), len(position.opponent), style, near_the_end)

    def worth(found: int, left: Doubles, total: Doubles) -> Doubles:
        harm = opponent * at_stake.opponent[found] + neutral * at_stake.neutral + assassin * at_stake.assassin[found]
        value: Doubles = (left * at_stake.gains[found] - harm) / total
        return value

    others = opponent + neutral + assassin
    targets = _strongest([links.weight[place] for place in position.own], style.most_words)
    least = softmax_weights(np.array([style.weakest_link], dtype=np.float32), style.cluer_focus)[0]
    left, total = own, own + others
    value, reached = worth(0, left, total), left / total
    score, chance, number = value, reached, np.ones(len(own), dtype=np.int64)
    for found in range(1, len(targets)):
        left = left - targets[found - 1]
        total = left + others
        value = value + reached * worth(found, left, total)
        reached = reached * left / total
        better = (value > score) & ((targets[found] >= least) | at_stake.is_near_the_end)
        score = np.where(better, value, score)
        chance = np.where(better, reached, chance)
        number[better] = found + 1
    return ClueValues(score - word_costs(style) * at_stake.gains[0], number, chance)


def pointing_values(links: LinkModel, hidden: Sequence[int], chance: float, style: Style) -> ClueValues:
    """Return the value of every clue word to a cluer without the key: how clearly it points at one face-down word.

    Why the number is always 1: without the key, the cards come up in a random order whatever the clues are. That order
    alone settles which team finds its words first; a team only decides who touches the assassin, so it touches as few
    words as it may, one in each turn.

    Args:
        links: how the cluer sees the board.
        hidden: the places of the face-down words.
        chance: the probability that any one of them is the team's.
        style: says what rare words cost.
    """
    weight = links.weight[list(hidden)]
    pointing = weight.max(axis=0) / weight.sum(axis=0)
    count = len(pointing)
    return ClueValues(pointing - word_costs(style), np.ones(count, dtype=np.int64), np.full(count, chance))


def _sum(weight: Doubles, places: Sequence[int]) -> Doubles:
    """Return the sum of the rows at some places, without copying them first."""
    total: Doubles = np.zeros(weight.shape[1])
    for place in places:
        total += weight[place]
    return total


def _strongest(rows: list[Doubles], count: int) -> list[Doubles]:
    """Return the `count` highest weights of each clue word in descending order, one row after the other.

    This is a selection sort over whole rows: for so few of them it is several times as fast as sorting every column.
    """
    for place in range(min(count, len(rows))):
        for other in range(place + 1, len(rows)):
            rows[place], rows[other] = np.maximum(rows[place], rows[other]), np.minimum(rows[place], rows[other])
    return rows[:count]


def hardest_to_clue(links: LinkModel, position: Position) -> int:
    """Return the place of the own word whose best clue gives it the smallest probability of being picked."""
    total = links.weight[[*position.own, *position.harmful]].sum(axis=0)
    shares = (links.weight[list(position.own)] / total).max(axis=1)
    return position.own[int(np.argmin(shares))]
