"""`codenames-tui metrics`: what it prints, what it skips, how it ends."""

import io
import json
import re
from pathlib import Path
from typing import Any

import pandas
import pytest
from tests.games import RED_WORDS
from tests.metrics.episodes import clue_trace, played, record

from codenames_core.files.record import EpisodeRecord
from codenames_core.game.agent import AgentTrace, FailureKind, RefusedTry
from codenames_core.game.config import GameConfig, Team
from codenames_core.game.state import Outcome, Termination
from codenames_core.game.traces import TurnTraces
from codenames_core.support.errors import EpisodeFileError
from codenames_metrics import compute_episode_metrics
from codenames_metrics.game.episode import EpisodeMetrics
from codenames_metrics.game.episode_files import read_record
from codenames_metrics.runner.process_map import WORTH_IT
from codenames_tui.cli import exits, main


def episode(seed: int = 7, **more: Any) -> EpisodeRecord:
    turns = [played(Team.RED, "sea", 9, *RED_WORDS, stop=False)]
    return record(*turns, config=GameConfig(seed=seed), episode_id=f"game-{seed}", **more)


def confident(chance: str) -> str:
    """The file of an episode whose cluer states its chances."""
    text = episode(traces=[clue_trace(1, Team.RED, confidence=0.625)]).to_json()
    return text.replace("0.625", chance)


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """A folder with three episodes."""
    folder = tmp_path / "run"
    for seed in range(3):
        episode(seed).save(folder / f"{seed}.json")
    return folder


def test_a_folder_is_measured_as_tables_by_default(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["metrics", str(run)]) == exits.DONE
    printed = capsys.readouterr()
    assert "3 of 3 episodes decided; on 3 boards." in printed.out
    assert "| Wins | 3 of 3 | 0 of 3 |" in printed.out
    assert printed.err == "read 3 episodes, skipped 0 files\n"


def test_json_has_every_episode_and_the_averages(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["metrics", str(run), "--format", "json"]) == exits.DONE
    data = json.loads(capsys.readouterr().out)
    metrics = [EpisodeMetrics.model_validate(one) for one in data["episodes"]]
    assert metrics == [compute_episode_metrics(episode(seed)) for seed in range(3)]
    assert [one["win_rate_red"] for one in data["aggregates"]] == [1.0]


@pytest.mark.parametrize(
    ("options", "rows"), [((), 6), (("--aggregate",), 1), (("--tidy",), 36), (("--tidy", "--no-vectors"), 36)]
)
def test_csv_is_loaded_by_pandas(
    run: Path, options: tuple[str, ...], rows: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["metrics", str(run), "--format", "csv", *options]) == exits.DONE
    assert len(pandas.read_csv(io.StringIO(capsys.readouterr().out))) == rows


def test_files_folders_and_patterns_are_read_and_no_file_twice(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = [str(run / "0.json"), str(run), str(run / "*.json"), str(run.parent / "**/1.json")]
    assert main(["metrics", *names, "--aggregate", "--format", "json"]) == exits.DONE
    assert json.loads(capsys.readouterr().out)["aggregates"][0]["episodes"] == 3


def test_of_a_benchmarks_run_the_episodes_are_read(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run.rename(run.parent / "episodes")
    (run.parent / "config.json").write_text("{}")
    assert main(["metrics", str(run.parent)]) == exits.DONE
    assert "read 3 episodes" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("{", "not JSON"),
        ("[]", "an episode is a JSON object"),
        ('{"schema_version": 1}', "episode_id"),
        (episode().to_json()[:-40], "not JSON"),
        (
            episode().to_json().replace('"word": "ANCHOR"', '"word": "NOWHERE"'),
            "event 3: 'NOWHERE' is not on the board",
        ),
        (episode().to_json().replace('"seed": 7', '"seed": NaN'), "not a number"),
        (confident("1e999"), "confidence is not a number"),
        (json.dumps({**json.loads(episode().to_json()), "teams": {}}), "no agent is named for red"),
    ],
    ids=range(8),
)
def test_broken_files_are_named_and_skipped(
    run: Path, content: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (run / "broken.json").write_text(content)
    assert main(["metrics", str(run), "--format", "json"]) == exits.SOME_SKIPPED
    printed = capsys.readouterr()
    assert len(json.loads(printed.out)["episodes"]) == 3
    assert "skipped: " in printed.err
    assert "broken.json" in printed.err
    assert why in printed.err
    assert "read 3 episodes, skipped 1 file\n" in printed.err


def decision(**more: Any) -> AgentTrace:
    return AgentTrace(agent="someone", **more)


@pytest.mark.parametrize(
    ("trace", "where"),
    [
        ({"clue_trace": decision(confidence=0.625)}, "clue_trace.confidence"),
        ({"discussion_traces": [decision(), decision(cost_usd=0.625)]}, "discussion_traces[1].cost_usd"),
        ({"guess_trace": decision(cost_usd=0.625)}, "guess_trace.cost_usd"),
        ({"other_traces": [decision(confidence=0.625)]}, "other_traces[0].confidence"),
        (
            {"clue_trace": decision(refused=(RefusedTry(failure=FailureKind.ERROR, cost_usd=0.625),))},
            "clue_trace.refused[0].cost_usd",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_number_that_is_too_large_is_named_wherever_it_stands(
    tmp_path: Path, trace: dict[str, Any], where: str
) -> None:
    text = episode(traces=[TurnTraces(turn_number=1, team=Team.RED, **trace)]).to_json()
    (path := tmp_path / "game.json").write_text(text.replace("0.625", "1e999"))
    with pytest.raises(EpisodeFileError, match=re.escape(f"traces[0].{where} is not a number that can be used")):
        read_record(path)


def test_nothing_to_read_is_wrong_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty").mkdir()
    for name in ("none.json", "empty", "*.json"):
        assert main(["metrics", str(tmp_path / name)]) == exits.WRONG_INPUT
    said = capsys.readouterr().err
    assert "no episode in this folder" in said
    assert "no file matches this pattern" in said
    assert "Traceback" not in said


def test_a_game_that_is_there_twice_is_pointed_out(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (run / "copy.json").write_bytes((run / "0.json").read_bytes())
    assert main(["metrics", str(run)]) == exits.DONE
    assert "1 episode with the id of another one" in capsys.readouterr().err


def test_an_outcome_that_does_not_follow_is_pointed_out(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    episode(9, outcome=Outcome(Team.BLUE, Termination.ASSASSIN)).save(run / "lie.json")
    assert main(["metrics", str(run)]) == exits.DONE
    printed = capsys.readouterr()
    assert "| Wins | 4 of 4 | 0 of 4 |" in printed.out
    assert "warning: episode game-9: its events do not lead to the recorded outcome" in printed.err


def test_people_and_aborted_games_are_left_out_on_demand(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    turns = [played(Team.RED, "sea", 1, RED_WORDS[0])]
    record(*turns, episode_id="stopped", outcome=Outcome(None, Termination.ABORTED)).save(run / "stopped.json")
    episode(9, traces=[clue_trace(1, Team.RED, is_human=True)]).save(run / "human.json")
    command = ["metrics", str(run), "--format", "json", "--aggregate"]
    main(command)
    both = json.loads(capsys.readouterr().out)["aggregates"][0]
    assert (both["episodes"], both["aborted"], both["red"]["totals"]["human_turns"]) == (5, 1, 1)
    main([*command, "--exclude", "aborted", "--exclude", "human"])
    printed = capsys.readouterr()
    left = json.loads(printed.out)["aggregates"][0]
    assert (left["episodes"], left["aborted"], left["result_excluded"]) == (4, 0, 1)
    assert left["excluded"] == ["human"]
    assert "1 aborted or unfinished left out" in printed.err


def test_the_weights_can_be_chosen(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["metrics", str(run), "--weights", "1,0,0,0"]) == exits.DONE
    assert "clue efficiency 1, guess accuracy 0" in capsys.readouterr().out
    for wrong in ("1,2", "a,b,c,d", "1,1,1,-1", "nan,1,1,1"):
        assert main(["metrics", str(run), "--weights", wrong]) == exits.WRONG_INPUT
    assert "four numbers of 0 or more" in capsys.readouterr().err


def test_out_writes_a_new_file_and_never_over_another(
    run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "metrics.csv"
    assert main(["metrics", str(run), "--format", "csv", "--out", str(out)]) == exits.DONE
    assert capsys.readouterr().out == ""
    assert len(pandas.read_csv(out)) == 6
    before = out.read_bytes()
    assert main(["metrics", str(run), "--out", str(out)]) == exits.WRONG_INPUT
    assert out.read_bytes() == before
    assert main(["metrics", str(run), "--out", str(tmp_path / "no/such/folder.csv")]) == exits.WRONG_INPUT


@pytest.mark.parametrize(
    ("options", "name", "begins"),
    [
        ([], "m.csv", "episode_id,"),
        ([], "m.JSON", "{"),
        ([], "m.md", "#"),
        ([], "metrics", "#"),
        (["--tidy", "--no-vectors"], "m.json", '{"episode_id'),
        (["--format", "markdown"], "m.md", "#"),
    ],
)
def test_the_name_of_the_new_file_says_in_which_form(
    options: list[str], name: str, begins: str, run: Path, tmp_path: Path
) -> None:
    out = tmp_path / name
    assert main(["metrics", str(run), *options, "--out", str(out)]) == exits.DONE
    assert out.read_text("utf-8").startswith(begins)


@pytest.mark.parametrize(
    ("options", "name", "told"),
    [
        ([], "m.xlsx", "m.xlsx does not end in .md, .json or .csv"),
        ([], "m.parquet", ".md, .json or .csv"),
        (["--tidy"], "m.md", ".csv, .json or .parquet"),
        (["--format", "csv"], "m.json", "--format csv does not go with --out"),
    ],
)
def test_a_form_that_the_name_does_not_fit_is_refused(
    options: list[str], name: str, told: str, run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / name
    assert main(["metrics", str(run), *options, "--out", str(out)]) == exits.WRONG_INPUT
    assert told in capsys.readouterr().err
    assert not out.exists()


def test_a_failure_leaves_no_half_a_file(run: Path, tmp_path: Path) -> None:
    out = tmp_path / "metrics.md"
    assert main(["metrics", str(run), "--baseline", str(run), "--out", str(out)]) == exits.WRONG_INPUT
    assert not out.exists()


def test_tables_that_do_not_go_together_are_refused(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for options in (["--tidy", "--baseline", str(run)], ["--tidy", "--format", "markdown"], ["--format", "parquet"]):
        assert main(["metrics", str(run), *options]) == exits.WRONG_INPUT
    assert main(["metrics", str(run), "--tidy", "--format", "parquet"]) == exits.WRONG_INPUT
    assert "name a file with --out" in capsys.readouterr().err


def test_tidy_rows_as_json_lines_and_parquet(run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["metrics", str(run), "--tidy", "--format", "json", "--no-vectors"]) == exits.DONE
    assert [json.loads(line)["kind"] for line in capsys.readouterr().out.splitlines()].count("clue") == 3
    pytest.importorskip("pyarrow")
    out = tmp_path / "rows.parquet"
    assert main(["metrics", str(run), "--tidy", "--format", "parquet", "--out", str(out)]) == exits.DONE
    assert len(pandas.read_parquet(out)) == 36


@pytest.mark.parametrize("format", ["markdown", "json", "csv"])
def test_a_run_is_compared_with_its_baseline(
    run: Path, tmp_path: Path, format: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for seed in range(3):
        same = episode(seed)
        config = same.config.model_copy(update={"surveillance": False})
        same.model_copy(update={"config": config}).save(tmp_path / f"base/{seed}.json")
    base = str(tmp_path / "base")
    assert main(["metrics", str(run), "--baseline", base, "--no-vectors", "--format", format]) == exits.DONE
    printed = capsys.readouterr().out
    assert "guess_accuracy" in printed.replace("guess accuracy", "guess_accuracy")
    assert "wins" in printed
    assert episode(0).teams[Team.RED].label in printed


def test_many_files_give_what_few_of_them_would_and_a_broken_one_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("codenames_metrics.runner.process_map.available_cores", lambda: 2)
    text, folder = episode().to_json(), tmp_path / "many"
    folder.mkdir()
    for number in range(WORTH_IT):
        (folder / f"{number:04}.json").write_text("{" if number == 300 else text)
    assert main(["metrics", str(folder), "--format", "csv"]) == exits.SOME_SKIPPED
    printed = capsys.readouterr()
    assert main(["metrics", str(folder / "0000.json"), "--format", "csv"]) == exits.DONE
    head, *rows = capsys.readouterr().out.splitlines(keepends=True)
    assert printed.out == head + "".join(rows) * (WORTH_IT - 1)
    assert f"skipped: {folder / '0300.json'}: " in printed.err
    assert f"read {WORTH_IT - 1} episodes, skipped 1 file" in printed.err
