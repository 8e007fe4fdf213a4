"""A real terminal, of which a test sees what a person would."""

import os
import subprocess
import time
import uuid
from collections.abc import Callable
from pathlib import Path

from tests.patience import PATIENCE


class Terminal:
    """A window of a tmux server of its own."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self._socket = f"codenames-{uuid.uuid4().hex[:8]}"
        self.folder = folder
        self.environment = environment

    def tmux(self, *arguments: str) -> str:
        done = subprocess.run(
            ["tmux", "-L", self._socket, "-f", "/dev/null", *arguments],
            check=False,
            capture_output=True,
            text=True,
            env=self.environment,
            cwd=self.folder,
            timeout=PATIENCE,
        )
        return done.stdout

    def start(self, width: int = 80, height: int = 24, command: str = "sh") -> None:
        self.tmux("new-session", "-d", "-x", str(width), "-y", str(height), command)
        self.wait_for(lambda seen: bool(seen.strip()))

    def run(self, command: str) -> None:
        self.tmux("send-keys", "-l", command)
        self.tmux("send-keys", "Enter")

    def press(self, *keys: str) -> None:
        self.tmux("send-keys", *keys)

    def seen(self) -> str:
        return self.tmux("capture-pane", "-p")

    def coloured(self) -> str:
        return self.tmux("capture-pane", "-p", "-e")

    def wait_for(self, happened: Callable[[str], bool]) -> str:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            if happened(seen := self.seen()):
                return seen
            time.sleep(0.05)  # tmux tells nobody when its screen changes
        raise AssertionError(self.seen())

    def signal(self, number: int) -> None:
        """Send a signal to the app."""
        shell = self.tmux("display-message", "-p", "#{pane_pid}").strip()
        child = subprocess.run(["ps", "-o", "pid=", "--ppid", shell], check=True, capture_output=True, text=True)
        os.kill(int(child.stdout.split()[0]), number)

    def end(self) -> None:
        self.tmux("kill-server")
