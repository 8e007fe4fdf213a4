"""The documentation says what is true: its commands exist, its links lead somewhere, its programs run."""

import asyncio
import importlib
import inspect
import re
from pathlib import Path
from types import FunctionType

import pytest
from benchmarks.page import SIZES

from codenames_core.game.config import Team
from codenames_metrics.analysis.baseline import BASELINE_METRICS
from codenames_metrics.game.discussion import DiscussionMetrics
from codenames_metrics.game.episode import EpisodeMetrics, TeamMetrics
from codenames_metrics.game.reading_errors import ReadingErrors
from codenames_metrics.game.surveillance.flags import FlagKind
from codenames_metrics.game.tidy import COLUMNS
from codenames_tui.app.app import CodenamesApp
from codenames_tui.cli import main
from codenames_tui.game.game_screen import GameScreen

CHECKOUT = Path(__file__).parents[1]
PAGES = sorted([*CHECKOUT.glob("*.md"), *CHECKOUT.glob("docs/**/*.md")])
ARCHITECTURE = (CHECKOUT / "docs/architecture.md").read_text("utf-8")
DECISIONS = (CHECKOUT / "docs/decisions.md").read_text("utf-8")
COMMANDS = (
    "demo",
    "play",
    "replay",
    "watch",
    "serve",
    "export",
    "verify",
    "compare",
    "metrics",
    "bench run",
    "bench status",
    "bench watch",
    "bench report",
    "bench compare",
    "suite build",
    "suite run",
    "suite report",
    "probe",
    "words check",
    "clue check",
    "models check",
    "keys",
    "config path",
    "config show",
    "doctor",
)


def without_code(text: str) -> str:
    return re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)


def anchors_of(page: Path) -> set[str]:
    """The anchors of a page: its own, and those of its headings: lower case, no punctuation, blanks to hyphens."""
    text = without_code(page.read_text("utf-8"))
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    of_headings = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
    return of_headings | set(re.findall(r'<a id="([^"]+)"></a>', text))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    for name, anchor in re.findall(r"\]\((?!https?:)([^)#]*)#?([^)]*)\)", without_code(page.read_text("utf-8"))):
        target = page.parent / name if name else page
        assert target.exists(), name
        assert not anchor or anchor in anchors_of(target), f"{name}#{anchor}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_page_can_be_reached_from_the_readme(page: Path) -> None:
    reached, left = set(), [CHECKOUT / "README.md"]
    while left:
        here = left.pop().resolve()
        if here.suffix == ".md" and here not in reached:
            reached.add(here)
            names = re.findall(r"\]\((?!https?:|#)([^)#]+)", without_code(here.read_text("utf-8")))
            left += [here.parent / name for name in names]
    assert page.resolve() in reached


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_in_the_user_guide(command: str) -> None:
    assert f"codenames-tui {command}" in (CHECKOUT / "docs/user-guide.md").read_text("utf-8")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main([*command.split(), "--help"])
    assert end.value.code == 0
    assert "exit codes" in capsys.readouterr().out


def test_every_field_of_the_metrics_is_described() -> None:
    page = (CHECKOUT / "docs/metrics.md").read_text("utf-8")
    fields = {
        *TeamMetrics.model_fields,
        *DiscussionMetrics.model_fields,
        *ReadingErrors.model_fields,
        *EpisodeMetrics.model_fields,
        *COLUMNS,
        *BASELINE_METRICS,
        *FlagKind,
    }
    assert [name for name in sorted(fields) if f"`{name}`" not in page] == []
    for names in (COLUMNS, BASELINE_METRICS):
        assert all(f"| `{name}` | {meaning} |" in page for name, meaning in names.items())


def test_the_tests_that_the_threat_model_names_exist() -> None:
    named = set(re.findall(r"`(test_\w+)`", (CHECKOUT / "docs/security.md").read_text("utf-8")))
    there = {
        name
        for path in (CHECKOUT / "tests").rglob("test_*.py")
        for name in re.findall(r"def (test_\w+)", path.read_text("utf-8"))
    }
    assert len(named) > 50
    assert named <= there


def test_the_threat_model_names_files_and_functions_that_exist() -> None:
    page = (CHECKOUT / "docs/security.md").read_text("utf-8")
    found = re.findall(r"`(?:[\w/]*/)?(\w+\.py)(?:: ([\w.]+))?`", page)
    sources: dict[str, str] = {}
    for path in CHECKOUT.rglob("*.py"):
        if ".venv" not in path.parts:
            sources[path.name] = sources.get(path.name, "") + path.read_text("utf-8")
    assert found
    for file, function in found:
        assert file in sources, file
        for name in filter(None, function.split(".")):
            assert re.search(rf"(def|class) {name}\b", sources[file]), f"{file}: {name}"


def test_the_readme_has_the_two_commands() -> None:
    readme = (CHECKOUT / "README.md").read_text("utf-8")
    install = "python3 -m venv .venv && .venv/bin/pip install -q --no-compile -e "
    assert install + ". && .venv/bin/codenames-tui demo" in readme
    assert install + "'.[test]' && .venv/bin/pytest" in readme


def test_the_programs_of_the_guide_to_agents_run(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    opened: list[CodenamesApp] = []
    monkeypatch.setattr(CodenamesApp, "run", lambda app: opened.append(app))
    names: dict[str, object] = {}
    for program in re.findall(r"```python\n(.*?)```", (CHECKOUT / "docs/agents.md").read_text("utf-8"), re.DOTALL):
        exec(compile(program, "docs/agents.md", "exec"), names)  # noqa: S102
    assert "Outcome(" in capsys.readouterr().out
    assert len(list((tmp_path / "my-games").iterdir())) == 6
    assert main(["verify", *(str(file) for file in (tmp_path / "my-games").iterdir())]) == 0
    (app,) = opened

    async def watch() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            assert isinstance(app.screen, GameScreen)
            assert "hopeless" in app.screen.session.facts.labels[Team.RED].lower()

    asyncio.run(watch())


PLACE = re.compile(r"`((?:codenames_\w+|core|agents|metrics|tui|themes)/[\w/.]*)(?::([\w.]+))?`")
PLACES = PLACE.findall(ARCHITECTURE)


def test_the_architecture_names_places() -> None:
    assert len(PLACES) > 50


@pytest.mark.parametrize(("file", "name"), sorted({*PLACES, *PLACE.findall(DECISIONS)}))
def test_every_place_in_the_architecture_and_the_decisions_exists(file: str, name: str) -> None:
    root = {"codenames_core": "core", "codenames_agents": "agents", "codenames_metrics": "metrics"}
    package = file.partition("/")[0]
    path = CHECKOUT / (root.get(package, "tui") if package.startswith("codenames_") else "") / file
    assert path.exists()
    if name:
        assert attribute(importlib.import_module(file.removesuffix(".py").replace("/", ".")), name) is not None


def test_decisions_are_numbered_once_each() -> None:
    numbers = re.findall(r'^- <a id="d-(\d{3})"></a>\*\*D-(\d{3})\. ', DECISIONS, re.MULTILINE)
    assert len(numbers) >= 140
    assert all(anchor == number for anchor, number in numbers)
    assert len({number for _, number in numbers}) == len(numbers)
    listed = DECISIONS.partition("## What is used of the private parts")[0]
    assert len(re.findall(r"^- ", listed, re.MULTILINE)) == len(numbers), "a decision without a number"


def test_a_new_decision_stands_at_the_end_of_its_section() -> None:
    for section in re.split(r"^## ", DECISIONS, flags=re.MULTILINE):
        numbers = re.findall(r'^- <a id="d-(\d{3})"></a>', section, re.MULTILINE)
        assert numbers == sorted(numbers), section.partition("\n")[0]


def test_every_decision_that_the_code_cites_exists() -> None:
    folders = ("core", "agents", "metrics", "tui", "tests", "docs")
    texts = [path for folder in folders for path in (CHECKOUT / folder).rglob("*") if path.suffix in (".py", ".md")]
    paths = [path for path in texts if path.name != "decisions.md"]
    cited = {number for path in paths for number in re.findall(r"\bD-(\d{3})\b", path.read_text("utf-8"))}
    assert len(cited) > 20
    assert cited <= set(re.findall(r"\*\*D-(\d{3})\. ", DECISIONS))


def attribute(module: object, name: str) -> object:
    for part in name.split("."):
        module = getattr(module, part)
    return module


def public_names() -> list[tuple[str, str]]:
    packages = ("codenames_core", "codenames_agents", "codenames_metrics")
    return [(package, name) for package in packages for name in importlib.import_module(package).__all__]


@pytest.mark.parametrize(("package", "name"), public_names())
def test_every_public_name_says_what_it_is(package: str, name: str) -> None:
    value = getattr(importlib.import_module(package), name)
    if not inspect.isclass(value) and not inspect.isfunction(value):
        return  # a union of classes, each of which is described
    assert own_doc(value), f"{package}.{name} has no docstring"
    undescribed = [
        method
        for method, what in (vars(value).items() if inspect.isclass(value) else ())
        if not method.startswith("_") and isinstance(what, FunctionType | property | classmethod | staticmethod)
        if not inspect.getdoc(getattr(value, method))
    ]
    assert undescribed == []


def own_doc(value: object) -> str:
    """The docstring that was written for `value`, none that it inherits and none that a dataclass makes up."""
    written = (vars(value)["__doc__"] if inspect.isclass(value) else value.__doc__) or ""
    return "" if written.startswith(f"{getattr(value, '__name__', '')}(") else written


def test_every_source_that_the_statistics_cite_is_listed() -> None:
    text, _, sources = (CHECKOUT / "docs/statistics.md").read_text("utf-8").partition("## Sources")
    cited = set(re.findall(r"\(?((?:18|19|20)\d\d)\)", text))
    assert len(cited) > 5
    assert [year for year in sorted(cited) if year not in sources] == []


@pytest.mark.parametrize("picture", sorted(CHECKOUT.glob("docs/images/*")), ids=lambda path: path.name)
def test_every_picture_is_on_a_page(picture: Path) -> None:
    pages = [CHECKOUT / "README.md", *(CHECKOUT / "docs").glob("*.md")]
    assert any(f"images/{picture.name})" in page.read_text("utf-8") for page in pages)


@pytest.mark.parametrize("picture", sorted({*CHECKOUT.glob("docs/images/*.svg")} - {SIZES}), ids=lambda path: path.stem)
def test_every_picture_of_a_screen_shows_the_app_and_is_in_the_readme(picture: Path) -> None:
    text = picture.read_text("utf-8")
    assert text.count("</text>") > 50
    assert "Too&#160;small" not in text
    assert f"docs/images/{picture.name}" in (CHECKOUT / "README.md").read_text("utf-8")


def test_every_page_of_the_documentation_has_its_place_in_the_site() -> None:
    listed = set(re.findall(r": ([a-z-]+\.md)$", (CHECKOUT / "mkdocs.yml").read_text("utf-8"), re.MULTILINE))
    pages = {path.name for path in (CHECKOUT / "docs").glob("*.md")}
    assert listed == pages | {"index.md", "contributing.md", "changelog.md"}
