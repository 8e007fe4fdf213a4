"""What a merge of bundles takes for each game, beside what verifying one takes, and whether its memory stays flat.

Games of offline agents are played and submitted first. The first half of a merge warms up: the vectors are loaded, and
what is known of each word is worked out once. So the second half is measured.
"""

import asyncio
import gc
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.figures import Figure
from benchmarks.measuring import best_cpu, resident_mb
from codenames_core.audit.verify import differences
from codenames_core.files.record import parse_episode
from codenames_metrics.arena.merge import merge
from codenames_metrics.arena.submit import submit
from codenames_metrics.experiment.combos import Matchups
from codenames_metrics.experiment.config import ExperimentConfig
from codenames_metrics.experiment.seeds import board_seeds
from codenames_metrics.game.episode_files import EPISODES
from codenames_metrics.report.results import read_plan
from codenames_metrics.runner.benchmark import BenchmarkRunner

AIM = 5.0
_OBJECTS_BETWEEN_COLLECTIONS = 200_000
"""As in the program, see `codenames_tui.cli.program`."""


class _Stopped(BaseException):
    """Ends a merge before its tables are written."""


def figures(quick: bool) -> Iterator[Figure]:
    """Measure a merge, and one that goes on."""
    gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS)
    boards = 30 if quick else 300
    config = ExperimentConfig(
        name="styles",
        models=["vector:balanced", "vector:bold"],
        matchups=Matchups.ROUND_ROBIN,
        seeds=board_seeds(1, boards),
        run_seed=1,
    )
    with TemporaryDirectory() as name:
        folder = Path(name)
        asyncio.run(BenchmarkRunner(config, folder / "run").run())
        bundle = folder / "bundle.zip"
        games = submit(folder / "run", read_plan(folder / "run"), bundle)
        yield from _merge(bundle, folder / "merged", games)
        yield from _resumed(bundle, folder / "merged", games)
        paths = sorted((folder / "run" / EPISODES).iterdir())[: games // 4]
        files = [path.read_bytes() for path in paths]
        alone = best_cpu(lambda: [differences(parse_episode(data, "").record) for data in files], 3) / len(files)
        yield Figure("a game verified, and nothing else", 1000 * alone, "ms of CPU", about=f"{len(files)} games")


def _merge(bundle: Path, folder: Path, games: int) -> Iterator[Figure]:
    """Check all games, and stop before the tables, which are measured elsewhere."""
    cpu, memory = [0.0] * (games + 1), [0.0] * (games + 1)

    def progress(done: int, total: int) -> None:
        cpu[done], memory[done] = time.process_time(), resident_mb()
        if done == total:
            raise _Stopped

    _until_stopped(bundle, folder, progress)
    half = games // 2
    each = (cpu[games] - cpu[half]) / (games - half)
    about = f"the second half of {games} games of offline agents"
    yield Figure("a game checked, measured and kept", 1000 * each, "ms of CPU", AIM, about=about)
    yield Figure("memory that is gained meanwhile", memory[games] - memory[half], "MB", 5.0, about=about)


def _resumed(bundle: Path, folder: Path, games: int) -> Iterator[Figure]:
    """Go on with the merge that was stopped: nothing is left to check, so that the tables come at once."""
    began = time.process_time()
    merge([bundle], folder)
    spent = 1000 * (time.process_time() - began) / games
    yield Figure("a game taken over, with its part of all tables", spent, "ms of CPU", about=f"{games} games")


def _until_stopped(bundle: Path, folder: Path, progress: Callable[[int, int], object]) -> None:
    try:
        merge([bundle], folder, progress)
    except _Stopped:
        return
    raise RuntimeError("the merge told of no last game")
