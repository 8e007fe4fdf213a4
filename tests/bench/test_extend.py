"""Runs that grow: the same files as of a run that was planned at once, whatever happens on the way."""

import json
import shutil
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.bench.benchmarks import derived, offline, played, runner
from tests.examples import examples

from codenames_core.support.errors import InputError
from codenames_metrics.experiment.arms import Arm
from codenames_metrics.experiment.combos import Composition
from codenames_metrics.experiment.config import ExperimentConfig
from codenames_metrics.experiment.growth import grown, new_games
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.report.results import read_plan
from codenames_metrics.run_folder.manifest import read_config, read_manifest, write_config, write_manifest
from codenames_metrics.run_folder.progress import RunStatus
from codenames_tui.cli import exits
from codenames_tui.cli.program import main

DATA = Path(__file__).parent / "data"
SMALL = offline(seeds={"count": 1}, game_modes=["standard"])
LARGE = offline(seeds={"count": 2}, game_modes=["standard"], models=["random", "vector:novice", "vector:noisy"])
NEW = "vector:noisy"


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of two games."""
    import asyncio

    folder = tmp_path_factory.mktemp("small") / "run"
    asyncio.run(played(SMALL, folder))
    return folder


@pytest.fixture(scope="module")
def at_once(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of a run that was large from the beginning."""
    import asyncio

    folder = tmp_path_factory.mktemp("large") / "run"
    asyncio.run(played(LARGE, folder))
    return derived(folder)


def copied(small: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(small, tmp_path / "run"))


def test_to_grow_twice_plans_the_same_as_to_grow_at_once() -> None:
    once = grown(SMALL, models=[NEW], boards=1)
    assert grown(grown(SMALL, boards=1), models=[NEW]) == grown(grown(SMALL, models=[NEW]), boards=1) == once == LARGE
    assert Plan(once).digest == Plan(LARGE).digest
    assert new_games(Plan(SMALL), Plan(LARGE)) == 10
    assert new_games(Plan(LARGE), Plan(SMALL)) is None


ARMS = {"quiet": Arm(surveillance=False), "brief": Arm(max_rounds=1)}


@given(st.permutations(["model"] * 2 + ["board"] * 3 + ["arm"] * 2), st.sets(st.integers(1, 6)))
@settings(max_examples=examples(25))
def test_in_however_many_steps_a_run_grows_it_comes_to_the_same_plan(steps: list[str], cuts: set[int]) -> None:
    models, arms = ["vector:noisy", "vector:bold"], list(ARMS)
    at_once = grown(SMALL, models=models, boards=3, arms=ARMS)
    config, ends = SMALL, sorted({*cuts, len(steps)})
    for begin, end in pairwise([0, *ends]):
        taken = [steps[begin:end].count(kind) for kind in ("model", "board", "arm")]
        config = grown(
            config,
            models=[models.pop(0) for _ in range(taken[0])],
            boards=taken[1],
            arms={name: ARMS[name] for name in [arms.pop(0) for _ in range(taken[2])]},
        )
    assert config == at_once
    assert Plan(config).digest == Plan(at_once).digest


def test_further_boards_are_none_of_those_that_are_there() -> None:
    more = grown(offline(seeds=[7, 1841024788578885339], run_seed=1), boards=3)
    assert len(set(more.seeds)) == 5
    assert more.seeds[2:4] == [1189968564342968479, 4993819934191198461]


def test_a_reference_team_stays_the_last() -> None:
    cross = ExperimentConfig(
        name="x", models=["random", "vector:bold"], team_compositions=[Composition.CROSS], against="vector:sharp"
    )
    assert grown(cross, models=[NEW]).models == ["random", "vector:bold", NEW, "vector:sharp"]


async def test_a_run_that_grew_twice_leaves_the_bytes_of_one_that_was_planned_at_once(
    small: Path, tmp_path: Path, at_once: dict[str, bytes]
) -> None:
    folder = copied(small, tmp_path)
    kept = {path.name: path.read_bytes() for path in (folder / "episodes").iterdir()}
    for step in (grown(SMALL, boards=1), LARGE):
        run = runner(step, folder, may_grow=True)
        assert await run.run() is RunStatus.DONE
    assert run.progress.begun_with == 4
    assert derived(folder) == at_once
    assert {name: (folder / "episodes" / name).read_bytes() for name in kept} == kept
    assert read_config(folder) == LARGE
    manifest = read_manifest(folder)
    assert manifest is not None
    assert (manifest.plan, manifest.next_plan, manifest.games.planned) == (Plan(LARGE).digest, None, 12)


@pytest.mark.parametrize("killed_after", ["the announcement", "the experiment"])
async def test_a_kill_while_a_run_grows_leaves_a_run_that_goes_on(
    small: Path, tmp_path: Path, at_once: dict[str, bytes], killed_after: str
) -> None:
    folder, plan = copied(small, tmp_path), Plan(LARGE)
    manifest = read_manifest(folder)
    assert manifest is not None
    write_manifest(folder, manifest.model_copy(update={"next_plan": plan.digest}))
    if killed_after == "the experiment":
        write_config(folder, plan)
        assert len(read_plan(folder)) == 12
        assert await runner(read_plan(folder).config, folder).run() is RunStatus.DONE
    else:
        assert len(read_plan(folder)) == 2
        assert (await played(SMALL, folder)).begun_with == 2
        assert await runner(LARGE, folder, may_grow=True).run() is RunStatus.DONE
    assert derived(folder) == at_once


async def test_a_run_does_not_grow_into_one_that_lacks_some_of_its_games(small: Path, tmp_path: Path) -> None:
    folder = copied(small, tmp_path)
    with pytest.raises(InputError, match="run_seed was 0 and is now 5"):
        await runner(LARGE.model_copy(update={"run_seed": 5}), folder, may_grow=True).run()
    said = r"models was random, vector:novice and is now.* or add to the run with codenames-tui bench extend$"
    with pytest.raises(InputError, match=said):
        await runner(LARGE, folder).run()
    assert read_config(folder) == SMALL


def test_the_command_says_first_what_is_new_and_plays_only_that(
    small: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], at_once: dict[str, bytes]
) -> None:
    folder = str(copied(small, tmp_path))
    add = ["--add-model", NEW, "--add-boards", "1"]
    assert main(["bench", "extend", folder, *add, "--dry-run", "--json"]) == exits.DONE
    said = json.loads(capsys.readouterr().out)
    assert (said["games_before"], said["games"], said["finished"], said["to_play"]) == (2, 12, 2, 10)
    assert read_config(Path(folder)) == SMALL
    assert main(["bench", "extend", folder, *add]) == exits.DONE
    assert "10 games to play; 2 of 12 are finished" in capsys.readouterr().err
    assert derived(Path(folder)) == at_once
    assert main(["bench", "extend", folder, "--add-model", NEW]) == exits.WRONG_INPUT
    assert "vector:noisy already plays in it" in capsys.readouterr().err


def test_a_run_with_numbers_for_names_is_refused_with_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = shutil.copytree(DATA / "finished_run", tmp_path / "old")
    assert main(["bench", "extend", str(folder), "--add-boards", "1"]) == exits.WRONG_INPUT
    assert "named games by their number, and cannot grow" in capsys.readouterr().err
