"""Six people in six terminals, each over a slow line that loses packets, and a host that is killed.

    python -m pytest -m soak tests/table/test_terminals_soak.py

Everybody runs `codenames-tui join` in a pty of its own, reads the screen and presses keys. `TABLE_SOAK_GAMES` says how
many games are played.
"""

import asyncio
import contextlib
import os
import random
import shlex
import sys
import time
from pathlib import Path
from typing import Final

import pytest
from tests.table.bad_lines import bad_line
from tests.table.soaked_host import SoakedHost
from tests.table.terminal_people import TerminalPerson
from tests.tmux import Terminal

from codenames_core.audit.verify import differences
from codenames_core.files.record import EpisodeRecord
from codenames_core.game.config import Seat
from codenames_tui.table.client import invitation_to, table_address

pytestmark = pytest.mark.soak
GAMES: Final = int(os.environ.get("TABLE_SOAK_GAMES", "1"))
KILLS: Final = 4
DELAY: Final = 0.2
JITTER: Final = 0.05
"""Seconds in each direction, and by how much they differ."""
LOST: Final = 0.05
LONGEST: Final = 600.0
"""Seconds that a game may take."""


@pytest.mark.parametrize("seed", range(GAMES))
async def test_a_game_in_six_terminals_is_played_to_its_end(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    host = SoakedHost(tmp_path)
    await host.start("--listen", "127.0.0.1:0", "--seed", str(seed), "--max-turns", "6", "--out", "game.json")
    async with contextlib.AsyncExitStack() as lines:
        people: dict[Seat, TerminalPerson] = {}
        try:
            for seat in Seat:
                line = await lines.enter_async_context(bad_line(host, chance, DELAY, JITTER, LOST))
                token = table_address(host.invitations[seat.label]).token
                people[seat] = TerminalPerson(await _joins(tmp_path, invitation_to(line, token), seat))
            await asyncio.gather(*(_are_ready(person) for person in people.values()))
            kills = await _play(host, people, chance)
            async with asyncio.timeout(60):
                assert await host.ended() == 0
        finally:
            for person in people.values():
                person.terminal.end()
    record = EpisodeRecord.load(tmp_path / "game.json")
    assert kills == KILLS
    assert differences(record) == []
    assert record.metadata["people"] == {str(seat): seat.label for seat in Seat}
    assert {trace.seat for trace in record.decisions() if not trace.is_human} == set()
    pressed = sum(person.pressed for person in people.values())
    sys.stderr.write(f"{len(record.public_transcript)} events, {kills} kills, {pressed} answers by key\n")


async def _joins(folder: Path, invitation: str, seat: Seat) -> Terminal:
    """Open a terminal in which somebody joins."""
    paths = os.pathsep.join(path for path in sys.path if path)
    environment = {**os.environ, "TERM": "xterm-256color", "PYTHONPATH": paths, "HOME": str(folder / "home")}
    command = [sys.executable, "-m", "codenames_tui", "join", invitation, "--name", seat.label]
    terminal = Terminal(folder, environment)
    await asyncio.to_thread(terminal.start, 80, 24, shlex.join(command))
    return terminal


async def _are_ready(person: TerminalPerson) -> None:
    await asyncio.to_thread(person.terminal.wait_for, lambda seen: "you" in seen)
    person.terminal.press("F4")


async def _play(host: SoakedHost, people: dict[Seat, TerminalPerson], chance: random.Random) -> int:
    """Play to the end, with a host that is killed now and then; return how often."""
    until, kills, answers = time.monotonic() + LONGEST, 0, 0
    kill_after = chance.randint(3, 6)
    while True:
        seen = [await asyncio.to_thread(person.play_on) for person in people.values()]
        if all("GAME OVER" in one for one in seen):
            return kills
        assert time.monotonic() < until, "\n".join(seen)
        answers = sum(person.pressed for person in people.values())
        if kills < KILLS and answers >= kill_after:
            assert await host.kill()
            kills += 1
            await host.start("--resume", "game.jsonl")
            kill_after = answers + chance.randint(3, 6)
        await asyncio.sleep(0.1)
