"""What the screens of a benchmark cost: ten thousand games opened and scrolled, and two hundred changes in a second."""

import asyncio
import fcntl
import os
import pty
import select
import struct
import sys
import tempfile
import termios
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

from textual.screen import Screen

from codenames_core.config import Team
from codenames_core.state import Phase
from codenames_metrics.artefacts import LEADERBOARD, Tally
from codenames_metrics.at_work import AtWork, RunningNow
from codenames_metrics.benchmark import BenchmarkRunner
from codenames_metrics.episode import EpisodeMetrics
from codenames_metrics.experiment import ExperimentConfig, Matchups
from codenames_metrics.files import EPISODES
from codenames_metrics.manifest import new_manifest, write_config, write_manifest
from codenames_metrics.measured import METRICS, NAME, measured_games, measured_line
from codenames_metrics.plan import Plan
from codenames_metrics.progress import Progress, RunStatus
from codenames_tui.app import CodenamesApp
from codenames_tui.bench_runs import RunThere
from codenames_tui.screens.bench_results import BenchResultsScreen
from codenames_tui.screens.bench_run import BenchRunScreen
from codenames_tui.views.benchmark import Glimpse

GAMES: Final = 10_000
KEYS: Final = 60
SECONDS: Final = 10.0
CHANGES: Final = 200
"""In a second."""
AT_ONCE: Final = 200
MODELS: Final = ("vector:sharp", "vector:balanced", "vector:cautious", "vector:noisy", "random")
TICKS: Final = os.sysconf("SC_CLK_TCK")


def experiment(games: int) -> ExperimentConfig:
    """Return an experiment of so many games: each of five agents against each other, from both sides."""
    return ExperimentConfig(
        name="many", models=list(MODELS), matchups=Matchups.ROUND_ROBIN, seeds=list(range(games // 20)), max_turns=8
    )


async def played(folder: Path) -> list[EpisodeMetrics]:
    """Play a few real games, and return what they came to."""
    runner = BenchmarkRunner(experiment(40), folder)
    await runner.run()
    return [game.metrics for game in measured_games(folder, runner.plan)]


def many(folder: Path, some: list[EpisodeMetrics]) -> Plan:
    """Leave a folder of results as a run of ten thousand games would; only the files that a screen reads."""
    plan = Plan(experiment(GAMES))
    tally = Tally(plan.cells, plan.games_per_cell, plan.config.name, plan.benchmark_id)
    for name in (EPISODES, METRICS):
        (folder / name).mkdir(parents=True)
    with (folder / METRICS / NAME).open("wb") as lines:
        for index in range(len(plan)):
            metrics = some[index % len(some)].model_copy(update={"board": f"default:{index // len(plan.cells)}"})
            tally.add(plan.cell_of(index), metrics)
            lines.write(measured_line(index, metrics.model_dump_json().encode()))
            (folder / EPISODES / plan.record_name(index)).touch()
    write_config(folder, plan)
    write_manifest(folder, new_manifest(plan).model_copy(update={"status": RunStatus.DONE}))
    (folder / LEADERBOARD).write_text(tally.leaderboard().text())
    return plan


async def opened(what: str, make: Callable[[], Screen[None]], is_there: Callable[[CodenamesApp], bool]) -> None:
    """Print what it costs to open a screen until its numbers are there, and to scroll in it."""
    app = CodenamesApp()
    async with app.run_test(size=(120, 40)) as pilot:
        cpu, wall = time.process_time(), time.perf_counter()
        app.push_screen(make())
        while not is_there(app):
            await pilot.pause(0.005)
        await pilot.pause()
        cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
        print(f"{what}: {GAMES:,} games opened in {cpu:.2f} s CPU, {wall:.2f} s")
        if isinstance(app.screen, BenchResultsScreen):
            await pilot.press("4")
            for key in ("down", "pagedown"):
                await each(f"{what}: {key}", lambda key=key: pilot.press(key))  # type: ignore[misc]


async def each(what: str, do: Callable[[], Awaitable[None]]) -> None:
    """Print what a key costs until it is drawn."""
    cpu = time.process_time()
    for _ in range(KEYS):
        await do()
    print(f"{what} {(time.process_time() - cpu) / KEYS * 1000:.1f} ms CPU a key")


class BusyRun:
    """A run in which something changes two hundred times in a second."""

    trouble = ""
    steered = None

    def __init__(self, folder: Path, plan: Plan) -> None:
        self.folder, self.plan = folder, plan
        self.done = 0
        self._beat = asyncio.Event()

    def look(self) -> AtWork:
        """Return how far it is."""
        begun = self.done // 10
        progress = Progress(
            RunStatus.RUNNING, GAMES, GAMES - begun - AT_ONCE, AT_ONCE, begun, 0, 0, 0, 0, self.done / CHANGES, 0.0, 0,
            at_once=AT_ONCE, busy_seconds=begun * 10.0,
        )  # fmt: skip
        return AtWork(progress, None, tuple(RunningNow(begun + number, 1) for number in range(AT_ONCE)))

    async def changed(self) -> None:
        """Return at the next change."""
        await self._beat.wait()

    def glimpse(self, index: int) -> Glimpse | None:
        """Return where a game is: another place after each change of its own."""
        step = (self.done + index) // AT_ONCE
        team = Team.RED if step % 2 else Team.BLUE
        return Glimpse(step % 20 + 1, team, tuple(Phase)[step % 3], f"word {step % 4}", 9 - step % 9, 8 - step % 8)

    async def change(self) -> None:
        """Change again and again."""
        while True:
            self.done += 1
            self._beat.set()
            self._beat = asyncio.Event()
            await asyncio.sleep(1 / CHANGES)


def busy(folder: str, *, still: bool) -> None:
    """Show a busy run until the terminal is gone; a still one changes as often, and nobody looks."""
    place = Path(folder)
    run = BusyRun(place, Plan(experiment(GAMES)))
    app = CodenamesApp(None if still else BenchRunScreen(run))
    app.call_later(lambda: app.run_worker(run.change()))
    app.run()


def watched(folder: Path) -> None:
    """Print what a busy run costs on the screen, beside the same run with nobody looking."""
    costs = {}
    for still in (True, False):
        pid, file = pty.fork()
        if pid == 0:
            os.environ.update(TERM="xterm-256color", COLORTERM="truecolor")
            os.execv(sys.executable, [sys.executable, __file__, "still" if still else "busy", str(folder)])  # noqa: S606
        fcntl.ioctl(file, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        read(file, 6.0)
        before = used(pid)
        size, pieces = read(file, SECONDS)
        costs[still] = (used(pid) - before) / SECONDS, size / SECONDS, pieces / SECONDS
        os.write(file, b"\x03\x03")
        read(file, 2.0)
        os.close(file)
        os.waitpid(pid, 0)
    (rest, _, _), (cpu, written, pictures) = costs[True], costs[False]
    print(
        f"running view, {CHANGES} changes/s: {(cpu - rest) * 100:.1f} % of a core (and {rest * 100:.1f} % for making "
        f"them), {written / 1000:.1f} KB/s, {pictures:.1f} writes/s"
    )


def read(file: int, seconds: float) -> tuple[int, int]:
    """Read for so long, and return how many bytes came in how many pieces."""
    end, size, pieces = time.monotonic() + seconds, 0, 0
    while (left := end - time.monotonic()) > 0:
        if select.select([file], [], [], left)[0]:
            try:
                size += len(os.read(file, 1 << 16))
            except OSError:
                break
            pieces += 1
    return size, pieces


def used(pid: int) -> float:
    """Return the seconds of CPU that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


async def open_all(folder: Path) -> None:
    """Print what it costs to open ten thousand games."""
    await opened("results", lambda: BenchResultsScreen(folder), _has_results)
    await opened("watch", lambda: BenchRunScreen(RunThere(folder)), _has_standings)


def _has_results(app: CodenamesApp) -> bool:
    return isinstance(app.screen, BenchResultsScreen) and app.screen.shown is not None


def _has_standings(app: CodenamesApp) -> bool:
    return isinstance(app.screen, BenchRunScreen) and app.screen.matchups.pointed is not None


def main() -> None:
    """Measure it all."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "many"
        many(folder, asyncio.run(played(Path(place) / "some")))
        asyncio.run(open_all(folder))
        watched(folder)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        busy(sys.argv[2], still=sys.argv[1] == "still")
    else:
        main()
