"""The arrows between the packages, seen from outside: what an import loads, and what a wheel holds.

The import contracts in `pyproject.toml` read the source; these tests start a fresh interpreter, so they also see lazy
imports and what other people's packages drag in.
"""

import importlib.util
import itertools
import os
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

CHECKOUT = Path(__file__).parents[1]
PACKAGES = {
    "codenames_core": CHECKOUT / "core/codenames_core",
    "codenames_agents": CHECKOUT / "agents/codenames_agents",
    "codenames_metrics": CHECKOUT / "metrics/codenames_metrics",
    "codenames_tui": CHECKOUT / "tui/codenames_tui",
}
DATA = {"codenames_tui/themes": CHECKOUT / "themes", "codenames_tui/sample_episodes": CHECKOUT / "sample_episodes"}

RUN_THE_COMMAND = """
from codenames_tui.cli import main
try:
    code = main()
except SystemExit as end:
    code = end.code
assert not code, code
"""


def loaded_by(code: str, *arguments: str) -> set[str]:
    """The top-level modules that a fresh interpreter has loaded after running the code."""
    report = "\nimport sys; print(*{name.partition('.')[0] for name in sys.modules}, file=sys.stderr)"
    import_roots = os.pathsep.join(str(package.parent) for package in PACKAGES.values())
    finished = subprocess.run(
        [sys.executable, "-c", code + report, *arguments],
        env=os.environ | {"PYTHONPATH": import_roots},
        capture_output=True,
        text=True,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr
    return set(finished.stderr.splitlines()[-1].split())


def files_below(folder: Path) -> set[str]:
    return {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and path.parent.name != "__pycache__"
    }


@pytest.mark.parametrize("package", ["codenames_core", "codenames_agents", "codenames_metrics"])
def test_importing_a_headless_package_loads_no_screen_provider_or_array(package: str) -> None:
    assert loaded_by(f"import {package}") & {"textual", "rich", "litellm", "numpy", "scipy"} == set()


@pytest.mark.parametrize("option", ["--help", "--version"])
def test_asking_for_help_or_the_version_loads_nothing_heavy(option: str) -> None:
    assert loaded_by(RUN_THE_COMMAND, option) & {"textual", "litellm", "numpy"} == set()


def test_a_headless_game_loads_no_screen(tmp_path: Path) -> None:
    game = ["play", "--headless", "--seed", "7", "--out", str(tmp_path / "game.json")]
    assert loaded_by(RUN_THE_COMMAND, *game) & {"textual", "litellm"} == set()


@pytest.mark.parametrize("command", [["demo", "--plain"], ["play", "--plain", "--fallback", "substitute:random"]])
def test_an_offline_game_in_plain_lines_loads_no_provider(command: list[str], tmp_path: Path) -> None:
    out = ["--out", str(tmp_path / "game.json")] if command[0] == "play" else []
    loaded = loaded_by(RUN_THE_COMMAND, *command, "--seed", "7", *out)
    assert loaded & {"textual", "litellm", "openai", "httpx", "aiohttp"} == set()


def test_an_offline_benchmark_loads_no_screen_and_no_provider(tmp_path: Path) -> None:
    experiment = tmp_path / "small.toml"
    experiment.write_text('name = "small"\nmodels = ["vector:bold"]\nseeds = [1]\n')
    loaded = loaded_by(RUN_THE_COMMAND, "bench", "run", str(experiment), "--out", str(tmp_path))
    assert loaded & {"textual", "litellm", "openai", "httpx", "aiohttp", "scipy"} == set()
    assert (
        loaded_by(RUN_THE_COMMAND, "bench", "status", str(tmp_path / "small")) & {"textual", "litellm", "numpy"}
        == set()
    )


def test_a_missing_key_is_named_without_loading_the_provider() -> None:
    code = "from codenames_agents import build_team\ntry:\n    build_team('gpt-4o')\nexcept ValueError:\n    pass"
    assert loaded_by(code) & {"litellm", "openai"} == set()


@pytest.mark.parametrize("package", PACKAGES)
def test_every_package_tells_type_checkers_that_it_is_typed(package: str) -> None:
    assert (PACKAGES[package] / "py.typed").read_bytes() == b""


@pytest.fixture(scope="module")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the source distribution of this checkout."""
    if importlib.util.find_spec("hatchling") is None:
        pytest.skip("hatchling is not installed: pip install -e '.[test]'")
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-d", folder], cwd=CHECKOUT, check=True)
    return folder


def test_the_wheel_holds_every_file_of_the_packages_and_data_folders_and_nothing_else(distributions: Path) -> None:
    with zipfile.ZipFile(next(distributions.glob("*.whl"))) as wheel:
        shipped = {name for name in wheel.namelist() if ".dist-info/" not in name}
    expected = {f"{place}/{name}" for place, folder in (PACKAGES | DATA).items() for name in files_below(folder)}
    assert shipped == expected


def test_the_source_distribution_holds_every_file_of_the_packages_and_data_folders(distributions: Path) -> None:
    with tarfile.open(next(distributions.glob("*.tar.gz"))) as archive:
        shipped = {name.partition("/")[2] for name in archive.getnames()}
    for folder in (PACKAGES | DATA).values():
        place = folder.relative_to(CHECKOUT).as_posix()
        assert shipped >= {f"{place}/{name}" for name in files_below(folder)}


def test_the_lock_file_was_made_from_these_dependencies() -> None:
    project = read_toml("pyproject.toml")["project"]
    lists = [project["dependencies"], *project["optional-dependencies"].values()]
    declared = {(needed.name, needed.specifier) for needed in map(Requirement, itertools.chain(*lists))}
    locked = next(package for package in read_toml("uv.lock")["package"] if package["name"] == project["name"])
    known = {
        (needed["name"], SpecifierSet(needed.get("specifier", ""))) for needed in locked["metadata"]["requires-dist"]
    }
    assert known == declared, "run `uv lock`"


def read_toml(name: str) -> dict[str, Any]:
    return tomllib.loads((CHECKOUT / name).read_text("utf-8"))
