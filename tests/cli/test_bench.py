"""`codenames-tui bench`: what it prints, how it ends, what it refuses."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.agents.players import Memory, door, no_wait
from tests.patience import is_running

from codenames_agents.providers.errors import ErrorKind, provider_error
from codenames_metrics.experiment.game_names import name_to_read
from codenames_metrics.report.results import read_plan
from codenames_metrics.run_folder.lock import FolderLock
from codenames_metrics.run_folder.progress import Progress, RunStatus
from codenames_metrics.run_folder.run_snapshot import RunSnapshot, write_snapshot
from codenames_metrics.runner import benchmark
from codenames_metrics.runner.benchmark import BenchmarkRunner
from codenames_tui.cli import exits, main

QUICK = (
    'name = "quick"\nmodels = ["random", "vector:novice"]\nmatchups = "round_robin"\nseeds = [1, 2]\nmax_turns = 6\n'
)
MODEL = (
    'name = "paid"\nmodels = ["m", "random"]\nmatchups = "round_robin"\nseeds = [1, 2]\nmax_turns = 3\nmax_rounds = 1\n'
    '[model.m]\nspec = "openai/m"\napi_base = "http://127.0.0.1:9/v1"\n[limits]\noutage_seconds = 5.0\n'
)


@pytest.fixture
def quick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with two experiments."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "quick.toml").write_text(QUICK)
    (tmp_path / "paid.toml").write_text(MODEL)
    return tmp_path


@pytest.fixture
def transport(monkeypatch: pytest.MonkeyPatch) -> Memory:
    """What answers for the model of `paid.toml`."""
    memory = Memory()

    def runner(*args: Any, **options: Any) -> BenchmarkRunner:
        return benchmark.BenchmarkRunner(*args, **options, provider=door(memory), sleep=no_wait)

    monkeypatch.setattr("codenames_tui.cli.commands.bench.run.BenchmarkRunner", runner)
    return memory


def test_a_run_says_how_it_ended_and_where_the_results_are(quick: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "run", "quick.toml", "--out", "runs"]) == exits.DONE
    out = capsys.readouterr()
    assert out.out == "done: 4 of 4 complete\n"
    assert "games       4   (2 cells x 2 games, on 2 boards)" in out.err
    assert "warning: 2 games in each cell; with fewer than 100" in out.err
    assert "results in runs/quick" in out.err
    assert "codenames-tui bench report runs/quick\n" in out.err


def test_a_finished_run_in_a_folder_that_cannot_be_written_is_not_called_unplayed(
    quick: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", "run", "quick.toml", "--out", "runs"]) == exits.DONE
    lock = quick / "runs/quick/run.lock"
    lock.unlink(missing_ok=True)
    lock.mkdir()
    capsys.readouterr()
    assert main(["bench", "run", "quick.toml", "--out", "runs"]) == exits.WRONG_INPUT
    out = capsys.readouterr()
    assert out.out == ""
    assert "run.lock could not be written: Is a directory" in out.err
    assert "complete" not in out.err


def test_a_run_that_goes_on_counts_at_once_what_is_there(quick: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "run", "quick.toml", "--out", "runs"]) == exits.DONE
    capsys.readouterr()
    assert main(["bench", "run", "quick.toml", "--out", "runs"]) == exits.DONE
    assert "0 of 4" not in capsys.readouterr().err


def test_progress_is_told_as_x_of_y(quick: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["bench", "run", "quick.toml"])
    assert "0 of 4 complete" in capsys.readouterr().err
    assert (quick / "benchmark_results/quick/manifest.json").exists()


def test_the_result_as_json_is_alone_on_standard_output(quick: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["bench", "run", "quick.toml", "--json"])
    told = json.loads(capsys.readouterr().out)
    assert (told["status"], told["total"], told["done"], told["left"]) == ("done", 4, 4, 0)


def test_a_dry_run_plays_and_writes_nothing(quick: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = set(quick.iterdir())
    assert main(["bench", "run", "paid.toml", "--dry-run"]) == exits.DONE
    out = capsys.readouterr().out
    assert "games       4" in out
    assert "m: about" in out
    assert "price unknown" in out
    assert "so few boards cannot tell any two win rates apart" in out
    assert set(quick.iterdir()) == before


def test_a_dry_run_as_json_has_the_same_numbers(quick: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["bench", "run", "offline", "--dry-run", "--json"])
    told = json.loads(capsys.readouterr().out)
    assert (told["games"], told["cells"], told["cost_usd"]) == (3_200, 32, 0)
    assert len(told["names_of_cells"]) == 32


def test_the_state_of_a_run_can_be_asked_for(quick: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["bench", "run", "quick.toml", "--json"])
    told = json.loads(capsys.readouterr().out)
    assert main(["bench", "status", told["folder"]]) == exits.DONE
    assert capsys.readouterr().out == f"quick [{told['benchmark_id']}]: done, 4 of 4 complete\n"
    main(["bench", "status", told["folder"], "--json"])
    assert json.loads(capsys.readouterr().out)["done"] == 4


def test_a_run_that_was_killed_is_told_to_be_interrupted(quick: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["bench", "run", "quick.toml", "--out", "."])
    manifest = json.loads((quick / "quick/manifest.json").read_text())
    (quick / "quick/manifest.json").write_text(json.dumps(manifest | {"status": "running"}))
    capsys.readouterr()
    main(["bench", "status", "quick"])
    assert ": interrupted, 4 of 4 complete" in capsys.readouterr().out


def test_what_a_run_would_cost_is_said_without_a_key(quick: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (quick / "keyless.toml").write_text('name = "a"\nmodels = ["gpt-4o"]\n')
    assert main(["bench", "run", "keyless.toml", "--dry-run"]) == exits.DONE
    told = capsys.readouterr()
    assert re.search(r"gpt-4o: about [\d,]+ calls, .*, \$\d", told.out)
    assert "it cannot be run yet: models[0]: gpt-4o: OPENAI_API_KEY is not set" in told.err


@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        (["run", "none.toml"], "none.toml: there is no such file; the shipped ones are models, offline"),
        (["run", "bad.toml"], "bad.toml: line 3: game_modes[0]: should be 'standard'"),
        (["run", "keyless.toml"], "keyless.toml: line 2: models[0]: gpt-4o: OPENAI_API_KEY is not set"),
        (
            ["run", "quick.toml", "--workers", "2"],
            "--workers says how many processes play here; give",
        ),
        (
            ["run", "quick.toml", "--scheduler", "tcp://h:1"],
            "--scheduler says where a cluster is; give --executor dask",
        ),
        (
            ["run", "quick.toml", "--executor", "dask", "--scheduler", "h"],
            "'h' is not the address of a scheduler, such as",
        ),
        (
            ["run", "paid.toml", "--yes", "--executor", "procs"],
            "m is a language model, and worker processes play only",
        ),
        (["status", "."], ". is not a results folder: it has no manifest.json"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(
    quick: Path, capsys: pytest.CaptureFixture[str], command: list[str], complaint: str
) -> None:
    (quick / "bad.toml").write_text('name = "a"\nmodels = ["random"]\ngame_modes = ["fast"]\n')
    (quick / "keyless.toml").write_text('name = "a"\nmodels = ["gpt-4o"]\n')
    assert main(["bench", *command]) == exits.WRONG_INPUT
    assert f"codenames-tui: {complaint}" in capsys.readouterr().err
    assert not (quick / "benchmark_results").exists()


@pytest.mark.parametrize(
    "option", [["--concurrency", "0"], ["--budget", "-1"], ["--budget", "nan"], ["--workers", "x"]]
)
def test_odd_numbers_are_refused(quick: Path, option: list[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["bench", "run", "quick.toml", *option])
    assert end.value.code == exits.WRONG_INPUT


def test_a_broken_manifest_is_said_to_be_one(quick: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (quick / "manifest.json").write_text('{"name": 3}')
    assert main(["bench", "status", "."]) == exits.WRONG_INPUT
    assert "manifest.json: " in capsys.readouterr().err


def test_a_folder_that_another_process_writes_is_refused(quick: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lock = FolderLock(quick / "quick")
    assert main(["bench", "run", "quick.toml", "--out", "."]) == exits.WRONG_INPUT
    assert f"quick is being written by process {os.getpid()}; wait for it" in capsys.readouterr().err
    elsewhere = main(["bench", "run", "quick.toml", "--out", "elsewhere"])
    lock.release()
    assert elsewhere == exits.DONE


def test_skipped_games_give_exit_code_3_and_are_named(
    quick: Path, transport: Memory, capsys: pytest.CaptureFixture[str]
) -> None:
    transport.failures = [provider_error(ErrorKind.SERVER, "out of order", status=500)] * 1_000
    assert main(["bench", "run", "paid.toml", "--out", ".", "--yes"]) == exits.SOME_SKIPPED
    out = capsys.readouterr()
    assert out.out == "incomplete: 0 of 4 complete, 4 skipped\n"
    assert "server error: server error (500) after 2 tries: out of order" in out.err
    main(["bench", "status", "paid"])
    game = name_to_read(read_plan(quick / "paid").name(0))
    said = capsys.readouterr().out
    assert f"skipped: episode {game}: server error: server error (500) after 2 tries" in said


def test_a_budget_that_cannot_be_kept_is_refused_before_anything_is_asked(
    quick: Path, transport: Memory, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", "run", "paid.toml", "--out", ".", "--budget", "0.004"]) == exits.WRONG_INPUT
    assert "codenames-tui: the price of m is unknown, so no budget can be kept; give its price_in and price_out" in (
        capsys.readouterr().err
    )
    assert (transport.calls, (quick / "paid").exists()) == ([], False)


def test_a_used_up_budget_gives_exit_code_4(quick: Path, transport: Memory, capsys: pytest.CaptureFixture[str]) -> None:
    priced = MODEL.replace("[limits]", "price_in = 1.0\nprice_out = 1.0\n[limits]")
    (quick / "paid.toml").write_text(priced)
    assert main(["bench", "run", "paid.toml", "--out", ".", "--budget", "0.004"]) == exits.BUDGET_REACHED
    assert "the budget of $0.00 is used up" in capsys.readouterr().err
    assert main(["bench", "run", "paid.toml", "--out", ".", "--yes"]) == exits.DONE


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), pytest.param(signal.SIGTERM, 143, marks=pytest.mark.soak)]
)
def test_a_signal_ends_a_run_that_can_be_gone_on_with(tmp_path: Path, number: signal.Signals, code: int) -> None:
    experiment = tmp_path / "long.toml"
    experiment.write_text('name = "long"\nmodels = ["vector:sharp", "vector:bold"]\nseeds = "0..99"\n')
    process = subprocess.Popen(
        [sys.executable, "-m", "codenames_tui", "bench", "run", str(experiment), "--out", str(tmp_path)],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    folder = tmp_path / "long"
    while not list(folder.glob("episodes/*.json")):
        assert is_running(process)
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    assert process.returncode == code
    assert out.startswith("interrupted: ")
    assert "run it again to resume" in err
    assert "done:" not in out
    assert json.loads((folder / "manifest.json").read_text())["status"] == "interrupted"
    assert not (folder / "run.lock").exists()


def test_a_run_that_was_started_with_nohup_outlives_its_terminal(quick: Path) -> None:
    program = (
        "import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN); import sys; from codenames_tui.cli import main"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", f"{program}; sys.exit(main(sys.argv[1:]))", "bench", "run", "quick.toml"],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        stderr=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )
    while is_running(process) and not (quick / "benchmark_results/quick/manifest.json").exists():
        pass
    process.send_signal(signal.SIGHUP)
    assert process.wait(timeout=60) == exits.DONE


# What the games came to


def test_a_report_is_printed_and_written_anew(
    quick: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("codenames_metrics.report.artefacts.pdf_bytes", lambda picture: b"%PDF-")
    main(["bench", "run", "quick.toml", "--out", "runs"])
    (quick / "runs/quick/report.md").unlink()
    capsys.readouterr()
    assert main(["bench", "report", "runs/quick"]) == exits.DONE
    out = capsys.readouterr()
    assert out.out == (quick / "runs/quick/report.md").read_text()
    assert out.err == "report in runs/quick/report.md\n"
    assert main(["bench", "report", "runs/quick", "--json"]) == exits.DONE
    assert json.loads(capsys.readouterr().out)["finished"] == 4


def test_two_runs_are_compared(quick: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["bench", "run", "quick.toml", "--out", "runs"])
    capsys.readouterr()
    assert main(["bench", "compare", "runs/quick", "runs/quick"]) == exits.DONE
    assert capsys.readouterr().out.startswith("# quick against quick\n")
    assert main(["bench", "compare", "runs/quick", "runs/quick", "--json"]) == exits.DONE
    assert json.loads(capsys.readouterr().out)["paired"] is True


@pytest.mark.parametrize("command", ["report", "compare"])
def test_a_folder_without_results_has_no_report(quick: Path, command: str, capsys: pytest.CaptureFixture[str]) -> None:
    folders = [str(quick)] * (2 if command == "compare" else 1)
    assert main(["bench", command, *folders]) == exits.WRONG_INPUT
    error = capsys.readouterr().err
    assert "config.json" in error
    assert "Traceback" not in error
    assert not list(quick.glob("report.md"))


def test_a_report_loads_neither_a_screen_nor_a_provider(quick: Path) -> None:
    main(["bench", "run", "quick.toml", "--out", "runs"])
    program = (
        "import sys; from codenames_tui.cli import main; main(['bench', 'report', 'runs/quick']); "
        "print([name for name in ('litellm', 'textual', 'scipy') if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=quick, capture_output=True, text=True, check=True)
    assert done.stderr.splitlines()[-1] == "[]"


def test_a_run_can_be_watched_as_lines(quick: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["bench", "run", "quick.toml", "--out", "."])
    capsys.readouterr()
    assert main(["bench", "watch", "quick", "--plain"]) == exits.DONE
    assert capsys.readouterr().out == "done: 4 of 4 complete\n"


def test_the_app_needs_a_terminal(quick: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "run", "quick.toml", "--tui"]) == exits.WRONG_INPUT
    assert "there is no terminal here; add --plain" in capsys.readouterr().err
    assert not (quick / "benchmark_results").exists()
    main(["bench", "run", "quick.toml", "--out", "."])
    assert main(["bench", "watch", "quick"]) == exits.WRONG_INPUT
    assert "there is no terminal here; add --plain" in capsys.readouterr().err


def test_what_is_no_folder_of_results_cannot_be_watched(quick: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "watch", ".", "--plain"]) == exits.WRONG_INPUT
    assert "not a results folder, since it has no config.json: ." in capsys.readouterr().err


def test_the_state_of_a_live_run_is_the_runs_own_word(quick: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["bench", "run", "quick.toml", "--out", "."])
    now = Progress(RunStatus.RUNNING, 4, 1, 2, 1, 0, 0, 0, 0, 1.0, 0.0, 0)
    write_snapshot(quick / "quick", RunSnapshot(now))
    capsys.readouterr()
    main(["bench", "status", "quick"])
    assert "2 running" not in capsys.readouterr().out
    lock = FolderLock(quick / "quick")
    try:
        main(["bench", "status", "quick"])
        assert "now: 1 of 4 complete, 2 running" in capsys.readouterr().out
    finally:
        lock.release()


def test_without_a_terminal_no_money_is_spent_that_nobody_agreed_to(
    quick: Path, transport: Memory, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", "run", "paid.toml", "--out", "."]) == exits.WRONG_INPUT
    assert "give --yes, or a limit with --budget USD" in capsys.readouterr().err
    assert not (quick / "paid").exists()
    assert not transport.calls
    free = MODEL.replace("[limits]", "price_in = 0\nprice_out = 0\n[limits]")
    (quick / "paid.toml").write_text(free)
    assert main(["bench", "run", "paid.toml", "--out", "."]) == exits.DONE


def test_a_limit_of_the_experiment_is_an_agreement_too(quick: Path, transport: Memory) -> None:
    priced = MODEL.replace("[limits]", "price_in = 1.0\nprice_out = 1.0\n[limits]\nbudget_usd = 50.0")
    (quick / "paid.toml").write_text(priced)
    assert main(["bench", "run", "paid.toml", "--out", "."]) == exits.DONE


@pytest.mark.parametrize("name", ["ledger.csv", "failures.csv"])
@pytest.mark.parametrize(
    "damage",
    [b"a\rb\n\xff\x00\n", *(pytest.param(one, marks=pytest.mark.soak) for one in (b"x" * 200_000 + b"\n", b'"\n"\n'))],
)
def test_damaged_books_stop_nobody(quick: Path, capsys: pytest.CaptureFixture[str], name: str, damage: bytes) -> None:
    main(["bench", "run", "quick.toml", "--out", "."])
    with (quick / "quick" / name).open("ab") as file:
        file.write(damage)
    for command in (["status", "quick"], ["report", "quick"], ["run", "quick.toml", "--out", "."]):
        assert main(["bench", *command]) == exits.DONE


def test_a_lock_of_no_process_is_nobodys(quick: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["bench", "run", "quick.toml", "--out", "."])
    (quick / "quick/run.lock").write_text('{"pid": 99999999999999999999}')
    assert main(["bench", "status", "quick"]) == exits.DONE


@pytest.mark.parametrize("name", ["run.lock", "ledger.csv", "failures.csv", "metrics/measured.jsonl"])
def test_a_link_in_a_folder_of_results_harms_no_file_elsewhere(
    quick: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    main(["bench", "run", "quick.toml", "--out", "."])
    (quick / "precious").write_text("a line\nand half a line")
    (quick / "quick" / name).unlink(missing_ok=True)
    (quick / "quick" / name).symlink_to(quick / "precious")
    assert main(["bench", "run", "quick.toml", "--out", "."]) == exits.WRONG_INPUT
    assert name in capsys.readouterr().err
    assert (quick / "precious").read_text() == "a line\nand half a line"


@pytest.mark.parametrize("command", ["status", "report"])
def test_the_config_of_another_experiment_is_refused(
    quick: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    (quick / "other.toml").write_text(QUICK.replace('"quick"', '"other"'))
    for name in ("quick", "other"):
        main(["bench", "run", f"{name}.toml", "--out", "."])
    before = (quick / "quick/report.md").read_bytes()
    shutil.copy(quick / "other/config.json", quick / "quick/config.json")
    capsys.readouterr()
    assert main(["bench", command, "quick"]) == exits.WRONG_INPUT
    assert "quick/config.json is of another experiment than manifest.json" in capsys.readouterr().err
    assert (quick / "quick/report.md").read_bytes() == before


@pytest.mark.parametrize("other", [0, 3])
def test_an_episode_in_the_place_of_another_counts_for_nobody(
    quick: Path, capsys: pytest.CaptureFixture[str], other: int
) -> None:
    main(["bench", "run", "quick.toml", "--out", "."])
    name, place = (read_plan(quick / "quick").record_name(index) for index in (other, 1))
    shutil.copy(quick / "quick/episodes" / name, quick / "quick/episodes" / place)
    (quick / "quick/metrics/measured.jsonl").unlink()
    assert main(["bench", "report", "quick"]) == exits.WRONG_INPUT
    assert f"{place}: not the game that the experiment has" in capsys.readouterr().err


def test_an_episode_that_is_cut_off_can_be_played_again(quick: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["bench", "run", "quick.toml", "--out", "."])
    whole = (quick / "quick/report.md").read_bytes()
    episode = quick / "quick/episodes" / read_plan(quick / "quick").record_name(1)
    episode.write_bytes(episode.read_bytes()[:500])
    (quick / "quick/metrics/measured.jsonl").unlink()
    assert main(["bench", "report", "quick"]) == exits.WRONG_INPUT
    assert "delete the file to have the next run play this game again" in capsys.readouterr().err
    episode.unlink()
    main(["bench", "status", "quick"])
    assert ": incomplete, 3 of 4 complete" in capsys.readouterr().out
    assert main(["bench", "run", "quick.toml", "--out", "."]) == exits.DONE
    assert (quick / "quick/report.md").read_bytes() == whole
