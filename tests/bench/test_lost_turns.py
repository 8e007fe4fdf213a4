"""Which turns were lost: the same from the cache and from the episodes, and the same as the counts."""

import asyncio
from collections import Counter
from pathlib import Path

import pytest
from tests.bench.benchmarks import offline, runner

from codenames_core.files.record import EpisodeRecord
from codenames_metrics.analysis.failures.lost_turns import GameTurns, lost_by, read_lost_turns
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.game.played_turns import played_turns
from codenames_metrics.game.turns.turn_loss import TurnLoss, turn_loss
from codenames_metrics.report.artefacts import read_tally
from codenames_metrics.report.results import read_plan
from codenames_tui.cli import exits, main


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished run of mixed teams, in which many turns are lost."""
    folder = tmp_path_factory.mktemp("runs") / "quick"
    asyncio.run(runner(offline(team_compositions=["homogeneous", "mixed_cluer"]), folder).run())
    return folder


@pytest.fixture(scope="module")
def plan(folder: Path) -> Plan:
    return read_plan(folder)


@pytest.fixture(scope="module")
def games(folder: Path, plan: Plan) -> list[GameTurns]:
    return read_lost_turns(folder, plan)


def test_every_lost_turn_is_lost_in_its_episode_for_this_reason(
    folder: Path, plan: Plan, games: list[GameTurns]
) -> None:
    assert [game.place for game in games] == list(range(len(plan)))
    for game in games:
        record = EpisodeRecord.load(folder / "episodes" / plan.record_name(game.place))
        turns = {turn.number: turn for turn in played_turns(record)}
        lost = {number: loss for number, turn in turns.items() if (loss := turn_loss(turn, record.board))}
        assert {turn.turn: turn.loss for turn in game.lost} == lost
        for turn in game.lost:
            clue = turns[turn.turn].clue
            assert turn.team is turns[turn.turn].team
            assert turn.clue == (clue.word if clue else None)


def test_a_damaged_cache_gives_the_same(folder: Path, plan: Plan, games: list[GameTurns]) -> None:
    cache = folder / "metrics" / "measured.jsonl"
    kept = cache.read_bytes()
    lines = kept.splitlines(keepends=True)
    try:
        cache.write_bytes(b"".join([b"{}\n", *lines[3:6], lines[6][:200]]))
        assert read_lost_turns(folder, plan) == games
        cache.unlink()
        assert read_lost_turns(folder, plan) == games
    finally:
        cache.write_bytes(kept)


def test_there_are_as_many_turns_behind_a_row_as_it_counts(folder: Path, plan: Plan, games: list[GameTurns]) -> None:
    board = read_tally(folder, plan).leaderboard()
    assert sum(losses.lost_turns for losses in board.turn_losses) > 0
    for losses in board.turn_losses:
        for reason in losses.reasons:
            assert len(lost_by(games, losses.model, losses.seat, reason.reason)) == reason.turns


def test_the_report_names_turns_that_can_be_replayed(
    folder: Path, games: list[GameTurns], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (folder / "report.md").read_text("utf-8")
    rows = [line.split(" | ") for line in text.splitlines() if "codenames-tui replay episodes/" in line]
    counts = Counter(row[0].removeprefix("| ") for row in rows)
    there = {turn.loss for game in games for turn in game.lost}
    assert set(counts) == {reason.label for reason in TurnLoss if reason in there}
    assert max(counts.values()) <= 3
    monkeypatch.chdir(folder)
    command = rows[0][-1].removesuffix(" |").replace("\\", "").split()
    assert command[:2] == ["codenames-tui", "replay"]
    assert main([*command[1:], "--plain"]) == exits.DONE
    shown = capsys.readouterr().out
    assert shown


def test_a_report_writes_pictures_as_pdf_and_the_leaderboard_as_parquet_where_it_can(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("matplotlib")
    pytest.importorskip("pyarrow")
    assert main(["bench", "report", str(folder), "--parquet"]) == exits.DONE
    plots = {path.name for path in (folder / "plots").iterdir()}
    names = {name.removesuffix(".svg") for name in plots if name.endswith(".svg")}
    assert plots == {f"{name}.{end}" for name in names for end in ("svg", "csv", "pdf")}
    assert (folder / "leaderboard.parquet").read_bytes().startswith(b"PAR1")
    out = capsys.readouterr().out
    assert "## Play in pictures" in out
    assert (
        "- Cost, tokens and seconds against win rate: no line-up with a win rate asked a model over a network." in out
    )


def test_without_matplotlib_a_report_says_which_extra_is_missing(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("codenames_tui.cli.commands.bench.report.can_draw_pdf", lambda: False)
    assert main(["bench", "report", str(folder)]) == exits.DONE
    assert "no pictures as PDF, only as SVG: " in capsys.readouterr().err
