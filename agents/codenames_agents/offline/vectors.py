"""Word vectors, and the links between every clue word and the words of one board.

This module loads numpy and the shipped file, so import it only where a vector agent plays.

All results are the same to the last bit on any machine, with any number of threads, linear algebra library or version
of numpy: the vectors are small integers, so that every dot product is an exact integer whatever the order of the sum;
cosines are rounded to a fixed grid, so that their sums are exact as well; all else is one IEEE operation at a time.
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
"""Multiplications of one product; no linear algebra library splits so few among threads."""
_BOARDS_KEPT: Final = 6
"""Boards whose links are cached, about 2.4 MB each."""

_WORDS_KEPT: Final = 4096
"""Words whose cosines with all clue words have been summed up: those of a list, some 5 KB each."""
_DIALECTS_KEPT: Final = 24
"""Dialects that are cached, about 0.2 MB each."""
_DIALECT_WIDTH: Final = 16
_DIALECT_UNIT: Final = np.float32(1 / 21845)
"""Dot products of `_DIALECT_WIDTH` pairs of uniform int8 have a standard deviation of 4 x 5461.25 = 21845."""


@dataclass(frozen=True, slots=True, eq=False)
class Vectors:
    """The vectors of all words, one block for each source; only angles within a block have a meaning."""

    vocabulary: Vocabulary
    blocks: tuple[NDArray[np.int8], ...]
    """Words x numbers, mapped from the file."""
    clues: tuple[Floats, ...]
    """The rows of the clue words, as whole numbers in floats, which multiply faster than integers.

    They lie in memory column by column: so their products with few words take half of the time.
    """
    clue_scales: tuple[Floats, ...]
    """One over the length of each of these rows."""

    def of(self, word: str) -> tuple[Floats, ...] | None:
        """Return the vectors of a word, one for each block; None for an unknown word.

        A name of several words that is unknown as a whole has the mean of its known parts.
        """
        row = self.vocabulary.row(word)
        if row is not None:
            return tuple(block[row].astype(np.float32) for block in self.blocks)
        rows = [row for part in word.replace("-", " ").split() if (row := self.vocabulary.row(part)) is not None]
        return tuple(_mean(block[rows].astype(np.float64)) for block in self.blocks) if rows else None

    def scaled(self, word: str) -> tuple[Sequence[Floats], Sequence[np.float32]] | None:
        """Return the vectors of a word as `of` does, and one over the length of each."""
        row = self.vocabulary.row(word)
        if row is not None and row < self.vocabulary.clue_count:
            scales = [of_block[row] for of_block in self.clue_scales]
            return [block[row].astype(np.float32) for block in self.blocks], scales
        vectors = self.of(word)
        return None if vectors is None else (vectors, [_scales(vector[None])[0] for vector in vectors])


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
    ends = np.cumsum([block.size for block in vocabulary.blocks])
    blocks = tuple(
        np.asarray(matrix[:, end - block.size : end]) for block, end in zip(vocabulary.blocks, ends, strict=True)
    )
    clues = tuple(block[: vocabulary.clue_count].astype(np.float32, order="F") for block in blocks)
    return Vectors(vocabulary, blocks, clues, tuple(_scales(rows) for rows in clues))


def _scales(rows: Floats) -> Floats:
    """Return one over the length of each row, 1 for a row of zeros."""
    squares = np.einsum("ij,ij->i", rows, rows).astype(np.float64)
    scales: Floats = (1 / np.sqrt(np.maximum(squares, 1))).astype(np.float32)
    return scales


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


@dataclass(frozen=True, slots=True, eq=False)
class Space:
    """The words of one board, and the link of every clue word to each of them.

    A link is the cosine of clue and word, standardised: minus the mean of all clue words' cosines with that word, over
    their standard deviation. So a word that is a little like everything is no better a target than any other.
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
    _typical: tuple[Floats, Floats]
    """Blocks x 1: the average of these means, and of these standard deviations."""

    def links_of(self, clue: str) -> Floats | None:
        """Return the links of any clue, blocks x words; None for a clue without vectors."""
        row = self._vectors.vocabulary.row(clue)
        if row is not None and row < self._vectors.vocabulary.clue_count:
            return self.links[:, :, row]
        vectors = self._vectors.of(clue)
        if vectors is None:
            return None
        return np.stack([self._standardised(block, vector[None])[:, 0] for block, vector in enumerate(vectors)])

    def some_clues(self, rows: NDArray[np.int64]) -> "SomeClues":
        """Return the clue words of some rows, ready to be linked with any word."""
        vectors = self._vectors
        scales = np.stack([scales[rows] for scales in vectors.clue_scales]) * _GRID
        clues = [block[rows].astype(np.float32) for block in vectors.blocks]
        return SomeClues(rows, vectors, clues, scales, *self._typical)

    def _standardised(self, block: int, clues: Floats) -> Floats:
        cosines = _cosines(self._rows[block], self._scales[block], clues, _scales(clues))
        return _standardise(cosines, self._means[block], self._spreads[block])


@dataclass(frozen=True, slots=True, eq=False)
class SomeClues:
    """Some clue words, and their links to any word."""

    rows: NDArray[np.int64]
    _vectors: Vectors
    _clues: Sequence[Floats]
    """Clue words x numbers, per block."""
    _scales: Floats
    """Blocks x clue words: one over the length of a vector, in units of the grid."""
    _means: Floats
    """Blocks x 1: the mean cosine of a word and the clue words, on average over a board."""
    _spreads: Floats
    """The same of the standard deviation."""

    def links_to(self, word: str, start: int, end: int) -> Floats | None:
        """Return the links of clue words `start` to `end` to a word, blocks x clue words; None without vectors.

        They are standardised as those of the board's words are on average: what is right for `word` itself would take
        its cosine with every clue word.
        """
        found = self._vectors.scaled(word)
        if found is None:
            return None
        vectors, scales = found
        links = np.empty((len(vectors), end - start), np.float32)
        for block, vector in enumerate(vectors):
            np.matmul(self._clues[block][start:end], vector, out=links[block])
            links[block] *= scales[block]
        links *= self._scales[:, start:end]
        np.rint(links, out=links)
        links -= self._means
        links /= self._spreads
        return links


@lru_cache(maxsize=_BOARDS_KEPT)
def space(words: tuple[str, ...]) -> Space:
    """Return the space of a board with these words. Games on the same board share it."""
    vectors = shipped_vectors()
    of_words = [vectors.of(word) for word in words]
    known = np.array([vector is not None for vector in of_words])
    absent = tuple(np.zeros(block.size, np.float32) for block in vectors.vocabulary.blocks)
    rows = tuple(np.stack(block) for block in zip(*(vector or absent for vector in of_words), strict=True))
    scales = np.stack([_scales(block) * known for block in rows])
    links, means, spreads = _link_all(vectors, rows, scales)
    typical = means.mean(axis=1, keepdims=True), spreads.mean(axis=1, keepdims=True)
    return Space(words, links, vectors, rows, scales, means, spreads, typical)


@dataclass(frozen=True, slots=True, eq=False)
class _WordInSpace:
    """A word of any board, and what its links are standardised by."""

    rows: tuple[Floats, ...]
    """1 x numbers, per block."""
    measures: Floats
    """Scale, mean and spread, as in `Space`: these three x blocks."""


@lru_cache(maxsize=_WORDS_KEPT)
def _word_in_space(word: str) -> _WordInSpace | None:
    if (found := _scaled_vectors(word)) is None:
        return None
    rows, scales = found
    _, means, spreads = _link_all(shipped_vectors(), rows, scales)
    return _WordInSpace(rows, np.stack([scales[:, 0], means[:, 0], spreads[:, 0]]))


def has_vectors(word: str) -> bool:
    """Return whether the shipped vectors know a word, or a part of it."""
    return _scaled_vectors(word) is not None


def links_between(clue: str, words: tuple[str, ...]) -> Floats | None:
    """Return what `space(words).links_of(clue)` does, without linking the words with all other clues.

    What a word is standardised by is found once, at 2 ms, for whichever boards it lies on.
    """
    return links_of_clues([clue], words)[:, :, 0] if has_vectors(clue) else None


def links_of_clues(clues: Sequence[str], words: tuple[str, ...]) -> Floats:
    """Return what `links_between` does for several clues at once, which all have vectors: blocks x words x clues.

    For the clues of a game that takes a fraction of the time.
    """
    of_clues = [found for clue in clues if (found := _scaled_vectors(clue)) is not None]
    links = np.zeros((len(shipped_vectors().blocks), len(words), len(of_clues)), np.float32)
    known = _known_words(words)
    if known is None or not of_clues:
        return links
    rows = [np.concatenate(block) for block in zip(*(vectors for vectors, _ in of_clues), strict=True)]
    products = np.stack([dot_products(*block) for block in zip(known.rows, rows, strict=True)])
    scales, means, spreads = known.measures
    cosines = _as_cosines(products, scales, np.concatenate([scales for _, scales in of_clues], axis=1))
    links[:, known.places] = _standardise(cosines, means, spreads)
    return links


@lru_cache(maxsize=_WORDS_KEPT)
def _scaled_vectors(word: str) -> tuple[tuple[Floats, ...], Floats] | None:
    """Return the vector of a word in each block as a row, and one over their lengths: blocks x 1; None without any."""
    vectors = shipped_vectors().of(word)
    if vectors is None:
        return None
    rows = tuple(vector[None] for vector in vectors)
    return rows, np.stack([_scales(row) for row in rows])


@dataclass(frozen=True, slots=True, eq=False)
class _KnownWords:
    """Those words of a board that have vectors, and what their links are standardised by."""

    places: list[int]
    """Of each among all words of the board."""
    rows: tuple[Floats, ...]
    """Words x numbers, per block."""
    measures: Floats
    """Scales, means and spreads: these three x blocks x words."""


@lru_cache(maxsize=_BOARDS_KEPT)
def _known_words(words: tuple[str, ...]) -> _KnownWords | None:
    """Return the words that have vectors; None where no word has."""
    found = [(place, known) for place, word in enumerate(words) if (known := _word_in_space(word))]
    if not found:
        return None
    return _KnownWords(
        places=[place for place, _ in found],
        rows=tuple(np.concatenate(block) for block in zip(*(known.rows for _, known in found), strict=True)),
        measures=np.stack([known.measures for _, known in found], axis=-1),
    )


def _link_all(vectors: Vectors, rows: Sequence[Floats], scales: Floats) -> tuple[Floats, Floats, Floats]:
    """Return the links of all clue words, with the means and standard deviations that they were standardised by."""
    links = np.empty((*scales.shape, vectors.vocabulary.clue_count), np.float32)
    means, spreads = [], []
    for block, (words, clues) in enumerate(zip(rows, vectors.clues, strict=True)):
        cosines = _cosines(words, scales[block], clues, vectors.clue_scales[block], out=links[block])
        mean = cosines.mean(axis=1, dtype=np.float64)
        square = np.square(cosines).mean(axis=1, dtype=np.float64)
        spread = np.sqrt(np.maximum(square - mean * mean, (_SMALLEST_SPREAD * float(_GRID)) ** 2))
        means.append(mean.astype(np.float32))
        spreads.append(spread.astype(np.float32))
        _standardise(cosines, means[-1], spreads[-1])
    return links, np.stack(means), np.stack(spreads)


def _cosines(
    words: Floats, word_scales: Floats, clues: Floats, clue_scales: Floats, out: Floats | None = None
) -> Floats:
    """Return the cosines of words x clues, as whole multiples of the grid, in `out` if it is given."""
    return _as_cosines(dot_products(words, clues, out), word_scales, clue_scales)


def _as_cosines(products: Floats, word_scales: Floats, clue_scales: Floats) -> Floats:
    """Return dot products as cosines, in their place; of all blocks at once where all arrays begin with the blocks."""
    products *= clue_scales[..., None, :]
    products *= (word_scales * _GRID)[..., None]
    np.rint(products, out=products)
    return products


def _standardise(cosines: Floats, mean: Floats, spread: Floats) -> Floats:
    """Return the links that cosines come to, in their place; of all blocks at once where all arrays begin with them."""
    cosines -= mean[..., None]
    cosines /= spread[..., None]
    return cosines


@dataclass(frozen=True, slots=True, eq=False)
class Dialect:
    """One agent's private associations: for each clue and word a fixed number, as if drawn from N(0, 1).

    Without it, all agents would have the same associations, since they share the vectors.
    """

    key: str
    _rows: NDArray[np.int8]
    """Words of the vocabulary x `_DIALECT_WIDTH`, uniform."""

    def between(self, clue: str, words: tuple[str, ...]) -> Floats:
        """Return the numbers of one clue, one for each word."""
        return dot_products(self._stack(words), self._row(clue)[None])[:, 0] * _DIALECT_UNIT

    def of_all_clues(self, words: tuple[str, ...]) -> Floats:
        """Return the numbers of every clue word: words x clue words."""
        clues = self._rows[: shipped_vocabulary().clue_count].astype(np.float32)
        return dot_products(self._stack(words), clues) * _DIALECT_UNIT

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
    """Return the row of each word in the vocabulary, None for an unknown word."""
    return tuple(map(shipped_vocabulary().row, words))


@lru_cache(maxsize=_DIALECTS_KEPT)
def dialect(key: str) -> Dialect:
    """Return the dialect of this key, which is the same on every machine."""
    seed = int.from_bytes(hashlib.sha256(f"dialect\0{key}".encode()).digest(), "big")
    words = len(shipped_vocabulary().words)
    raw = np.random.PCG64(seed).random_raw(words * _DIALECT_WIDTH // 8)
    return Dialect(key, raw.astype("<u8").view(np.int8).reshape(words, _DIALECT_WIDTH))
