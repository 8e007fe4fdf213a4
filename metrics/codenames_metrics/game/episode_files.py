"""Episodes on disk, one at a time: which files are meant, and the record in each.

Records are validated straight from their bytes, several times as fast as the reader that explains what is wrong; that
one is asked where a file is not as it should be.
"""

import glob
import math
import os
from collections.abc import Iterator
from operator import attrgetter
from pathlib import Path
from typing import Final

from pydantic_core import from_json

from codenames_core.files.record import EpisodeRecord, read_episode, read_packed_or_not
from codenames_core.files.schema import SCHEMA_VERSION
from codenames_core.support.errors import BoardError, EpisodeFileError
from codenames_core.support.folders import JOURNAL_SUFFIX, game_suffix, is_game_name
from codenames_core.text.sanitiser import one_line

EPISODES: Final = "episodes"
"""The folder of a run in which its episodes lie."""


def episode_files(name: str) -> list[Path]:
    """Return the files that a name means: itself, the episodes of a folder, or the matches of a pattern, in order.

    Of a folder that has a folder `episodes`, as a benchmark's run, the episodes are in there.

    Raises:
        EpisodeFileError: a folder or pattern without an episode.
    """
    return [*map(Path, episode_paths(name))]


def episode_paths(name: str) -> list[str]:
    """Return the same as texts: of a hundred thousand files in a tenth of the time.

    Raises:
        EpisodeFileError: as above.
    """
    path = Path(name)
    if path.is_dir():
        return _of_folder(path)
    if path.exists() or not glob.has_magic(name):
        return [str(path)]
    matches = [Path(match) for match in sorted(glob.glob(name, recursive=True))]
    if not matches:
        raise EpisodeFileError(f"{one_line(name)}: no file matches this pattern")
    return [file for match in matches for file in (_of_folder(match) if match.is_dir() else [str(match)])]


def _of_folder(folder: Path) -> list[str]:
    inner = folder / EPISODES
    folder = inner if inner.is_dir() else folder
    files = sorted(filter(is_game_name, os.listdir(folder)))
    if not files:
        raise EpisodeFileError(f"{one_line(str(folder))}: no episode in this folder")
    begin = os.path.join(str(folder), "") if str(folder) != os.curdir else ""
    return [begin + file for file in files]


def read_record(path: Path) -> EpisodeRecord:
    """Return the record in a file, or the game so far in a journal.

    A key that stands twice in one object counts with its last value here; `codenames-tui verify` finds that.

    Raises:
        EpisodeFileError: the file cannot be read as an episode; the message says where and why.
    """
    return _read_quickly(path) or read_episode(path).record


def _read_quickly(path: Path) -> EpisodeRecord | None:
    """Return the record in a file as it should be, or None for the explaining reader."""
    if game_suffix(path) == JOURNAL_SUFFIX:
        return None
    data = read_packed_or_not(path)
    try:
        record = EpisodeRecord.model_validate(from_json(data, allow_inf_nan=False))
    except (ValueError, BoardError, RecursionError):
        return None
    current = record.schema_version == SCHEMA_VERSION and "schema_version" in record.model_fields_set
    return record if current and _is_finite(record) else None


def _is_finite(record: EpisodeRecord) -> bool:
    """Whether no number that is measured is too large for a float, such as 1e999."""
    return all(map(math.isfinite, _numbers_in_traces(record)))


def _numbers_in_traces(record: EpisodeRecord) -> Iterator[float]:
    for turn in record.traces:
        for trace in turn.decisions():
            confidence, cost, refused = _measured(trace)
            if confidence is not None:
                yield confidence
            if cost is not None:
                yield cost
            for one in refused:
                if one.cost_usd is not None:
                    yield one.cost_usd


_measured: Final = attrgetter("confidence", "cost_usd", "refused")
