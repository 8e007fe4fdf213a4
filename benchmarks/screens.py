"""What the screens of a game cost, through a pseudo-terminal: a step, a jump, a wait, an answer that is heard."""

import asyncio
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time
from typing import Final

from textual.app import App, ComposeResult

from benchmarks.figures import Figure
from benchmarks.games import vector_game
from benchmarks.measuring import most_memory_mb, share
from benchmarks.terminal import APP, Terminal
from codenames_core.game.config import Seat, Team
from codenames_core.game.events import Clue, DiscussionMessage
from codenames_tui.game.talk.transcript import transcript_entry
from codenames_tui.ui.lines.lines import UNICODE
from codenames_tui.ui.widgets.paper import Paper

STEPS: Final = 40
JUMPS: Final = 20
ENTRIES: Final = 5_000
IDLE: Final = 5.0
RIGHT: Final = b"\x1b[C"
LEFT: Final = b"\x1b[D"


def replay_screen(quick: bool) -> Iterator[Figure]:
    """Step and jump through one game of offline agents."""
    with tempfile.TemporaryDirectory() as folder:
        record, path = vector_game(Path(folder))
        for width, height, aims in ((80, 24, (6.0, 15.0)), (200, 60, (None, None))):
            yield from _replay(str(path), width, height, aims, f"{len(record.public_transcript)} events", quick)


def _replay(
    path: str, width: int, height: int, aims: tuple[float | None, float | None], about: str, quick: bool
) -> Iterator[Figure]:
    at = f"{width}×{height}"
    terminal = Terminal([*APP, "replay", path], width, height)
    terminal.settle(3.0)
    if width == 80:
        before = terminal.cost()
        terminal.settle_for(IDLE)
        idle = terminal.cost().since(before)
        yield Figure(f"idle, {at}", idle.cpu / IDLE * 100, "% of a core", 0.5)
        yield Figure(f"idle, {at}, sent", idle.written, "bytes", 0, about=f"in {IDLE:g} s")
    steps = [terminal.press(*[key] * STEPS) for _ in range(1 if quick else 3) for key in (RIGHT, LEFT)]
    best = min(steps)
    yield Figure(f"one step, {at}", best.cpu / STEPS * 1000, "ms of CPU", aims[0], about=about)
    yield Figure(f"one step, {at}, sent", best.written / STEPS / 1000, "KB")
    jumps = min(terminal.press(*[b"9", b"1"] * (JUMPS // 2)) for _ in range(1 if quick else 3))
    yield Figure(f"a jump, {at}", jumps.cpu / JUMPS * 1000, "ms of CPU", aims[1], about="eight tenths of the game")
    if width == 80:
        waited = terminal.waited(RIGHT, STEPS) + terminal.waited(LEFT, STEPS)
        yield Figure(f"key to first byte, {at}, median", share(waited, 0.5) * 1000, "ms by the clock")
        yield Figure(f"key to first byte, {at}, 19 of 20", share(waited, 0.95) * 1000, "ms by the clock", 20)
    terminal.leave()


LISTENED: Final = """
import asyncio, sys, time
from codenames_agents.seats.scripted import ScriptedCluer, ScriptedGuesser
from codenames_core.game.agent import TeamAgents
from codenames_core.game.config import GameConfig
from codenames_core.play.episode import EpisodeRunner
from codenames_tui.app.app import run_app
from codenames_tui.game.game_screen import GameScreen
from codenames_tui.game.sessions.live import LiveSession
from codenames_tui.ui.look import Look

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
        from codenames_core.game.agent import AgentTrace
        from codenames_core.game.events import Clue
        return Clue("zork", 2), AgentTrace()

class Screen(GameScreen):
    def on_mount(self):
        self.others = [runner(Hanging) for _ in range(OTHERS)]
        for other in self.others:
            self.run_worker(other.run(), group="others")

sys.exit(run_app(Screen(LiveSession(runner(Clue), pace=0)), Look()))
"""
"""A live game whose guesser speaks without end, and others beside it whose cluers never answer."""


def live_screen(quick: bool) -> Iterator[Figure]:
    """Hear an answer of 200 pieces a second; leave while twenty agents are asked."""
    seconds = IDLE if quick else 2 * IDLE
    terminal = Terminal(["-c", f"PAUSE, OTHERS = 0.005, 0\n{LISTENED}"])
    terminal.settle_for(3.0)
    before = terminal.cost()
    terminal.settle_for(seconds)
    heard = terminal.cost().since(before)
    terminal.leave()
    about = "200 pieces/s, 80×24"
    yield Figure("an answer heard while it is given", heard.cpu / seconds * 100, "% of a core", about=about)
    yield Figure("an answer heard, sent", heard.written / seconds / 1000, "KB/s", about=about)
    terminal = Terminal(["-c", f"PAUSE, OTHERS = 1.0, 20\n{LISTENED}"])
    terminal.settle_for(3.0)
    yield Figure("leaving while 20 agents are asked", terminal.leave(), "s by the clock", 1)


class LongGame(App[None]):
    """A transcript and nothing else."""

    def __init__(self, paper: Paper) -> None:
        super().__init__()
        self.paper = paper

    def compose(self) -> ComposeResult:
        """Show the transcript."""
        yield self.paper


def transcript(quick: bool) -> list[Figure]:
    """Grow and scroll a transcript of thousands of entries."""
    return asyncio.run(_transcript(STEPS if quick else 3 * STEPS))


async def _transcript(steps: int) -> list[Figure]:
    message = DiscussionMessage(seat=Seat.RED_GUESSER_1, text="SHIP and WAVE belong together. " * 4, consensus=False)
    entries = [
        transcript_entry(Clue(f"clue{number}", 1, team=Team.RED) if number % 8 == 0 else message, UNICODE)
        for number in range(ENTRIES + steps)
    ]
    app = LongGame(Paper("Transcript"))
    async with app.run_test(size=(80, 24)) as pilot:
        began = process_time()
        app.paper.show(entries[:ENTRIES])
        await pilot.pause()
        at_once = process_time() - began

        async def each(do: Callable[[int], None]) -> float:
            began = process_time()
            for number in range(steps):
                do(number)
                await pilot.pause()
            return (process_time() - began) / steps * 1000

        more = await each(lambda number: app.paper.show(entries[: ENTRIES + number + 1]))
        scrolled = await each(lambda _: app.paper.scroll_text(-7))
    about = f"{ENTRIES:,} entries"
    return [
        Figure("all entries at once", at_once, "s of CPU", about=about),
        Figure("one more entry", more, "ms of CPU", 10, about=about),
        Figure("scrolled by seven lines", scrolled, "ms of CPU", about=about),
        Figure("memory at most", most_memory_mb(), "MB", 90, about=about),
    ]
