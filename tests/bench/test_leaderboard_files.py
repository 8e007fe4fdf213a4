"""A leaderboard as JSON with named fields throughout, and as Parquet."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pandas
import pytest
from scripts.write_docs import DOCS
from tests.bench.boards_played import board_of, round_robin
from tests.bench.pictured import small_board

from codenames_core.game.config import GameMode
from codenames_core.support.errors import InputError
from codenames_metrics.analysis.leaderboard import Leaderboard
from codenames_metrics.tables.leaderboard_parquet import COLUMNS, leaderboard_rows, write_leaderboard

BOARDS = (small_board(), board_of(round_robin({"a": 2, "b": 1}, 24, modes=[GameMode.STANDARD, GameMode.NO_ASSASSIN])))


@pytest.mark.parametrize("board", BOARDS, ids=["mixed", "modes"])
def test_what_is_written_is_read_back_and_fits_its_schema(board: Leaderboard) -> None:
    assert Leaderboard.model_validate_json(board.text()) == board
    schema = json.loads((DOCS / "schemas" / "leaderboard.json").read_text("utf-8"))
    assert "prefixItems" not in json.dumps(schema)
    jsonschema.validate(json.loads(board.text()), schema)


def test_intervals_and_pairs_have_names() -> None:
    tree = json.loads(small_board().text())
    pair = tree["head_to_head"][0]
    assert (pair["first"], pair["second"], set(pair["interval"])) == ("gpt", "llama", {"low", "high"})
    assert tree["overall"]["entries"][0]["win_rate_ci"].keys() == {"low", "high"}

    def lists_of_numbers(value: Any) -> bool:
        if isinstance(value, list):
            return any(isinstance(inside, int | float) or lists_of_numbers(inside) for inside in value)
        return any(map(lists_of_numbers, value.values())) if isinstance(value, dict) else False

    assert not lists_of_numbers(tree)


def test_every_entry_is_a_row_with_its_fields() -> None:
    board = BOARDS[1]
    rows = list(leaderboard_rows(board))
    assert len(rows) == sum(len(view.entries) for view in board.views) + len(board.compositions[0].entries)
    assert all(row.keys() == COLUMNS.keys() for row in rows)
    first, entry = rows[0], board.overall.entries[0]
    assert (first["table"], first["mode"], first["name"], first["rank"]) == ("overall", None, entry.model, entry.rank)
    assert entry.win_rate_ci is not None
    assert (first["win_rate_ci_low"], first["win_rate_ci_high"]) == entry.win_rate_ci
    assert first["not_told_apart"] == list(entry.not_told_apart)
    assert {row["mode"] for row in rows} == {None, "standard", "no_assassin"}


def test_parquet_holds_the_rows_with_their_types(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    write_leaderboard(BOARDS[1], tmp_path / "leaderboard.parquet")
    frame = pandas.read_parquet(tmp_path / "leaderboard.parquet")
    rows = list(leaderboard_rows(BOARDS[1]))
    assert list(frame.columns) == list(COLUMNS)
    assert frame["name"].tolist() == [row["name"] for row in rows]
    assert frame["win_rate_ci_low"].tolist() == pytest.approx([row["win_rate_ci_low"] for row in rows])
    assert [list(names) for names in frame["not_told_apart"]] == [row["not_told_apart"] for row in rows]
    assert frame["games"].dtype == "int64"


def test_without_pyarrow_the_extra_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(InputError, match=r"pip install 'codenames-tui\[parquet\]'"):
        write_leaderboard(BOARDS[0], tmp_path / "leaderboard.parquet")
