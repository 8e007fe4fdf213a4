"""The lobby of a table in a real browser: a person takes a seat there, and plays.

    python -m pytest -m browser

`PICTURES` can name a folder in which the pictures are kept.
"""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.chromium import Browser, chromium
from tests.patience import PATIENCE
from tests.table.host_processes import invitations_of, started

from codenames_core.files.journal import read_journal
from codenames_core.files.record import EpisodeRecord
from codenames_core.game.config import Seat

pytestmark = pytest.mark.browser


@pytest.fixture
def table(tmp_path: Path, home: Path) -> Iterator["subprocess.Popen[str]"]:
    game = ("--listen", "127.0.0.1:0", "--seed", "7", "--max-turns", "1", "--out", "game.json")
    with started(tmp_path, *game) as process:
        try:
            (tmp_path / "invitation").write_text(invitations_of(process)["any free seat"], "utf-8")
            yield process
        finally:
            process.kill()


@pytest.fixture
def address(table: "subprocess.Popen[str]", tmp_path: Path) -> Iterator[str]:
    """The page that leads into the lobby."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    options = ["--port", str(port), "--table", str(tmp_path / "invitation")]
    with subprocess.Popen(
        [sys.executable, "-m", "codenames_tui", "serve", *options], stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stderr is not None
            assert process.stderr.readline() == f"the table is at http://127.0.0.1:{port}/; Ctrl+C ends it\n"
            yield f"http://127.0.0.1:{port}/"
        finally:
            process.terminate()


def wait_until(happened: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.2)  # another process says nothing when it has drawn


def keep(picture: bytes, name: str) -> None:
    if folder := os.environ.get("PICTURES"):
        Path(folder, name).write_bytes(picture)


def f4(browser: Browser) -> None:
    for kind in ("rawKeyDown", "keyUp"):
        browser.ask("Input.dispatchKeyEvent", type=kind, key="F4", code="F4", windowsVirtualKeyCode=115)


def test_a_person_takes_a_seat_and_plays_in_a_browser(
    table: "subprocess.Popen[str]", address: str, tmp_path: Path
) -> None:
    with chromium(tmp_path / "profile", Browser) as browser:
        browser.open(address)
        wait_until(lambda: len(browser.picture()) > 20_000)  # the lobby is drawn
        keep(browser.picture(), "lobby.png")
        browser.click_at(600, 500)  # what is typed goes there from now on
        browser.type("\r")
        wait_until(lambda: '"seat": "red_cluer"' in (tmp_path / "game.table").read_text("utf-8").split('"people"')[1])
        keep(browser.picture(), "seat.png")
        f4(browser)
        journal = tmp_path / "game.jsonl"
        wait_until(lambda: "human" in journal.read_text("utf-8"))
        wait_until(lambda: len(browser.picture()) > 50_000)  # the board is drawn
        keep(browser.picture(), "clue.png")
        browser.type("obelisk\r")
        wait_until(lambda: not journal.exists() or bool(read_journal(journal).played.events))
        assert table.wait(PATIENCE) == 0
        keep(browser.picture(), "end.png")
    record = EpisodeRecord.load(tmp_path / "game.json")
    assert {trace.seat for trace in record.decisions() if trace.is_human} == {Seat.RED_CLUER}
