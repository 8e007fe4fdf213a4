"""What the screens cost: processor time and bytes to the terminal, measured through a pseudo-terminal."""

import asyncio
import fcntl
import os
import pty
import select
import signal
import struct
import sys
import tempfile
import termios
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

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

    def settle_for(self, seconds: float) -> None:
        """Read for that long."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            self.settle_once(left)

    def settle_once(self, seconds: float) -> None:
        """Read what comes within that many seconds."""
        if select.select([self.file], [], [], seconds)[0]:
            self.written += len(os.read(self.file, 1 << 16))

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


LISTENED: Final = """
import asyncio, sys, time
from codenames_agents.scripted import ScriptedCluer, ScriptedGuesser
from codenames_core.agent import TeamAgents
from codenames_core.config import GameConfig
from codenames_core.episode import EpisodeRunner
from codenames_tui.app import run_app
from codenames_tui.screens.game import GameScreen
from codenames_tui.screens.playing import LiveGame
from codenames_tui.settings import Look

class Speaker(ScriptedGuesser):
    streams = True
    async def discuss(self, view, discussion_so_far, *, on_token=None):
        for number in range(10**9):
            on_token(f"word{number} ")
            await asyncio.sleep(PAUSE)

class Hanging(ScriptedCluer):
    async def generate_clue(self, view):
        await asyncio.Event().wait()

def runner(cluer):
    team = lambda: TeamAgents(cluer(()), Speaker(()), ScriptedGuesser(()))
    return EpisodeRunner(GameConfig(seed=7), team(), team())

class Clue(ScriptedCluer):
    async def generate_clue(self, view):
        from codenames_core.agent import AgentTrace
        from codenames_core.events import Clue
        return Clue("zork", 2), AgentTrace()

class Screen(GameScreen):
    def on_mount(self):
        self.others = [runner(Hanging) for _ in range(OTHERS)]
        for other in self.others:
            self.run_worker(other.run(), group="others")

sys.exit(run_app(Screen(LiveGame(runner(Clue), pace=0)), Look()))
"""
"""A live game whose guesser speaks without end, and others beside it whose cluers never answer."""


def listen() -> None:
    """Print what it costs to hear an answer of 200 pieces a second."""
    terminal = Terminal(["-c", f"PAUSE, OTHERS = 0.005, 0\n{LISTENED}"], 80, 24)
    terminal.settle_for(3.0)
    before = terminal.cost()
    terminal.settle_for(IDLE)
    after = terminal.cost()
    busy, written = (after.cpu - before.cpu) / IDLE * 100, (after.written - before.written) / IDLE
    print(f"80x24: an answer heard, 200 pieces/s: {busy:.1f} % CPU, {written / 1000:.1f} KB/s")
    os.kill(terminal.pid, signal.SIGTERM)
    terminal.settle()
    os.waitpid(terminal.pid, 0)


def quit_in_flight() -> None:
    """Print how long it takes to leave while twenty agents are asked."""
    terminal = Terminal(["-c", f"PAUSE, OTHERS = 1.0, 20\n{LISTENED}"], 80, 24)
    terminal.settle_for(3.0)
    began = time.perf_counter()
    os.write(terminal.file, b"\x03\x03")
    while os.waitpid(terminal.pid, os.WNOHANG) == (0, 0):
        terminal.settle(0.005)
    print(f"quit with 20 agents in flight: {time.perf_counter() - began:.2f} s")


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
    listen()
    quit_in_flight()


if __name__ == "__main__":
    main()
