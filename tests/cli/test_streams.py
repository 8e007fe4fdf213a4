"""What the command line does where its output goes nowhere, into a full disk, or into an encoding of little range."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from codenames_core.files.record import EpisodeRecord
from codenames_core.support.errors import StorageError
from codenames_tui.cli import exits, main
from codenames_tui.cli import program as cli
from codenames_tui.ui.crash import log_file

QUICK = "--red random --blue random --seed 7"
PROGRAM = "import sys; from codenames_tui.cli import main; sys.exit(main())"


def shell(command: str, folder: Path, **environment: str) -> "subprocess.CompletedProcess[str]":
    """What a shell makes of `command`, in which `app` stands for the program."""
    paths = os.pathsep.join(path for path in sys.path if path)
    return subprocess.run(
        ["sh", "-c", f'app() {{ "$PYTHON" -c "$PROGRAM" "$@"; }}; {command}'],
        check=False,
        capture_output=True,
        text=True,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": paths, "PYTHON": sys.executable, "PROGRAM": PROGRAM, **environment},
        timeout=60,
    )


def assert_one_line(said: str, part: str) -> None:
    assert part in said
    assert said.count("\n") == 1
    assert "Traceback" not in said


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("arguments", ["--help", "--version", "play --help", "clue check sea 1 --board SHIP"])
@pytest.mark.parametrize(("to", "reason"), [(">/dev/full", "No space left on device"), (">&-", "closed")])
def test_data_that_cannot_be_printed_is_a_complaint(
    arguments: str, to: str, reason: str, unbuffered: str, tmp_path: Path
) -> None:
    done = shell(f"app {arguments} {to}", tmp_path, PYTHONUNBUFFERED=unbuffered)
    assert done.returncode == exits.WRONG_INPUT
    assert_one_line(done.stderr, "standard output could not be written: ")
    assert reason in done.stderr


OUTPUTS = (">/dev/full", ">&-", "| head -n 1")


@pytest.mark.parametrize(
    ("how", "to"),
    [
        pytest.param(how, to, marks=() if number == kind else pytest.mark.soak)
        for number, how in enumerate(("--plain", "--json", "--headless"))
        for kind, to in enumerate(OUTPUTS)
    ],
)
def test_a_game_is_saved_and_says_where_although_nobody_reads_it(how: str, to: str, tmp_path: Path) -> None:
    done = shell(f"app play {how} --out game.json {QUICK} {to}", tmp_path)
    assert "saved as game.json\n" in done.stderr
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr
    assert os.listdir(tmp_path) == ["game.json"]


def test_a_reader_that_has_had_enough_is_no_failure(tmp_path: Path) -> None:
    done = shell(f"{{ app play --plain --out game.json {QUICK}; echo $? >code; }} | head -n 1", tmp_path)
    assert done.stdout == "RED: random\n"
    assert (tmp_path / "code").read_text() == "0\n"
    assert_one_line(done.stderr, "saved as game.json")


def test_narration_is_never_printed_among_data(tmp_path: Path) -> None:
    done = shell(f"app play --json --out game.json {QUICK} 2>&-", tmp_path)
    assert done.returncode == exits.DONE
    assert done.stdout.startswith('{"episode_id"')
    assert done.stdout.count("\n") == 1
    assert "saved as" not in done.stdout
    assert EpisodeRecord.load(tmp_path / "game.json").outcome


def test_without_standard_streams_no_journal_takes_their_place(tmp_path: Path) -> None:
    done = shell(f"app play --plain --out game.json {QUICK} <&- >&- 2>&-", tmp_path)
    assert done.returncode == exits.WRONG_INPUT
    assert EpisodeRecord.load(tmp_path / "game.json").outcome


def test_narration_that_cannot_be_printed_harms_nothing(tmp_path: Path) -> None:
    done = shell(f"app play --headless --out game.json {QUICK} 2>/dev/full", tmp_path)
    assert done.returncode == exits.DONE
    assert "wins" in done.stdout


def test_what_an_encoding_lacks_is_printed_as_an_escape(tmp_path: Path) -> None:
    done = shell("app clue check éclair 1 --board ÉTÉ; app words check wörter.txt", tmp_path, PYTHONIOENCODING="ascii")
    assert "'\\xe9clair' is legal" in done.stdout
    assert "w\\xf6rter.txt" in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_a_bug_of_ours_is_one_line_that_names_the_log(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(options: object) -> int:
        raise ZeroDivisionError(options)

    monkeypatch.setattr(cli, "_handler", lambda name: broken)
    assert main(["verify", "game.json"]) == exits.OUR_ERROR
    assert_one_line(capsys.readouterr().err, f"details are in {log_file()}")
    assert "in broken" in log_file().read_text()


@pytest.mark.parametrize(
    "arguments",
    [
        ["replay", "--plain", "LONG.json"],
        ["verify", "LONG.json"],
        ["play", "--plain", "--out", "LONG.json"],
        ["play", "--plain", "--resume", "LONG.jsonl"],
        ["play", "--plain", "--from", "LONG.json"],
        ["play", "--plain", "--words", "LONG.txt"],
        ["play", "--plain", "--red", "scripted:LONG.json"],
        ["words", "check", "LONG.txt"],
        ["clue", "check", "--cases", "LONG.jsonl"],
    ],
)
def test_a_name_that_no_file_can_have_is_a_complaint(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    code = main([argument.replace("LONG", "a" * 300) for argument in arguments])
    printed = capsys.readouterr()
    assert code == exits.WRONG_INPUT
    assert_one_line(printed.err + printed.out, "name too long")


@pytest.mark.parametrize("option", ["--resume", "--from", "--out", "--words"])
@pytest.mark.parametrize("path", ["", ".", "/"])
def test_a_path_that_is_no_file_is_a_complaint(option: str, path: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--plain", option, path]) == exits.WRONG_INPUT
    assert_one_line(capsys.readouterr().err, "codenames-tui: ")


def test_a_folder_that_may_not_be_read_is_a_complaint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(path: Path) -> object:  # the superuser may read everything
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "iterdir", refuse)
    assert main(["replay", "--plain", str(tmp_path)]) == exits.WRONG_INPUT
    assert_one_line(capsys.readouterr().err, f"{tmp_path}: Permission denied")


def test_the_disk_is_blamed_by_name() -> None:
    assert cli._complaint(StorageError("game.json could not be written: full")) == (
        "game.json could not be written: full"
    )
