"""Runs that grow, and runs that stop when enough is known, on every executor and after a kill: the same bytes."""

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.bench.benchmarks import derived, offline, runner
from tests.bench.executors import EXECUTORS
from tests.patience import is_running

from codenames_metrics.analysis.stopping import Goal
from codenames_metrics.experiment.growth import grown
from codenames_metrics.run_folder.progress import RunStatus
from codenames_tui.cli import exits
from codenames_tui.cli.program import main

COMMAND = [sys.executable, "-m", "codenames_tui"]
SMALL = offline(seeds={"count": 1}, game_modes=["standard"])
LARGE = grown(SMALL, models=["vector:noisy"], boards=1)
MANY = offline(seeds={"count": 21}, game_modes=["standard"])
GOAL = Goal(most_boards=21)
SLOWER = 'name = "quick"\nmodels = ["vector:novice", "random"]\nseeds = {count = 2}\nmatchups = "round_robin"\n'
STEPS = {
    "extend": (["--add-model", "vector:noisy", "--add-boards", "2"], []),
    "until": (["--resolve", "all", "--max-boards", "20"],) * 2,
}
"""The options of a command, and those with which it goes on."""


@pytest.fixture(scope="module")
def straight(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, bytes]]:
    """The tables of runs in this process: planned at once, and stopped when enough was known."""
    folder = tmp_path_factory.mktemp("straight")
    asyncio.run(runner(LARGE, folder / "extend").run())
    asyncio.run(runner(MANY, folder / "until", goal=GOAL).run())
    return {name: derived(folder / name) for name in ("extend", "until")}


@pytest.mark.parametrize("name", EXECUTORS)
async def test_every_executor_leaves_the_bytes_of_a_run_that_was_planned_at_once(
    tmp_path: Path, straight: dict[str, dict[str, bytes]], name: str
) -> None:
    folder = tmp_path / "extend"
    assert await runner(SMALL, folder).run() is RunStatus.DONE
    assert await runner(LARGE, folder, executor=EXECUTORS[name](), may_grow=True).run() is RunStatus.DONE
    assert derived(folder) == straight["extend"]


@pytest.mark.parametrize("name", EXECUTORS)
async def test_every_executor_plays_the_boards_that_are_needed(
    tmp_path: Path, straight: dict[str, dict[str, bytes]], name: str
) -> None:
    run = runner(MANY, tmp_path / "until", executor=EXECUTORS[name](), goal=GOAL, concurrency=3)
    assert await run.run() is RunStatus.STOPPED_EARLY
    assert derived(tmp_path / "until") == straight["until"]


@pytest.mark.parametrize(
    ("command", "executor"),
    [
        ("extend", "local"),
        pytest.param("until", "procs", marks=pytest.mark.soak),
        pytest.param("extend", "dask", marks=pytest.mark.cluster),
        pytest.param("until", "dask", marks=pytest.mark.cluster),
    ],
)
def test_killed_at_any_moment_the_same_command_goes_on(tmp_path: Path, command: str, executor: str) -> None:
    experiment = tmp_path / "quick.toml"
    experiment.write_text(SLOWER)
    for place in ("whole", "killed"):
        assert main(["bench", "run", str(experiment), "--out", str(tmp_path / place)]) == exits.DONE
    first, again = STEPS[command]
    assert main(["bench", command, str(tmp_path / "whole/quick"), *first]) == exits.DONE
    folder = tmp_path / "killed/quick"
    playing = ["bench", command, str(folder), "--executor", executor, "--concurrency", "2"]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    process = subprocess.Popen([*COMMAND, *playing, *first], env=environment, stderr=subprocess.DEVNULL)
    while is_running(process):
        if len(list(folder.glob("episodes/*.json"))) > 6 and list(folder.glob("episodes/*.jsonl")):
            process.kill()
            break
    assert process.wait() == -signal.SIGKILL
    assert main([*playing, *again]) == exits.DONE
    assert derived(folder) == derived(tmp_path / "whole/quick")
