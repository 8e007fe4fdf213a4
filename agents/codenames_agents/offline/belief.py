"""What a guesser believes: how likely each word of the board is the one that was meant, and which words it touches.

A belief has one probability for each place on the board; they sum to one, and revealed words have zero. Comparisons
round to six decimals, so that the last bits of a logarithm never decide a game.
"""

import math
from collections.abc import Sequence
from functools import lru_cache
from operator import sub
from random import Random
from typing import Final

Belief = tuple[float, ...]

_DECIMALS: Final = 6
_AS_GOOD_AS_EQUAL: Final = 2 * 10**-_DECIMALS
"""Probabilities that are farther apart than this differ when they are rounded, too."""
_LEAST_PROBABILITY: Final = 1e-9
"""The least probability that pooling gives to an open word, so that neither guesser alone can rule a word out."""


@lru_cache(maxsize=1024)
def softmax(strengths: tuple[float, ...], open_places: tuple[int, ...], focus: float) -> Belief:
    """Return the belief in which each open word has a probability proportional to exp(focus x strength).

    >>> softmax((1.0, 3.0, 1.0), (0, 2), 1.2)
    (0.5, 0.0, 0.5)
    """
    return _normalised_exp(open_places, [focus * strengths[place] for place in open_places], len(strengths))


@lru_cache(maxsize=1024)
def pool(mine: Belief, theirs: Belief, trust: float) -> Belief:
    """Return the logarithmic opinion pool: the geometric mean of two beliefs over my open words, renormalised.

    Args:
        mine: my belief.
        theirs: the partner's.
        trust: the weight of the partner's belief, from 0 to 1.

    >>> [round(p, 2) for p in pool((0.8, 0.2, 0.0), (0.2, 0.8, 0.0), 0.5)]
    [0.5, 0.5, 0.0]
    """
    distrust, log, least = 1 - trust, math.log, _LEAST_PROBABILITY
    open_places = [place for place, p in enumerate(mine) if p > 0]
    pairs = [(mine[place], theirs[place]) for place in open_places]
    logits = [distrust * log(p if p > least else least) + trust * log(q if q > least else least) for p, q in pairs]
    return _normalised_exp(open_places, logits, len(mine))


def _normalised_exp(places: Sequence[int], logits: Sequence[float], size: int) -> Belief:
    """Return probabilities proportional to exp(logit) at these places, zero at all others."""
    belief = [0.0] * size
    if not logits:
        return tuple(belief)
    largest = max(logits)  # subtracted, so that no exponential overflows
    shares = [math.exp(logit - largest) for logit in logits]
    total = math.fsum(shares)
    for place, share in zip(places, shares, strict=True):
        belief[place] = share / total
    return tuple(belief)


@lru_cache(maxsize=1024)
def rank(belief: Belief) -> tuple[int, ...]:
    """Return the open places, likeliest first; of two that are equal the earlier on the board comes first."""
    ordered = sorted([place for place, p in enumerate(belief) if p > 0], key=belief.__getitem__, reverse=True)
    likeliest_first = [belief[place] for place in ordered]
    if all(map(_AS_GOOD_AS_EQUAL.__lt__, map(sub, likeliest_first, likeliest_first[1:]))):
        return tuple(ordered)  # rounding is slow, and would not change this order
    return tuple(sorted(sorted(ordered), key=lambda place: -round(belief[place], _DECIMALS)))


def pick_places(belief: Belief, count: int, stop_below: float) -> tuple[int, ...]:
    """Return the places to touch, likeliest first.

    Args:
        belief: in each word.
        count: the highest number of places.
        stop_below: after the first place, stop at one less likely than this among the words that are then still open.
    """
    chosen: list[int] = []
    left = 1.0
    for place in rank(belief)[:count]:
        if chosen and round(belief[place] / max(left, belief[place]), _DECIMALS) < stop_below:
            break
        chosen.append(place)
        left -= belief[place]
    return tuple(chosen)


def gumbel_noise(size: int, temperature: float, rng: Random) -> tuple[float, ...]:
    """Return Gumbel noise to add to `size` logits, so that the place of the largest sum is a draw from their softmax.

    At temperature 1 each place comes out on top as often as the belief says; at 0 the noise is zero.
    """
    return tuple(-temperature * math.log(-math.log(max(rng.random(), _LEAST_PROBABILITY))) for _ in range(size))
