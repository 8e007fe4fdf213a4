"""`compare` as a person or a script calls it."""

import json
from pathlib import Path

import pytest

from codenames_tui.cli import exits, main
from codenames_tui.library.samples import sample_path


@pytest.fixture
def fork(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    out = tmp_path / "fork.json"
    parent = ["--from", str(sample_path("single-guesser")), "--at", "3"]
    assert main(["play", "--headless", *parent, "--red", "random", "--blue", "random", "--out", str(out)]) == exits.DONE
    capsys.readouterr()
    return str(out)


def test_an_original_and_its_fork_are_shown_side_by_side(fork: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", "sample:single-guesser", fork]) == exits.DONE
    text = capsys.readouterr().out
    lines = text.splitlines()
    assert lines[0].startswith("Original: RED wins · Fork: ")
    assert any(line.startswith("Original (left) and fork (right); identical up to event 3") for line in lines)
    assert all(len(line) <= 80 for line in lines)
    assert 'Original  "single-guesser"' in text
    assert "Fork  made before" in text
    assert lines[-1] == "▲ better in the fork  ▼ better in the original"
    assert lines[-11].split() == ["BLUE", "original", "fork", "Δ"]


def test_the_original_comes_first_whatever_the_order(fork: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", "sample:single-guesser", fork]) == exits.DONE
    first = capsys.readouterr().out
    assert main(["compare", fork, "sample:single-guesser"]) == exits.DONE
    assert capsys.readouterr().out == first


def test_the_json_has_both_lines_with_outcome_and_metrics(fork: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", fork, "sample:single-guesser", "--json"]) == exits.DONE
    tree = json.loads(capsys.readouterr().out)
    assert (tree["relation"], tree["branching_point"]) == ("first_is_fork", 3)
    assert tree["first"]["red"] == "vector:balanced + random, then random"
    assert tree["second"]["termination"] == "all_words"
    assert tree["second"]["metrics"]["red_metrics"]["words_cleared"] == 8  # blue turned the ninth
    assert sum(len(turn["second"]) for turn in tree["turns"]) == tree["second"]["events"] - 3


def test_games_on_different_boards_are_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", "sample:solo", "sample:comeback"]) == exits.WRONG_INPUT
    said = capsys.readouterr().err
    assert "the games are on different boards: card 1 is" in said
    assert said.count("\n") == 1


def test_a_file_that_is_missing_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", "sample:solo", "missing.json"]) == exits.WRONG_INPUT
    assert "missing.json" in capsys.readouterr().err
