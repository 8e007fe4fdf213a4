"""GloVe's words, vectors and frequency ranks, from JSON that is read once."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

_SIZE: Final = 100
_PLAIN_WORD: Final = re.compile("[a-z]{2,20}")


class Glove(NamedTuple):
    """The plain words of GloVe: no digits, signs or accents."""

    ranks: Mapping[str, int]
    """Place by descending frequency among all of GloVe's tokens."""
    vectors: Mapping[str, NDArray[np.float32]]


def read_glove(path: Path, kept: Path) -> Glove:
    """Read the vectors, by way of a smaller file that is made at the first call.

    Args:
        path: JSON with `words` in order and `vectors` by word, of which the first 100 numbers are the vector.
        kept: the smaller file.
    """
    if not kept.exists():
        _keep(json.loads(path.read_bytes()), kept)
    with np.load(kept) as arrays:
        words, ranks, vectors = arrays["words"].tolist(), arrays["ranks"].tolist(), arrays["vectors"]
    return Glove(dict(zip(words, ranks, strict=True)), dict(zip(words, vectors, strict=True)))


def _keep(data: Mapping[str, Any], kept: Path) -> None:
    ranks = {word: rank for rank, word in enumerate(data["words"]) if _PLAIN_WORD.fullmatch(word)}
    vectors = np.array([data["vectors"][word][:_SIZE] for word in ranks], np.float32)
    np.savez(kept, words=np.array(list(ranks)), ranks=np.array(list(ranks.values()), np.int32), vectors=vectors)
