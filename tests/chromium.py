"""A headless Chromium, driven through pipes by its DevTools protocol.

CHROMIUM can name one in the environment; without it, one on the path is used.
"""

import base64
import contextlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, TypeVar

import pytest

B = TypeVar("B", bound="Browser")
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
        self.asked_for: list[str] = []
        """Addresses that pages tried to load."""
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
        if method == "Network.requestWillBeSent":
            self.asked_for.append(parameters["request"]["url"])

    def open(self, address: str) -> None:
        """Open a page and wait until its script has run."""
        self.ask("Page.navigate", url=address)
        while self.look("document.readyState") != "complete":
            pass

    def look(self, expression: str) -> Any:
        """Return the value of an expression in the page."""
        return self.ask("Runtime.evaluate", expression=expression, returnByValue=True)["result"].get("value")

    def press(self, key: str) -> None:
        """Press a key."""
        for kind in ("keyDown", "keyUp"):
            self.ask("Input.dispatchKeyEvent", type=kind, key=key)

    def type(self, text: str) -> None:
        """Type characters, as from a keyboard."""
        for sign in text:
            key: dict[str, Any] = {"key": sign}
            if sign == "\r":
                key = {"key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13}
            self.ask("Input.dispatchKeyEvent", type="keyDown", text=sign, **key)
            self.ask("Input.dispatchKeyEvent", type="keyUp", **key)

    def click_at(self, x: int, y: int) -> None:
        """Click on a place of the page."""
        for kind in ("mousePressed", "mouseReleased"):
            self.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def picture(self) -> bytes:
        """Return what the page looks like, as PNG."""
        return base64.b64decode(self.ask("Page.captureScreenshot", format="png")["data"])

    def end(self) -> None:
        """Close the browser."""
        self._session = None
        self.ask("Browser.close")


@contextlib.contextmanager
def chromium(profile: Path, kind: type[B]) -> Iterator[B]:
    """A headless Chromium as `kind`; the test is skipped where there is none."""
    if CHROMIUM is None:
        pytest.skip("there is no Chromium on the path; CHROMIUM can name one")
    to_browser, from_us = os.pipe()
    to_us, from_browser = os.pipe()
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--window-size=1300,800"]
    pipes = (str(to_browser), str(from_browser))
    command = [sys.executable, "-c", ON_PIPES, *pipes, CHROMIUM, *options, f"--user-data-dir={profile}"]
    with subprocess.Popen(
        command, pass_fds=(to_browser, from_browser), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        os.close(to_browser)
        os.close(from_browser)
        with os.fdopen(from_us, "wb") as asking, os.fdopen(to_us, "rb") as answering:
            yield (opened := kind(asking, answering))
            opened.end()
        process.wait(timeout=30)
