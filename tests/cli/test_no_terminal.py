"""Without a terminal a file that cannot be used is the first thing to name: it is wrong on any terminal, too."""

from pathlib import Path

import pytest
from tests.tui.table import record_of

from codenames_tui.cli import exits, main

NO_TERMINAL = "there is no terminal here"


@pytest.mark.parametrize(
    "arguments",
    [
        ["replay", "missing"],
        ["watch", "missing.jsonl"],
        ["watch", "http://127.0.0.1:1", "--token-file", "missing"],
        ["bench", "watch", "missing"],
        ["bench", "run", "missing.toml", "--tui"],
        ["suite", "show", "missing"],
        ["suite", "run", "missing.jsonl", "--models", "random", "--tui"],
        ["probe", "missing", "--tui"],
        ["play", "--resume", "missing.jsonl"],
        ["play", "--from", "missing.json"],
        ["play", "--words", "missing.txt"],
    ],
    ids=" ".join,
)
def test_a_file_that_is_missing_is_named_before_the_terminal_that_is(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == exits.WRONG_INPUT
    said = capsys.readouterr().err
    assert "missing" in said
    assert NO_TERMINAL not in said
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("arguments", [["replay", "game.json"], ["replay", "."], ["play", "--from", "game.json"]])
def test_a_file_that_can_be_used_is_not_opened_without_a_terminal(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record_of().save(tmp_path / "game.json")
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == exits.WRONG_INPUT
    assert NO_TERMINAL in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]


@pytest.mark.parametrize(
    "arguments", [["suite", "show", "basic"], ["suite", "run", "basic", "--models", "random", "--tui"]], ids=" ".join
)
def test_a_suite_is_not_shown_without_a_terminal(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == exits.WRONG_INPUT
    assert NO_TERMINAL in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
