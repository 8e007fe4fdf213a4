"""What clues are worth to a cluer: the expected gain of each, and which words are hard to clue for.

Pure functions over arrays of words x clue words. The expected gain assumes guessers who pick one word after the other,
each with a probability proportional to its *weight* exp(focus x strength) among the words still open: the Plackett-Luce
model, a softmax whose inverse temperature is `focus`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from codenames_agents.offline.links.strength import Doubles, softmax_weights
from codenames_agents.offline.links.vectors import Floats, dot_products
from codenames_agents.offline.race import NEAR_THE_END, stakes
from codenames_agents.offline.styles import Style
from codenames_agents.offline.vocabulary import shipped_vocabulary

_ROUNDING: Final = 4e-6
"""The share of a sum of 25 weights by which it is off in single precision, at most."""
_SLACK: Final = 1e-3
"""What is added to a bound: more than it can lose in single precision."""
_COMMON: Final = 3.3
"""log10 of the frequency rank, about 2,000, beyond which words cost something for being rare."""


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
    """The value of some clue words in one position."""

    score: Doubles
    """Expected own words found minus expected losses, at the best number, minus the cost of the word."""
    number: NDArray[np.int64]
    """The best number for each clue word."""
    chance: Doubles
    """The probability that as many own words are found as the number says."""


def expected_gains(
    weight: Doubles, costs: Doubles, position: Position, style: Style, near_the_end: int = NEAR_THE_END
) -> ClueValues:
    """Return the expected gain of clue words, each at its best number.

    With q_i the chance that the i-th pick is an own word, given that those before were, S_i the weight of the own words
    that are left (their strongest are found first) and T_i that of all open words:

        q_i = S_i / T_i,  value(n) = sum of q_1...q_(i-1) x (S_i x gain_i - harm_i) / T_i for i = 1...n

    where `harm` is the weight of the words to avoid, each times its cost; gains and costs are those of `race.stakes`.
    The number grows only while the next own word's link is no weaker than the style's `weakest_link`; near the end of a
    race, as long as it is worth it.

    Args:
        weight: words x clue words.
        costs: of the clue words.
        position: where the words lie.
        style: says what it fears.
        near_the_end: see `race.stakes`.
    """
    at_stake = stakes(len(position.own), len(position.opponent), style, near_the_end)
    most = min(len(position.own), style.most_words)
    gains, if_opponent, if_assassin = (
        np.array(of_each[:most])[:, None] for of_each in (at_stake.gains, at_stake.opponent, at_stake.assassin)
    )
    own = np.sort(weight[list(position.own)], axis=0)[::-1]
    opponent, neutral, assassin = (
        weight[list(places)].sum(axis=0) for places in (position.opponent, position.neutral, position.assassin)
    )
    left = own.sum(axis=0) - np.cumsum(own[:most], axis=0) + own[:most]
    total = left + (opponent + neutral + assassin)
    worth = (left * gains - (opponent * if_opponent + neutral * at_stake.neutral + assassin * if_assassin)) / total
    reached = left / total
    for found in range(1, most):
        worth[found] *= reached[found - 1]
        reached[found] = reached[found - 1] * left[found] / total[found]
    value = np.cumsum(worth, axis=0)
    if not at_stake.is_near_the_end:
        value[1:][own[1:most] < _least_weight(style)] = -np.inf
    number = np.argmax(value, axis=0)
    every = np.arange(len(number))
    return ClueValues(value[number, every] - costs * at_stake.gains[0], number + 1, reached[number, every])


@lru_cache(maxsize=16)
def _least_weight(style: Style) -> float:
    """Return the weight of the weakest link that a number counts on."""
    return float(softmax_weights(np.array([style.weakest_link], dtype=np.float32), style.cluer_focus)[0])


def highest_gains(
    rough_weight: Floats, costs: Doubles, position: Position, style: Style, near_the_end: int = NEAR_THE_END
) -> Floats:
    """Return an upper bound of the score that `expected_gains` gives each clue word.

    No later pick is an own word with a higher chance than the second, which is the lower the stronger the word is that
    was found before; and harm after the first pick only makes a clue worse. So with q_1 and q_2 as above

        value(n) <= (S_1 x gain_1 - harm_1) / T_1 + sum of q_1 x q_2^(i-1) x gain_i for i = 2...n

    It takes a fraction of the time, and only few clue words are left that can be the best. The arguments are those of
    `expected_gains`, but weights in single precision will do.
    """
    at_stake = stakes(len(position.own), len(position.opponent), style, near_the_end)
    kinds = (
        (position.own, (1.0, 0.0, 0.0)),
        (position.opponent, (0.0, 1.0, at_stake.opponent[0])),
        (position.neutral, (0.0, 1.0, at_stake.neutral)),
        (position.assassin, (0.0, 1.0, at_stake.assassin[0])),
    )
    counted = np.zeros((len(rough_weight), 3), np.float32)
    for places, counts in kinds:
        counted[list(places)] = counts
    own, others, harm = dot_products(np.ascontiguousarray(counted.T), rough_weight.T)
    total = own + others
    highest: Floats = (own * np.float32(at_stake.gains[0]) - harm) / total
    reached = own / total
    own *= np.float32(1 + _ROUNDING)  # what is left of a sum may be no more than its rounding
    own -= _highest(rough_weight, position.own)
    following = own / (own + others)
    for gain in at_stake.gains[1 : style.most_words]:
        reached *= following
        highest += reached * np.float32(gain)
    highest += (_SLACK - costs * at_stake.gains[0]).astype(np.float32)
    return highest


def pointing_values(weight: Doubles, costs: Doubles, hidden: Sequence[int], chance: float) -> ClueValues:
    """Return the value of clue words to a cluer without the key: how clearly they point at one face-down word.

    Why the number is always 1: without the key, the cards come up in a random order whatever the clues are. That order
    alone settles which team finds its words first; a team only decides who hits the assassin, so it guesses as few
    words as it may, one in each turn.

    Args:
        weight: words x clue words.
        costs: of the clue words.
        hidden: the places of the face-down words.
        chance: the probability that any one of them is the team's.
    """
    weight = weight[list(hidden)]
    pointing = weight.max(axis=0) / weight.sum(axis=0)
    count = len(pointing)
    return ClueValues(pointing - costs, np.ones(count, dtype=np.int64), np.full(count, chance))


def _highest(weight: Floats, places: Sequence[int]) -> Floats:
    """Return the highest of the weights at some places, for each clue word."""
    highest: Floats = weight[places[0]].copy()
    for place in places[1:]:
        np.maximum(highest, weight[place], out=highest)
    return highest


def hardest_to_clue(weight: Doubles, position: Position) -> int:
    """Return the place of the own word whose best clue gives it the smallest probability of being picked.

    Args:
        weight: words x all clue words.
        position: where the words lie.
    """
    total = weight[[*position.own, *position.harmful]].sum(axis=0)
    shares = (weight[list(position.own)] / total).max(axis=1)
    return position.own[int(np.argmin(shares))]
