"""How far the answers to one question differ between two conditions, and whether chance alone does that.

The distance is the total variation distance of the two lists of answers: half the sum of the differences of their
shares. Few answers differ by chance alone, so it is held against what it is when the answers of each question are
shuffled between its two conditions (a permutation test within strata; Pesarin and Salmaso 2010, Permutation Tests for
Complex Data). Where the condition changes nothing, every shuffle is as likely as what was seen.
"""

import random
from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Final, NamedTuple, TypeAlias

Answers: TypeAlias = Sequence[Hashable]
DRAWS: Final = 999
_SEED: Final = 20_261_129
"""The same answers give the same verdict."""
_TIE: Final = 1e-9


class Distance(NamedTuple):
    """How far answers differ, over all questions."""

    questions: int
    mean: float | None
    """The mean total variation distance; None without questions."""
    p_value: float | None


def total_variation(first: Answers, second: Answers) -> float:
    """Return the total variation distance of two lists of answers: 0 where alike, 1 where no answer is in both.

    >>> total_variation(["a", "a"], ["a", "b"]), total_variation(["a"], ["b"])
    (0.5, 1.0)
    """
    one, other = Counter(first), Counter(second)
    answers = one.keys() | other.keys()
    return sum(abs(one[answer] / len(first) - other[answer] / len(second)) for answer in answers) / 2


def distance(pairs: Sequence[tuple[Answers, Answers]], draws: int = DRAWS) -> Distance:
    """Return the mean distance over questions, each with its answers under both conditions.

    The p value is the share of shuffles, what was seen included, whose mean distance is no smaller.

    >>> distance([(["a"], ["a"])] * 20).p_value, distance([(["a"] * 3, ["b"] * 3)] * 20).p_value
    (1.0, 0.001)
    """
    pairs = [(first, second) for first, second in pairs if first and second]
    if not pairs:
        return Distance(0, None, None)
    seen = sum(total_variation(*pair) for pair in pairs)
    shuffled = [(list(first) + list(second), len(first)) for first, second in pairs]
    shuffled = [(answers, size) for answers, size in shuffled if len(set(answers)) > 1]
    rng = random.Random(_SEED)
    reached = 1
    for _ in range(draws if shuffled else 0):
        total = 0.0
        for answers, size in shuffled:
            rng.shuffle(answers)
            total += total_variation(answers[:size], answers[size:])
        reached += total >= seen - _TIE
    p_value = reached / (draws + 1) if shuffled else 1.0
    return Distance(len(pairs), seen / len(pairs), p_value)
