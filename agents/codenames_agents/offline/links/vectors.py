"""Word vectors, and the cosines between them.

This module loads numpy and the shipped file, so import it only where a vector agent plays.

All results are the same to the last bit on any machine, with any number of threads, linear algebra library or version
of numpy: the vectors are small integers, so that every dot product is an exact integer whatever the order of the sum;
cosines are rounded to a fixed grid, so that their sums are exact as well; all else is one IEEE operation at a time.
"""

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import as_file
from itertools import accumulate
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from codenames_agents.offline.vocabulary import Vocabulary, shipped_vocabulary, vector_file

T = TypeVar("T", bound=np.generic)
Floats = NDArray[np.float32]
Rows = NDArray[np.int64]
"""Rows of clue words in the vocabulary."""

GRID: Final = np.float32(1 << 14)
"""Cosines are multiples of 1 / GRID. Their sums over all clues, and those of their squares, fit a double exactly."""
_LARGEST_ENTRY: Final = 127
_SPARE: Final = 30 << 20
"""Bytes of a block that is allocated and freed, untouched, so that glibc keeps more of what is freed.

It gives back what is free beyond twice the largest block that it ever unmapped (mallopt(3), M_MMAP_THRESHOLD). Arrays
of a megabyte would come from the system anew in each game, and page faults would take a tenth of its time.
"""
_PIECE: Final = 1 << 18
"""Multiplications of one product; no linear algebra library splits so few among threads."""


@dataclass(frozen=True, slots=True, eq=False)
class Vectors:
    """The vectors of all words, one block for each source; only angles within a block have a meaning."""

    vocabulary: Vocabulary
    matrix: NDArray[np.int8]
    """Words x numbers of all blocks, mapped from the file."""
    blocks: tuple[NDArray[np.int8], ...]
    """Words x numbers: the columns of each block."""
    clues: tuple[Floats, ...]
    """The rows of the clue words, as whole numbers in floats, which multiply faster than integers.

    They lie in memory column by column: so their products with few words take half of the time.
    """
    clue_scales: Floats
    """Blocks x clue words: one over the length of each of these rows."""

    def of(self, word: str) -> tuple[Floats, ...] | None:
        """Return the vectors of a word, one for each block; None for an unknown word.

        A name of several words that is unknown as a whole has the mean of its known parts.
        """
        row = self.vocabulary.row(word)
        if row is not None:
            return tuple(block[row].astype(np.float32) for block in self.blocks)
        rows = [row for part in word.replace("-", " ").split() if (row := self.vocabulary.row(part)) is not None]
        return tuple(_mean(block[rows].astype(np.float64)) for block in self.blocks) if rows else None

    def row(self, word: str) -> int | None:
        """Return the row of a clue word, or of an inflected form of one; None for any other word."""
        row = self.vocabulary.row(word)
        return row if row is not None and row < self.vocabulary.clue_count else None

    def of_clues(self, rows: Rows | slice) -> tuple[Floats, ...]:
        """Return the vectors of some clue words, one array for each block."""
        return _by_block(self.matrix[: self.vocabulary.clue_count][rows].astype(np.float32), self.vocabulary)


def _mean(rows: NDArray[np.float64]) -> Floats:
    """Return the mean direction of some rows, scaled and rounded to whole numbers as they are."""
    mean = np.zeros(rows.shape[1])
    for row in rows:
        mean += row / np.sqrt(max(row @ row, 1.0))
    largest = max(float(np.abs(mean).max()), 1e-9)
    return np.rint(mean * (_LARGEST_ENTRY / largest)).astype(np.float32)


@lru_cache(maxsize=1)
def shipped_vectors() -> Vectors:
    """Return the vectors of the shipped file, which is loaded at the first call."""
    vocabulary = shipped_vocabulary()
    with as_file(vector_file()) as path:
        matrix = np.memmap(
            path,
            dtype=np.int8,
            mode="r",
            offset=vocabulary.vectors_at,
            shape=(len(vocabulary.words), sum(block.size for block in vocabulary.blocks)),
        )
    blocks = _by_block(np.asarray(matrix), vocabulary)
    clues = tuple(block[: vocabulary.clue_count].astype(np.float32, order="F") for block in blocks)
    np.empty(_SPARE, np.int8)  # freed at once
    return Vectors(vocabulary, np.asarray(matrix), blocks, clues, np.stack([scales(rows) for rows in clues]))


def _by_block(rows: NDArray[T], vocabulary: Vocabulary) -> tuple[NDArray[T], ...]:
    """Return the columns of each block."""
    ends = accumulate(block.size for block in vocabulary.blocks)
    return tuple(rows[:, end - block.size : end] for block, end in zip(vocabulary.blocks, ends, strict=True))


def scales(rows: Floats) -> Floats:
    """Return one over the length of each row, 1 for a row of zeros."""
    squares = np.einsum("ij,ij->i", rows, rows).astype(np.float64)
    one_over: Floats = (1 / np.sqrt(np.maximum(squares, 1))).astype(np.float32)
    return one_over


@lru_cache(maxsize=4096)
def scaled_vectors(word: str) -> tuple[tuple[Floats, ...], Floats] | None:
    """Return the vector of a word in each block as a row, and one over their lengths: blocks x 1; None without any."""
    vectors = shipped_vectors()
    if (row := vectors.row(word)) is not None:
        clue = slice(row, row + 1)
        return vectors.of_clues(clue), vectors.clue_scales[:, clue]
    of_word = vectors.of(word)
    if of_word is None:
        return None
    rows = tuple(vector[None] for vector in of_word)
    return rows, np.stack([scales(row) for row in rows])


def has_vectors(word: str) -> bool:
    """Return whether the shipped vectors know a word, or a part of it."""
    return scaled_vectors(word) is not None


def dot_products(words: Floats, clues: Floats, out: Floats | None = None) -> Floats:
    """Return the dot products of all rows of `words` and `clues`, words x clues, in `out` if it is given.

    They are computed in pieces too small for the linear algebra library to split among threads: on a busy machine,
    waking threads takes longer than the work, and a benchmark keeps every core busy anyway.
    """
    piece = max(1, _PIECE // words.size)
    products = np.empty((len(words), len(clues)), np.float32) if out is None else out
    for start in range(0, len(clues), piece):
        np.matmul(words, clues[start : start + piece].T, out=products[:, start : start + piece])
    return products


def as_cosines(products: Floats, word_scales: Floats, clue_scales: Floats) -> Floats:
    """Return dot products as whole multiples of the grid, in their place.

    They may be of all blocks at once, where all arrays begin with the blocks.

    Args:
        products: words x clues.
        word_scales: one over the length of each word's vector.
        clue_scales: the same of the clues.
    """
    products *= clue_scales[..., None, :]
    products *= (word_scales * GRID)[..., None]
    np.rint(products, out=products)
    return products


def standardise(cosines: Floats, means: Floats, spreads: Floats) -> Floats:
    """Return the links that cosines come to, in their place: distances from the word's mean in standard deviations."""
    cosines -= means[..., None]
    cosines /= spreads[..., None]
    return cosines
