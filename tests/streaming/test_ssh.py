"""The app by SSH, as docs/ssh.md says: sshd and tmux are real, the machine is this one.

    python -m pytest -m sshd

`SSH_REPORT` can name a file for the figures.
"""

import json
import os
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.patience import PATIENCE
from tests.streaming.sshd import Host, Session, host
from tests.tui.table import record_of

from codenames_core.files.journal import read_journal

pytestmark = pytest.mark.sshd
RIGHT = b"\x1b[C"


@pytest.fixture
def machine(tmp_path: Path, home: Path) -> Iterator[Host]:
    record_of().save(tmp_path / "game.json")
    with host(tmp_path) as machine:
        yield machine


def has(*texts: str) -> "Says":
    return Says(texts)


class Says:
    """Whether all texts are in what was sent; cursor moves between words do not matter."""

    def __init__(self, texts: tuple[str, ...]) -> None:
        self._texts = texts

    def __call__(self, data: bytes) -> bool:
        text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", " ", data.decode("utf-8", "replace"))
        squeezed = re.sub(r"\s+", " ", text)
        return all(one in squeezed for one in self._texts)


def steps(session: Session, count: int) -> tuple[list[float], list[int]]:
    """Step through a replay: milliseconds until the first byte, and bytes, of each step."""
    waits, sizes = [], []
    for _ in range(count):
        session.read(0.15)
        begun = time.perf_counter()
        session.press(RIGHT)
        first = session.first_bytes()
        waits.append((time.perf_counter() - begun) * 1000)
        sizes.append(len(first + session.read(0.15)))
    return waits, sizes


@pytest.mark.parametrize("through", ["ssh", "ssh and tmux"])
def test_a_replay_is_stepped_through(machine: Host, through: str) -> None:
    arguments = f"replay {machine.folder / 'game.json'}"
    machine.serve(machine.in_tmux(arguments) if through == "ssh and tmux" else machine.app(arguments))
    session = machine.connect()
    start = session.wait_for(has("event 0/19")) + session.read(0.3)
    assert b"\x1b[38;5;" in start or b"\x1b[48;5;" in start or b";48;5;" in start  # 256 colours, as TERM says
    waits, sizes = steps(session, 12)
    session.press(b"q")
    assert session.ended() == 0
    tell(through, start, waits, sizes)


def tell(through: str, start: bytes, waits: list[float], sizes: list[int]) -> None:
    if target := os.environ.get("SSH_REPORT"):
        figures = {
            "through": through,
            "bytes to draw the first screen": len(start),
            "bytes a step: median, most": [sorted(sizes)[len(sizes) // 2], max(sizes)],
            "ms to the first byte: median, most": [round(sorted(waits)[len(waits) // 2], 1), round(max(waits), 1)],
        }
        with Path(target).open("a", encoding="utf-8") as file:
            file.write(json.dumps(figures) + "\n")


def test_a_lost_connection_loses_no_game_and_the_same_game_is_there_again(machine: Host, home: Path) -> None:
    machine.serve(machine.in_tmux("play --seed 7 --pace 0.2"))
    first = machine.connect()
    first.wait_for(has("LIVE"))
    (path,) = home.rglob("*.jsonl")
    before = len(read_journal(path).played.events)
    first.hang_up()
    deadline = time.monotonic() + PATIENCE
    while len(read_journal(path).played.events) < before + 3:  # it goes on without anybody
        assert time.monotonic() < deadline
        time.sleep(0.1)
    again = machine.connect(100, 30)
    again.wait_for(has("LIVE", "Story"))
    assert list(home.rglob("*.jsonl")) == [path]
    again.press(b"q")
    again.wait_for(has("Leave"))
    again.press(b"\x03\x03")
    again.ended()


def test_the_screen_follows_the_size_of_the_terminal(machine: Host) -> None:
    machine.serve(machine.in_tmux(f"replay {machine.folder / 'game.json'}"))
    session = machine.connect(80, 24)
    session.wait_for(has("event 0/19"))
    session.resize(40, 10)
    session.wait_for(has("Too small"))
    session.resize(120, 40)
    session.wait_for(has("event 0/19", "Story"))
    session.press(b"q")
    assert session.ended() == 0


def test_nobody_gets_a_shell(machine: Host) -> None:
    machine.serve(machine.in_tmux(f"replay {machine.folder / 'game.json'}"))
    session = machine.connect(said="sh -c 'echo PWNED'")  # what a guest asks for is not what is run
    session.wait_for(has("event 0/19"))
    for keys in (b"\x02c", b"\x02:new-window\r", b'\x02"', b"\x1a", b"\x02d"):
        session.press(keys)
        session.read(0.2)
    session.press(b"0")
    session.read(0.3)
    assert b"PWNED" not in session.seen
    assert session.process.poll() is None
    session.press(b"\x1b[F")
    session.wait_for(has("BLUE wins"))
    session.press(b"q")
    assert session.ended() == 0
