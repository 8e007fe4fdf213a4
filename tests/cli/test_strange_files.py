"""What is no ordinary file is refused at once, wherever a path is taken: nothing is waited for or read for ever."""

import contextlib
import os
import signal
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import pytest

from codenames_agents.catalogue import as_recorded
from codenames_core.files.atomic_writes import write_atomically
from codenames_core.files.tail import FileTail
from codenames_core.files.untrusted_files import open_ordinary
from codenames_core.game.config import AgentConfig
from codenames_core.support.errors import StorageError
from codenames_metrics.run_folder.line_file import LineFile
from codenames_metrics.run_folder.lock import FolderLock
from codenames_tui.benchmark.form import experiments_in
from codenames_tui.cli import exits, main
from codenames_tui.ui.preferences import read_settings
from codenames_tui.ui.themes.theming import load_themes

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the files are those of POSIX")

SECONDS = 60
COMMANDS = {
    "verify": ("verify", "FILE.json"),
    "verify of a journal": ("verify", "FILE.jsonl"),
    "replay": ("replay", "--plain", "FILE.json"),
    "fork": ("play", "--headless", "--from", "FILE.json", "--at", "1", "--out", "new.json"),
    "resume": ("play", "--headless", "--resume", "FILE.jsonl"),
    "words": ("play", "--headless", "--words", "FILE.txt", "--out", "new.json"),
    "script": ("play", "--headless", "--red", "scripted:FILE.json", "--out", "new.json"),
    "compare": ("compare", "FILE.json", "sample:solo"),
    "metrics": ("metrics", "FILE.json"),
    "baseline": ("metrics", "sample:solo", "--baseline", "FILE.json"),
    "export": ("export", "FILE.json", "--format", "md"),
    "experiment": ("bench", "run", "FILE.toml", "--dry-run"),
    "status": ("bench", "status", "FILE"),
    "report": ("bench", "report", "FILE"),
    "watch": ("watch", "--plain", "FILE.jsonl"),
    "token": ("watch", "--plain", "http://127.0.0.1:9/", "--token-file", "FILE.txt"),
    "cases": ("clue", "check", "--cases", "FILE.jsonl"),
}


@contextlib.contextmanager
def at_once() -> Iterator[None]:
    """Fail what is still waiting after a minute, instead of waiting with it."""

    def fail(number: int, frame: FrameType | None) -> None:
        raise AssertionError("it waits")

    before = signal.signal(signal.SIGALRM, fail)
    signal.alarm(SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@pytest.fixture
def strange(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Path]]:
    """A pipe, a socket, a folder, links that lead to each other, to nothing, to a device, and to a pipe."""
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    Path("folder").mkdir()
    Path("loop").symlink_to("loop")
    Path("nothing").symlink_to("gone")
    Path("zero").symlink_to("/dev/zero")
    Path("linked").symlink_to("pipe")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("socket")
        yield [Path(name) for name in ("pipe", "socket", "folder", "loop", "nothing", "zero", "linked")]


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_refuses_it_in_words(name: str, strange: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    suffix = next(part.partition("FILE")[2] for part in COMMANDS[name] if "FILE" in part)
    for path in strange:
        if suffix:
            path = path.rename(path.with_suffix(suffix))
            if path.stem == "loop":
                path.unlink()
                path.symlink_to(path.name)
        with at_once():
            code = main([part.replace(f"FILE{suffix}", str(path)) for part in COMMANDS[name]])
        said = capsys.readouterr().err
        assert code == exits.WRONG_INPUT, path
        assert said.splitlines(), path
        assert all(line.isprintable() for line in said.splitlines())
        assert "Traceback" not in said
        assert not Path("new.json").exists()


def test_no_settings_theme_or_file_of_a_run_is_waited_for(strange: list[Path], tmp_path: Path) -> None:
    os.mkfifo("pipe.toml")
    for path in strange:
        with at_once():
            assert read_settings(path).broken or not path.exists()
            assert list(FileTail(path).lines()) == []
            with pytest.raises(OSError, match=r"a directory|not an ordinary|No such file|symbolic links"):
                open_ordinary(path)
            with contextlib.suppress(StorageError):
                LineFile(path).close()
    with at_once():
        assert experiments_in(tmp_path) == []
        themes = load_themes([tmp_path])
    assert themes.usable == ()
    assert themes.problems == ("theme pipe.toml: not an ordinary file",)


@pytest.mark.parametrize("name", ["a\0b", "a\udcff\ud800b"])
def test_a_name_that_no_file_can_have_is_said_to_be_none(tmp_path: Path, name: str) -> None:
    with pytest.raises(StorageError, match="no file can have this name"):
        write_atomically(tmp_path / name, b"")
    for make in (LineFile, FolderLock):
        with pytest.raises(StorageError, match="no file can have this name"):
            make(tmp_path / name / "x")
    assert read_settings(tmp_path / name).broken


@pytest.mark.parametrize(
    "spec",
    ["scripted:a\0b.json", "scripted:\ud800", "vector:\0", "litellm:openai/\ud800", "\ud800", "x/y?extra.stop=\ud800"],
)
def test_an_agent_of_such_a_name_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], spec: str) -> None:
    assert main(["play", "--headless", "--red", spec, "--out", str(tmp_path / "x.json")]) == exits.WRONG_INPUT
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "\0" not in said


def test_the_name_of_a_script_can_be_recorded_whatever_its_bytes_are() -> None:
    recorded = as_recorded(AgentConfig(spec="scripted:folder/a\udcff.json"))
    assert recorded.model_dump_json() == '{"spec":"scripted:a\ufffd.json"}'


@pytest.mark.parametrize("name", ["../../x", "CON", "a\nb\x1b[2J", "x" * 5_000, "\u202ex"])
def test_the_name_of_an_episode_is_no_path(name: str) -> None:
    from codenames_core.files.record import file_name

    made = file_name(name, {"created": name})
    assert Path(made).name == made
    assert made.isascii()
    assert made.isprintable()
    assert len(made) < 40
    assert made.startswith("game-")


def test_a_saved_file_is_as_private_as_the_user_wants(tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        write_atomically(tmp_path / "x.json", b"{}")
    finally:
        os.umask(before)
    assert (tmp_path / "x.json").stat().st_mode & 0o777 == 0o600
