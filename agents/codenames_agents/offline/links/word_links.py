"""The links between clue words and the words of one board.

A link is the cosine of clue and word, standardised: minus the mean of all clue words' cosines with that word, over
their standard deviation. So a word that is a little like everything is no better a target than any other.

What a word has to do with all clue words depends on no other word, so it is found once, for whichever boards the word
lies on.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import Final

import numpy as np

from codenames_agents.offline.links.strength import CLUER_WEIGHTS, common_strength, disagreement
from codenames_agents.offline.links.vectors import (
    GRID,
    Floats,
    Rows,
    as_cosines,
    dot_products,
    scaled_vectors,
    shipped_vectors,
    standardise,
)

_COMMON: Final = 3500
"""How many clue words may be shared or near, commonest first: a reader should know them."""
_NEAR: Final = 2.2
"""The least strength of a link, in standard deviations, that makes a clue word a neighbour of a board word."""

_SMALLEST_SPREAD: Final = 1e-4
_AT_ONCE: Final = 8
"""Words that are linked at once: the arrays of more are too large for the caches of a processor."""
_WORDS_KEPT: Final = 1024
"""Words whose links are known: those of a list, some 66 KB each."""
_BOARDS_KEPT: Final = 64
"""Boards that are cached, about 30 KB each."""


@dataclass(frozen=True, slots=True, eq=False)
class WordLinks:
    """What one word has to do with all clue words. A word without vectors has links of zero."""

    vectors: tuple[Floats, ...]
    """1 x numbers, per block."""
    measures: Floats
    """One over the length of the vector, zero for a word without one; the mean cosine with the clue words; the standard
    deviation of these cosines, both in units of the grid: these three x blocks."""
    strength: Floats
    """Of its links with all clue words, as any cluer sees them before its dialect."""
    disagreement: Floats
    """How far the sources of these links are apart."""
    near: Rows
    """Its neighbours among the common clue words."""
    near_strength: Floats
    """The strength of their links."""


_known: Final[dict[str, WordLinks]] = {}
"""By word, the latest last."""
_knowing: Final = Lock()


def links_of_words(words: Sequence[str]) -> list[WordLinks]:
    """Return what is known of each word; those that are new are linked with all clue words at once."""
    with _knowing:
        new = [word for word in dict.fromkeys(words) if word not in _known]
        found = {word: _known.pop(word) for word in dict.fromkeys(words) if word in _known}
        for start in range(0, len(new), _AT_ONCE):
            some = new[start : start + _AT_ONCE]
            found |= zip(some, _link_all(some), strict=True)
        _known.update(found)
        while len(_known) > _WORDS_KEPT:
            del _known[next(iter(_known))]
    return [found[word] for word in words]


def _link_all(words: Sequence[str]) -> Iterable[WordLinks]:
    """Link words with all clue words."""
    vectors = shipped_vectors()
    absent = tuple(np.zeros((1, block.size), np.float32) for block in vectors.vocabulary.blocks)
    nothing = absent, np.zeros((len(absent), 1), np.float32)
    of_words = [scaled_vectors(word) or nothing for word in words]
    scales = np.concatenate([of_word[1] for of_word in of_words], axis=1)
    rows = [np.concatenate(block) for block in zip(*(of_word[0] for of_word in of_words), strict=True)]
    links = np.empty((*scales.shape, vectors.vocabulary.clue_count), np.float32)
    means, spreads = np.empty_like(scales), np.empty_like(scales)
    for block, (of_block, clues) in enumerate(zip(rows, vectors.clues, strict=True)):
        cosines = dot_products(of_block, clues, out=links[block])
        as_cosines(cosines, scales[block], vectors.clue_scales[block])
        mean = cosines.mean(axis=1, dtype=np.float64)
        square = np.square(cosines).mean(axis=1, dtype=np.float64)
        means[block] = mean
        spreads[block] = np.sqrt(np.maximum(square - mean * mean, (_SMALLEST_SPREAD * float(GRID)) ** 2))
        standardise(cosines, means[block], spreads[block])
    measures = np.stack([scales, means, spreads])
    strength = common_strength(links, CLUER_WEIGHTS)
    apart = disagreement(links, CLUER_WEIGHTS, strength)
    for place, (of_word, _) in enumerate(of_words):
        near = np.flatnonzero(strength[place, :_COMMON] >= _NEAR)
        yield WordLinks(
            of_word,
            np.ascontiguousarray(measures[:, :, place]),
            strength[place].copy(),  # not a view, which would keep those of all words
            apart[place].copy(),
            near,
            strength[place, near],
        )


@dataclass(frozen=True, slots=True, eq=False)
class Space:
    """The words of one board, and their links with any clue."""

    words: tuple[str, ...]
    _vectors: tuple[Floats, ...]
    """Words x numbers, per block."""
    _measures: Floats
    """Scales, means and spreads: these three x blocks x words."""
    _typical: tuple[Floats, Floats]
    """Blocks x 1: the average of these means, and of these spreads."""

    def links_of(self, clue: str) -> Floats | None:
        """Return the links of any clue, blocks x words; None for a clue without vectors."""
        return _links_between(self, clue)

    def links_of_clues(self, clues: Sequence[str]) -> Floats:
        """Return the links of several clues, which all have vectors: blocks x words x clues."""
        of_clues = [found for clue in clues if (found := scaled_vectors(clue)) is not None]
        if not of_clues:
            return np.zeros((len(self._vectors), len(self.words), 0), np.float32)
        rows = [np.concatenate(block) for block in zip(*(vectors for vectors, _ in of_clues), strict=True)]
        return self._links(rows, np.concatenate([scales for _, scales in of_clues], axis=1))

    def links_of_rows(self, rows: Rows | slice) -> Floats:
        """Return the links of some clue words: blocks x words x clue words."""
        vectors = shipped_vectors()
        return self._links(vectors.of_clues(rows), vectors.clue_scales[:, rows])

    def _links(self, clues: Sequence[Floats], clue_scales: Floats) -> Floats:
        scales, means, spreads = self._measures
        links = np.empty((*scales.shape, clue_scales.shape[1]), np.float32)
        for block, (words, of_block) in enumerate(zip(self._vectors, clues, strict=True)):
            dot_products(words, of_block, out=links[block])
        return standardise(as_cosines(links, scales, clue_scales), means, spreads)

    def links_beyond(self, word: str, rows: Rows) -> Floats | None:
        """Return the links of some clue words to any word, blocks x clue words; None for one without vectors.

        They are standardised as those of the board's words are on average: what is right for `word` itself would take
        its cosine with every clue word.
        """
        found = scaled_vectors(word)
        if found is None:
            return None
        of_word, scales = found
        vectors = shipped_vectors()
        links = np.empty((len(of_word), len(rows)), np.float32)
        for block, (clues, vector) in enumerate(zip(vectors.of_clues(rows), of_word, strict=True)):
            np.matmul(clues, vector[0], out=links[block])
        links *= scales
        links *= vectors.clue_scales[:, rows] * GRID
        np.rint(links, out=links)
        mean, spread = self._typical
        links -= mean
        links /= spread
        return links


@lru_cache(maxsize=_BOARDS_KEPT)
def space(words: tuple[str, ...]) -> Space:
    """Return the space of a board with these words. Games on the same board share it."""
    known = links_of_words(words)
    vectors = tuple(np.concatenate(block) for block in zip(*(word.vectors for word in known), strict=True))
    measures = np.stack([word.measures for word in known], axis=-1)
    _, means, spreads = measures
    return Space(words, vectors, measures, (means.mean(axis=1, keepdims=True), spreads.mean(axis=1, keepdims=True)))


@lru_cache(maxsize=4)
def strength_and_disagreement(words: tuple[str, ...]) -> tuple[Floats, Floats]:
    """Return both for the links of the words of a board: words x clue words."""
    known = links_of_words(words)
    return np.stack([word.strength for word in known]), np.stack([word.disagreement for word in known])


@lru_cache(maxsize=512)
def _links_between(space: Space, clue: str) -> Floats | None:
    if (row := shipped_vectors().row(clue)) is not None:
        return space.links_of_rows(slice(row, row + 1))[:, :, 0]
    return space.links_of_clues([clue])[:, :, 0] if scaled_vectors(clue) is not None else None
