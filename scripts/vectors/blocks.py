"""From three sources to three blocks of small whole numbers, one row for each word of the vocabulary."""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from scripts.vectors.minilm import Encoder
from scripts.vectors.wordnet import WordNet, cooccurrence, gloss_text

Floats = NDArray[Any]
Lookup = Callable[[str], "Floats | None"]

GLOVE_SIZE, WORDNET_SIZE, MINILM_SIZE = 80, 96, 96
"""Numbers a word in each block."""
_LARGEST_ENTRY: Final = 127
_RAREST_IN_CORPUS: Final = 50_000
_FACTORS: Final = 128
_OVERSAMPLING: Final = 24
_POWER_ITERATIONS: Final = 4
_CONTEXT_EXPONENT: Final = 0.75
"""Smooths the frequencies of contexts, so that rare ones do not dominate."""


def glove_block(vectors: Mapping[str, Floats], words: Sequence[str]) -> NDArray[np.int8]:
    """GloVe, centred and without its two strongest directions, which say how frequent a word is and little else."""
    return _compact(_centred(*_rows(vectors.get, words, 100), directions=2), GLOVE_SIZE)


def wordnet_block(
    wordnet: WordNet, ranks: Mapping[str, int], words: Sequence[str], board: Sequence[str]
) -> NDArray[np.int8]:
    """WordNet as a corpus: positive pointwise mutual information of words and synsets, factored."""
    common = {word for word, rank in ranks.items() if rank < _RAREST_IN_CORPUS and word in wordnet.senses}
    corpus = sorted(common | set(words) | {part for word in board for part in word.split()})
    factors = _factored(wordnet, corpus)
    rows = {word: row for word, row in zip(corpus, factors, strict=True) if np.abs(row).sum() > 1e-6}
    return _compact(_centred(*_rows(rows.get, words, _FACTORS), directions=0), WORDNET_SIZE)


def minilm_block(encoder: Encoder, wordnet: WordNet, words: Sequence[str]) -> NDArray[np.int8]:
    """MiniLM's view of each word alone and with the glosses of its commonest senses, half and half."""
    vectors = _unit(encoder.encode(words))
    texts = {place: text for place, word in enumerate(words) if (text := gloss_text(wordnet, word)) is not None}
    explained = np.zeros_like(vectors)
    explained[list(texts)] = encoder.encode(list(texts.values()))
    return _compact(_centred(_unit(vectors + explained), np.ones(len(words), bool), directions=1), MINILM_SIZE)


def _rows(lookup: Lookup, words: Sequence[str], size: int) -> tuple[Floats, NDArray[np.bool_]]:
    """One row for each word, a name of several words being the mean of its parts, and whether there is one."""
    rows, known = np.zeros((len(words), size), np.float32), np.zeros(len(words), bool)
    for place, word in enumerate(words):
        row = lookup(word)
        parts = [lookup(part) for part in word.split()] if row is None and " " in word else []
        if parts and all(part is not None for part in parts):
            row = _unit(np.stack([part for part in parts if part is not None])).mean(axis=0)
        if row is not None:
            rows[place], known[place] = row, True
    return rows, known


def _unit(rows: Floats) -> Floats:
    """The rows at length one."""
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    unit: Floats = (rows / np.maximum(lengths, 1e-9)).astype(np.float32)
    return unit


def _centred(rows: Floats, known: NDArray[np.bool_], *, directions: int) -> Floats:
    """The rows around their mean, without their strongest directions, at length one; zeros for unknown words."""
    rows = rows - rows[known].mean(axis=0)
    rows[~known] = 0
    if directions:
        strongest = np.linalg.eigh(rows.T @ rows)[1][:, -directions:]
        rows = rows - rows @ strongest @ strongest.T
    rows = _unit(rows)
    rows[~known] = 0
    return rows


def _compact(rows: Floats, size: int) -> NDArray[np.int8]:
    """The rows on their `size` strongest directions, each stretched so that its largest entry is 127."""
    directions = np.linalg.eigh(rows.T @ rows)[1][:, ::-1][:, :size]
    projected = _unit(rows @ directions)
    largest = np.maximum(np.abs(projected).max(axis=1, keepdims=True), 1e-9)
    block: NDArray[np.int8] = np.round(projected * (_LARGEST_ENTRY / largest)).astype(np.int8)
    return block


def _factored(wordnet: WordNet, corpus: Sequence[str]) -> Floats:
    """One row of factors for each word: left singular vectors times the roots of the singular values."""
    counts = cooccurrence(wordnet, frozenset(corpus))
    place = {word: number for number, word in enumerate(corpus)}
    words = np.array([place[word] for word, _ in counts])
    synsets = np.array([synset for _, synset in counts])
    weights = np.array(list(counts.values()))
    of_word = np.bincount(words, weights, len(corpus))
    of_synset = np.bincount(synsets, weights, len(wordnet.synsets)) ** _CONTEXT_EXPONENT
    information = np.log(weights * of_synset.sum() / (of_word[words] * of_synset[synsets]))
    positive = information > 0
    entries = (information[positive].astype(np.float32), (words[positive], synsets[positive]))
    matrix = import_module("scipy.sparse").csr_matrix(entries, shape=(len(corpus), len(wordnet.synsets)))
    left, values = _strongest_factors(matrix, _FACTORS)
    return (left * np.sqrt(values)).astype(np.float32)


def _strongest_factors(matrix: Any, count: int) -> tuple[Floats, Floats]:
    """Left singular vectors and singular values, strongest first, by randomised subspace iteration."""
    transposed = matrix.T.tocsr()
    dice = np.random.default_rng(0)
    sample = matrix @ dice.standard_normal((matrix.shape[1], count + _OVERSAMPLING)).astype(np.float32)
    for _ in range(_POWER_ITERATIONS):
        sample = np.linalg.qr(sample)[0]
        sample = matrix @ np.linalg.qr(transposed @ sample)[0]
    basis = np.linalg.qr(sample)[0]
    left, values, _ = np.linalg.svd((transposed @ basis).T, full_matrices=False)
    return (basis @ left)[:, :count], values[:count]
