"""What a benchmark found: its games, and what they came to."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from codenames_core.config import GameMode
from codenames_core.record import EpisodeRecord
from codenames_core.words import DEFAULT_WORD_LIST, WordList, load_word_list
from codenames_metrics.artefacts import CellResult, HeadToHead, Tally
from codenames_metrics.combos import ModelCombo
from codenames_metrics.episode import EpisodeMetrics
from codenames_metrics.files import EPISODES, read_record
from codenames_metrics.jobs import Cell
from codenames_metrics.manifest import WORDS, read_config
from codenames_metrics.measured import measured_games
from codenames_metrics.plan import Plan
from codenames_metrics.progress import RunStatus


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
    """The finished games in a folder of results, read one by one: thousands need no memory."""

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
    cells: tuple[CellResult, ...]
    head_to_head: tuple[HeadToHead, ...]
    status: RunStatus = RunStatus.DONE


def aggregate_results(results: Iterable[BenchmarkResult]) -> BenchmarkResults:
    """Return what some games came to."""
    kept = list(results)
    tally = Tally()
    for one in kept:
        tally.add(Cell(one.mode, one.model_combo), one.metrics)
    return of_tally(kept, tally)


def of_tally(results: Iterable[BenchmarkResult], tally: Tally, status: RunStatus = RunStatus.DONE) -> BenchmarkResults:
    """Return results whose sums are known already."""
    return BenchmarkResults(results, tally.games, tuple(tally.cells()), tuple(tally.head_to_head()), status)


def read_plan(folder: Path) -> Plan:
    """Return the plan of a folder of results.

    Raises:
        InputError: the folder is not one of results.
    """
    config = read_config(folder)
    if config.word_list == DEFAULT_WORD_LIST:
        return Plan(config)
    words = load_word_list(folder / WORDS)
    return Plan(config, WordList(config.word_list, words.words))
