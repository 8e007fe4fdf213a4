"""The app in a real browser, by textual-serve: it is drawn, a turn is played in it, and other sites stay out.

    python -m pytest -m browser

`PICTURES` can name a folder in which the pictures are kept.
"""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.chromium import Browser, chromium
from tests.patience import PATIENCE

from codenames_core.files.journal import read_journal
from codenames_core.game.events import Clue, Pass
from codenames_core.game.state import fold

pytestmark = pytest.mark.browser


@pytest.fixture
def address() -> Iterator[str]:
    """The address of an app that is served."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "codenames_tui", "serve", "--port", str(port)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == f"the app is at http://127.0.0.1:{port}/; Ctrl+C ends it\n"
        yield f"http://127.0.0.1:{port}/"
        process.terminate()
        assert process.wait(timeout=PATIENCE) == 128 + signal.SIGTERM


def wait_until(happened: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.1)  # another process says nothing when it has drawn


def test_a_turn_is_played_in_a_browser(address: str, home: Path, tmp_path: Path) -> None:
    with chromium(tmp_path / "profile", Browser) as browser:
        browser.open(address)
        wait_until(lambda: len(browser.picture()) > 30_000)  # the home screen is drawn
        keep(browser.picture(), "home.png")
        browser.click_at(600, 500)  # what is typed goes there from now on
        browser.type("\r")
        wait_until(lambda: bool(list(home.rglob("*.jsonl"))))
        (journal,) = home.rglob("*.jsonl")
        browser.type("+++++++++")  # full speed
        wait_until(lambda: not journal.exists() or is_second_turn(journal))
        keep(browser.picture(), "game.png")
        assert len(browser.picture()) > 50_000
        assert [one for one in browser.asked_for if not one.startswith((address, "data:", "about:", "blob:"))] in (
            [],
            ["https://fonts.googleapis.com/css?family=Roboto%20Mono"],  # asked for by the page, stopped by the policy
        )


def is_second_turn(journal: Path) -> bool:
    game = read_journal(journal)
    events = game.played.events
    return (
        any(isinstance(one, Clue | Pass) for one in events)
        and fold(game.header.initial_state(), events).turn.number > 1
    )


def keep(picture: bytes, name: str) -> None:
    if folder := os.environ.get("PICTURES"):
        Path(folder, name).write_bytes(picture)


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("", {"Host": "evil.example"}),
        ("ws", {"Origin": "http://evil.example"}),
        ("ws", {}),
    ],
)
def test_other_sites_and_programs_start_no_app(address: str, path: str, headers: dict[str, str]) -> None:
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(urllib.request.Request(address + path, headers=headers))  # noqa: S310
    assert refused.value.code == 403
    refused.value.close()
