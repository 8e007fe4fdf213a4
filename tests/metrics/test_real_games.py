"""Metrics of games that other programs logged, against counts of the log's own entries."""

import json
from pathlib import Path
from typing import Any

import pytest
from scripts.measure_corpus import counted, differences, is_measured, main
from scripts.replay_corpus import as_record, read_games

from codenames_core.files.record import EpisodeRecord
from codenames_core.game.config import Team
from codenames_metrics import compute_episode_metrics
from codenames_metrics.game.episode import EpisodeMetrics

CORPUS = Path(__file__).parents[1] / "core/data/corpus.jsonl"
GAMES = [game for game in read_games(CORPUS) if is_measured(game)]


def measured(game: dict[str, Any]) -> EpisodeMetrics:
    record = as_record(game)
    assert isinstance(record, EpisodeRecord)
    return compute_episode_metrics(record)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game["id"]))
def test_metrics_agree_with_counts_of_the_log(game: dict[str, Any]) -> None:
    assert list(differences(game, measured(game))) == []


def test_the_last_line_is_the_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(CORPUS)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == f"agree {len(GAMES)} of {len(GAMES)}"


def test_a_count_that_is_off_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    metrics = measured(GAMES[0])
    events = [event for event in GAMES[0]["events"] if event["t"] != "guess" or event["role"] != "red"]
    shorter = {**GAMES[0], "events": events}
    assert counted(shorter, Team.RED) != counted(GAMES[0], Team.RED)
    assert any("in the log" in difference for difference in differences(shorter, metrics))
    file = tmp_path / "games.jsonl"
    file.write_text(json.dumps({**GAMES[0], "outcome": {"finished": True, "winner": "blue"}}))
    assert main([str(file)]) == 5
    assert "another winner (blue, by the rules red)" in capsys.readouterr().out


def test_a_file_that_cannot_be_read_ends_with_code_2(tmp_path: Path) -> None:
    assert main([str(tmp_path / "none.jsonl")]) == 2
