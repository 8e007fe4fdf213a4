"""Word vectors, and how strongly every clue hangs together with the words of one board.

This module loads numpy and the shipped file, so import it only where a vector agent plays.

Everything here comes out the same to the last bit on any machine, with any number of threads, linear algebra library or
numpy: the vectors are small integers, so that every dot product is an exact integer whatever the order of the sum;
cosines are cut to a fixed grid, so that their sums are exact as well; all else is one IEEE operation at a time.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import as_file
from typing import Final

import numpy as np
from numpy.typing import NDArray

from codenames_agents.offline.vocabulary import Vocabulary, shipped_vocabulary, vector_file

Floats = NDArray[np.float32]

_GRID: Final = np.float32(1 << 14)
"""Cosines are multiples of 1 / _GRID. Their sums over all clues, and those of their squares, fit a double exactly."""
_SMALLEST_SPREAD: Final = 1e-4
_LARGEST_ENTRY: Final = 127
_PIECE: Final = 1 << 18
"""Multiplications that are surely done by one thread."""
_BOARDS_KEPT: Final = 6
"""Boards whose links are kept ready, about 2.4 MB each."""

_DIALECTS_KEPT: Final = 24
"""Dialects kept ready, about 0.2 MB each."""
_DIALECT_WIDTH: Final = 16
_DIALECT_UNIT: Final = np.float32(1 / 21845)
"""Dot products of `_DIALECT_WIDTH` pairs of uniform int8 have a standard deviation of 4 x 5461.25 = 21845."""


@dataclass(frozen=True, slots=True, eq=False)
class Vectors:
    """Every word's vectors, one block per source; only angles within a block mean anything."""

    vocabulary: Vocabulary
    blocks: tuple[NDArray[np.int8], ...]
    """Words x numbers, mapped from the file."""
    clues: tuple[Floats, ...]
    """The rows of the clue words, as whole numbers in floats: that is what fast multiplication takes."""
    clue_scales: tuple[Floats, ...]
    """One over the length of each of these rows."""

    def of(self, word: str) -> tuple[Floats, ...] | None:
        """The vectors of any word, one per block; of an unknown name the mean of its parts; None if all are unknown."""
        row = self.vocabulary.row(word)
        if row is not None:
            return tuple(block[row].astype(np.float32) for block in self.blocks)
        rows = [row for part in word.replace("-", " ").split() if (row := self.vocabulary.row(part)) is not None]
        return tuple(_mean(block[rows].astype(np.float64)) for block in self.blocks) if rows else None


def _mean(rows: NDArray[np.float64]) -> Floats:
    """The direction in the middle of some rows, as whole numbers again."""
    middle = np.zeros(rows.shape[1])
    for row in rows:
        middle += row / np.sqrt(max(row @ row, 1.0))
    largest = max(float(np.abs(middle).max()), 1e-9)
    return np.rint(middle * (_LARGEST_ENTRY / largest)).astype(np.float32)


@lru_cache(maxsize=1)
def shipped_vectors() -> Vectors:
    """The vectors of the shipped file, loaded at the first call."""
    vocabulary = shipped_vocabulary()
    with as_file(vector_file()) as path:
        matrix = np.memmap(
            path,
            dtype=np.int8,
            mode="r",
            offset=vocabulary.vectors_at,
            shape=(len(vocabulary.words), sum(block.size for block in vocabulary.blocks)),
        )
    ends = np.cumsum([block.size for block in vocabulary.blocks])
    blocks = tuple(
        np.asarray(matrix[:, end - block.size : end]) for block, end in zip(vocabulary.blocks, ends, strict=True)
    )
    clues = tuple(block[: vocabulary.clue_count].astype(np.float32) for block in blocks)
    return Vectors(vocabulary, blocks, clues, tuple(_scales(rows) for rows in clues))


def _scales(rows: Floats) -> Floats:
    """One over the length of each row, 1 for a row of zeros."""
    squares = np.einsum("ij,ij->i", rows, rows).astype(np.float64)
    scales: Floats = (1 / np.sqrt(np.maximum(squares, 1))).astype(np.float32)
    return scales


def products(words: Floats, clues: Floats) -> Floats:
    """The dot product of every row of `words` with every row of `clues`: words x clues.

    In pieces too small for the linear algebra library to share out among threads: on a busy machine, waking and
    awaiting them takes longer than the work, and a benchmark keeps every core busy by itself.
    """
    piece = max(1, _PIECE // words.size)
    together = np.empty((len(words), len(clues)), np.float32)
    for start in range(0, len(clues), piece):
        np.matmul(words, clues[start : start + piece].T, out=together[:, start : start + piece])
    return together


@dataclass(frozen=True, slots=True, eq=False)
class Space:
    """The words of one board, and every clue word's link to each of them.

    A link is the cosine between clue and word, standardised: minus the mean of all clue words' cosines with that word,
    over their standard deviation. So a word that is a little like everything is no better a target than a loner.
    """

    words: tuple[str, ...]
    links: Floats
    """Blocks x words x clue words, in standard deviations. A word without vectors has links of zero."""
    _vectors: Vectors
    _rows: tuple[Floats, ...]
    """Words x numbers, per block."""
    _scales: Floats
    """Blocks x words: one over the length of a word's vector; zero for a word without one."""
    _means: Floats
    """Blocks x words: the mean cosine with the clue words, in units of the grid."""
    _spreads: Floats
    """Blocks x words: the standard deviation of these cosines, in units of the grid."""

    def links_of(self, clue: str) -> Floats | None:
        """Any clue's links, blocks x words; None for a clue that has no vectors."""
        row = self._vectors.vocabulary.row(clue)
        if row is not None and row < self._vectors.vocabulary.clue_count:
            return self.links[:, :, row]
        vectors = self._vectors.of(clue)
        if vectors is None:
            return None
        return np.stack([self._standardised(b, vector[None])[:, 0] for b, vector in enumerate(vectors)])

    def _standardised(self, block: int, clues: Floats) -> Floats:
        cosines = _cosines(self._rows[block], self._scales[block], clues, _scales(clues))
        return _standardise(cosines, self._means[block], self._spreads[block])


@lru_cache(maxsize=_BOARDS_KEPT)
def space(words: tuple[str, ...]) -> Space:
    """The space of a board with these words. Games on the same board share it."""
    vectors = shipped_vectors()
    found = [vectors.of(word) for word in words]
    known = np.array([vector is not None for vector in found])
    absent = tuple(np.zeros(block.size, np.float32) for block in vectors.vocabulary.blocks)
    rows = tuple(np.stack(block) for block in zip(*(vector or absent for vector in found), strict=True))
    scales = np.stack([_scales(block) * known for block in rows])
    links, means, spreads = _link_all(vectors, rows, scales)
    return Space(words, links, vectors, rows, scales, means, spreads)


def _link_all(vectors: Vectors, rows: Sequence[Floats], scales: Floats) -> tuple[Floats, Floats, Floats]:
    """Links of all clue words, with the means and spreads that standardised them."""
    links, means, spreads = [], [], []
    for block, scale, clues, clue_scales in zip(rows, scales, vectors.clues, vectors.clue_scales, strict=True):
        cosines = _cosines(block, scale, clues, clue_scales)
        mean = cosines.mean(axis=1, dtype=np.float64)
        square = np.square(cosines).mean(axis=1, dtype=np.float64)
        spread = np.sqrt(np.maximum(square - mean * mean, (_SMALLEST_SPREAD * float(_GRID)) ** 2))
        means.append(mean.astype(np.float32))
        spreads.append(spread.astype(np.float32))
        links.append(_standardise(cosines, means[-1], spreads[-1]))
    return np.stack(links), np.stack(means), np.stack(spreads)


def _cosines(words: Floats, word_scales: Floats, clues: Floats, clue_scales: Floats) -> Floats:
    """Cosines of words x clues, as whole multiples of the grid."""
    cosines = products(words, clues)
    cosines *= clue_scales
    cosines *= (word_scales * _GRID)[:, None]
    np.rint(cosines, out=cosines)
    return cosines


def _standardise(cosines: Floats, mean: Floats, spread: Floats) -> Floats:
    cosines -= mean[:, None]
    cosines /= spread[:, None]
    return cosines


@dataclass(frozen=True, slots=True, eq=False)
class Dialect:
    """One agent's private associations: a fixed number for any clue and word, as if drawn from N(0, 1).

    Without it, agents that share these vectors would read each other's thoughts.
    """

    key: str
    _rows: NDArray[np.int8]
    """Words of the vocabulary x `_DIALECT_WIDTH`, uniform."""

    def between(self, clue: str, words: tuple[str, ...]) -> Floats:
        """The numbers of one clue, one for each word."""
        return products(self._stack(words), self._row(clue)[None])[:, 0] * _DIALECT_UNIT

    def of_all_clues(self, words: tuple[str, ...]) -> Floats:
        """The numbers of every clue word: words x clue words."""
        clues = self._rows[: shipped_vocabulary().clue_count].astype(np.float32)
        return products(self._stack(words), clues) * _DIALECT_UNIT

    def _stack(self, words: tuple[str, ...]) -> Floats:
        rows = _rows_of(words)
        stack: Floats = self._rows[[row or 0 for row in rows]].astype(np.float32)
        for place, row in enumerate(rows):
            if row is None:
                stack[place] = self._row(words[place])
        return stack

    def _row(self, word: str) -> Floats:
        row = shipped_vocabulary().row(word)
        if row is not None:
            known: Floats = self._rows[row].astype(np.float32)
            return known
        digest = hashlib.sha256(f"{self.key}\0{word.casefold()}".encode()).digest()
        return np.frombuffer(digest, np.int8, _DIALECT_WIDTH).astype(np.float32)


@lru_cache(maxsize=64)
def _rows_of(words: tuple[str, ...]) -> tuple[int | None, ...]:
    """The row of each word in the vocabulary."""
    return tuple(map(shipped_vocabulary().row, words))


@lru_cache(maxsize=_DIALECTS_KEPT)
def dialect(key: str) -> Dialect:
    """The dialect of this name; the same name speaks the same everywhere."""
    seed = int.from_bytes(hashlib.sha256(f"dialect\0{key}".encode()).digest(), "big")
    words = len(shipped_vocabulary().words)
    raw = np.random.PCG64(seed).random_raw(words * _DIALECT_WIDTH // 8)
    return Dialect(key, raw.astype("<u8").view(np.int8).reshape(words, _DIALECT_WIDTH))
