"""`--serve-events` and `watch`, from one process to another."""

import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.patience import is_running

from codenames_core.files.journal import Header, JournalWriter
from codenames_core.files.record import EpisodeRecord
from codenames_core.files.schema import SeatChange
from codenames_core.game.config import AgentConfig, Seat, Team
from codenames_tui.cli import main
from codenames_tui.library.samples import sample_path

SECRET = "a-secret-of-16-signs"  # noqa: S105
PROGRAM = [sys.executable, "-m", "codenames_tui"]


@pytest.fixture
def token(tmp_path: Path) -> Path:
    path = tmp_path / "token"
    path.write_text(SECRET + "\n", "utf-8")
    path.chmod(0o600)
    return path


@pytest.fixture
def playing(tmp_path: Path, token: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A game that is told, at a pace at which it can be watched, and its address."""
    options = ["--seed", "7", "--pace", "0.02", "--out", str(tmp_path / "game.json")]
    serving = ["--serve-events", "127.0.0.1:0", "--token-file", str(token)]
    with subprocess.Popen(
        [*PROGRAM, "play", "--headless", *options, *serving],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr is not None
        line = process.stderr.readline()
        assert SECRET not in line
        yield process, line.rpartition(" ")[2].strip()
        process.kill()


def watched(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*PROGRAM, "watch", "--plain", *arguments], capture_output=True, text=True, check=False, timeout=60
    )


def test_a_game_is_watched_from_another_process_to_its_end(
    playing: tuple[subprocess.Popen[str], str], tmp_path: Path, token: Path
) -> None:
    process, url = playing
    with subprocess.Popen(
        [*PROGRAM, "watch", "--plain", url, "--token-file", str(token)], stdout=subprocess.PIPE, text=True
    ) as spymaster:
        public = watched(url)
        seen, _ = spymaster.communicate(timeout=60)
    assert process.wait(timeout=30) == 0
    record = EpisodeRecord.load(tmp_path / "game.json")
    assert public.returncode == 0
    lines = public.stdout.splitlines()
    assert lines[:3] == ["RED: vector:balanced", "BLUE: vector:balanced", "Words:"]
    guesses = [line for line in lines if " guesses " in line]
    assert len(guesses) == sum(event.type == "guess" for event in record.public_transcript)
    assert "Key:" not in lines
    assert "wins" in lines[-1] or "Nobody" in lines[-1]
    assert "Key:" in seen


def test_a_game_that_is_interrupted_ends_its_stream(playing: tuple[subprocess.Popen[str], str]) -> None:
    process, url = playing
    with urllib.request.urlopen(url + "events", timeout=30) as stream:  # noqa: S310
        while stream.readline() != b"event: event\n":
            pass
        process.send_signal(signal.SIGTERM)
        rest = stream.read().decode()
    assert rest.rstrip().splitlines()[-2] == "event: end"
    assert '"outcome":null' in rest
    assert process.wait(timeout=30) == 128 + signal.SIGTERM


def test_a_journal_is_watched_into_its_episode(tmp_path: Path) -> None:
    options = ["--seed", "7", "--pace", "0.02", "--out", str(tmp_path / "game.json")]
    with subprocess.Popen([*PROGRAM, "play", "--headless", *options], stdout=subprocess.PIPE, text=True) as process:
        while not (tmp_path / "game.jsonl").exists() or not (tmp_path / "game.jsonl").read_bytes().endswith(b"\n"):
            assert is_running(process)
        seen = watched(str(tmp_path / "game.jsonl"))
        process.wait(timeout=60)
    assert seen.returncode == 0
    assert "Key:" in seen.stdout
    assert "How it was played:" in seen.stdout


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["play", "--headless", "--serve-events", "8765"], "--serve-events is '8765'; HOST:PORT is needed"),
        (["play", "--headless", "--serve-events", "0.0.0.0:0"], "give --token-file, or listen at 127.0.0.1"),
        (["play", "--headless", "--token-file", "x"], "give --serve-events HOST:PORT with it"),
        (["play", "--headless", "--serve-events", "127.0.0.1:0", "--token-file", "none"], "none: No such file"),
        (["watch", "--plain", "http://127.0.0.1:1"], "no connection: Connection refused"),
        (["watch", "--plain", "http://me:pass@127.0.0.1:1"], "give --token-file"),
        (["watch", "--plain", "none.jsonl"], "none.jsonl: No such file"),
        (["watch", "--plain", "none.jsonl", "--token-file", "x"], "a journal needs none"),
        (["watch", "none.jsonl"], "none.jsonl: No such file"),
        (["watch", "--plain", "game.json"], "this game is over; open it with replay"),
    ],
)
def test_what_cannot_be_told_or_followed_is_named(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str], home: Path
) -> None:
    assert main(arguments) == 2
    err = capsys.readouterr().err
    assert complaint in err
    assert err.count("\n") == 1
    assert list(home.rglob("*.jsonl")) == []


@pytest.mark.parametrize("executor", ["local", "procs"])
def test_a_benchmark_tells_its_games(tmp_path: Path, capsys: pytest.CaptureFixture[str], executor: str) -> None:
    experiment = tmp_path / "small.toml"
    experiment.write_text('name = "small"\nmodels = ["vector:bold"]\nseeds = [1]\n', "utf-8")
    run = ["bench", "run", str(experiment), "--out", str(tmp_path)]
    assert main([*run, "--serve-events", "127.0.0.1:0", "--executor", executor]) == 0
    assert "follow it with: codenames-tui watch http://127.0.0.1:" in capsys.readouterr().err


def test_a_journal_with_a_broken_line_is_followed_up_to_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = EpisodeRecord.load(sample_path("comeback"))
    path = tmp_path / "game.jsonl"
    header = Header(episode_id="a", config=record.config, board=record.board, teams=record.teams)
    writer = JournalWriter(path, header)
    writer.happened(record.public_transcript[0])
    writer.close()
    with path.open("ab") as end:
        end.write(b"nonsense\n")
    assert main(["watch", "--plain", str(path)]) == 2
    caught = capsys.readouterr()
    assert caught.out.splitlines()[-2].startswith("RED")
    assert "line 3" in caught.err


def test_who_takes_a_seat_or_gives_it_back_is_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = EpisodeRecord.load(sample_path("comeback"))
    path = tmp_path / "game.jsonl"
    before = record.teams[Team.RED].guesser_1
    writer = JournalWriter(path, Header(episode_id="a", config=record.config, board=record.board, teams=record.teams))
    writer.happened(record.public_transcript[0])
    for agent in (AgentConfig(spec="human"), before):
        writer.seat_changed(SeatChange(seat=Seat.RED_GUESSER_1, at=1, agent=agent))
    writer.close()
    with path.open("ab") as end:
        end.write(b"nonsense\n")
    assert main(["watch", "--plain", str(path)]) == 2
    assert capsys.readouterr().out.splitlines()[-2:] == [
        f"a person takes RED guesser 1 from {before.spec}",
        f"{before.spec} plays RED guesser 1 again, after a person",
    ]
