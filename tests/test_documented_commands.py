"""Every command in the documentation is run as it stands, or at least understood by the command line.

A block that begins with ```` ```sh ```` is run, in a folder with the files that it names. One that needs more than that
says what behind its language, as in ```` ```sh needs-key ````; its commands, and those in running text, are read by the
parser of the command line.
"""

import argparse
import importlib
import io
import json
import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from scripts.write_docs import commands_of
from tests.core import foreign_games

from codenames_agents.models.prompts import prompts_text
from codenames_core.game.words import default_word_list
from codenames_tui.cli import main
from codenames_tui.cli.command_line import parser
from codenames_tui.library.samples import SAMPLES, sample_path

CHECKOUT = Path(__file__).parents[1]
PAGES = [*CHECKOUT.glob("*.md"), *CHECKOUT.glob("docs/*.md")]
NEEDS = {"key", "network", "server", "minutes", "another-terminal", "cluster", "browser", "sshd"}
LANGUAGES = {"sh", "text", "python", "python-session", "json", "toml"}

_FENCE = re.compile(r"^```(.*?)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


class Block(NamedTuple):
    """A block of code in a page."""

    page: str
    marks: tuple[str, ...]
    """The language, and what it needs."""
    text: str


def blocks() -> list[Block]:
    return [
        Block(page.name, tuple(marks.split()), text)
        for page in sorted(PAGES)
        for marks, text in _FENCE.findall(page.read_text("utf-8"))
    ]


def calls_in(text: str) -> Iterator[list[str]]:
    """The arguments of each call of the app in a script, without redirections and what follows."""
    for line in text.replace("\\\n", " ").splitlines():
        words = shlex.split(line, comments=True) if "codenames-tui" in line else []
        for place, word in enumerate(words):
            called = place == 0 or words[place - 1] in ("&&", "codenames")
            if word.rpartition("/")[2] == "codenames-tui" and called:
                end = next((at for at in range(place, len(words)) if words[at] in (">", "&", "&&", "|", ";")), None)
                yield words[place + 1 : end]


def in_running_text() -> list[tuple[str, str]]:
    """The commands between backticks, which often leave something out: `…` stands for it."""
    return [
        (page.name, command)
        for page in sorted(PAGES)
        for command in re.findall(r"`codenames-tui ([^`]*)`", _FENCE.sub("", page.read_text("utf-8")))
    ]


TO_RUN = [(one.page, command) for one in blocks() if one.marks == ("sh",) for command in calls_in(one.text)]
TO_READ = [
    (one.page, command)
    for one in blocks()
    if one.marks[:1] == ("sh",) and one.marks[1:]
    for command in calls_in(one.text)
]


def named(value: object) -> str | None:
    return " ".join(value) if isinstance(value, list) else None


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with what the commands name."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    for name in ("GAME.json", "FORK.json"):
        shutil.copy(sample_path("comeback"), name)
    for run in ("FOLDER", "runs/bold-against-sharp/episodes", "RUN"):
        Path(run).mkdir(parents=True)
        for sample in SAMPLES:
            shutil.copy(sample_path(sample), run)
    Path("my-words.txt").write_text("\n".join(default_word_list().words), "utf-8")
    Path("my-prompts.toml").write_text(prompts_text("short"), "utf-8")
    foreign_games.write_lines(Path("games.jsonl"), foreign_games.line())
    foreign_games.write_lines(Path("theirs.jsonl"), foreign_games.theirs())
    Path("map.toml").write_text(foreign_games.MAP, "utf-8")
    case: dict[str, Any] = {"clue": "snow", "number": 2, "board": ["HORSESHOE", "BREAK"], "revealed": []}
    Path("clues.jsonl").write_text(json.dumps(case) + "\n", "utf-8")
    for surveillance, run in (("", "RUN"), ("--no-surveillance", "RUN_WITHOUT_SURVEILLANCE")):
        out = f"{run}/played.json"
        assert main(["play", "--headless", "--seed", "5", *surveillance.split(), "--out", out]) == 0
    return tmp_path


@pytest.mark.parametrize(("page", "command"), TO_RUN, ids=named)
def test_what_the_documentation_says_can_be_done_can_be_done(
    page: str, command: list[str], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    code = main(command)
    said = capsys.readouterr().err
    if code == 2 and "there is no terminal here; add --plain" in said:  # it is for the screen
        code = main([*command, "--plain"])
        said = capsys.readouterr().err
    if not command:
        assert "there is no terminal here" in said
    else:
        assert code == (5 if "snowshoe" in command else 0), said  # which is a part of HORSESHOE


@pytest.mark.parametrize(("page", "command"), TO_READ, ids=named)
def test_what_needs_more_is_at_least_understood(page: str, command: list[str]) -> None:
    parser().parse_args(command)


@pytest.mark.parametrize(("page", "command"), in_running_text())
def test_commands_in_running_text_name_what_there_is(page: str, command: str) -> None:
    known = options_by_command()
    words = shlex.split(command.replace("…", ""))
    path = next((" ".join(words[:end]) for end in (2, 1) if " ".join(words[:end]) in known), "")
    assert path or any(name.startswith(f"{words[0]} ") for name in known)
    assert {word.partition("=")[0] for word in words if word.startswith("--")} <= known[path]


def test_every_block_has_a_language_and_known_needs() -> None:
    for one in blocks():
        assert one.marks, f"{one.page}: a block without a language: {one.text[:60]!r}"
        assert one.marks[0] in LANGUAGES, one.page
        assert {mark.removeprefix("needs-") for mark in one.marks[1:]} <= NEEDS, one.page
    said = (CHECKOUT / "CONTRIBUTING.md").read_text("utf-8")
    assert [need for need in sorted(NEEDS) if f"`needs-{need}`" not in said] == []


def options_by_command() -> dict[str, set[str]]:
    """The long options of each command, by its name without that of the app."""
    return {
        name.removeprefix("codenames-tui").strip(): {
            option for action in command._actions for option in action.option_strings if option.startswith("--")
        }
        for name, command in commands_of(parser())
    }


def test_every_option_is_on_the_page_of_its_command() -> None:
    page = (CHECKOUT / "docs/commands.md").read_text("utf-8")
    parts = {part.partition("\n")[0].removeprefix("codenames-tui").strip(): part for part in page.split("\n## ")[1:]}
    for command, options in options_by_command().items():
        for option in options - {"--help"}:
            assert f"| `{option}" in parts[command], f"{command} {option}"


@pytest.mark.parametrize(("command", "parsed"), [*commands_of(parser())])
def test_a_command_is_done_by_a_module_that_begins_with_its_name(command: str, parsed: argparse.ArgumentParser) -> None:
    module, _, function = parsed.get_default("handler").partition(":")
    done_by = importlib.import_module(f"codenames_tui.cli.commands.{module}")
    assert callable(getattr(done_by, function))
    name = command.removeprefix("codenames-tui").strip()
    words = {f"`{name}`", f"`{name.partition(' ')[0]}`"} if name else {"No command"}
    assert (done_by.__doc__ or "").startswith(tuple(words))
