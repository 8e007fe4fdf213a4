"""The script that replays other programs' games, on a few of our own in their format."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from scripts.replay_corpus import main, read_games, replay

CORPUS = Path(__file__).parent / "data/corpus.jsonl"


@pytest.mark.parametrize("game", list(read_games(CORPUS)), ids=lambda game: str(game["id"]))
def test_a_game_of_another_program_is_replayed_without_a_difference(game: dict[str, Any]) -> None:
    assert replay(game).difference == ""


@pytest.mark.parametrize("suffix", [".jsonl", ".jsonl.gz"])
def test_the_last_line_is_the_verdict_over_the_strict_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], suffix: str
) -> None:
    file = tmp_path / f"games{suffix}"
    file.write_bytes(gzip.compress(CORPUS.read_bytes()) if suffix.endswith("gz") else CORPUS.read_bytes())
    assert main([str(file)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[-1] == "agree 3 of 3"
    assert said[0] == "games that are not strict: 2 of 2 agree"


def first_game() -> dict[str, Any]:
    return next(read_games(CORPUS))


def test_a_strict_game_that_differs_is_shown_and_ends_with_code_5(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = first_game()
    game["outcome"]["winner"] = "blue"
    file = tmp_path / "games.jsonl"
    file.write_text(CORPUS.read_text() + json.dumps(game) + "\n")
    assert main([str(file)]) == 5
    said = capsys.readouterr().out.splitlines()
    assert said[0] == f"{game['id']}: another winner (blue, by the rules red)"
    assert said[-1] == "agree 3 of 4"


@pytest.mark.parametrize("content", [b"not json\n", b"\xff\n"])
def test_a_file_that_cannot_be_read_ends_with_code_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes
) -> None:
    file = tmp_path / "games.jsonl"
    assert main([str(file)]) == 2
    file.write_bytes(content)
    assert main([str(file)]) == 2
    assert main([str(tmp_path / "games.jsonl.gz")]) == 2
    assert "games.jsonl" in capsys.readouterr().err
