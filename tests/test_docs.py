"""The documentation says what is true: its commands exist, its links lead somewhere, its programs run."""

import re
from pathlib import Path

import pytest

from codenames_metrics.baseline import MEASURES
from codenames_metrics.discussion import DiscussionMetrics
from codenames_metrics.episode import EpisodeMetrics, TeamMetrics
from codenames_metrics.surveillance import FlagKind
from codenames_metrics.tidy import COLUMNS
from codenames_tui.cli import main

CHECKOUT = Path(__file__).parents[1]
PAGES = sorted([*CHECKOUT.glob("*.md"), *CHECKOUT.glob("docs/**/*.md")])
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
    "words check",
    "clue check",
    "models check",
    "keys",
    "config path",
    "config show",
    "doctor",
)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_to_a_file_leads_to_one(page: Path) -> None:
    for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text("utf-8")):
        assert (page.parent / target).exists(), target


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
        *EpisodeMetrics.model_fields,
        *COLUMNS,
        *MEASURES,
        *FlagKind,
    }
    assert [name for name in sorted(fields) if f"`{name}`" not in page] == []
    for names in (COLUMNS, MEASURES):
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
    install = "python3 -m venv .venv && .venv/bin/pip install -q -e '.[test]' && "
    assert install + ".venv/bin/codenames-tui demo" in readme
    assert install + ".venv/bin/pytest" in readme


PROGRAMS = re.findall(r"```py(?:thon)?\n(.*?)```", (CHECKOUT / "docs/agents.md").read_text("utf-8"), re.DOTALL)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: re.findall(r"class (\w+)", program)[0])
def test_an_agent_of_the_guide_plays_a_game(program: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(program, "docs/agents.md", "exec"), {})  # noqa: S102
    assert "Outcome(" in capsys.readouterr().out
