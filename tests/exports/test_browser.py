"""The exported page in a real browser: it is stepped through by buttons and keys, and nothing of a game runs in it.

    CHROMIUM=/path/to/chromium python -m pytest -m browser

Without the variable a Chromium on the path is used.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import pytest
from tests.exports.hostile import ATTACKS, attacked

from codenames_core.record import EpisodeRecord
from codenames_tui.exports.html import html
from codenames_tui.samples import sample_path

pytestmark = pytest.mark.browser
NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
CHROMIUM = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
ON_PIPES = """
import fcntl, os, sys
asked, answers = (fcntl.fcntl(int(number), fcntl.F_DUPFD, 10) for number in sys.argv[1:3])
os.dup2(asked, 3)
os.dup2(answers, 4)
os.execvp(sys.argv[3], sys.argv[3:])
"""
"""Becomes a program that reads from descriptor 3 and writes to 4, as Chromium wants its pipes."""


class Browser:
    """A headless Chromium at the other end of two pipes, which speaks its DevTools protocol."""

    def __init__(self, asking: IO[bytes], answering: IO[bytes]) -> None:
        self._asking, self._answering = asking, answering
        self._count = 0
        self._session: str | None = None
        self.complaints: list[str] = []
        """Dialogs that opened and entries of the log."""
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(f"{domain}.enable")

    def ask(self, method: str, **parameters: Any) -> Any:
        """Ask and wait for the answer; what happens meanwhile is noted."""
        self._count += 1
        session = {"sessionId": self._session} if self._session else {}
        question = {"id": self._count, "method": method, "params": parameters, **session}
        self._asking.write(json.dumps(question).encode() + b"\0")
        self._asking.flush()
        while (said := self._hear()).get("id") != self._count:
            self._note(said)
        assert "result" in said, said
        return said["result"]

    def _hear(self) -> dict[str, Any]:
        data = bytearray()
        while (byte := self._answering.read(1)) != b"\0":
            assert byte, "the browser has gone"
            data += byte
        heard: dict[str, Any] = json.loads(data)
        return heard

    def _note(self, said: dict[str, Any]) -> None:
        method, parameters = said.get("method", ""), said.get("params", {})
        if method in ("Page.javascriptDialogOpening", "Log.entryAdded", "Runtime.exceptionThrown"):
            self.complaints.append(json.dumps(parameters))
        if method == "Network.requestWillBeSent" and not parameters["request"]["url"].startswith("file:"):
            self.complaints.append(parameters["request"]["url"])

    def open(self, page: Path) -> None:
        """Open a page and wait until its script has run."""
        self.ask("Page.navigate", url=page.as_uri())
        while self.look("document.readyState") != "complete":
            pass

    def look(self, expression: str) -> Any:
        """Return the value of an expression in the page."""
        return self.ask("Runtime.evaluate", expression=expression, returnByValue=True)["result"].get("value")

    def press(self, key: str) -> None:
        """Press a key."""
        for kind in ("keyDown", "keyUp"):
            self.ask("Input.dispatchKeyEvent", type=kind, key=key)

    def click(self, button: str) -> None:
        """Click on the button of that id."""
        self.look(f"document.getElementById({button!r}).click()")

    @property
    def where(self) -> str:
        """What the page says about its position."""
        return str(self.look("document.getElementById('where').textContent"))

    @property
    def shown(self) -> int:
        """How many events are in sight."""
        told = (
            "[...document.querySelectorAll('#story li')].filter((part) => part.matches('.red, .blue') && !part.hidden)"
        )
        return int(self.look(f"{told}.length"))


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("there is no Chromium on the path; CHROMIUM can name one")
    to_browser, from_us = os.pipe()
    to_us, from_browser = os.pipe()
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe"]
    profile = f"--user-data-dir={tmp_path / 'profile'}"
    pipes = (str(to_browser), str(from_browser))
    command = [sys.executable, "-c", ON_PIPES, *pipes, CHROMIUM, *options, profile]
    with subprocess.Popen(
        command, pass_fds=(to_browser, from_browser), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        os.close(to_browser)
        os.close(from_browser)
        with os.fdopen(from_us, "wb") as asking, os.fdopen(to_us, "rb") as answering:
            yield (opened := Browser(asking, answering))
            opened._session = None
            opened.ask("Browser.close")
        process.wait(timeout=30)


def saved(folder: Path, record: EpisodeRecord, **options: Any) -> Path:
    page = folder / "game.html"
    page.write_text(html(record, **options), "utf-8")
    return page


def test_a_page_is_stepped_through_by_keys_and_buttons(browser: Browser, tmp_path: Path) -> None:
    record = EpisodeRecord.load(sample_path("comeback"))
    last = len(record.public_transcript)
    browser.open(saved(tmp_path, record, begin=0))
    assert browser.where.startswith(f"event 0 of {last}, turn 1, RED to move; RED 9 left, BLUE 8 left")
    assert browser.shown == 0
    for key, position in (("ArrowRight", 1), (".", 2), ("]", 6), ("[", 0), ("n", 6), ("ArrowLeft", 5), ("G", last)):
        browser.press(key)
        assert browser.where.startswith(f"event {position} of {last},")
        assert browser.shown == position
    assert "RED wins: it found all its words." in browser.where
    for button, position in (
        ("back", last - 1),
        ("first", 0),
        ("on", 1),
        ("turnOn", 6),
        ("turnBack", 0),
        ("end", last),
    ):
        browser.click(button)
        assert browser.where.startswith(f"event {position} of {last},")
    assert browser.complaints == []


def test_the_board_shows_what_is_revealed_and_the_key_only_when_asked(browser: Browser, tmp_path: Path) -> None:
    browser.open(saved(tmp_path, EpisodeRecord.load(sample_path("comeback")), begin=6))
    revealed = "[...document.querySelectorAll('#board li')].filter((card) => card.className).length"
    marks = "[...document.querySelectorAll('#board span')].filter((mark) => mark.textContent).length"
    meant = "getComputedStyle(document.querySelector('.meant')).display"
    assert (browser.look(revealed), browser.look(marks), browser.look(meant)) == (2, 2, "none")
    browser.press("s")
    assert (browser.look(revealed), browser.look(marks), browser.look(meant)) == (2, 25, "block")


def test_it_plays_by_itself_to_the_end_and_stays_there(browser: Browser, tmp_path: Path) -> None:
    record = EpisodeRecord.load(sample_path("single-guesser"))
    last = len(record.public_transcript)
    browser.open(saved(tmp_path, record, begin=last - 3, pace=0.0))
    browser.press(" ")
    while browser.look("document.getElementById('play').getAttribute('aria-pressed')") == "true":
        pass
    assert browser.where.startswith(f"event {last} of {last}")


def test_no_attack_runs_opens_or_loads_anything(browser: Browser, tmp_path: Path) -> None:
    for attack in ATTACKS:
        page = saved(tmp_path, attacked(attack), begin=0)
        browser.open(page)
        browser.press("G")
        assert browser.where.startswith("event 8 of 8")
        assert browser.look("document.querySelectorAll('script').length") == 2
    assert browser.complaints == []
