"""Run folders that an earlier version of the program made are read, reported on and resumed.

`data/finished_run` and `data/interrupted_run` are of one experiment; the second was stopped in its third game. They are
kept as that version wrote them.
"""

import asyncio
import shutil
from pathlib import Path

import pytest
from tests.bench.benchmarks import derived, followed

from codenames_core.audit.verify import differences
from codenames_core.files.record import EpisodeRecord
from codenames_metrics import BenchmarkRunner
from codenames_metrics.report.artefacts import write_artefacts
from codenames_metrics.report.results import ResultsOnDisk, read_plan
from codenames_metrics.run_folder.manifest import read_config
from codenames_metrics.run_folder.metrics_cache import METRICS, NAME, measured_games
from codenames_metrics.run_folder.progress import Progress, RunStatus
from codenames_metrics.runner.run_watcher import RunWatcher

DATA = Path(__file__).parent / "data"


@pytest.fixture
def finished(tmp_path: Path) -> Path:
    """A copy of a run whose four games are finished."""
    return Path(shutil.copytree(DATA / "finished_run", tmp_path / "finished"))


@pytest.fixture
def interrupted(tmp_path: Path) -> Path:
    """A copy of a run of the same games, of which two are finished and one is half played."""
    return Path(shutil.copytree(DATA / "interrupted_run", tmp_path / "interrupted"))


async def finish(run: BenchmarkRunner) -> Progress:
    """Run to the end, see that the games add up at every moment, and return the last one."""
    moments = asyncio.create_task(followed(run))
    await run.run()
    return (await moments)[-1]


def test_a_finished_run_is_read(finished: Path) -> None:
    progress = RunWatcher(finished).look().progress
    assert (progress.status, progress.done, progress.total) == (RunStatus.DONE, 4, 4)
    results = list(ResultsOnDisk(finished, read_plan(finished)))
    assert [result.seed for result in results] == [1, 1, 2, 2]
    for path in (finished / "episodes").iterdir():
        assert differences(EpisodeRecord.load(path)) == []


def test_a_finished_run_is_reported_on(finished: Path) -> None:
    cached = (finished / METRICS / NAME).read_bytes()
    from_cache = list(measured_games(finished, read_plan(finished)))
    (finished / METRICS / NAME).unlink()
    assert list(measured_games(finished, read_plan(finished))) == from_cache
    (finished / METRICS / NAME).write_bytes(cached)
    assert write_artefacts(finished, read_plan(finished)).games == 4


def test_an_interrupted_run_says_how_far_it_came(interrupted: Path) -> None:
    progress = RunWatcher(interrupted).look().progress
    assert (progress.status, progress.done, progress.planned) == (RunStatus.INTERRUPTED, 2, 2)


async def test_an_interrupted_run_is_resumed_in_the_middle_of_its_game(interrupted: Path, finished: Path) -> None:
    episodes = interrupted / "episodes"
    kept = {path.name: path.read_bytes() for path in episodes.glob("*.json")}
    (journal,) = episodes.glob("*.jsonl")
    played = journal.read_bytes().count(b'{"event"')
    last = await finish(BenchmarkRunner(read_config(interrupted), interrupted))
    assert (last.status, last.begun_with, last.done) == (RunStatus.DONE, 2, 4)
    assert {name: (episodes / name).read_bytes() for name in kept} == kept
    record = EpisodeRecord.load(episodes / "episode_003.json")
    assert record.metadata["created"] == "2026-11-28T23:55:43+00:00"  # of the journal
    assert len(record.public_transcript) > played > 0
    shutil.rmtree(finished / "plots")  # among them one of wins over a ghost, which is not drawn any more
    write_artefacts(finished, read_plan(finished))
    assert derived(interrupted) == derived(finished)
