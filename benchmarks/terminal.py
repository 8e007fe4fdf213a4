"""The app in a pseudo-terminal of its own: keys go in, bytes come out, and its time is read from outside."""

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from benchmarks.measuring import cpu_of

QUIET: Final = 0.4
"""Seconds without output after which a screen counts as drawn."""
APP: Final = ("-m", "codenames_tui")


class Cost(NamedTuple):
    """What a process has used."""

    cpu: float
    """Seconds."""
    written: int
    """Bytes to the terminal."""
    pieces: int
    """In how many reads they came."""

    def since(self, before: "Cost") -> "Cost":
        """Return what was used after `before`."""
        return Cost(self.cpu - before.cpu, self.written - before.written, self.pieces - before.pieces)


class Terminal:
    """A process that believes it has a screen."""

    def __init__(
        self, arguments: Sequence[str], width: int = 80, height: int = 24, more: Mapping[str, str] | None = None
    ) -> None:
        self.pid, self.file = pty.fork()
        if self.pid == 0:
            os.environ.update(TERM="xterm-256color", COLORTERM="truecolor")
            os.environ.pop("NO_COLOR", None)
            os.environ.update(more or {})
            os.execv(sys.executable, [sys.executable, *arguments])  # noqa: S606
        fcntl.ioctl(self.file, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        self.written = self.pieces = 0

    def read(self, seconds: float) -> bytes:
        """Return what comes next within that many seconds, nothing if nothing comes."""
        if not select.select([self.file], [], [], seconds)[0]:
            return b""
        try:
            piece = os.read(self.file, 1 << 16)
        except OSError:
            return b""
        self.written += len(piece)
        self.pieces += 1
        return piece

    def settle(self, quiet: float = QUIET) -> None:
        """Read until nothing comes any more."""
        while self.read(quiet):
            pass

    def settle_for(self, seconds: float) -> None:
        """Read for that long."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            self.read(left)

    def read_until(self, text: bytes) -> None:
        """Read until so much has been painted."""
        seen = b""
        while text not in seen:
            piece = self.read(30.0)
            if not piece:
                raise TimeoutError(f"the screen never showed {text!r}")
            seen += piece

    def cost(self) -> Cost:
        """Return what was used so far."""
        return Cost(cpu_of(self.pid), self.written, self.pieces)

    def press(self, *keys: bytes) -> Cost:
        """Press keys one after another, each time waiting for the picture, and return what that cost."""
        before = self.cost()
        for key in keys:
            os.write(self.file, key)
            self.settle(0.05)
        self.settle()
        return self.cost().since(before)

    def waited(self, key: bytes, times: int) -> list[float]:
        """Press a key again and again, and return the seconds by the clock until something came."""
        taken = []
        for _ in range(times):
            began = time.perf_counter()
            os.write(self.file, key)
            self.read(1.0)
            taken.append(time.perf_counter() - began)
            self.settle(0.05)
        return taken

    def leave(self, keys: bytes = b"\x03\x03") -> float:
        """Press keys that leave the app, and return the seconds by the clock until the process was gone."""
        began = time.perf_counter()
        os.write(self.file, keys)
        while os.waitpid(self.pid, os.WNOHANG) == (0, 0):
            if time.perf_counter() - began > 10:
                os.kill(self.pid, signal.SIGKILL)
            self.read(0.005)
        os.close(self.file)
        return time.perf_counter() - began
