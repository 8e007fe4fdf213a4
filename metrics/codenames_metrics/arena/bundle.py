"""A bundle: the finished games of a run in one file that others can check, a ZIP archive without keys, paths or hosts.

    manifest.json       what was played, with which versions, and the SHA-256 of every other file
    config.json         the experiment, without addresses and names of keys
    words.txt           its words, unless they are the list that is shipped
    failures.json       how many attempts failed, by model and kind
    episodes/…          every finished game

A bundle comes from strangers. Nothing in it is unpacked to a path, every file is read with a bound on its size, and
only those are read whose names a bundle can have.
"""

import hashlib
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final, Self

from pydantic import BaseModel, ConfigDict, ValidationError

from codenames_core.files.untrusted_files import open_ordinary, refusal
from codenames_core.support.errors import InputError
from codenames_core.support.validation_messages import first_problem
from codenames_core.text.sanitiser import one_line
from codenames_metrics.experiment.config import MOST_GAMES
from codenames_metrics.run_folder.manifest import CONFIG, WORDS

MANIFEST: Final = "manifest.json"
FAILURES: Final = "failures.json"
SUFFIX: Final = ".codenames.zip"
LARGEST_EPISODE: Final = 50_000_000
"""Bytes of a game; a usual one with models has 200,000."""
_LARGEST: Final = {MANIFEST: 200_000_000, CONFIG: 50_000_000, WORDS: 5_000_000, FAILURES: 5_000_000}
_EPISODE: Final = re.compile(r"episodes/episode_[0-9a-f]{16}\.json")
_PACKED: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""Other ways can ask for gigabytes of memory before the first byte is there."""
_DAMAGED: Final = (
    zipfile.BadZipFile, zlib.error, struct.error, EOFError, RuntimeError, NotImplementedError, OSError, ValueError,
)  # fmt: skip
"""What `zipfile` raises for archives that are cut off, flipped, encrypted or made up."""


class BundleError(InputError):
    """A bundle that cannot be believed."""


class BundleManifest(BaseModel):
    """What is in a bundle."""

    model_config = ConfigDict(frozen=True)

    schema_version: int = 1
    benchmark_id: str
    plan: str
    """A hash of the keys of all games that were planned."""
    word_list_sha256: str
    versions: tuple[dict[str, str], ...]
    """Of Python and the packages that shape a game, one for each way in which the run was played."""
    files: dict[str, str]
    """SHA-256 of every other file."""


class Bundle:
    """An open bundle.

    Args:
        archive: the archive.
        where: names it in complaints.
    """

    def __init__(self, archive: zipfile.ZipFile, where: str) -> None:
        self._archive, self.where = archive, where
        self._entries: dict[str, zipfile.ZipInfo] = {}
        listed = archive.infolist()
        if len(listed) > MOST_GAMES + len(_LARGEST):
            raise BundleError(f"{where}: {len(listed):,} files; the limit is {MOST_GAMES:,} games")
        for entry in listed:
            name = entry.filename
            if name in self._entries:
                raise BundleError(f"{where}: {one_line(name, 80)!r} is in it twice")
            if name not in _LARGEST and not _EPISODE.fullmatch(name):
                raise BundleError(f"{where}: {one_line(name, 80)!r} is not the name of a file of a bundle")
            if entry.compress_type not in _PACKED:
                raise BundleError(f"{where}: {name} is packed in a way that bundles are not; write it with submit")
            self._entries[name] = entry
        self.manifest = self._read_manifest()
        if self.manifest.files.keys() != self._entries.keys() - {MANIFEST}:
            odd = sorted(self.manifest.files.keys() ^ (self._entries.keys() - {MANIFEST}))[0]
            raise BundleError(f"{where}: {one_line(odd, 80)!r} is in the archive or in {MANIFEST}, but not in both")

    @classmethod
    @contextmanager
    def open(cls, path: Path) -> Iterator[Self]:
        """Open a bundle for as long as this context lasts.

        Raises:
            BundleError: it is none; the message names the file, and what in it is wrong.
        """
        where = one_line(str(path))
        with ExitStack() as files:  # what is raised while it is open is not the fault of the bundle
            try:
                file = files.enter_context(open_ordinary(path))
            except (OSError, ValueError) as error:
                raise BundleError(f"{where}: {refusal(error)}") from error
            try:
                archive = files.enter_context(zipfile.ZipFile(file))
            except _DAMAGED as error:
                raise BundleError(f"{where}: not a bundle, or a damaged one") from error
            yield cls(archive, where)

    @property
    def episodes(self) -> list[str]:
        """The names of the games' files, in order."""
        return sorted(name for name in self._entries if _EPISODE.fullmatch(name))

    def read(self, name: str) -> bytes:
        """Return what a file holds.

        Raises:
            BundleError: there is none, it is larger than it may be, damaged, or not the one that the manifest lists.
        """
        data = self._unpacked(name)
        if hashlib.sha256(data).hexdigest() != self.manifest.files.get(name):
            raise BundleError(f"{self.where}: {name} is not the file that {MANIFEST} lists: its hash differs")
        return data

    def _read_manifest(self) -> BundleManifest:
        try:
            return BundleManifest.model_validate_json(self._unpacked(MANIFEST))
        except ValidationError as error:
            raise BundleError(f"{self.where}: {MANIFEST}: {first_problem(error)}") from error

    def _unpacked(self, name: str) -> bytes:
        if name not in self._entries:
            raise BundleError(f"{self.where}: {name} is missing")
        most = _LARGEST.get(name, LARGEST_EPISODE)
        try:
            with self._archive.open(self._entries[name]) as file:
                data = file.read(most + 1)
        except _DAMAGED as error:
            raise BundleError(f"{self.where}: {name} is damaged") from error
        if len(data) > most:
            raise BundleError(f"{self.where}: {name} is larger than {most:,} bytes, which is the limit")
        return data
