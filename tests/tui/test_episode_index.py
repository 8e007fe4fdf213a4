"""The rows of an episode list: what they say, and when a file is read again."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.exports.hostile import ATTACKS, attacked

from codenames_core.files.record import EpisodeRecord
from codenames_core.game.config import GameMode, Team
from codenames_core.game.state import Termination
from codenames_core.text.sanitiser import one_line
from codenames_metrics.game.episode_files import read_record
from codenames_tui.episodes import episode_index, index_cache
from codenames_tui.episodes.episode_index import (
    Cache,
    EpisodeRow,
    files_of,
    index_of,
    latest_files,
    latest_games,
    row_of,
    row_of_record,
)
from codenames_tui.episodes.index_cache import CACHE_FORMAT, cache_file, load_cache, save_cache
from codenames_tui.library.samples import SAMPLES, sample_path
from codenames_tui.ui.crash import log_file
from codenames_tui.ui.data import data_folder


def copy(name: str, path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(sample_path(name).read_bytes())
    return path


def indexed(cache: Cache, *names: Path) -> tuple[tuple[EpisodeRow, ...], Cache, int]:
    paths, problems = files_of(map(str, names))
    assert problems == ()
    return index_of(paths, cache)


def test_a_row_says_how_a_game_went_and_who_played_it() -> None:
    assert row_of(sample_path("comeback")) == EpisodeRow(
        file=str(sample_path("comeback")),
        episode_id=EpisodeRecord.load(sample_path("comeback")).episode_id,
        winner=Team.RED,
        termination=Termination.ALL_WORDS,
        turns=7,
        events=56,
        mode=GameMode.STANDARD,
        red="vector:balanced",
        blue="vector:bold",
        created="2026-11-28T08:11:28+00:00",
        best_clue="FOREST 5",
    )


def test_the_row_of_a_fork_names_its_parent() -> None:
    row = row_of(sample_path("local-model"))
    assert row.parent == "2b5e3bad-841f-4fe6-9aa5-69e5096d0ebf"
    assert row.red == "openai/qwen1.5b + vector:balanced, then openai/qwen1.5b + vector:bold"


def test_the_cost_is_that_of_all_tries_that_is_known(tmp_path: Path) -> None:
    tree = json.loads(copy("solo", tmp_path / "game.json").read_text())
    tree["traces"][0]["clue_trace"] |= {"cost_usd": 0.25, "refused": [{"failure": "unreadable", "cost_usd": 0.5}]}
    (tmp_path / "game.json").write_text(json.dumps(tree))
    assert row_of(tmp_path / "game.json").cost_usd == 0.75
    assert row_of(sample_path("solo")).cost_usd is None


def test_broken_files_have_a_row_with_the_reason_and_are_not_in_the_way(tmp_path: Path) -> None:
    copy("solo", tmp_path / "fine.json")
    (tmp_path / "broken.json").write_text("{")
    (tmp_path / "empty.jsonl").touch()
    (tmp_path / "folder.json").mkdir()
    (tmp_path / "gone.json").symlink_to("nowhere")
    tree = json.loads(sample_path("solo").read_text())
    tree["public_transcript"] = tree["public_transcript"][1:]
    (tmp_path / "late.json").write_text(json.dumps(tree))
    rows, _, read = indexed({}, tmp_path)
    assert read == 6
    assert {Path(row.file).name: row.broken.partition(" (")[0] for row in rows} == {
        "broken.json": "not JSON",
        "empty.jsonl": "the file is empty",
        "fine.json": "",
        "folder.json": "a directory",
        "gone.json": "No such file or directory",
        "late.json": "event 0: discussion before clue",
    }


def test_an_error_of_ours_with_one_file_is_said_in_its_row_and_written_to_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy("solo", tmp_path / "fine.json")
    copy("solo", tmp_path / "odd.json")

    def read(path: Path) -> EpisodeRecord:
        if path.name == "odd.json":
            raise ZeroDivisionError("of a test")
        return read_record(path)

    monkeypatch.setattr(episode_index, "read_record", read)
    rows, _, _ = indexed({}, tmp_path)
    assert [Path(row.file).name for row in rows if not row.broken] == ["fine.json"]
    assert [row.broken.partition(";")[0] for row in rows if row.broken] == [
        "internal error, ZeroDivisionError: of a test"
    ]
    assert "ZeroDivisionError: of a test" in log_file().read_text()


def test_a_file_that_vanishes_hides_no_other_one(tmp_path: Path) -> None:
    copy("solo", tmp_path / "fine.json")
    (tmp_path / "gone.json").symlink_to("nowhere")
    (tmp_path / "round.json").symlink_to("round.json")
    (tmp_path / "folder.json").mkdir()
    assert latest_files(tmp_path) == [tmp_path / "fine.json"]


def test_the_folder_that_the_app_was_started_in_may_be_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone() -> str:
        raise FileNotFoundError

    copy("solo", tmp_path / "solo.json")
    monkeypatch.setattr(os, "getcwd", gone)
    (row,), _, read = indexed({}, tmp_path)
    assert (row.broken, read) == ("", 1)


def test_an_unfinished_game_is_said_to_be_one(tmp_path: Path) -> None:
    tree = json.loads(sample_path("solo").read_text()) | {"outcome": None, "winner": None}
    tree["public_transcript"] = tree["public_transcript"][:4]
    tree["traces"] = []
    (tmp_path / "game.json").write_text(json.dumps(tree))
    row = row_of(tmp_path / "game.json")
    assert row.is_unfinished
    assert (row.turns, row.events) == (1, 4)
    assert not row_of(sample_path("solo")).is_unfinished
    assert not row_of(tmp_path / "missing.json").is_unfinished


def test_a_benchmark_is_the_folder_of_its_episodes(tmp_path: Path) -> None:
    copy("solo", tmp_path / "run/episodes/one.json")
    (tmp_path / "run/plan.json").write_text("{}")
    rows, _, _ = indexed({}, tmp_path / "run")
    assert [Path(row.file).name for row in rows] == ["one.json"]


def test_names_without_an_episode_are_problems_beside_the_files_of_the_others(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    samples = str(data_folder("sample_episodes"))
    paths, problems = files_of([samples, str(tmp_path / "empty"), samples])
    assert len(paths) == len(SAMPLES)
    assert problems == (f"{tmp_path / 'empty'}: no episode in this folder",)


def test_only_files_that_are_new_or_changed_are_read_again(tmp_path: Path) -> None:
    for name in ("one", "two", "three"):
        copy("solo", tmp_path / f"{name}.json")
    rows, cache, read = indexed({}, tmp_path)
    assert read == 3
    assert indexed(cache, tmp_path) == (rows, cache, 0)
    copy("comeback", tmp_path / "two.json")
    os.utime(tmp_path / "three.json", ns=(0, 0))
    (tmp_path / "one.json").unlink()
    copy("solo", tmp_path / "four.json")
    rows, cache, read = indexed(cache, tmp_path)
    assert read == 3
    assert [(Path(row.file).name, row.events) for row in rows] == [
        ("four.json", 41),
        ("three.json", 41),
        ("two.json", 56),
    ]
    assert {Path(path).name for path in cache} == {"two.json", "three.json", "four.json"}


def test_the_rows_of_other_folders_stay_in_the_cache(tmp_path: Path) -> None:
    copy("solo", tmp_path / "a/game.json")
    copy("solo", tmp_path / "b/game.json")
    _, cache, _ = indexed({}, tmp_path / "a")
    _, cache, _ = indexed(cache, tmp_path / "b")
    assert indexed(cache, tmp_path / "a", tmp_path / "b")[2] == 0


def test_a_file_that_was_missing_is_read_once_it_is_there(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    rows, cache, _ = index_of([path], {})
    assert rows[0].broken
    copy("solo", path)
    rows, _, read = index_of([path], cache)
    assert read == 1
    assert not rows[0].broken


def test_the_cache_is_kept_in_the_cache_folder_and_read_back_as_it_was(home: Path) -> None:
    _, cache, _ = indexed({}, data_folder("sample_episodes"))
    save_cache(cache)
    assert cache_file() == home / "cache_home/codenames-tui/episodes.json"
    assert load_cache() == cache


def test_the_latest_games_come_first_and_are_not_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number, name in enumerate(("old", "new", "newest")):
        os.utime(copy("solo", tmp_path / f"{name}.json"), (number, number))
    (tmp_path / ".hidden.json").touch()
    (tmp_path / "notes.txt").touch()
    latest = latest_games(tmp_path, 2, {})
    assert [Path(path).name for path in latest] == ["newest.json", "new.json"]
    assert latest_games(tmp_path / "none", 2, {}) == {}
    assert len(latest_games(tmp_path, 2, {}, lambda: True)) == 1
    monkeypatch.setattr("codenames_tui.episodes.episode_index.row_of", None)
    assert latest_games(tmp_path, 2, latest) == latest


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b'{"format":2,"rows":{}}', b'{"rows":{"/x":[[1,2],["/x"],3]}}', b"\xff" * 9]
)
def test_a_cache_that_cannot_be_used_counts_as_none(content: bytes) -> None:
    cache_file().parent.mkdir(parents=True)
    cache_file().write_bytes(content)
    assert load_cache() == {}


@pytest.mark.parametrize(
    ("part", "column"), [("paths", None), ("stamps", 0), ("stamps", 1), ("rows", 0), ("rows", 16), ("rows", 3)]
)
def test_a_cache_counts_as_none_where_a_column_is_shorter_or_holds_something_else(
    part: str, column: int | None
) -> None:
    cache = indexed({}, data_folder("sample_episodes"))[1]
    save_cache(cache)
    whole = json.loads(cache_file().read_text())
    assert (whole["format"], len(whole["paths"])) == (CACHE_FORMAT, len(cache))
    values = whole[part] if column is None else whole[part][column]
    last = values.pop()
    cache_file().write_text(json.dumps(whole))
    assert load_cache() == {}
    values.append({})
    cache_file().write_text(json.dumps(whole))
    assert load_cache() == {}
    values[-1] = last
    cache_file().write_text(json.dumps(whole))
    assert load_cache() == cache


def test_the_cache_of_another_version_counts_as_none() -> None:
    save_cache(indexed({}, data_folder("sample_episodes"))[1])
    cache_file().write_text(cache_file().read_text().replace('"app_version":"', '"app_version":"9'))
    assert load_cache() == {}


def test_a_disk_that_refuses_the_cache_is_no_trouble(home: Path) -> None:
    (home / "cache_home").write_text("in the way")
    save_cache({})
    assert load_cache() == {}


def test_of_more_rows_than_would_be_read_the_last_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    cache = indexed({}, data_folder("sample_episodes"))[1]
    save_cache(cache)
    half = cache_file().stat().st_size // 2
    monkeypatch.setattr(index_cache, "LARGEST_CACHE", half)
    save_cache(cache)
    assert 0 < cache_file().stat().st_size <= half
    kept = load_cache()
    assert list(kept.items()) == list(cache.items())[-len(kept) :]
    assert 0 < len(kept) < len(cache)
    monkeypatch.setattr(index_cache, "LARGEST_CACHE", 10)  # not even what stands around the rows
    save_cache(cache)
    assert load_cache() == {}


@given(st.sampled_from(ATTACKS))
def test_the_texts_of_a_row_are_clean(attack: str) -> None:
    row = row_of_record(attacked(attack), "game.json")
    for text in (row.episode_id, row.red, row.blue, row.created, row.parent, row.broken):
        assert text == one_line(text)
