"""How long the list of many episodes takes: the first time, from the cache, and with a few files that changed.

    python benchmarks/episode_index.py [--files N]

The samples that come with the app are linked into a folder, in turn, as often as asked for. Target for a list that is
opened again: 5,000 files in half a second.
"""

import argparse
import os
import tempfile
import time
from itertools import cycle, islice
from pathlib import Path

from codenames_tui.data import data_folder
from codenames_tui.episode_index import Index, cache_file, files_of, index_of, load_cache, save_cache

CHANGED = 50


def timed(folder: Path) -> tuple[float, Index]:
    """Return the CPU seconds of one visit: the cache is read, the files are looked at, the cache is written."""
    began = time.process_time()
    paths, _ = files_of([str(folder)])
    index = index_of(paths, load_cache())
    if index.read:
        save_cache(index.cache)
    return time.process_time() - began, index


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description="The list of many episodes.")
    parser.add_argument("--files", type=int, default=5_000, help="how many (5,000)")
    count = parser.parse_args().files
    samples = sorted(data_folder("sample_episodes").iterdir())
    with tempfile.TemporaryDirectory() as name:
        os.environ["XDG_CACHE_HOME"] = f"{name}/cache"
        folder = Path(name, "episodes")
        folder.mkdir()
        for number, sample in enumerate(islice(cycle(samples), count)):
            (folder / f"{number:06}.json").symlink_to(sample)
        first, index = timed(folder)
        again, _ = timed(folder)
        for number in range(min(CHANGED, count)):
            path = folder / f"{number:06}.json"
            path.unlink()
            path.write_bytes(samples[0].read_bytes())
        changed, with_changes = timed(folder)
        size = cache_file().stat().st_size
    megabytes = sum(sample.stat().st_size for sample in samples) / len(samples) * count / 1e6
    print(
        f"{count:,} files of {megabytes:,.0f} MB, all read  {first:6.2f} s of CPU, {first / count * 1000:.2f} ms a file"
    )
    print(f"again, from the cache              {again:6.2f} s, {index.read} files were read before   (target 0.5)")
    print(f"with {with_changes.read} that changed               {changed:6.2f} s")
    print(f"size of the cache                  {size / 1e6:6.2f} MB")


if __name__ == "__main__":
    main()
