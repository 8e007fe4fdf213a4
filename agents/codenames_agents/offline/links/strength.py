"""How strong a link is: the mean of what the sources say of it, their disagreement, and how one agent sees it."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from codenames_agents.offline.links.vectors import Floats

Doubles = NDArray[np.float64]
Weights = tuple[float, float, float]
Steps = NDArray[np.int16]
"""Places in the table of weights."""

CLUER_WEIGHTS: Final[Weights] = (0.36, 0.28, 0.36)
"""How much a cluer trusts each source: glove, wordnet, minilm."""

_STEPS_PER_NAT: Final = 64
_LEAST_NATS, _MOST_NATS = -10, 20
_NATURAL_STEP: Final = 1.0157477085866857
"""exp(1 / _STEPS_PER_NAT)."""
_SMALLEST_WEIGHT: Final = 16.0


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


_EXP_IN_SINGLE: Final = _EXP.astype(np.float32)


def softmax_weights(strengths: Floats, focus: float) -> Doubles:
    """Return exp(focus x strength) for each word and clue, rounded to whole numbers.

    So their sums do not depend on the order of adding.
    """
    return weights_at(weight_steps(strengths, focus))


def weight_steps(strengths: Floats, focus: float) -> Steps:
    """Return how high in the table the weights of some links stand."""
    steps = strengths * np.float32(focus * _STEPS_PER_NAT)
    np.rint(steps, out=steps)
    np.clip(steps, _LEAST_NATS * _STEPS_PER_NAT, _MOST_NATS * _STEPS_PER_NAT, out=steps)
    steps -= _LEAST_NATS * _STEPS_PER_NAT
    return steps.astype(np.int16)


def weights_at(steps: Steps) -> Doubles:
    """Return the weights that stand so high in the table."""
    weights: Doubles = _EXP[steps]
    return weights


def rough_weights_at(steps: Steps) -> Floats:
    """Return the same in single precision: each is as near as that allows."""
    return np.take(_EXP_IN_SINGLE, steps)


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
