"""What the app sends to a terminal, byte by byte, through a pseudo-terminal; and that it goes when that has gone."""

import contextlib
import fcntl
import os
import pty
import random
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Self

import pytest
from tests.patience import PATIENCE
from tests.tui.hostile import HOSTILE, game_of
from tests.tui.table import BOARD, CONFIG, EVENTS, record_of
from tests.tui.terminal_bytes import PIECES
from tests.tui.traced import CLUE_TRACE

from codenames_agents.vision.board_picture import board_picture
from codenames_agents.vision.look import PictureLook
from codenames_agents.vision.picture_file import picture_file
from codenames_core.game.config import Seat
from codenames_core.game.events import Event
from codenames_core.game.state import initialize_game
from codenames_core.game.traces import turn_traces
from codenames_core.game.visibility import visible_state
from codenames_tui.cli import exits
from codenames_tui.ui.graphics.answers import QUESTION
from codenames_tui.ui.graphics.kitty import kitty_removal

pytestmark = pytest.mark.tmux

ROOT = Path(__file__).parents[2]
OSC_OF_TEXTUAL = re.compile(rb"\x1b\]22;[a-z-]*(\x07|\x1b\\)")
"""The shape of the mouse pointer, which Textual sets itself."""

_IGNORE_HANGUP = """
import asyncio.unix_events, signal
signal.signal(signal.SIGHUP, signal.SIG_IGN)
def cannot(self, *_): raise NotImplementedError
asyncio.unix_events._UnixSelectorEventLoop.add_signal_handler = cannot
"""

_AS_A_JOB = """
import fcntl, os, signal, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
if job := os.fork():
    _, status = os.waitpid(job, os.WUNTRACED)
    os.tcsetpgrp(0, os.getpgrp())
    print("STOPPED" if os.WIFSTOPPED(status) else "ENDED", flush=True)
    print("GOES ON AFTER", input(), flush=True)
    os.tcsetpgrp(0, job)
    os.kill(job, signal.SIGCONT)
    _, status = os.waitpid(job, 0)
    os._exit(os.waitstatus_to_exitcode(status))
os.setpgid(0, 0)
os.tcsetpgrp(0, os.getpid())
signal.signal(signal.SIGTTOU, signal.SIG_DFL)
"""
"""A shell with one job, which goes on when a line is typed."""


def keep_output_at_ctrl_c(terminal: int) -> None:
    """Have the kernel send what is written and not read yet, where Ctrl+C reaches a terminal that is no longer raw."""
    mode = termios.tcgetattr(terminal)
    mode[3] |= termios.NOFLSH
    termios.tcsetattr(terminal, termios.TCSANOW, mode)


class Pseudo:
    """The app in a pseudo-terminal, and all that it has sent there."""

    def __init__(self, folder: Path, arguments: list[str], environment: dict[str, str], *, before: str = "") -> None:
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        keep_output_at_ctrl_c(theirs)
        paths = os.pathsep.join(str(ROOT / one) for one in ("core", "agents", "metrics", "tui"))
        program = f"{before}import sys; from codenames_tui.cli import main\n"
        self._file = ours
        self.process = subprocess.Popen(
            [sys.executable, "-c", f"{program}sys.exit(main())", *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            cwd=folder,
            env={**{k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLORTERM")}, "PYTHONPATH": paths}
            | environment,
            start_new_session=True,
        )
        os.close(theirs)
        self.sent = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(OSError):
            os.close(self._file)
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()

    def press(self, keys: bytes) -> None:
        os.write(self._file, keys)

    def read_until(self, happened: Callable[[bytes], bool]) -> bytes:
        """Read until `happened` is true of all that was sent."""
        deadline = time.monotonic() + PATIENCE
        while not happened(self.sent):  # another process tells nobody when it has drawn
            if time.monotonic() > deadline:
                raise AssertionError(self.sent[-2_000:])
            if select.select([self._file], [], [], 0.05)[0]:
                with contextlib.suppress(OSError):
                    self.sent += os.read(self._file, 1 << 16)
        return self.sent

    def hang_up(self) -> None:
        """Close the terminal."""
        os.close(self._file)
        self._file = os.open(os.devnull, os.O_RDONLY)

    def has_left_when_asked(self) -> bool:
        """Press Ctrl+C, and return whether the process has ended."""
        self.press(b"\x03")
        return self.process.poll() is not None

    def leave(self) -> bytes:
        """Quit, through whatever layers there are, and return all that was sent."""
        self.press(b"qqq")
        self.read_until(lambda _: self.process.poll() is not None)
        self.read_until(lambda sent: b"\x1b[?1049l" in sent)
        return self.sent


def started(
    folder: Path,
    events: Sequence[Event] = EVENTS,
    *,
    before: str = "",
    arguments: tuple[str, ...] = (),
    **env: str,
) -> Pseudo:
    record_of(events).save(folder / "game.json")
    environment = {"TERM": "xterm-256color", **env}
    return Pseudo(folder, ["replay", "game.json", *arguments], environment, before=before)


def test_nothing_that_a_model_wrote_acts_on_the_terminal(tmp_path: Path) -> None:
    """No clipboard, no links, no titles, no C1, no NUL: whatever the transcript and the inspector hold."""
    with started(tmp_path, game_of(HOSTILE)) as app:
        app.read_until(lambda sent: b"Story" in sent)
        for keys in (b"\x1b[F", *(b"z",) * 4, b"i", b"z", b"z", b"i", b"P", b" ", b"P"):
            app.press(keys)
        sent = OSC_OF_TEXTUAL.sub(b"", app.leave())
    assert b"\x1b]" not in sent
    assert b"\x1bP" not in sent
    assert b"\x00" not in sent
    assert not {character for character in sent.decode() if 0x7F <= ord(character) <= 0x9F}


@pytest.mark.parametrize(
    ("term", "most"), [("xterm-256color", 256), ("screen", 16), ("xterm", 16), ("linux", 16), ("vt100", 16)]
)
def test_without_colorterm_no_true_colour_is_sent(tmp_path: Path, term: str, most: int) -> None:
    with started(tmp_path, TERM=term) as app:
        app.read_until(lambda sent: b"Story" in sent)
        sent = app.leave()
    assert b"38;2;" not in sent
    assert b"48;2;" not in sent
    assert (b"38;5;" in sent) is (most == 256)


def test_ascii_sends_nothing_else(tmp_path: Path) -> None:
    with started(tmp_path, arguments=("--ascii",), TERM="linux") as app:
        app.read_until(lambda sent: b"Story" in sent)
        app.press(b"iPP")
        sent = app.leave()
    assert sent.isascii()


@pytest.mark.parametrize("protocol", ["kitty", "sixel"])
def test_a_terminal_is_asked_for_graphics_once_a_picture_is_opened_and_its_pixels_go_again(
    tmp_path: Path, protocol: str
) -> None:
    pytest.importorskip("PIL")
    seen = picture_file(board_picture(visible_state(initialize_game(CONFIG, BOARD), Seat.RED_CLUER)), PictureLook())
    traces = [CLUE_TRACE.model_copy(update={"picture": seen.facts})]
    record_of(EVENTS).model_copy(update={"traces": turn_traces(traces)}).save(tmp_path / "game.json")
    with Pseudo(tmp_path, ["replay", "game.json"], {"TERM": "xterm-256color", "COLORTERM": "truecolor"}) as app:
        app.read_until(lambda sent: b"Story" in sent)
        app.press(b"\x1b[Ci")
        app.read_until(lambda sent: b"shows it" in sent)
        assert b"\x1b_G" not in app.sent
        app.press(b"B")
        app.read_until(lambda sent: QUESTION.encode() in sent)
        can = b"\x1b_Gi=31;OK\x1b\\" if protocol == "kitty" else b""
        app.press(can + b"\x1b[6;20;10t\x1b[?62;4;22c")
        app.read_until(lambda sent: (b"\x1b_Ga=T,f=100" if can else b"\x1bP0;1;0q") in sent and b"\x1b8" in sent)
        shown = len(app.sent)
        app.press(b"\x1b")
        gone = kitty_removal().encode() if can else b""
        app.read_until(lambda sent: gone in sent[shown:] and b"Inspector" in sent[sent.index(gone, shown) :])
        app.leave()


@pytest.mark.parametrize(
    "sent",
    [b"\xe9", b"\xe1b", b"\x1b[M \xd0\x30", b"\xf0\x9f\x8e", b"\x1b[97;1:3u", b"\x1b[1;1:3A", b"\x1b[1114112u"],
)
def test_nothing_that_a_terminal_sends_ends_the_app(tmp_path: Path, sent: bytes) -> None:
    with started(tmp_path) as app:
        app.read_until(lambda sent: b"Story" in sent)
        app.press(sent)
        app.press(b"i")
        app.read_until(lambda sent: b"Inspector" in sent)
        assert b"error of its own" not in app.leave()
    assert app.process.returncode == 0


def send_at_random(folder: Path, seed: int, pieces: int) -> None:
    """Send pieces to the app, and then ask it to end until it does."""
    chance = random.Random(seed)
    with started(folder) as app:
        app.read_until(lambda sent: b"Story" in sent)
        with contextlib.suppress(OSError):  # it may have been told to leave
            for _ in range(pieces):
                app.press(chance.choice([*PIECES, chance.randbytes(3)]))
            app.press(b"\x1b[201~")
            app.read_until(lambda _: app.has_left_when_asked())
        app.process.wait(timeout=PATIENCE)
        app.read_until(lambda sent: b"\x1b[?1049l" in sent)
    assert b"error of its own" not in app.sent, seed
    assert app.process.returncode in (0, 128 + signal.SIGINT), seed


def test_any_bytes_leave_the_app_running(tmp_path: Path) -> None:
    send_at_random(tmp_path, seed=1, pieces=60)


@pytest.mark.fuzz
@pytest.mark.parametrize("seed", range(40))
def test_any_bytes_leave_the_app_running_however_many_are_sent(tmp_path: Path, seed: int) -> None:
    send_at_random(tmp_path, seed, pieces=400)


def test_the_app_goes_when_its_terminal_has_gone(tmp_path: Path) -> None:
    with started(tmp_path) as app:
        app.read_until(lambda sent: b"Story" in sent)
        app.hang_up()
        assert app.process.wait(timeout=PATIENCE) == 128 + signal.SIGHUP


def test_the_app_goes_when_its_terminal_has_gone_and_hanging_up_is_ignored(tmp_path: Path) -> None:
    """As under nohup: nobody tells it, so it has to look."""
    with started(tmp_path, before=_IGNORE_HANGUP) as app:
        app.read_until(lambda sent: b"Story" in sent)
        app.hang_up()
        assert app.process.wait(timeout=PATIENCE) == 128 + signal.SIGHUP


def test_ctrl_z_gives_the_terminal_to_the_shell_and_comes_back_to_the_same_picture(tmp_path: Path) -> None:
    with started(tmp_path, before=_AS_A_JOB) as app:
        app.read_until(lambda sent: b"Story" in sent)
        app.press(b"\x1a")
        before = app.read_until(lambda sent: b"STOPPED" in sent).partition(b"STOPPED")[0]
        assert b"\x1b[?1049l" in before
        app.press(b"fg\r")
        app.read_until(lambda sent: b"Story" in sent.partition(b"GOES ON AFTER fg")[2])
        app.leave()
    assert app.process.returncode == 0


def test_ctrl_z_without_a_shell_says_so_and_stops_nothing(tmp_path: Path) -> None:
    with started(tmp_path) as app:
        app.read_until(lambda sent: b"Story" in sent)
        app.press(b"\x1a")
        app.read_until(lambda sent: b"no shell" in sent)
        app.leave()
    assert app.process.returncode == 0


def test_a_terminal_that_moves_no_cursor_is_none(tmp_path: Path) -> None:
    with started(tmp_path, TERM="dumb") as app:
        app.read_until(lambda _: app.process.poll() is not None)
        app.read_until(lambda sent: b"add --plain" in sent)
    assert app.process.returncode == exits.WRONG_INPUT


def test_a_demo_plays_in_plain_lines_on_a_terminal_that_moves_no_cursor(tmp_path: Path) -> None:
    with Pseudo(tmp_path, ["demo", "--seed", "7"], {"TERM": "dumb"}) as app:
        app.read_until(lambda sent: b"Turn 1, " in sent)
        assert b"\x1b" not in app.sent


def test_a_screen_on_which_nothing_happens_sends_nothing(tmp_path: Path) -> None:
    with started(tmp_path) as app:
        app.read_until(lambda sent: b"Story" in sent)
        app.press(b"i")
        app.read_until(lambda sent: b"Inspector" in sent)
        while select.select([app._file], [], [], 1.0)[0]:  # until it has been quiet for a second
            app.sent += os.read(app._file, 1 << 16)
        assert not select.select([app._file], [], [], 1.5)[0]


def test_quitting_while_a_game_is_played_leaves_nothing_but_how_to_go_on(tmp_path: Path) -> None:
    record_of().save(tmp_path / "game.json")
    with Pseudo(tmp_path, ["play", "--out", "mine.json", "--seed", "7"], {"TERM": "xterm"}) as app:
        app.read_until(lambda sent: b"LIVE" in sent)
        os.kill(app.process.pid, signal.SIGTERM)
        app.read_until(lambda _: app.process.poll() is not None)
        last = app.read_until(lambda sent: b"mine.jsonl" in sent).rpartition(b"\x1b[?1049l")[2]
    assert app.process.returncode == 128 + signal.SIGTERM
    assert b"Traceback" not in last
