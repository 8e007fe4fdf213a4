"""How long the library takes with thousands of games: opening it, and each key in it.

CPU time of the app without a terminal, from the key that opens the library to its last row, with everything in the
cache, and then with nothing in it.
"""

import asyncio
import gc
import os
import tempfile
import time
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import NamedTuple

from textual.events import Key
from textual.pilot import Pilot

from benchmarks.episode_index import linked
from benchmarks.figures import Figure
from codenames_tui.app.app import OBJECTS_BETWEEN_COLLECTIONS, CodenamesApp
from codenames_tui.episodes.episode_index import Kept, files_of, index_of, stamp_of
from codenames_tui.episodes.index_cache import save_cache
from codenames_tui.library.library_screen import LibraryScreen
from codenames_tui.ui.messages import Destination, GoTo
from codenames_tui.ui.preferences import Preferences, Settings

KEYS = (
    "down",
    "pagedown",
    "end",
    "home",
    "greater_than_sign",
    "x",
    "slash",
    "n",
    "o",
    "v",
    "backspace",
    "escape",
    "up",
)
FILTERING = ("slash", "n", "o", "v", "backspace")
ROUNDS = 5


class Opening(NamedTuple):
    """What one opening took, in seconds."""

    cpu: float
    wall: float
    first_rows: float
    """Seconds by the clock until there was something to see."""
    usable: float
    """Seconds of CPU until all games were there to be moved among and filtered, compared with their files or not."""
    settled: float
    """Seconds of CPU until the background had compared them and had made what a filter looks at."""
    late: float
    """Seconds by which the event loop was late meanwhile, in 19 of 20 cases at most."""
    latest: float


async def visit(folder: Path, count: int) -> tuple[Opening, dict[str, float]]:
    """Open the library of `folder`; return what that took, and the CPU seconds of each key."""
    app = CodenamesApp(settings=Settings(folder / "none.toml", Preferences(episodes=str(folder))))
    gc.freeze()  # this and the next line as the app does that a person starts
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause(1.0)  # home has read its own few files
        cpu, wall = time.process_time(), time.perf_counter()
        app.post_message(GoTo(Destination.LIBRARY))
        first, usable, lags = 0.0, 0.0, [0.0]
        while not (isinstance(app.screen, LibraryScreen) and app.screen._complete):
            began = time.perf_counter()
            await asyncio.sleep(0.01)
            lags.append(time.perf_counter() - began - 0.01)
            if not first and isinstance(app.screen, LibraryScreen) and app.screen.table.games:
                first = time.perf_counter() - wall
            if not usable and isinstance(app.screen, LibraryScreen) and app.screen.table.row_count >= count:
                usable = time.process_time() - cpu
            if first:
                app.screen.post_message(Key("down", None))
        late = sorted(lags)[len(lags) * 95 // 100]
        began = cpu
        cpu, wall = time.process_time() - began, time.perf_counter() - wall
        await app.workers.wait_for_complete([worker for worker in app.workers if worker.group == "folder"])
        settled = time.process_time() - began
        opening = Opening(cpu, wall, first, usable or cpu, settled, late, max(lags))
        return opening, await keys(pilot)


async def keys(pilot: Pilot[int]) -> dict[str, float]:
    """Return the CPU seconds of each key until it is drawn, the mean of some rounds."""
    taken = dict.fromkeys(KEYS, 0.0)
    for _ in range(ROUNDS):
        for key in KEYS:
            began = time.process_time()
            await pilot.press(key)
            await pilot.pause()
            taken[key] += (time.process_time() - began) / ROUNDS
        await pilot.press("escape")
    return taken


def figures(quick: bool) -> Iterator[Figure]:
    """Open folders of two sizes, each with nothing in the cache and again with everything."""
    for count in (500,) if quick else (5_000, 10_000):
        with tempfile.TemporaryDirectory() as name:
            os.environ["XDG_CACHE_HOME"] = f"{name}/cache"
            folder = Path(name, "episodes")
            linked(folder, count)
            about = f"{count:,} games"
            new, _ = asyncio.run(visit(folder, count))
            yield Figure(f"{about}, nothing cached: first rows", new.first_rows, "s by the clock")
            yield Figure(f"{about}, nothing cached: all rows", new.cpu, "s of CPU")
            yield Figure(f"{about}, nothing cached: keys wait", new.late * 1000, "ms by the clock", about="19 of 20")
            yield from _cached(folder, count, 1)


def large(quick: bool) -> Iterator[Figure]:
    """Open a folder ten times as large, whose files were read before."""
    count = 1_000 if quick else 100_000
    with tempfile.TemporaryDirectory() as name:
        os.environ["XDG_CACHE_HOME"] = f"{name}/cache"
        folder = Path(name, "episodes")
        samples = [*index_of(linked(folder, count), {}).rows]
        files, _ = files_of([str(folder)])
        rows = zip(cycle(samples), files)
        save_cache({file: Kept(stamp_of(file), row._replace(file=file)) for row, file in rows})
        yield from _cached(folder, count, 1.5)


def _cached(folder: Path, count: int, aim: float) -> Iterator[Figure]:
    about = f"{count:,} games"
    opening, taken = asyncio.run(visit(folder, count))
    yield Figure(f"{about}, all cached: can be used", opening.usable, "s of CPU", aim)
    yield Figure(f"{about}, all cached: opened", opening.cpu, "s of CPU", 1 if count <= 10_000 else None)
    yield Figure(f"{about}, all cached: opened, by the clock", opening.wall, "s")
    yield Figure(f"{about}, all cached: nothing left to do", opening.settled, "s of CPU")
    slowest = max(taken, key=lambda key: taken[key])
    mean = sum(taken.values()) / len(taken)
    yield Figure(f"{about}: a key", mean * 1000, "ms of CPU", 20, about=f"mean of {len(KEYS)} keys")
    yield Figure(f"{about}: the slowest key", taken[slowest] * 1000, "ms of CPU", about=slowest)
    filtering = max(taken[key] for key in FILTERING)
    yield Figure(f"{about}: the slowest key of a filter", filtering * 1000, "ms of CPU", 50)
