"""Files of earlier versions: they are read, verified, measured and resumed as the version that wrote them did.

`data/earlier` holds whole games as episodes and as the journals that led to them, of scripted and of offline agents;
`data/earlier_results.json` what their own version made of them; `data/earlier_measured.json` what a later one measured
of them and of the samples for a run. They are facts of the past, and never regenerated.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from codenames_core.audit.verify import differences
from codenames_core.files.journal import read_journal
from codenames_core.files.record import EpisodeRecord
from codenames_core.play.resume import resume_journal
from codenames_metrics.game.episode import compute_episode_metrics, measure_game, with_words_read

DATA = Path(__file__).parent / "data"
GAMES = sorted(path.stem for path in (DATA / "earlier").glob("*.json"))
RESULTS: dict[str, dict[str, Any]] = json.loads((DATA / "earlier_results.json").read_text("utf-8"))
MEASURED: dict[str, dict[str, Any]] = json.loads((DATA / "earlier_measured.json").read_text("utf-8"))


def episode(name: str) -> Path:
    return DATA / "earlier" / f"{name}.json"


def test_there_is_a_result_for_every_game() -> None:
    assert sorted(RESULTS) == GAMES
    assert len(GAMES) > 10


@pytest.mark.parametrize("name", GAMES)
def test_an_episode_of_an_earlier_version_is_read_and_verifies(name: str) -> None:
    record = EpisodeRecord.load(episode(name))
    assert differences(record) == []
    assert len(record.public_transcript) == RESULTS[name]["events"]
    assert record.outcome is not None
    assert {"winner": record.outcome.winner, "termination": record.outcome.termination} == RESULTS[name]["outcome"]


@pytest.mark.parametrize("name", GAMES)
def test_an_episode_of_an_earlier_version_is_written_back_byte_for_byte(name: str, tmp_path: Path) -> None:
    EpisodeRecord.load(episode(name)).save(copy := tmp_path / "copy.json")
    assert copy.read_bytes() == episode(name).read_bytes()


@pytest.mark.parametrize("name", GAMES)
def test_an_episode_of_an_earlier_version_is_measured_as_before(name: str) -> None:
    """A later version may measure more, and else only what the changelog says."""
    metrics = json.loads(compute_episode_metrics(EpisodeRecord.load(episode(name))).model_dump_json())
    expected = without_consensus_of_random_agents(RESULTS[name]["metrics"])
    assert known_part(metrics, expected) == expected


@pytest.mark.parametrize("name", MEASURED)
def test_what_a_run_keeps_of_a_game_is_the_same_to_the_last_bit_as_before(name: str) -> None:
    folder, _, game = name.partition("/")
    path = DATA / "earlier" if folder == "earlier" else DATA.parents[1] / folder
    record = EpisodeRecord.load(path / f"{game}.json")
    measured = measure_game(record)
    metrics = json.loads(with_words_read(measured, record).model_dump_json())
    assert known_part(metrics, MEASURED[name]) == MEASURED[name]
    assert measure_game(record, record.timeline()) == measured


def without_consensus_of_random_agents(metrics: dict[str, Any]) -> dict[str, Any]:
    """What was measured, but that two random agents, who always agree, have no consensus rate (D-146)."""
    for side in (metrics["red_metrics"], metrics["blue_metrics"]):
        if side["lineup"] == "random":
            side["consensus_rate"] = None
            play = 0.4 * side["clue_efficiency"] + 0.3 * side["guess_accuracy"]
            side["coordination_score"] = pytest.approx(play / 0.7)
    return metrics


def known_part(value: Any, known: Any) -> Any:
    """The fields of `value` that `known` has, too."""
    if isinstance(value, dict) and isinstance(known, dict):
        return {key: known_part(value.get(key), inner) for key, inner in known.items()}
    return value


@pytest.mark.parametrize("name", GAMES)
def test_the_journal_of_an_earlier_version_holds_the_same_game(name: str) -> None:
    record = EpisodeRecord.load(episode(name))
    journal = read_journal(episode(name).with_suffix(".jsonl"))
    assert list(journal.played.events) == record.public_transcript
    assert journal.header.board == record.board
    unfinished = EpisodeRecord.load(episode(name).with_suffix(".jsonl"))
    assert unfinished.decisions() == record.decisions()


@pytest.mark.parametrize("name", GAMES)
def test_the_journal_of_an_earlier_version_is_resumed_wherever_it_ends(name: str, tmp_path: Path) -> None:
    lines = episode(name).with_suffix(".jsonl").read_bytes().splitlines(keepends=True)
    events = read_journal(episode(name).with_suffix(".jsonl")).played.events
    for count in range(1, len(lines) + 1):
        path = tmp_path / f"{count}.jsonl"
        path.write_bytes(b"".join(lines[:count]))
        journal, writer = resume_journal(path)
        writer.close()
        assert list(journal.played.events) == list(events[: len(journal.played.events)])
