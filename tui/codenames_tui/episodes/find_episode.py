"""Finding a game by its id: a fork knows its original by nothing else."""

import os
from collections.abc import Callable, Iterable
from pathlib import Path

from codenames_core.files.record import EpisodeRecord
from codenames_core.support.errors import EpisodeFileError
from codenames_core.text.sanitiser import one_line
from codenames_metrics.game.episode_files import read_record
from codenames_tui.episodes.episode_index import entries, files_of
from codenames_tui.episodes.index_cache import load_cache, save_cache

_IN_NAME = 8
"""Characters of the id that a file's own name has."""


def find_episode(
    episode_id: str, folders: Iterable[Path], stopped: Callable[[], bool] = lambda: False
) -> EpisodeRecord | None:
    """Return the game of that id in the first of `folders` that has it; None where none has, or `stopped` says so.

    Blocks: files that are new since the last time are read, those first whose names begin the id.
    """
    wanted = one_line(episode_id, 200)
    short = "".join(sign for sign in episode_id if sign.isascii() and sign.isalnum())[:_IN_NAME]
    cache = load_cache()
    read = {}
    record = None
    for folder in folders:
        paths, _ = files_of([str(folder)])
        ordered = sorted(paths, key=lambda path: not short or short not in os.path.basename(path))
        for key, kept, is_new in entries(ordered, cache):
            if stopped():
                return None
            if is_new:
                read[key] = kept
            if kept.row.episode_id == wanted:
                record = _record(Path(kept.row.file), episode_id)
            if record is not None:
                break
        if record is not None:
            break
    if read:
        save_cache({**cache, **read})
    return record


def _record(path: Path, episode_id: str) -> EpisodeRecord | None:
    try:
        record = read_record(path)
    except EpisodeFileError:
        return None
    return record if record.episode_id == episode_id else None
