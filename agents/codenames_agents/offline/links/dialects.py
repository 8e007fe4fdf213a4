"""Dialects: what each vector agent associates that the others do not."""

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from codenames_agents.offline.links.vectors import Floats, dot_products
from codenames_agents.offline.vocabulary import shipped_vocabulary

_KEPT: Final = 24
"""Dialects that are cached, about 0.2 MB each."""
_WIDTH: Final = 16
_UNIT: Final = np.float32(1 / 21845)
"""Dot products of `_WIDTH` pairs of uniform int8 have a standard deviation of 4 x 5461.25 = 21845."""


@dataclass(frozen=True, slots=True, eq=False)
class Dialect:
    """One agent's private associations: for each clue and word a fixed number, as if drawn from N(0, 1).

    Without it, all agents would have the same associations, since they share the vectors.
    """

    key: str
    _rows: NDArray[np.int8]
    """Words of the vocabulary x `_WIDTH`, uniform."""

    def between(self, clue: str, words: tuple[str, ...]) -> Floats:
        """Return the numbers of one clue, one for each word."""
        return dot_products(_stack(self, words), self._row(clue)[None])[:, 0] * _UNIT

    def of_clues(self, clues: slice, words: tuple[str, ...]) -> Floats:
        """Return the numbers of some clue words: words x clue words."""
        rows = self._rows[: shipped_vocabulary().clue_count][clues].astype(np.float32)
        numbers = dot_products(_stack(self, words), rows)
        numbers *= _UNIT
        return numbers

    def _row(self, word: str) -> Floats:
        row = shipped_vocabulary().row(word)
        if row is not None:
            known: Floats = self._rows[row].astype(np.float32)
            return known
        digest = hashlib.sha256(f"{self.key}\0{word.casefold()}".encode()).digest()
        return np.frombuffer(digest, np.int8, _WIDTH).astype(np.float32)


@lru_cache(maxsize=_KEPT)
def _stack(dialect: Dialect, words: tuple[str, ...]) -> Floats:
    """Return the rows of some words."""
    places = _places(words)
    stack: Floats = dialect._rows[[place or 0 for place in places]].astype(np.float32)
    for number, place in enumerate(places):
        if place is None:
            stack[number] = dialect._row(words[number])
    return stack


@lru_cache(maxsize=64)
def _places(words: tuple[str, ...]) -> tuple[int | None, ...]:
    """Return the row of each word in the vocabulary, None for an unknown word."""
    return tuple(map(shipped_vocabulary().row, words))


@lru_cache(maxsize=_KEPT)
def dialect(key: str) -> Dialect:
    """Return the dialect of this key, which is the same on every machine."""
    seed = int.from_bytes(hashlib.sha256(f"dialect\0{key}".encode()).digest(), "big")
    words = len(shipped_vocabulary().words)
    raw = np.random.PCG64(seed).random_raw(words * _WIDTH // 8)
    return Dialect(key, raw.astype("<u8", copy=False).view(np.int8).reshape(words, _WIDTH))
