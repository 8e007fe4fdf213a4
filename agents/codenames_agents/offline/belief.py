"""What a guesser believes: how likely each word of the board is the one that was meant, and what it touches then.

A belief has one probability for each place on the board; they sum to one, and revealed words have zero. Comparisons
look at six decimals, so that the last bits of a logarithm never decide a game.
"""

import math
from functools import lru_cache
from random import Random
from typing import Final

Belief = tuple[float, ...]

_DECIMALS: Final = 6
_UNHEARD_OF: Final = 1e-9
"""The least probability that pooling gives to an open word, so that one voice cannot rule a word out."""


@lru_cache(maxsize=1024)
def belief_in(strengths: tuple[float, ...], open_places: tuple[int, ...], focus: float) -> Belief:
    """Believe in each open word in proportion to exp(focus x strength).

    >>> belief_in((1.0, 3.0, 1.0), (0, 2), 1.2)
    (0.5, 0.0, 0.5)
    """
    return _shares({place: focus * strengths[place] for place in open_places}, len(strengths))


@lru_cache(maxsize=1024)
def pool(mine: Belief, theirs: Belief, trust: float) -> Belief:
    """Two minds in one: a geometric mean with weight `trust` on the other's belief, over my open words.

    >>> [round(p, 2) for p in pool((0.8, 0.2, 0.0), (0.2, 0.8, 0.0), 0.5)]
    [0.5, 0.5, 0.0]
    """
    weights = {
        place: (1 - trust) * math.log(max(p, _UNHEARD_OF)) + trust * math.log(max(theirs[place], _UNHEARD_OF))
        for place, p in enumerate(mine)
        if p > 0
    }
    return _shares(weights, len(mine))


def _shares(weights: dict[int, float], size: int) -> Belief:
    """Probabilities in proportion to the exponentials of some weights, zero elsewhere."""
    if not weights:
        return (0.0,) * size
    heaviest = max(weights.values())
    shares = {place: math.exp(weight - heaviest) for place, weight in weights.items()}
    total = math.fsum(shares.values())
    return tuple(shares[place] / total if place in shares else 0.0 for place in range(size))


@lru_cache(maxsize=1024)
def ranked(belief: Belief) -> tuple[int, ...]:
    """The open places, likeliest first; of two that are equal the earlier on the board."""
    order = [-round(p, _DECIMALS) for p in belief]
    return tuple(sorted((place for place, p in enumerate(belief) if p > 0), key=order.__getitem__))


def picks(belief: Belief, count: int, stop_below: float) -> tuple[int, ...]:
    """The words to touch, likeliest first: at most `count`, and after the first none less likely than the limit.

    Each is judged by its share among the words that are then still open.
    """
    chosen: list[int] = []
    left = 1.0
    for place in ranked(belief)[:count]:
        if chosen and round(belief[place] / max(left, belief[place]), _DECIMALS) < stop_below:
            break
        chosen.append(place)
        left -= belief[place]
    return tuple(chosen)


def hunches(size: int, temperature: float, dice: Random) -> tuple[float, ...]:
    """What to add to the weights of `size` words, so that the heaviest is a random draw in proportion to its share.

    Gumbel noise: at temperature 1 the heaviest word is each word as often as it is believed in; at 0 nothing changes.
    """
    return tuple(-temperature * math.log(-math.log(max(dice.random(), _UNHEARD_OF))) for _ in range(size))
