"""What a benchmark found: its games, and what they came to."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from codenames_core.files.record import EpisodeRecord
from codenames_core.files.word_lists import load_dealt_words
from codenames_core.game.config import GameMode
from codenames_core.game.words import DEFAULT_WORD_LIST, WordList
from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line
from codenames_metrics.analysis.head_to_head import HeadToHead
from codenames_metrics.analysis.leaderboard import Leaderboard
from codenames_metrics.experiment.combos import ModelCombo
from codenames_metrics.experiment.game_names import Naming
from codenames_metrics.experiment.jobs import Cell
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.game.episode import EpisodeMetrics
from codenames_metrics.game.episode_files import EPISODES, read_record
from codenames_metrics.report.artefacts import CellResult, Tally
from codenames_metrics.run_folder.manifest import CONFIG, WORDS, read_config, read_manifest
from codenames_metrics.run_folder.manifest import NAME as MANIFEST
from codenames_metrics.run_folder.metrics_cache import measured_games
from codenames_metrics.run_folder.progress import RunStatus


@dataclass(frozen=True, slots=True)
class BenchmarkResult:
    """One game of a benchmark."""

    model_combo: ModelCombo
    mode: GameMode
    seed: int
    episode: EpisodeRecord
    metrics: EpisodeMetrics
    repeat: int = 0


class ResultsOnDisk:
    """The finished games in a results folder, read one by one: thousands need no memory."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        self.folder = folder
        self._plan = plan

    def __iter__(self) -> Iterator[BenchmarkResult]:
        for job, metrics in measured_games(self.folder, self._plan):
            episode = read_record(self.folder / EPISODES / self._plan.record_name(job.index))
            yield BenchmarkResult(job.cell.combo, job.cell.mode, job.seed, episode, metrics, job.repeat)


@dataclass(frozen=True)
class BenchmarkResults:
    """The games of a benchmark, and what they came to."""

    results: Iterable[BenchmarkResult]
    """Every finished game, in the order of the plan."""
    games: int
    """How many there are."""
    tally: Tally
    status: RunStatus = RunStatus.DONE

    @cached_property
    def cells(self) -> tuple[CellResult, ...]:
        """What the games of each cell came to."""
        return tuple(self.tally.cells())

    @cached_property
    def leaderboard(self) -> Leaderboard:
        """Who is how good at what."""
        return self.tally.leaderboard()

    @property
    def head_to_head(self) -> tuple[HeadToHead, ...]:
        """How each two line-ups compare that met."""
        return self.leaderboard.head_to_head


def aggregate_results(results: Iterable[BenchmarkResult]) -> BenchmarkResults:
    """Return what some games came to."""
    kept = list(results)
    tally = Tally()
    for result in kept:
        tally.add(Cell(result.mode, result.model_combo), result.metrics)
    return results_from_tally(kept, tally)


def results_from_tally(
    results: Iterable[BenchmarkResult], tally: Tally, status: RunStatus = RunStatus.DONE
) -> BenchmarkResults:
    """Return results whose sums are known already."""
    return BenchmarkResults(results, tally.games, tally, status)


def read_plan(folder: Path) -> Plan:
    """Return the plan of a results folder.

    Raises:
        InputError: the folder is not one of results, or its config.json describes other games than were begun there.
    """
    config = read_config(folder)
    manifest = read_manifest(folder)
    naming = manifest.naming if manifest else Naming.KEY
    if config.word_list == DEFAULT_WORD_LIST:
        plan = Plan(config, naming=naming)
    else:
        plan = Plan(config, WordList(config.word_list, load_dealt_words(folder / WORDS)), naming=naming)
    # Boards and prompts are not compared: to deal all takes long, and later versions may have other words and prompts.
    is_growing = manifest is not None and manifest.next_plan is not None and manifest.next_plan == plan.digest
    if manifest and not is_growing and (manifest.name, manifest.games.planned) != (config.name, len(plan)):
        raise InputError(
            f"{one_line(str(folder / CONFIG))} is of another experiment than {MANIFEST} beside it; "
            f"running the experiment of this folder again rewrites {CONFIG}"
        )
    return plan
