"""The words of the shipped vectors: which there are, how common they are, which may serve as clues.

It needs no numpy, so that an agent that plays at random loads none; `vectors` reads the vectors themselves.

The file, little endian, every section padded with zeros to a multiple of 64 bytes:

1. `CNVEC001`, header length (uint32), zero (uint32), header (JSON, padded with blanks): `n` words, `dim` numbers a
   word, `blocks` as (name, numbers), `words_bytes`, `derived` (board word: clue words of the same root), `sources`
2. the words, UTF-8, one a line: clue words first, by frequency
3. frequency ranks, uint16: 0 is the commonest word of the source
4. flags, uint8: 1 clue word, 2 proper noun, 4 board word of the shipped list
5. the vectors, int8, row by row
"""

import json
import struct
import sys
from array import array
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Final, NamedTuple

from codenames_core.game.words import normalise

_MAGIC: Final = b"CNVEC001"
_PREFIX: Final = struct.Struct("<8sII")
_CLUE, _PROPER_NOUN = 1, 2

_ENDINGS: Final = (
    ("ies", "y"),
    ("es", ""),
    ("s", ""),
    ("ing", ""),
    ("ing", "e"),
    ("ed", ""),
    ("ed", "e"),
    ("er", ""),
    ("ly", ""),
)
"""Endings of inflected forms and the ending of the base form, tried in this order."""


class Block(NamedTuple):
    """The part of every vector that comes from one source."""

    name: str
    size: int


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of the vector file, without the vectors."""

    words: tuple[str, ...]
    """Lower case; the first `clue_count` may be given as clues, commonest first."""
    rows: Mapping[str, int]
    """Place of each word in `words`."""
    clue_count: int
    ranks: tuple[int, ...]
    """Frequency rank of each word, 0 for the commonest."""
    proper_nouns: frozenset[int]
    """Rows of names."""
    relatives: Mapping[str, frozenset[str]]
    """Clue words of the same root as a board word that spelling does not give away: hand, manual."""
    blocks: tuple[Block, ...]
    vectors_at: int
    """Byte where the vectors begin."""

    @property
    def clue_words(self) -> tuple[str, ...]:
        """The words that an agent may choose its clues from."""
        return self.words[: self.clue_count]

    def row(self, word: str) -> int | None:
        """Return the row of a word, or of its likely base form; None if it is unknown. Case does not matter.

        >>> vocabulary = shipped_vocabulary()
        >>> [vocabulary.words[row] for row in map(vocabulary.row, ("Ocean", "pizzas", "hopped")) if row is not None]
        ['ocean', 'pizza', 'hop']
        >>> vocabulary.row("zzyzx") is None
        True
        """
        return next((self.rows[form] for form in _forms(normalise(word)) if form in self.rows), None)


def _forms(word: str) -> Iterator[str]:
    """Yield the word itself, then the words that it may be an inflection of."""
    yield word
    for ending, base in _ENDINGS:
        if word.endswith(ending):
            stem = word.removesuffix(ending)
            yield stem + base
            if len(stem) > 3 and stem[-1] == stem[-2]:
                yield stem[:-1] + base


def vector_file() -> Traversable:
    """Return the shipped file of words and vectors."""
    return files("codenames_agents") / "data" / "codenames_vectors.bin"


@lru_cache(maxsize=1)
def shipped_vocabulary() -> Vocabulary:
    """Return the words of the shipped file, which is read at the first call."""
    with vector_file().open("rb") as file:
        magic, header_length, _ = _PREFIX.unpack(file.read(_PREFIX.size))
        if magic != _MAGIC:
            raise ValueError(f"{vector_file()} begins with {magic!r}, not with {_MAGIC!r}")
        header = json.loads(file.read(header_length))
        count: int = header["n"]
        words = tuple(_section(file.read, header["words_bytes"]).decode().split("\n"))
        ranks = array("H", _section(file.read, 2 * count))
        flags = _section(file.read, count)
        vectors_at = file.tell()
    if sys.byteorder == "big":
        ranks.byteswap()
    return Vocabulary(
        words=words,
        rows=MappingProxyType({word: row for row, word in enumerate(words)}),
        clue_count=sum(flag & _CLUE for flag in flags),
        ranks=tuple(ranks),
        proper_nouns=frozenset(row for row, flag in enumerate(flags) if flag & _PROPER_NOUN),
        relatives=MappingProxyType({word: frozenset(clues) for word, clues in header["derived"].items()}),
        blocks=tuple(Block(name, size) for name, size in header["blocks"]),
        vectors_at=vectors_at,
    )


def _section(read: Callable[[int], bytes], size: int) -> bytes:
    """Return the next `size` bytes, and skip their padding."""
    return read(size + -size % 64)[:size]
