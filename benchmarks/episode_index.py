"""How long the list of many episodes takes: the first time, from the cache, and with a few files that changed.

The samples that come with the app are linked into a folder, in turn, as often as asked for.
"""

import os
import tempfile
import time
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from typing import Final

from benchmarks.figures import Figure
from codenames_tui.episodes.episode_index import Index, files_of, index_of
from codenames_tui.episodes.index_cache import cache_file, load_cache, save_cache
from codenames_tui.ui.data import data_folder

CHANGED: Final = 50


def timed(folder: Path) -> tuple[float, Index]:
    """Return the CPU seconds of one visit: the cache is read, the files are looked at, the cache is written."""
    began = time.process_time()
    paths, _ = files_of([str(folder)])
    index = index_of(paths, load_cache())
    if index.read:
        save_cache(index.cache)
    return time.process_time() - began, index


def linked(folder: Path, count: int) -> list[Path]:
    """Make a folder with as many episodes as asked for, and return the samples that they are."""
    samples = sorted(data_folder("sample_episodes").iterdir())
    folder.mkdir()
    for number, sample in enumerate(islice(cycle(samples), count)):
        (folder / f"{number:06}.json").symlink_to(sample)
    return samples


def figures(quick: bool) -> Iterator[Figure]:
    """List them three times, in folders of two sizes."""
    for count in (500,) if quick else (1_000, 10_000):
        yield from _listed(count)


def large(quick: bool) -> Iterator[Figure]:
    """The same for a folder ten times as large."""
    yield from _listed(1_000 if quick else 100_000)


def _listed(count: int) -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as name:
        os.environ["XDG_CACHE_HOME"] = f"{name}/cache"
        samples = linked(folder := Path(name, "episodes"), count)
        first, _ = timed(folder)
        again, _ = timed(folder)
        for number in range(CHANGED):
            path = folder / f"{number:06}.json"
            path.unlink()
            path.write_bytes(samples[0].read_bytes())
        changed, _ = timed(folder)
        size = cache_file().stat().st_size
    about = f"{count:,} files"
    yield Figure("a file read for the first time", first / count * 1000, "ms of CPU", about=about)
    yield Figure("all for the first time", first, "s of CPU", about=about)
    yield Figure("all again, from the cache", again, "s of CPU", count / 10_000, about=about)
    yield Figure(f"all, {CHANGED} of them changed", changed, "s of CPU", about=about)
    yield Figure("the cache", size / 1e6, "MB", about=about)
