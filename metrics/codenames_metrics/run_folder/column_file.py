"""`metrics/measured.columns`: what the lines of the metrics cache say, column by column, for whoever looks again.

It is a cache of a cache. It says which bytes of `measured.jsonl` it was made from, by their number and hash, and for
which plan: lines that were added since are read beside it, and where anything else has changed, or bytes are damaged,
it is not believed and the lines are read. Deleting it loses nothing.
"""

import hashlib
import zlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from pydantic import BaseModel, ConfigDict, Field, NonNegativeInt, ValidationError

from codenames_core.files.atomic_writes import write_atomically
from codenames_core.files.untrusted_files import open_ordinary
from codenames_core.support.errors import StorageError
from codenames_metrics.run_folder.metrics_columns import LAYOUT, DamagedColumns, PlacedMetrics, columns_of, games_in

if TYPE_CHECKING:
    from hashlib import _Hash

GAMES_AT_ONCE: Final = 256
"""In one block: as many are in memory at a time."""
_LARGEST_HEAD: Final = 1_000_000
_LARGEST_BLOCK: Final = 64_000_000
"""Unpacked. A block is usually of less than a million bytes: a larger one is neither written nor read."""
_AT_ONCE: Final = 1_000_000


class _Head(BaseModel):
    """The first line of the file."""

    model_config = ConfigDict(strict=True, extra="forbid")

    layout: str
    """A hash of the columns, and of the version of the metrics."""
    plan: str
    """The digest of the plan whose places are meant."""
    lines: NonNegativeInt
    """So many bytes of the lines are in the columns."""
    sha256: str
    """Of these bytes."""
    blocks: list[Annotated[int, Field(ge=0, le=_LARGEST_BLOCK)]]
    """How many bytes each block has; they follow in this order."""


class ColumnReader:
    """Reads the games of a file of columns, in the order of the plan.

    Args:
        path: of the file.
        lines: the file that it was made from.
        version: of the metrics.
        plan: the digest of the plan.

    Raises:
        DamagedColumns: there is no such file, or it was not made from these lines.
    """

    def __init__(self, path: Path, lines: Path, version: str, plan: str) -> None:
        try:
            with open_ordinary(path) as file:
                head = _Head.model_validate_json(file.readline(_LARGEST_HEAD))
                self._begins = file.tell()
            digest, size = hash_of(lines, head.lines)
        except (OSError, ValidationError) as error:
            raise DamagedColumns("no columns") from error
        if (head.layout, head.plan) != (_layout(version), plan):
            raise DamagedColumns("columns of other metrics")
        if (head.lines, head.sha256) != (size, digest.hexdigest()):
            raise DamagedColumns("columns of other lines")
        self._path, self._blocks = path, head.blocks
        self.size, self.digest = size, digest
        """How many bytes of the lines are in the columns, and their hash so far."""

    def __iter__(self) -> Iterator[PlacedMetrics]:
        """Yield the games.

        Raises:
            DamagedColumns: a block is not whole; those before it were.
        """
        try:
            with open_ordinary(self._path) as file:
                file.seek(self._begins)
                for size in self._blocks:
                    unpacking = zlib.decompressobj()
                    block = unpacking.decompress(file.read(size), _LARGEST_BLOCK)
                    if not unpacking.eof:
                        raise DamagedColumns("a block is cut off")
                    yield from games_in(block)
        except (OSError, zlib.error) as error:
            raise DamagedColumns("a block is damaged") from error


class ColumnWriter:
    """Takes games one by one in the order of the plan, and keeps their columns until they are written.

    Where a value cannot stand in a column, nothing will be written.
    """

    def __init__(self) -> None:
        self._waiting: list[PlacedMetrics] = []
        self._blocks: list[bytes] | None = []

    def add(self, game: PlacedMetrics) -> None:
        """Take one more game."""
        self._waiting.append(game)
        if len(self._waiting) == GAMES_AT_ONCE:
            self._pack()

    def write(self, path: Path, version: str, plan: str, digest: "_Hash", size: int) -> None:
        """Write them; `digest` is the hash of the first `size` bytes of the lines, which is where they come from.

        Nothing is raised where the disk refuses: they are only a cache.
        """
        self._pack()
        if not self._blocks:
            return
        sizes = [len(block) for block in self._blocks]
        head = _Head(layout=_layout(version), plan=plan, lines=size, sha256=digest.hexdigest(), blocks=sizes)
        with suppress(StorageError):
            write_atomically(path, b"".join([head.model_dump_json().encode(), b"\n", *self._blocks]), sync=False)

    def _pack(self) -> None:
        if self._blocks is not None and self._waiting:
            try:
                self._blocks.append(_packed(self._waiting))
            except TypeError:
                self._blocks = None
        self._waiting.clear()


def _packed(games: Sequence[PlacedMetrics]) -> bytes:
    """Return a block.

    Raises:
        TypeError: these games do not fit into one.
    """
    block = columns_of(games)
    packed = zlib.compress(block, 1)
    if max(len(block), len(packed)) > _LARGEST_BLOCK:
        raise TypeError("a block that would not be read")
    return packed


def hash_of(path: Path, size: int) -> "tuple[_Hash, int]":
    """Return the hash of up to `size` bytes of a file, and how many there were.

    Raises:
        OSError: it cannot be read.
    """
    digest, left = hashlib.sha256(), size
    with open_ordinary(path) as file:
        while part := file.read(min(left, _AT_ONCE)):
            digest.update(part)
            left -= len(part)
    return digest, size - left


def _layout(version: str) -> str:
    return hashlib.sha256(f"{version} {LAYOUT}".encode()).hexdigest()[:16]
