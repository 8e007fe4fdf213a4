"""The shape of the packages: what an import loads, what a wheel holds, and how names and folders are kept in order.

The import contracts in `pyproject.toml` read the source; the tests of imports start a fresh interpreter, so they also
see lazy imports and what other people's packages drag in.
"""

import ast
import importlib.util
import itertools
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from tests.interpreters import CHECKOUT, PACKAGES, RUN_THE_COMMAND, loaded_by, modules_of

from codenames_tui.cli.program import main

DATA = {"codenames_tui/themes": CHECKOUT / "themes", "codenames_tui/sample_episodes": CHECKOUT / "sample_episodes"}


def others_in(modules: set[str]) -> set[str]:
    """The packages of other people among modules: neither ours, nor Python's, nor what every start of it loads here."""
    top = {name.partition(".")[0] for name in modules}
    others = top - sys.stdlib_module_names - set(PACKAGES) - loaded_at_every_start()
    return {name for name in others if not name.startswith("_")}


@cache
def loaded_at_every_start() -> set[str]:
    """What an editable install hooks in, and what a system adds: Debian's Python has a `sitecustomize`."""
    return loaded_by("")


def files_below(folder: Path) -> set[str]:
    return {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and path.parent.name != "__pycache__"
    }


@pytest.mark.parametrize("package", ["codenames_core", "codenames_agents", "codenames_metrics"])
def test_importing_a_headless_package_loads_no_screen_provider_or_array(package: str) -> None:
    assert loaded_by(f"import {package}") & {"textual", "rich", "litellm", "numpy", "scipy"} == set()


SMALL = 'name = "small"\nmodels = ["vector:bold"]\nseeds = [1]\n'
PLAY_HEADLESS = ["play", "--headless", "--seed", "7", "--out", "game.json"]
RUN_SMALL = ["bench", "run", "small.toml", "--out", "."]

PYDANTIC = {"pydantic", "pydantic_core", "annotated_types", "typing_extensions", "typing_inspection", "platformdirs"}
"""What records and settings are read with."""
OFFLINE = PYDANTIC | {"numpy", "cython_runtime"}
"""Offline agents compare vectors."""


@pytest.mark.parametrize(
    ("before", "command", "others", "most"),
    [
        # The parser and nothing else: what an option means is imported when it is asked for.
        ([], ["--help"], set(), 120),
        ([], ["--version"], set(), 120),
        ([], ["demo", "--plain", "--seed", "7"], OFFLINE | {"rich"}, 590),
        (
            [],
            ["play", "--plain", "--fallback", "substitute:random", "--seed", "7", "--out", "a.json"],
            OFFLINE | {"rich"},
            590,
        ),
        ([], PLAY_HEADLESS, OFFLINE | {"rich"}, 560),
        # No agent sits down, so there are no vectors; lines are measured by rich.
        (PLAY_HEADLESS, ["replay", "game.json", "--plain"], PYDANTIC | {"rich"}, 360),
        (PLAY_HEADLESS, ["verify", "game.json"], PYDANTIC, 340),
        (PLAY_HEADLESS, ["metrics", "game.json"], PYDANTIC, 400),
        # One event loop and its network, for models that are asked; the engine of games.
        ([], RUN_SMALL, OFFLINE, 800),
        (RUN_SMALL, ["bench", "status", "small"], PYDANTIC, 520),
    ],
    ids=lambda value: " ".join(value[:2]) if isinstance(value, list) else "",
)
def test_a_command_loads_what_it_needs_and_little_else(
    before: list[str],
    command: list[str],
    others: set[str],
    most: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Other people's packages are named; the bound on modules, a sixth above what it takes, is for all the rest."""
    (tmp_path / "small.toml").write_text(SMALL)
    if before:
        monkeypatch.chdir(tmp_path)
        assert main(before) == 0
    loaded = modules_of(RUN_THE_COMMAND, *command, folder=tmp_path)
    assert others_in(loaded) <= others
    assert len(loaded) <= most


LATER = {
    "codenames_agents.catalogue",
    "codenames_agents.parsing",
    "codenames_core.play.orchestrator",
    "codenames_metrics.game.episode",
    "codenames_tui.setup.prepared_games",
}
"""What plays and what measures is loaded once there is a game to play or to measure; it takes a tenth of a second."""

OPEN_THE_APP = """
import asyncio
import sys
from pathlib import Path
from codenames_tui.app.app import CodenamesApp
from codenames_tui.app.screen_factory import replay_screen
from codenames_tui.ui.lines.lines import UNICODE
async def show():
    async with CodenamesApp(SCREEN).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        return set(sys.modules)
shown = asyncio.run(show())
for name in set(sys.modules) - shown:  # what leaving takes is another matter
    del sys.modules[name]
"""


@pytest.mark.parametrize(
    ("screen", "most"),
    [("None", 720), ("replay_screen(Path('game.json'), UNICODE)", 720)],
    ids=["home", "a replay"],
)
def test_the_first_picture_of_the_app_needs_no_agent_no_array_and_no_provider(
    screen: str, most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(PLAY_HEADLESS) == 0
    loaded = modules_of(OPEN_THE_APP.replace("SCREEN", screen), folder=tmp_path)
    assert others_in(loaded) <= PYDANTIC | {"rich", "textual"}
    assert loaded.isdisjoint(LATER)
    assert len(loaded) <= most


def test_home_is_made_without_anything_of_the_game() -> None:
    """Records, rules and pydantic are loaded once it has been painted: they take as long as half of Textual."""
    code = "from codenames_tui.app.app import CodenamesApp\nCodenamesApp()"
    loaded = modules_of(code)
    assert "codenames_tui.library.home_screen" in loaded
    assert loaded.isdisjoint(LATER | {"pydantic", "codenames_core.game.config", "codenames_core.game.events"})


def test_a_missing_key_is_named_without_loading_the_provider() -> None:
    code = "from codenames_agents import build_team\ntry:\n    build_team('gpt-4o')\nexcept ValueError:\n    pass"
    assert loaded_by(code) & {"litellm", "openai"} == set()


def test_no_two_public_classes_have_the_same_name() -> None:
    """A name that is searched for leads to one place. Messages of a widget are nested: `ItemList.Chosen`."""
    places = defaultdict(list)
    for folder in PACKAGES.values():
        for path in folder.rglob("*.py"):
            for node in ast.parse(path.read_text("utf-8")).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    places[node.name].append(path.relative_to(CHECKOUT).as_posix())
    assert {name: paths for name, paths in places.items() if len(paths) > 1} == {}


MOST_MODULES = 16
"""More than these in one folder are no longer taken in at a glance: sort them into folders by subject."""


def test_no_folder_holds_more_modules_than_a_reader_can_take_in() -> None:
    modules = [path for folder in PACKAGES.values() for path in folder.rglob("*.py") if path.name != "__init__.py"]
    sizes = Counter(path.parent.relative_to(CHECKOUT).as_posix() for path in modules)
    assert {folder: size for folder, size in sizes.items() if size > MOST_MODULES} == {}


def test_no_test_module_imports_from_another() -> None:
    """What two test modules share stands in a plain module beside them, so that each of them can change alone."""
    imports = [
        f"{path.relative_to(CHECKOUT)}: {node.module}"
        for path in (CHECKOUT / "tests").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and ".test_" in f".{node.module}"
    ]
    assert imports == []


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
