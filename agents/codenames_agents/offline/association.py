"""What an agent makes of the links between clues and words: how good a clue is, which words it was meant for.

Pure functions over arrays of words x clue words, in standard deviations unless said otherwise. The expected value of a
clue is that of guessers who pick one word after the other, each with a probability proportional to its *pull*
exp(focus x strength) among the words still open (the Plackett-Luce model). Pulls are whole numbers in doubles, so that
their sums do not depend on the order of adding.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

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
_SMALLEST_PULL: Final = 16.0

_COMMON: Final = 3.3
"""log10 of the frequency rank from which on a word begins to be rare: about 2,000."""


def _pull_table() -> Doubles:
    """Pulls at every step from `_LEAST_NATS` to `_MOST_NATS`, by repeated multiplication, not by a library's exp."""
    pulls = [_SMALLEST_PULL]
    for _ in range((_MOST_NATS - _LEAST_NATS) * _STEPS_PER_NAT):
        pulls.append(pulls[-1] * _NATURAL_STEP)
    table: Doubles = np.rint(pulls)
    return table


_PULLS: Final = _pull_table()


def pulls(strengths: Floats, focus: float) -> Doubles:
    """How strongly each clue draws guessers to each word: exp(focus x strength), in whole units."""
    steps = np.rint(strengths * np.float32(focus * _STEPS_PER_NAT))
    steps = np.clip(steps, _LEAST_NATS * _STEPS_PER_NAT, _MOST_NATS * _STEPS_PER_NAT)
    drawn: Doubles = _PULLS[steps.astype(np.int32) - _LEAST_NATS * _STEPS_PER_NAT]
    return drawn


def common_strength(links: Floats, weights: Weights) -> Floats:
    """The weighted mean of the sources' links: what anybody may see in a clue."""
    glove, wordnet, minilm = weights
    strength: Floats = links[0] * np.float32(glove)
    strength += links[1] * np.float32(wordnet)
    strength += links[2] * np.float32(minilm)
    return strength


def disagreement(links: Floats, weights: Weights, strength: Floats) -> Floats:
    """The weighted standard deviation of the sources' links around their mean."""
    variance: Floats = np.zeros_like(strength)
    for link, weight in zip(links, weights, strict=True):
        distance = link - strength
        distance *= distance
        distance *= np.float32(weight)
        variance += distance
    return np.sqrt(variance, out=variance)


def private_strength(strength: Floats, noise: Floats, privacy: float) -> Floats:
    """A strength as one speaker of a dialect sees it.

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
    """The unrevealed words, by what they are to the cluer's team; places on the board."""

    own: tuple[int, ...]
    opponent: tuple[int, ...]
    neutral: tuple[int, ...]
    assassin: tuple[int, ...]

    @property
    def harmful(self) -> tuple[int, ...]:
        """The words to be avoided."""
        return (*self.opponent, *self.neutral, *self.assassin)


@dataclass(frozen=True, slots=True, eq=False)
class Outlook:
    """How one cluer sees every clue word on one board. It holds for the whole game."""

    strength: Floats
    """Words x clue words, in this cluer's dialect."""
    pull: Doubles
    """Words x clue words, with doubt: links in dispute count less on own words and more on the others."""


def outlook(space: Space, own: Sequence[int], dialect: Dialect, style: Style) -> Outlook:
    """How a cluer of this style and dialect sees a board on which the places `own` are its team's."""
    common = common_strength(space.links, CLUER_WEIGHTS)
    strength = common
    if style.cluer_dialect:
        strength = private_strength(common, dialect.of_all_clues(space.words), style.cluer_dialect)
    doubted = strength
    if style.doubt:
        doubt = disagreement(space.links, CLUER_WEIGHTS, common) * np.float32(style.doubt)
        doubt[list(own)] *= -1
        doubted = strength + doubt
    return Outlook(strength, pulls(doubted, style.cluer_focus))


@lru_cache(maxsize=16)
def prices(style: Style) -> Doubles:
    """What each clue word costs for being rare or a name, in units of an own word found."""
    vocabulary = shipped_vocabulary()
    ranks = np.array(vocabulary.ranks[: vocabulary.clue_count], dtype=np.float64)
    price: Doubles = np.maximum(np.round(np.log10(ranks + 10), 3) - _COMMON, 0) * style.plainness
    price[[row for row in vocabulary.proper_nouns if row < vocabulary.clue_count]] += style.proper_noun_cost
    return price


@dataclass(frozen=True, slots=True, eq=False)
class Prospects:
    """What every clue word promises in one position."""

    score: Doubles
    """Expected own words found minus expected losses, at the best number, minus the price of the word."""
    number: NDArray[np.int64]
    """The best number for each clue word."""
    chance: Doubles
    """The probability that as many own words are found as the number says."""


def prospects(view: Outlook, position: Position, style: Style) -> Prospects:
    """Weigh every clue word with every number it could be given.

    With q_i the chance that the i-th pick is an own word, given that those before were, S_i the pull of the own words
    that are left (their strongest are found first) and T_i that of all open words:

        q_i = S_i / T_i,  value(n) = sum of q_1...q_(i-1) x (S_i - harm) / T_i for i = 1...n

    where `harm` is the pull of the words to be avoided, each times its cost. The number grows only while the next
    own word's link is no weaker than the style's `weakest_link`.
    """
    places = (position.own, position.opponent, position.neutral, position.assassin)
    own, opponent, neutral, assassin = (view.pull[list(kind)].sum(axis=0) for kind in places)
    opponent_cost = style.opponent_cost if len(position.opponent) > 1 else style.assassin_cost
    harm = opponent * opponent_cost + neutral * style.neutral_cost + assassin * style.assassin_cost
    others = opponent + neutral + assassin
    targets = _strongest([view.pull[place] for place in position.own], style.most_words)
    least = pulls(np.array([style.weakest_link], dtype=np.float32), style.cluer_focus)[0]
    left, total = own, own + others
    value, reached = (left - harm) / total, left / total
    score, chance, number = value, reached, np.ones(len(own), dtype=np.int64)
    for found in range(1, len(targets)):
        left = left - targets[found - 1]
        total = left + others
        value = value + reached * (left - harm) / total
        reached = reached * left / total
        better = (value > score) & (targets[found] >= least)
        score = np.where(better, value, score)
        chance = np.where(better, reached, chance)
        number[better] = found + 1
    return Prospects(score - prices(style), number, chance)


def clearest(view: Outlook, hidden: Sequence[int], chance: float, style: Style) -> Prospects:
    """Weigh every clue word where nobody knows whose word is whose: how surely it points at one face-down word.

    Why one word, whatever the board: the cards come up in an order in which every one is as likely as any other, no
    matter who touches them and why. So the words that win are settled by that order alone, and all that a team can
    change is who touches the assassin. It touches as few words as it may, one in each turn.

    Args:
        view: how the cluer sees the board.
        hidden: the places of the face-down words.
        chance: the probability that any one of them is the team's.
        style: what rare words cost.
    """
    pull = view.pull[list(hidden)]
    pointing = pull.max(axis=0) / pull.sum(axis=0)
    every = len(pointing)
    return Prospects(pointing - prices(style), np.ones(every, dtype=np.int64), np.full(every, chance))


def _strongest(rows: list[Doubles], count: int) -> list[Doubles]:
    """The highest pulls on each clue word in descending order, one row after the other: `count` at most.

    Selection by whole rows: for so few of them it is several times as fast as sorting every column.
    """
    for place in range(min(count, len(rows))):
        for other in range(place + 1, len(rows)):
            rows[place], rows[other] = np.maximum(rows[place], rows[other]), np.minimum(rows[place], rows[other])
    return rows[:count]


def hardest_to_clue(view: Outlook, position: Position) -> int:
    """The own word whose best clue draws the smallest share of the guessers' attention to it."""
    everything = view.pull[[*position.own, *position.harmful]].sum(axis=0)
    shares = (view.pull[list(position.own)] / everything).max(axis=1)
    return position.own[int(np.argmin(shares))]
