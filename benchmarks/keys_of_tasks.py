"""How many keys a newcomer presses for eight tasks.

Each task presses its keys in the app itself, and ends in a state that shows that it was done, or fails. The counts of
before were taken on a walk by hand in 2026-11, before home, footers, forks, lists of agents and the key editor were as
they are now.
"""

import asyncio
import os
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from textual.pilot import Pilot

from benchmarks.figures import Figure
from codenames_tui.app.app import CodenamesApp
from codenames_tui.app.key_editor import AskKey, KeysScreen
from codenames_tui.benchmark.results_screen import BenchResultsScreen
from codenames_tui.benchmark.run_screen import BenchRunScreen
from codenames_tui.benchmark.setup_screens import BenchmarkForm, BenchmarkPlan, BenchmarkScreen
from codenames_tui.game.forks.comparison_screen import ComparisonScreen
from codenames_tui.game.game_screen import GameScreen
from codenames_tui.setup.fork_screen import ForkScreen
from codenames_tui.setup.settings_screen import SettingsScreen
from codenames_tui.setup.setup_screen import SetupScreen
from codenames_tui.ui.preferences import Preferences, Settings

HALF: Final = 68
"""Of the keys of all eight tasks before."""
LONGEST: Final = 120.0
"""Seconds after which what a key leads to does not come any more."""


class Walk:
    """An app in which keys are pressed and counted.

    Args:
        app: the app.
        pilot: presses the keys.
    """

    def __init__(self, app: CodenamesApp, pilot: Pilot[int]) -> None:
        self.app, self.pilot = app, pilot
        self.pressed = 0

    async def press(self, *keys: str, until: Callable[[], bool]) -> None:
        """Press keys, and wait for what they lead to."""
        self.pressed += len(keys)
        await self.pilot.press(*keys)
        await self.wait(until)

    async def wait(self, until: Callable[[], bool]) -> None:
        """Wait for something.

        Raises:
            RuntimeError: it does not come, so the task is not done.
        """
        clock = asyncio.get_running_loop().time
        begun = clock()
        while not until():
            if clock() - begun > LONGEST:
                raise RuntimeError(f"after {self.pressed} keys, on {type(self.app.screen).__name__}")
            await self.pilot.pause(0.05)
        await self.pilot.pause()

    def shows(self, text: str) -> bool:
        """Whether a text is on the screen."""
        strips = self.app.screen._compositor.render_strips()
        return any(text in "".join(part.text for part in strip) for strip in strips)

    def on(self, *kinds: type) -> bool:
        """Whether a screen of one of these kinds is on top."""
        return isinstance(self.app.screen, kinds)


@asynccontextmanager
async def home(folder: Path) -> AsyncIterator[Walk]:
    """Start the app in a new folder; events follow each other at once, since nobody waits for them here."""
    app = CodenamesApp(settings=Settings(folder / "settings.toml", Preferences(episodes=str(folder), pace=0.0)))
    async with app.run_test(size=(120, 40)) as pilot:
        walk = Walk(app, pilot)
        await walk.wait(lambda: walk.shows("No games yet"))
        yield walk


async def watch(walk: Walk) -> None:
    """Watch a game to its end, and read why it was won."""
    await walk.press("w", until=lambda: walk.shows("Turning point") or walk.shows("The end"))


async def turning_point(walk: Walk) -> None:
    """Find the turning point of the sample comeback."""
    await walk.press("1", until=lambda: walk.on(GameScreen))
    await walk.press("m", "m", "m", until=lambda: walk.shows("turning point"))


async def inspect(walk: Walk) -> None:
    """See in that game why a guesser chose the word at the turning point."""
    await walk.press("i", until=lambda: walk.shows("reasoning"))


async def fork_and_compare(walk: Walk) -> None:
    """Let another agent play on from there, and compare."""
    await walk.press("escape", until=lambda: not walk.shows("reasoning"))
    await walk.press("f", until=lambda: walk.on(ForkScreen))
    await walk.press("right", "a", until=lambda: walk.shows("was vector:bold"))
    await walk.press("f4", until=lambda: walk.on(GameScreen) and walk.shows("The end"))
    await walk.press("c", until=lambda: walk.on(ComparisonScreen))


async def set_up(walk: Walk) -> None:
    """Set up a game of the strongest agents against the weakest."""
    await walk.press("N", until=lambda: walk.on(SetupScreen))
    await walk.press("left", "left", "a", *["down"] * 3, *["right"] * 3, "a", until=lambda: walk.shows("novice"))
    await walk.press("f4", until=lambda: walk.on(GameScreen) and walk.shows("sharp") and walk.shows("novice"))


async def benchmark(walk: Walk) -> None:
    """Play a benchmark of three agents on few boards, and see who is best."""
    await walk.press("b", until=lambda: walk.on(BenchmarkScreen))
    await walk.press("N", until=lambda: walk.on(BenchmarkForm))
    await walk.press("down", "right", *["down"] * 4, "left", "left", until=lambda: walk.shows("25"))
    await walk.press("f4", until=lambda: walk.on(BenchmarkPlan) and walk.shows("150"))
    await walk.press("f4", until=lambda: walk.on(BenchRunScreen) and walk.shows("Show the results"))
    await walk.press("enter", until=lambda: walk.on(BenchResultsScreen) and walk.shows("vector:sharp won"))


async def share(walk: Walk) -> None:
    """Save a replay as a page for browsers."""
    await walk.press("e", until=lambda: walk.shows("Export this game"))
    await walk.press("enter", until=lambda: walk.shows("saved as") and any(Path().glob("*.html")))


async def theme(walk: Walk) -> None:
    """Choose another theme."""
    await walk.press("comma", until=lambda: walk.on(SettingsScreen))
    before = walk.app.theme
    await walk.press("right", until=lambda: walk.app.theme != before)


async def another_key(walk: Walk) -> None:
    """Give the inspector another key."""
    await walk.press("comma", until=lambda: walk.on(SettingsScreen))
    await walk.press("end", "up", "enter", until=lambda: walk.on(KeysScreen))
    await walk.press("slash", *"targets", until=lambda: walk.shows("Show clue targets"))
    await walk.press("enter", until=lambda: walk.on(AskKey))
    await walk.press("u", until=lambda: walk.app.settings.preferences.keys == {"game.targets": "u"})


async def walked(folder: Path) -> Iterator[Figure]:
    """Do all tasks, each from home, but for the two that go on from the turning point and the one from a replay."""
    figures: list[Figure] = []

    def note(what: str, keys: int, before: str) -> None:
        figures.append(Figure(what, keys, "pressed", about=f"{before} before"))

    async with home(folder / "watch") as walk:
        await watch(walk)
        note("watch a game, from home", walk.pressed, "0, by the command demo")
    async with home(folder / "replay") as walk:
        await turning_point(walk)
        note("turning point of a sample, from home", walk.pressed, "11")
        await inspect(walk)
        note("why a guesser chose its word, from the start of the replay", walk.pressed - 1, "4")
        found = walk.pressed
        await fork_and_compare(walk)
        note("fork there with another agent, and compare", walk.pressed - found + 3, "22")
    async with home(folder / "set-up") as walk:
        await set_up(walk)
        note("set up a game, from home", walk.pressed, "20")
    async with home(folder / "benchmark") as walk:
        await benchmark(walk)
        note("play a benchmark, from home to its results", walk.pressed, "75")
    async with home(folder / "share") as walk:
        await walk.press("1", until=lambda: walk.on(GameScreen))
        await share(walk)
        note("save a replay as a page", walk.pressed - 1, "3 to 20")
    async with home(folder / "theme") as walk:
        await theme(walk)
        note("another theme, from home", walk.pressed, "2")
    figures.append(
        Figure("all eight", sum(figure.value for figure in figures), "pressed", HALF, about="137 to 154 before")
    )
    async with home(folder / "key") as walk:
        await another_key(walk)
        note("another key for a command, from home", walk.pressed, "not possible")
    return iter(figures)


def figures(quick: bool) -> Iterator[Figure]:
    """Count the keys."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(XDG_CONFIG_HOME=folder, XDG_DATA_HOME=folder, XDG_CACHE_HOME=folder, HOME=folder)
        os.chdir(folder)
        yield from asyncio.run(walked(Path(folder)))
        os.chdir("/")
