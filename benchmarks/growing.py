"""What it takes to plan on run folders of 1,000, 10,000 and 100,000 games: to extend, stop, merge and report them.

No game is played there: files of finished games are empty, and lines of the metrics cache are those of a few real games
under other names. So reports read what they would read, and every result is one that a game had.
"""

import asyncio
import hashlib
import json
import time
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.figures import Figure
from benchmarks.measuring import app
from codenames_core.game.config import Team
from codenames_core.support.errors import InputError
from codenames_metrics.analysis.failures.counts import SeatFailures, SideFailures
from codenames_metrics.analysis.game_results import GameResult
from codenames_metrics.analysis.stopping import Goal
from codenames_metrics.arena.bundle import FAILURES, MANIFEST, BundleManifest
from codenames_metrics.arena.merge import merge
from codenames_metrics.arena.submit import shared_config
from codenames_metrics.experiment.combos import Matchups
from codenames_metrics.experiment.config import ExperimentConfig
from codenames_metrics.experiment.growth import grown, new_games
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.experiment.seeds import board_seeds
from codenames_metrics.game.episode import EpisodeMetrics
from codenames_metrics.game.episode_files import EPISODES
from codenames_metrics.run_folder.manifest import CONFIG, new_manifest, write_config, write_manifest
from codenames_metrics.run_folder.metrics_cache import METRICS, NAME, finished_games, measured_games, metrics_line
from codenames_metrics.run_folder.progress import RunStatus
from codenames_metrics.runner.allocation import Allocation
from codenames_metrics.runner.benchmark import BenchmarkRunner

AIM: Final = 10.0
REPORT_AIM: Final = 60.0
SIZES: Final = (1_000, 10_000, 100_000)
MODELS: Final = ("random", "vector:bold", "vector:sharp", "vector:novice", "vector:noisy")
_CELLS: Final = len(MODELS) * (len(MODELS) - 1)
_SEAT: Final = SeatFailures(0, 0, 0, 0)
_NOTHING: Final = SideFailures(9, _SEAT, _SEAT, False)


def experiment(boards: int) -> ExperimentConfig:
    """Return an experiment in which five agents meet each other from both sides."""
    return ExperimentConfig(
        name="large", models=list(MODELS), matchups=Matchups.ROUND_ROBIN, seeds=board_seeds(1, boards), run_seed=1
    )


def figures(quick: bool) -> Iterator[Figure]:
    """Return the CPU time of each step, for each size of the folder."""
    with TemporaryDirectory() as name:
        some = asyncio.run(_few(Path(name, "few")))
        for size in SIZES[:1] if quick else SIZES:
            yield from _of(size, Path(name, f"{size}"), some)


async def _few(folder: Path) -> list[EpisodeMetrics]:
    """Play a few real games, and return what they came to."""
    runner = BenchmarkRunner(experiment(4), folder)
    await runner.run()
    return [game.metrics for game in measured_games(folder, runner.plan)]


def run_folder(folder: Path, config: ExperimentConfig, some: Sequence[EpisodeMetrics]) -> Plan:
    """Leave a folder as a run would that is over, with empty files in place of its games."""
    plan = Plan(config)
    for name in (EPISODES, METRICS):
        (folder / name).mkdir(parents=True)
    with (folder / METRICS / NAME).open("wb") as lines:
        for index in range(len(plan)):
            job = plan[index]
            own = {"episode_id": job.episode_id, "config": job.config, "board": f"default:{job.seed}"}
            metrics = some[index % len(some)].model_copy(update=own)
            lines.write(metrics_line(plan.name(index), metrics.model_dump_json().encode()))
            (folder / EPISODES / plan.record_name(index)).touch()
    write_config(folder, plan)
    status = {"status": RunStatus.DONE, "games": new_manifest(plan).games.model_copy(update={"done": len(plan)})}
    write_manifest(folder, new_manifest(plan).model_copy(update=status).declaring(config))
    return plan


def _of(size: int, folder: Path, some: Sequence[EpisodeMetrics]) -> Iterator[Figure]:
    boards = size // _CELLS
    config = experiment(boards)
    plan = run_folder(folder, config, some)
    about = f"{len(plan):,} games"
    yield _figure("finding the finished games", about, lambda: len(finished_games(folder, Plan(config))))
    larger = Plan(grown(config, boards=boards // 10))
    yield _figure("planning a tenth more boards", about, lambda: new_games(Plan(config), larger))
    more = grown(config, models=["vector"])
    yield _figure("planning one more model", about, lambda: new_games(Plan(config), Plan(more)))
    yield _figure("choosing boards until all is resolved", about, lambda: _until(plan, boards))
    bundle = _bundle(folder / "bundle.zip", plan)
    yield _figure("a merge up to its first game", about, lambda: _begun(bundle, folder / "merged"))
    for command, *options in (
        ("extend", "--add-model", "vector"),
        ("until", "--resolve", "all", "--max-boards", f"{2 * boards}"),
    ):
        spent = app("bench", command, str(folder), *options, "--dry-run")
        yield Figure(f"bench {command} --dry-run", spent.cpu, "s of CPU", AIM, about=about)
    spent = app("bench", "report", str(folder))
    yield Figure("bench report", spent.cpu, "s of CPU", REPORT_AIM, about=about)
    yield Figure("memory of bench report", spent.memory, "MB", about=about)


def _figure(name: str, about: str, step: Callable[[], object]) -> Figure:
    began = time.process_time()
    step()
    return Figure(name, time.process_time() - began, "s of CPU", AIM, about=about)


def _bundle(path: Path, plan: Plan) -> Path:
    """Write a bundle whose games are no games: what comes before the first of them is checked is that of a real one."""
    files = {CONFIG: json.dumps(shared_config(plan)).encode(), FAILURES: b"[]"}
    files |= {f"{EPISODES}/{plan.record_name(index)}": b"{}" for index in range(len(plan))}
    manifest = BundleManifest(
        benchmark_id=plan.benchmark_id,
        plan=plan.digest,
        word_list_sha256=plan.words.sha256,
        versions=(),
        files={name: hashlib.sha256(data).hexdigest() for name, data in files.items()},
    )
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in (*files.items(), (MANIFEST, manifest.model_dump_json().encode())):
            archive.writestr(name, data)
    return path


def _begun(bundle: Path, folder: Path) -> None:
    with suppress(InputError):
        merge([bundle], folder)


def _until(plan: Plan, boards: int) -> int:
    """Hand out all boards of a run in which nobody is better: the longest there is."""
    waiting: list[GameResult] = []
    played: set[int] = set()

    def results() -> list[GameResult]:
        fresh, waiting[:] = list(waiting), []
        return fresh

    allocation = Allocation(plan, Goal(most_boards=boards), results, played.__contains__)
    while batch := allocation.next_games():
        played.update(batch)
        waiting.extend(_result(index, index // len(plan.cells)) for index in batch)
    return len(played)


def _result(index: int, board: int) -> GameResult:
    winner = Team.RED if index * 2_654_435_761 % 2**32 < 2**31 else Team.BLUE
    return GameResult(index, f"default:{board}", winner, None, 9, None, None, _NOTHING, _NOTHING)
