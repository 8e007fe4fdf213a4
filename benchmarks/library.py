"""How long the library takes with thousands of games: opening it, and each key in it.

    python benchmarks/library.py [--files N ...]

CPU time of the app without a terminal, from the key that opens the library to its last row, with everything in the
cache, and then with nothing in it. Targets: opened in a second, a key in 20 ms.
"""

import argparse
import asyncio
import os
import tempfile
import time
from itertools import cycle, islice
from pathlib import Path
from typing import NamedTuple

from textual.events import Key
from textual.pilot import Pilot

from codenames_tui.app import CodenamesApp
from codenames_tui.data import data_folder
from codenames_tui.episode_index import cache_file
from codenames_tui.messages import GoTo
from codenames_tui.preferences import Preferences, Settings
from codenames_tui.screens.library import LibraryScreen

KEYS = ("down", "pagedown", "end", "home", "s", "S", "slash", "n", "o", "v", "backspace", "enter", "up")
ROUNDS = 5


class Opening(NamedTuple):
    """What one opening took, in seconds."""

    cpu: float
    wall: float
    first_rows: float
    """Seconds by the clock until there was something to see."""
    late: float
    """Seconds by which the event loop was late meanwhile, in 19 of 20 cases at most."""
    latest: float


async def visit(folder: Path) -> tuple[Opening, dict[str, float]]:
    """Open the library of `folder`; return what that took, and the CPU seconds of each key."""
    app = CodenamesApp(settings=Settings(folder / "none.toml", Preferences(episodes=str(folder))))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause(1.0)  # home has read its own few files
        cpu, wall = time.process_time(), time.perf_counter()
        app.post_message(GoTo("library"))
        first, lags = 0.0, [0.0]
        while not (isinstance(app.screen, LibraryScreen) and app.screen._complete):
            began = time.perf_counter()
            await asyncio.sleep(0.01)
            lags.append(time.perf_counter() - began - 0.01)
            if not first and isinstance(app.screen, LibraryScreen) and app.screen.table.games:
                first = time.perf_counter() - wall
            if first:
                app.screen.post_message(Key("down", None))
        late = sorted(lags)[len(lags) * 95 // 100]
        opening = Opening(time.process_time() - cpu, time.perf_counter() - wall, first, late, max(lags))
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


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description="The library with thousands of games.")
    parser.add_argument("--files", type=int, nargs="+", default=[5_000, 10_000], help="how many (5,000 and 10,000)")
    samples = sorted(data_folder("sample_episodes").iterdir())
    for count in parser.parse_args().files:
        with tempfile.TemporaryDirectory() as name:
            os.environ["XDG_CACHE_HOME"] = f"{name}/cache"
            folder = Path(name, "episodes")
            folder.mkdir()
            for number, sample in enumerate(islice(cycle(samples), count)):
                (folder / f"{number:06}.json").symlink_to(sample)
            for what in ("nothing cached", "all cached"):
                opening, taken = asyncio.run(visit(folder))
                print(
                    f"{count:,} games, {what}: {opening.cpu:.2f} s of CPU, {opening.wall:.2f} s by the clock, "
                    f"first rows after {opening.first_rows:.2f} s; keys wait meanwhile {opening.late * 1000:.0f} ms, "
                    f"at most {opening.latest * 1000:.0f} ms"
                )
            print("    a key, ms of CPU: " + ", ".join(f"{key} {took * 1000:.1f}" for key, took in taken.items()))
            cache_file().unlink()


if __name__ == "__main__":
    main()
