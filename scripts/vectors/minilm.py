"""The sentence encoder all-MiniLM-L6-v2 in plain numpy: text in, one unit vector of 384 numbers out."""

import json
import struct
from collections import defaultdict
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[Any]

SIZE: Final = 384
_LAYERS, _HEADS, _LONGEST_TEXT, _BATCH = 6, 12, 48, 128
_TYPES: Final = {"F32": np.float32, "I64": np.int64}


class Encoder:
    """The model with its weights."""

    def __init__(self, folder: Path) -> None:
        self._weights = _read_safetensors(folder / "model.safetensors")
        self._tokenizer: Any = import_module("tokenizers").Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(_LONGEST_TEXT)
        self._erf: Any = import_module("scipy.special").erf

    def encode(self, texts: Sequence[str]) -> Floats:
        """Encode texts: texts x `SIZE`. Texts of equal length go through the model together, so none is padded."""
        tokens = [self._tokenizer.encode(text).ids for text in texts]
        by_length: defaultdict[int, list[int]] = defaultdict(list)
        for place, ids in enumerate(tokens):
            by_length[len(ids)].append(place)
        vectors = np.zeros((len(texts), SIZE), np.float32)
        for places in by_length.values():
            for start in range(0, len(places), _BATCH):
                batch = places[start : start + _BATCH]
                vectors[batch] = self._encode_batch(np.array([tokens[place] for place in batch]))
        return vectors

    def _encode_batch(self, ids: NDArray[Any]) -> Floats:
        weights = self._weights
        x = weights["embeddings.word_embeddings.weight"][ids]
        x = x + weights["embeddings.position_embeddings.weight"][: ids.shape[1]]
        x = self._normalised(x + weights["embeddings.token_type_embeddings.weight"][0], "embeddings.LayerNorm")
        for layer in range(_LAYERS):
            x = self._layer(x, f"encoder.layer.{layer}")
        mean: Floats = x.mean(axis=1)
        length: Floats = np.linalg.norm(mean, axis=1, keepdims=True)
        return mean / length

    def _layer(self, x: Floats, name: str) -> Floats:
        attended = self._linear(self._attention(x, f"{name}.attention.self"), f"{name}.attention.output.dense")
        x = self._normalised(x + attended, f"{name}.attention.output.LayerNorm")
        hidden = self._linear(x, f"{name}.intermediate.dense")
        hidden = hidden * (1 + self._erf(hidden / np.float32(2**0.5))) / 2
        return self._normalised(x + self._linear(hidden, f"{name}.output.dense"), f"{name}.output.LayerNorm")

    def _attention(self, x: Floats, name: str) -> Floats:
        """Multi-head self-attention: texts x tokens x size."""
        texts, length, size = x.shape
        query, key, value = (
            self._linear(x, f"{name}.{part}").reshape(texts, length, _HEADS, -1).transpose(0, 2, 1, 3)
            for part in ("query", "key", "value")
        )
        scores: Floats = query @ key.transpose(0, 1, 3, 2) / np.float32((size / _HEADS) ** 0.5)
        scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
        scores /= scores.sum(axis=-1, keepdims=True)
        attended: Floats = (scores @ value).transpose(0, 2, 1, 3).reshape(texts, length, size)
        return attended

    def _linear(self, x: Floats, name: str) -> Floats:
        product: Floats = x @ self._weights[f"{name}.weight"].T
        return product + self._weights[f"{name}.bias"]

    def _normalised(self, x: Floats, name: str) -> Floats:
        centred = x - x.mean(axis=-1, keepdims=True)
        spread = np.sqrt(np.square(centred).mean(axis=-1, keepdims=True) + 1e-12)
        scaled: Floats = centred / spread * self._weights[f"{name}.weight"]
        return scaled + self._weights[f"{name}.bias"]


def _read_safetensors(path: Path) -> dict[str, Floats]:
    """Arrays by name: a header length (uint64), a JSON header, and the data it points into."""
    data = path.read_bytes()
    (length,) = struct.unpack_from("<Q", data)
    header = json.loads(data[8 : 8 + length])
    start = 8 + length
    arrays = {}
    for name, entry in header.items():
        if name != "__metadata__":
            begin, end = entry["data_offsets"]
            flat = np.frombuffer(data[start + begin : start + end], _TYPES[entry["dtype"]])
            arrays[name] = flat.reshape(entry["shape"])
    return arrays
