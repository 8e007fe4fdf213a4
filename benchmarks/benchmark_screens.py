"""What the screens of a benchmark cost: ten thousand games opened and scrolled, and two hundred changes in a second."""

import asyncio
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from textual.screen import Screen

from benchmarks.figures import Figure
from benchmarks.terminal import Terminal
from codenames_core.game.config import Team
from codenames_core.game.state import Phase
from codenames_metrics.experiment.combos import Matchups
from codenames_metrics.experiment.config import ExperimentConfig
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.game.episode import EpisodeMetrics
from codenames_metrics.game.episode_files import EPISODES
from codenames_metrics.report.artefacts import LEADERBOARD, Tally
from codenames_metrics.run_folder.manifest import new_manifest, write_config, write_manifest
from codenames_metrics.run_folder.metrics_cache import METRICS, NAME, measured_games, metrics_line
from codenames_metrics.run_folder.progress import Progress, RunStatus
from codenames_metrics.run_folder.run_snapshot import RunningNow, RunSnapshot
from codenames_metrics.runner.benchmark import BenchmarkRunner
from codenames_tui.app.app import CodenamesApp
from codenames_tui.benchmark.results_screen import BenchResultsScreen
from codenames_tui.benchmark.run_screen import BenchRunScreen
from codenames_tui.benchmark.runs import RemoteRun
from codenames_tui.benchmark.views.run import GamePreview

GAMES: Final = 10_000
KEYS: Final = 60
SECONDS: Final = 10.0
STARTED: Final = 6.0
"""Seconds after which a busy screen has begun."""
CHANGES: Final = 200
"""In a second."""
AT_ONCE: Final = 200
MODELS: Final = ("vector:sharp", "vector:balanced", "vector:cautious", "vector:noisy", "random")


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
    """Leave a results folder as a run of ten thousand games would; only the files that a screen reads."""
    plan = Plan(experiment(GAMES))
    tally = Tally(plan.cells, plan.games_per_cell, plan.config.name, plan.benchmark_id)
    for name in (EPISODES, METRICS):
        (folder / name).mkdir(parents=True)
    with (folder / METRICS / NAME).open("wb") as lines:
        for index in range(len(plan)):
            metrics = some[index % len(some)].model_copy(update={"board": f"default:{index // len(plan.cells)}"})
            tally.add(plan.cell_of(index), metrics)
            lines.write(metrics_line(plan.name(index), metrics.model_dump_json().encode()))
            (folder / EPISODES / plan.record_name(index)).touch()
    write_config(folder, plan)
    write_manifest(folder, new_manifest(plan).model_copy(update={"status": RunStatus.DONE}))
    (folder / LEADERBOARD).write_text(tally.leaderboard().text())
    return plan


async def opened(
    what: str, make: Callable[[], Screen[None]], is_there: Callable[[CodenamesApp], bool], keys: tuple[str, ...] = ()
) -> list[Figure]:
    """Open a screen until its numbers are there, and press keys in the list behind its fourth tab."""
    app = CodenamesApp()
    async with app.run_test(size=(120, 40)) as pilot:
        cpu, wall = time.process_time(), time.perf_counter()
        app.push_screen(make())
        while not is_there(app):
            await pilot.pause(0.005)
        await pilot.pause()
        about = f"{GAMES:,} games"
        figures = [
            Figure(f"{what}: opened", time.process_time() - cpu, "s of CPU", 1, about=about),
            Figure(f"{what}: opened, by the clock", time.perf_counter() - wall, "s"),
        ]
        if keys:
            await pilot.press("4")
        for key in keys:
            cpu = time.process_time()
            for _ in range(KEYS):
                await pilot.press(key)
            figures.append(Figure(f"{what}: {key}", (time.process_time() - cpu) / KEYS * 1000, "ms of CPU", 20))
    return figures


class BusyRun:
    """A run in which something changes two hundred times in a second."""

    trouble = ""
    steered = None

    def __init__(self, folder: Path, plan: Plan) -> None:
        self.folder, self.plan = folder, plan
        self.done = 0
        self._beat = asyncio.Event()

    def look(self) -> RunSnapshot:
        """Return how far it is."""
        begun = self.done // 10
        progress = Progress(
            RunStatus.RUNNING, GAMES, GAMES - begun - AT_ONCE, AT_ONCE, begun, 0, 0, 0, 0, self.done / CHANGES, 0.0, 0,
            at_once=AT_ONCE, busy_seconds=begun * 10.0,
        )  # fmt: skip
        return RunSnapshot(progress, None, tuple(RunningNow(begun + number, 1) for number in range(AT_ONCE)))

    async def changed(self) -> None:
        """Return at the next change."""
        await self._beat.wait()

    def glimpse(self, index: int) -> GamePreview | None:
        """Return where a game is: another place after each change of its own."""
        step = (self.done + index) // AT_ONCE
        team = Team.RED if step % 2 else Team.BLUE
        return GamePreview(step % 20 + 1, team, tuple(Phase)[step % 3], f"word {step % 4}", 9 - step % 9, 8 - step % 8)

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


def watched(folder: Path, still: bool) -> tuple[float, float, float]:
    """Return the share of a core, bytes and pictures in a second of a busy run."""
    state = "still" if still else "busy"
    terminal = Terminal(["-m", "benchmarks.benchmark_screens", state, str(folder)])
    terminal.settle_for(STARTED)
    before = terminal.cost()
    terminal.settle_for(SECONDS)
    spent = terminal.cost().since(before)
    terminal.leave()
    return spent.cpu / SECONDS, spent.written / SECONDS, spent.pieces / SECONDS


def opened_screens(quick: bool) -> Iterator[Figure]:
    """Open ten thousand games."""
    with tempfile.TemporaryDirectory() as place:
        folder = ten_thousand(Path(place))
        results = opened("results", lambda: BenchResultsScreen(folder), _has_results, ("down", "pagedown"))
        yield from asyncio.run(results)
        yield from asyncio.run(opened("watch", lambda: BenchRunScreen(RemoteRun(folder)), _has_standings))


def running_screen(quick: bool) -> Iterator[Figure]:
    """Show a busy run, and take away what its changes cost by themselves."""
    with tempfile.TemporaryDirectory() as place:
        folder = ten_thousand(Path(place))
        rest, _, _ = watched(folder, still=True)
        cpu, written, pictures = watched(folder, still=False)
    about = f"{AT_ONCE} games at once, {CHANGES} changes/s, {CHANGES // 10} games/s that end, 80×24"
    yield Figure("running view", (cpu - rest) * 100, "% of a core", 5, about=about)
    yield Figure("running view, sent", written / 1000, "KB/s", 3)
    yield Figure("running view, pictures", pictures, "/s", 10)


def ten_thousand(place: Path) -> Path:
    """Leave ten thousand games in a folder below, and return it."""
    folder = place / "many"
    many(folder, asyncio.run(played(place / "some")))
    return folder


def _has_results(app: CodenamesApp) -> bool:
    return isinstance(app.screen, BenchResultsScreen) and app.screen.shown is not None


def _has_standings(app: CodenamesApp) -> bool:
    return isinstance(app.screen, BenchRunScreen) and app.screen.matchups.pointed is not None


if __name__ == "__main__":
    busy(sys.argv[2], still=sys.argv[1] == "still")
