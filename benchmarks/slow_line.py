"""A first run over SSH on a bad line: 150 ms there and back, 10 KB/s, 80x24, 256 colours.

The app writes into a pseudo-terminal as fast as it likes, as into the buffers of an SSH server; what it wrote arrives
when the line has carried it. A figure in seconds is what the line takes, there and back, whatever the machine is busy
with; what the app itself takes is among the figures of `start` and of its screens.
"""

import os
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from benchmarks.figures import Figure
from benchmarks.games import vector_game
from benchmarks.terminal import APP, Terminal

ONE_WAY: Final = 0.075
"""Seconds."""
RATE: Final = 10_000
"""Bytes per second."""
SSH: Final = {"SSH_CONNECTION": "192.0.2.1 50000 192.0.2.2 22", "COLORTERM": ""}
"""What a session over SSH has in its environment; it seldom says that the terminal has all colours."""
FIRST: Final = 5.0
"""Seconds within which a key begins to show, however busy the machine is."""
QUIET: Final = 0.8
"""Seconds without output after which a picture counts as whole."""
LINE: Final = "150 ms there and back, 10 KB/s"


class SlowLine:
    """What the app writes, and when it arrives at the other end of the line.

    Args:
        terminal: what the app writes into.
    """

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self.written = 0
        self.arrived_at = 0.0
        """By the clock: when the last byte so far arrives."""
        self.lag = 0.0
        """Seconds by which a byte arrived later than the line alone delays it, at most."""

    def carry(self, seconds: float) -> bool:
        """Carry what is written next, and return whether anything was written within that many seconds."""
        piece = self.terminal.read(seconds)
        now = time.perf_counter()
        if piece:
            self.written += len(piece)
            self.arrived_at = max(self.arrived_at, now + ONE_WAY) + len(piece) / RATE
            self.lag = max(self.lag, self.arrived_at - now - ONE_WAY)
        return bool(piece)

    def picture(self, quiet: float = QUIET) -> None:
        """Carry a whole picture."""
        while self.carry(quiet):
            pass

    def press(self, key: bytes) -> float:
        """Press a key, and return the seconds that the line takes for it and for all that follows from it."""
        before = self.written
        os.write(self.terminal.file, key)
        self.carry(FIRST)
        self.picture()
        return 2 * ONE_WAY + (self.written - before) / RATE

    def watch(self, seconds: float) -> None:
        """Carry what is written for that long."""
        until = time.perf_counter() + seconds
        while (left := until - time.perf_counter()) > 0:
            self.carry(left)


def started(*arguments: str) -> tuple[SlowLine, float]:
    """Start the app over the line, and return the seconds that the line takes for all it draws then."""
    line = SlowLine(Terminal([*APP, *arguments], more=SSH))
    line.carry(30.0)
    line.picture(2.0)
    return line, 2 * ONE_WAY + line.written / RATE


def figures(quick: bool) -> Iterator[Figure]:
    """Start, look around, step and watch."""
    times = 3 if quick else 9
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(XDG_CONFIG_HOME=folder, XDG_DATA_HOME=folder, HOME=folder)
        _, path = vector_game(Path(folder))
        line, first = started()
        yield Figure("home, whole picture", first, "s", 3.0, about=LINE)
        yield Figure("home, sent", line.written / 1000, "KB", 30)
        yield Figure("one line down", statistics.median(line.press(b"\x1b[B") for _ in range(times)), "s", 0.3)
        yield Figure("all keys, with ?", line.press(b"?"), "s", 1.5)
        line.terminal.leave()
        line, first = started("replay", str(path))
        yield Figure("replay, whole picture", first, "s", 5.0)
        yield Figure("one event", statistics.median(line.press(b"\x1b[C") for _ in range(4 * times)), "s", 0.5)
        line.press(b"g")
        yield Figure("one turn", statistics.median(line.press(b"n") for _ in range(times)), "s", 1.0)
        line.terminal.leave()
        line, _ = started("demo", "--seed", "7")
        before, line.lag = line.written, 0.0
        seconds = 10.0 if quick else 40.0
        line.watch(seconds)
        yield Figure("a game that is watched", (line.written - before) / seconds / 1000, "KB/s", 3)
        yield Figure("its picture is behind by, at most", line.lag, "s", 1.0)
        line.terminal.leave(b"\x03y")
