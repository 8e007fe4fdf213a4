"""What lists of games know of files, on disk: column by column, which is read and written faster than row by row.

It can be deleted at any time; one that cannot be read or written costs time and nothing else.
"""

import contextlib
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple, Self, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, GetPydanticSchema

from codenames_core.files.atomic_writes import write_atomically
from codenames_core.files.untrusted_files import read_bytes
from codenames_core.support.errors import InputError, StorageError
from codenames_core.support.folders import cache_folder
from codenames_core.text.sanitiser import encodable
from codenames_tui import __version__
from codenames_tui.episodes.episode_index import Cache, EpisodeRow, Kept, Stamp

CACHE_FORMAT: Final = 6
LARGEST_CACHE: Final = 256_000_000
"""Bytes of the cache, enough for some 800,000 files."""

_Columns = tuple[list[Any], ...]
"""The values of each field, in the order of the fields."""


def _fields_of(row: type[NamedTuple]) -> GetPydanticSchema:
    """Return that there is a column for each field of `row`, with values of its type."""
    columns = tuple(list[hint] for hint in get_type_hints(row).values())  # type: ignore[valid-type]
    return GetPydanticSchema(lambda _, handler: handler(tuple.__class_getitem__(columns)))


def _columns(rows: Sequence[tuple[Any, ...]], row: type[NamedTuple]) -> _Columns:
    return tuple([values[place] for values in rows] for place in range(len(row._fields)))


class _CacheFile(BaseModel):
    """The cache on disk."""

    model_config = ConfigDict(frozen=True)

    format: Annotated[int, Field(ge=CACHE_FORMAT, le=CACHE_FORMAT)] = CACHE_FORMAT
    app_version: str = __version__
    """Another version may read files otherwise, so its cache does not count."""
    paths: list[str]
    stamps: Annotated[_Columns, _fields_of(Stamp)]
    rows: Annotated[_Columns, _fields_of(EpisodeRow)]

    @classmethod
    def of(cls, cache: Cache) -> Self:
        """Return what is written of `cache`."""
        kept = cache.values()
        stamps, rows = [entry.stamp for entry in kept], [entry.row for entry in kept]
        return cls(paths=[*cache], stamps=_columns(stamps, Stamp), rows=_columns(rows, EpisodeRow))

    def cache(self) -> Cache:
        """Return what was written.

        Raises:
            ValueError: the columns are not of one length.
        """
        stamps: Iterable[Stamp] = map(Stamp._make, zip(*self.stamps, strict=True))
        rows: Iterable[EpisodeRow] = map(EpisodeRow._make, zip(*self.rows, strict=True))
        return dict(zip(self.paths, map(Kept._make, zip(stamps, rows, strict=True)), strict=True))


def cache_file() -> Path:
    """Return where the rows are kept."""
    return cache_folder() / "episodes.json"


def load_cache() -> Cache:
    """Return the rows that were kept; none where there is no cache that can be used."""
    try:
        kept = _CacheFile.model_validate_json(read_bytes(cache_file(), LARGEST_CACHE))
        return kept.cache() if kept.app_version == __version__ else {}
    except (InputError, ValueError):
        return {}


def save_cache(cache: Cache) -> None:
    """Keep the rows for the next time, if the disk lets us; not those of files whose names are no text.

    Where there are more than would be read again, those that were looked at last are kept.
    """
    rows = {path: kept for path, kept in cache.items() if encodable(path) == path}
    while len(data := _CacheFile.of(rows).model_dump_json().encode()) > LARGEST_CACHE and rows:
        most = len(rows) * LARGEST_CACHE // len(data)
        rows = dict(islice(rows.items(), max(1, len(rows) - most), None))
    with contextlib.suppress(StorageError):
        write_atomically(cache_file(), data)
