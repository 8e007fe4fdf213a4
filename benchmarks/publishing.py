"""What it takes to publish games: CPU and bytes of their pages, and bytes of what is exported one by one.

The samples stand for the games of a run; a run of 660 games of offline agents took 15 ms of CPU a game with everything
around it, and its site 0.78 times the bytes of its episodes.
"""

import time
from collections.abc import Iterator
from statistics import mean
from typing import Final

from benchmarks.figures import Figure
from codenames_core.files.record import EpisodeRecord
from codenames_tui.exports.moving.animated_svg import to_animated_svg
from codenames_tui.exports.page.game_page import Beside, game_page, to_html
from codenames_tui.exports.site.private import public_record
from codenames_tui.library.samples import SAMPLES, sample_path

GAMES: Final = 3_200
_BESIDE: Final = Beside("../../assets", "../games.html", "Games")
_REPEATS: Final = 3


def figures(quick: bool) -> list[Figure]:
    """Return what pages take."""
    return list(_figures(1 if quick else _REPEATS))


def _figures(repeats: int) -> Iterator[Figure]:
    paths = [sample_path(name) for name in SAMPLES]
    pages = [_page(EpisodeRecord.load(path)) for path in paths]  # imports and caches are warm from here on
    begin = time.process_time()
    for _ in range(repeats):
        for path in paths:
            _page(EpisodeRecord.load(path))
    a_game = (time.process_time() - begin) / (repeats * len(paths))
    yield Figure(f"{GAMES:,} games read and written as pages", a_game * GAMES, "s of CPU", 90.0)
    ratios = [len(page) / path.stat().st_size for page, path in zip(pages, paths, strict=True)]
    yield Figure("a page of a site over its episode", mean(ratios), "times the bytes", 2.0)
    records = [EpisodeRecord.load(path) for path in paths]
    yield Figure(
        "largest page of a sample, by itself", max(len(to_html(record)) for record in records), "bytes", 400_000
    )
    largest = max(len(to_animated_svg(record, 1.0)) for record in records)
    yield Figure("largest animated SVG of a sample", largest, "bytes", 1_000_000)


def _page(record: EpisodeRecord) -> bytes:
    return game_page(public_record(record), beside=_BESIDE).encode()
