"""What it takes to plan on 100,000 games in one run folder: to extend it, to stop it, and to merge into it.

No game is played: files of finished games are empty, and lines of the metrics cache are those of a few real games.
"""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.figures import Figure
from codenames_core.game.config import Team
from codenames_metrics.analysis.failures.counts import SeatFailures, SideFailures
from codenames_metrics.analysis.game_results import GameResult
from codenames_metrics.analysis.stopping import Goal
from codenames_metrics.experiment.combos import Matchups
from codenames_metrics.experiment.config import ExperimentConfig
from codenames_metrics.experiment.growth import grown, new_games
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.experiment.seeds import board_seeds
from codenames_metrics.game.episode_files import EPISODES
from codenames_metrics.run_folder.metrics_cache import finished_games
from codenames_metrics.runner.allocation import Allocation

AIM: Final = 10.0
MODELS: Final = ("random", "vector:bold", "vector:sharp", "vector:novice", "vector:noisy")
_SEAT: Final = SeatFailures(0, 0, 0, 0)
_NOTHING: Final = SideFailures(9, _SEAT, _SEAT, False)


def figures(quick: bool) -> Iterator[Figure]:
    """Return the CPU time of each step."""
    boards = 500 if quick else 5_000
    config = ExperimentConfig(
        name="large", models=list(MODELS), matchups=Matchups.ROUND_ROBIN, seeds=board_seeds(1, boards), run_seed=1
    )
    plan = Plan(config)
    about = f"{len(plan):,} games"
    with TemporaryDirectory() as folder:
        place = Path(folder)
        (place / EPISODES).mkdir()
        for index in range(len(plan)):
            (place / EPISODES / plan.record_name(index)).touch()
        yield _figure("finding the finished games", about, lambda: len(finished_games(place, Plan(config))))
    larger = Plan(grown(config, boards=boards // 10))
    yield _figure("planning a tenth more boards", about, lambda: new_games(Plan(config), larger))
    more = grown(config, models=["vector"])
    yield _figure("planning one more model", about, lambda: new_games(Plan(config), Plan(more)))
    yield _figure("choosing boards until all is resolved", about, lambda: _until(plan, boards))


def _figure(name: str, about: str, step: Callable[[], object]) -> Figure:
    began = time.process_time()
    step()
    return Figure(name, time.process_time() - began, "s of CPU", AIM, about=about)


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
