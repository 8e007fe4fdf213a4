"""What the screens cost: processor time and bytes to the terminal, measured through a pseudo-terminal."""

import asyncio
import fcntl
import os
import pty
import select
import struct
import sys
import tempfile
import termios
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from textual.app import App, ComposeResult

from codenames_agents.catalogue import build_team
from codenames_core.config import GameConfig, Seat, Team
from codenames_core.episode import run_episode
from codenames_core.events import Clue, DiscussionMessage
from codenames_tui.views.lines import UNICODE
from codenames_tui.views.transcript import transcript_entry
from codenames_tui.widgets.paper import Paper

STEPS = 40
JUMPS = 20
ENTRIES = 5_000
IDLE = 5.0
QUIET = 0.4
"""Seconds without output after which a screen counts as drawn."""
TICKS = os.sysconf("SC_CLK_TCK")


class Cost(NamedTuple):
    """What a process has used so far."""

    cpu: float
    written: int


class Terminal:
    """The app in a pseudo-terminal of its own."""

    def __init__(self, arguments: list[str], width: int, height: int) -> None:
        self.pid, self.file = pty.fork()
        if self.pid == 0:
            os.environ.update(TERM="xterm-256color", COLORTERM="truecolor")
            os.environ.pop("NO_COLOR", None)
            os.execv(sys.executable, [sys.executable, *arguments])  # noqa: S606
        fcntl.ioctl(self.file, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        self.written = 0

    def settle(self, quiet: float = QUIET) -> None:
        """Read until nothing comes any more."""
        while select.select([self.file], [], [], quiet)[0]:
            try:
                self.written += len(os.read(self.file, 1 << 16))
            except OSError:
                return

    def cost(self) -> Cost:
        """Return what was used so far, to the tick of the system's clock."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return Cost((int(fields[11]) + int(fields[12])) / TICKS, self.written)

    def press(self, key: bytes, times: int) -> Cost:
        """Press a key again and again, each time waiting for the picture, and return what that cost."""
        before = self.cost()
        for _ in range(times):
            os.write(self.file, key)
            self.settle(0.05)
        self.settle()
        after = self.cost()
        return Cost(after.cpu - before.cpu, after.written - before.written)

    def first_bytes(self, key: bytes, times: int) -> list[float]:
        """Press a key again and again, and return the seconds by the clock until something came, in order of size."""
        taken = []
        for _ in range(times):
            began = time.perf_counter()
            os.write(self.file, key)
            select.select([self.file], [], [], 1.0)
            taken.append(time.perf_counter() - began)
            self.settle(0.05)
        return sorted(taken)


def first_picture() -> None:
    """Print what it costs to see the home screen; the game is imported after that."""
    terminal = Terminal(["-m", "codenames_tui.cli"], 80, 24)
    seen = b""
    while b"Watch a game" not in seen:
        seen += os.read(terminal.file, 1 << 16)
    print(f"home, 80x24: first picture {terminal.cost().cpu:.2f} s CPU")
    terminal.settle(3.0)
    os.write(terminal.file, b"q")
    terminal.settle()
    os.waitpid(terminal.pid, 0)


def watch(path: str, width: int, height: int) -> None:
    """Print what it costs to open a replay, to step through it and to jump in it."""
    terminal = Terminal(["-m", "codenames_tui.cli", "replay", path], width, height)
    terminal.settle(3.0)
    start = terminal.cost()
    print(f"{width}x{height}: start {start.cpu:.2f} s CPU, {start.written / 1000:.1f} KB")
    time.sleep(IDLE)
    terminal.settle(0.0)
    idle = terminal.cost()
    busy = (idle.cpu - start.cpu) / IDLE * 100
    print(f"{width}x{height}: idle {busy:.1f} % CPU, {idle.written - start.written} B in {IDLE:g} s")
    each(f"{width}x{height}: step", terminal.press(b"\x1b[C", STEPS), STEPS)
    waited = terminal.first_bytes(b"\x1b[D", STEPS)
    print(
        f"{width}x{height}: key to first byte, by the clock: {waited[len(waited) // 2] * 1000:.1f} ms median, "
        f"{waited[len(waited) * 95 // 100] * 1000:.1f} ms in 19 of 20"
    )
    total = Cost(0.0, 0)
    for _ in range(JUMPS // 2):
        for key in (b"9", b"1"):
            cost = terminal.press(key, 1)
            total = Cost(total.cpu + cost.cpu, total.written + cost.written)
    each(f"{width}x{height}: jump", total, JUMPS)
    os.write(terminal.file, b"q")
    os.waitpid(terminal.pid, 0)


def each(what: str, cost: Cost, times: int) -> None:
    """Print a cost, divided by how often it arose."""
    print(f"{what} {cost.cpu / times * 1000:.1f} ms CPU, {cost.written / times:.0f} B")


class LongGame(App[None]):
    """A transcript and nothing else."""

    def __init__(self, paper: Paper) -> None:
        super().__init__()
        self.paper = paper

    def compose(self) -> ComposeResult:
        """Show the transcript."""
        yield self.paper


async def grow() -> None:
    """Print what one more entry costs when thousands are there."""
    message = DiscussionMessage(seat=Seat.RED_GUESSER_1, text="SHIP and WAVE belong together. " * 4, consensus=False)
    entries = [
        transcript_entry(Clue(f"clue{number}", 1, team=Team.RED) if number % 8 == 0 else message, UNICODE)
        for number in range(ENTRIES + STEPS)
    ]
    app = LongGame(Paper("Transcript"))
    async with app.run_test(size=(80, 24)) as pilot:
        began = time.process_time()
        app.paper.show(entries[:ENTRIES])
        await pilot.pause()
        print(f"transcript: {ENTRIES} entries at once {time.process_time() - began:.2f} s CPU")
        await timed("one more", STEPS, lambda number: app.paper.show(entries[: ENTRIES + number + 1]), pilot.pause)
        await timed("scroll", STEPS, lambda _: app.paper.scroll_text(-7), pilot.pause)


async def timed(what: str, times: int, do: Callable[[int], None], drawn: Callable[[], object]) -> None:
    """Print what `do` costs each time until it is drawn."""
    began = time.process_time()
    for number in range(times):
        do(number)
        await drawn()  # type: ignore[misc]
    print(f"transcript: {what} {(time.process_time() - began) / times * 1000:.1f} ms CPU")


def main() -> None:
    """Measure it all."""
    first_picture()
    with tempfile.TemporaryDirectory() as folder:
        team = [build_team("vector", seed=seed) for seed in (1, 2)]
        record = asyncio.run(run_episode(GameConfig(seed=7), *team))
        path = str(record.save(Path(folder) / "game.json"))
        print(f"a game of {len(record.public_transcript)} events")
        for size in ((80, 24), (200, 60)):
            watch(path, *size)
    asyncio.run(grow())


if __name__ == "__main__":
    main()
