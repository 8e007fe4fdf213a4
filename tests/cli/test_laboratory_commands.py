"""`suite` and `probe` as a person or a script calls them."""

import json
from pathlib import Path

import pytest
from tests.laboratory.lab import recorded

from codenames_metrics.laboratory.suites.report import RESULTS
from codenames_tui.cli import exits, main


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for seed in (3, 4):
        recorded(seed, turns=5).save(tmp_path / "games" / f"game{seed}.episode.json")
    return tmp_path


BUILD = ["suite", "build", "games", "--kind", "guess", "--per-model", "2", "-o", "small.jsonl"]


def test_a_suite_is_built_run_and_reported_on(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(BUILD) == exits.DONE
    assert "4 positions in small.jsonl" in capsys.readouterr().out
    assert main(["suite", "run", "small.jsonl", "--models", "random,vector:stranger"]) == exits.DONE
    printed = capsys.readouterr()
    assert "| vector:stranger |" in printed.out
    assert "done: 8 of 8 answered" in printed.err
    (folder,) = (games / "laboratory").iterdir()
    assert main(["suite", "report", str(folder), "--json"]) == exits.DONE
    assert json.loads(capsys.readouterr().out) == json.loads((folder / RESULTS).read_text("utf-8"))
    assert main(["suite", "run", "small.jsonl", "--models", "random,vector:stranger"]) == exits.DONE
    assert capsys.readouterr().out == printed.out


def test_a_probe_asks_again_and_says_what_an_arm_causes(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["probe", "games", "--ask", "clue", "--arms", "as-was,unheard", "--repeats", "1", "--positions", "3"]
    assert main(command) == exits.DONE
    text = capsys.readouterr().out
    assert "as-was again" in text
    assert "| Clue number | +0.000" in text
    (folder,) = (games / "laboratory").iterdir()
    assert (folder / "probe.csv").read_text("utf-8").startswith("model,position,board,episode,at,arm,repeat,answer")
    assert (folder / "probe.md").read_text("utf-8") == text


@pytest.mark.parametrize(
    "command", [["suite", "run", "basic", "--models", "openai/x"], ["probe", "games", "--arms", "model=openai/x"]]
)
def test_a_dry_run_says_what_models_would_take_and_asks_nothing(
    games: Path, command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command, "--dry-run", "--price-in", "1", "--price-out", "2"]) == exits.DONE
    assert "openai/x: about" in capsys.readouterr().out
    assert not (games / "laboratory").exists()


@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        ([*BUILD[:2], "nowhere", *BUILD[3:]], "nowhere"),
        (["suite", "run", "nowhere.jsonl", "--models", "random"], "nowhere.jsonl"),
        (["suite", "run", "basic", "--models", "human"], "answers no question of a suite"),
        (["suite", "run", "basic", "--models", "vector:blod"], "did you mean vector:bold"),
        (["suite", "run", "basic", "--models", "openai/x", "--price-in", "1"], "--price-in and --price-out"),
        (["suite", "run", "basic", "--models", "openai/x", "--budget", "1"], "openai/x"),
        (["suite", "run", "basic", "--models", "random", "--kind", "message"], "no position of the kinds"),
        (["suite", "report", "games"], "not the folder of a suite or probe"),
        (["suite", "run", "basic", "--models", "random", "--workers", "2"], "--executor procs or dask"),
        (["suite", "run", "basic", "--models", "random", "--cassette", "x"], "none is asked"),
        (["probe", "games", "--arms", "deaf"], "unknown arm 'deaf'"),
        (["probe", "games", "--arms", "temperature=0"], "is not a language model"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(
    games: Path, command: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(command) == exits.WRONG_INPUT
    error = capsys.readouterr().err.splitlines()[-1]
    assert error.startswith("codenames-tui: ")
    assert complaint in error


def test_models_are_asked_only_with_a_permission(
    games: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "planted-key-of-no-known-shape")
    command = ["suite", "run", "basic", "--models", "openai/x?api_base=http://127.0.0.1:9/v1"]
    assert main([*command, "--price-in", "1", "--price-out", "1"]) == exits.WRONG_INPUT
    assert "there is nobody to ask" in capsys.readouterr().err
