"""The app in a real terminal: what is drawn, what keys do, and that the terminal is given back."""

import os
import shlex
import shutil
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.tmux import Terminal
from tests.tui.table import record_of

pytestmark = [
    pytest.mark.tmux,
    pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed"),
]

ROOT = Path(__file__).parents[2]


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    paths = os.pathsep.join(str(ROOT / folder) for folder in ("core", "agents", "metrics", "tui"))
    terminal = Terminal(tmp_path, {**os.environ, "PYTHONPATH": paths, "TERM": "xterm-256color", "PS1": "$ "})
    record_of().save(tmp_path / "game.json")
    yield terminal
    terminal.end()


def app(arguments: str, before: str = "") -> str:
    """The command line that starts the app and says its process and exit code."""
    program = "import sys; from codenames_tui.cli import main; sys.exit(main())"
    started = f"{before} {shlex.quote(sys.executable)} -c {shlex.quote(program)} {arguments}"
    return f"{started}; echo ended with $?"


def is_restored(terminal: Terminal) -> bool:
    """Whether the app has left the second screen and switched off the mouse."""
    state = terminal.tmux("display-message", "-p", "#{alternate_on} #{mouse_any_flag} #{cursor_flag}")
    return state.split() == ["0", "0", "1"]


def test_a_replay_is_drawn_follows_keys_and_gives_the_terminal_back(terminal: Terminal) -> None:
    terminal.start()
    terminal.run(app("replay game.json"))
    first = terminal.wait_for(lambda seen: "event 0/19" in seen)
    assert "THANKSGIVI" in first
    assert "\x1b[" in terminal.coloured()
    terminal.press("Right", "Right")
    terminal.wait_for(lambda seen: "event 2/19" in seen)
    terminal.press("]")
    terminal.wait_for(lambda seen: "event 8/19" in seen)
    terminal.press("End")
    terminal.wait_for(lambda seen: "BLUE wins" in seen)
    terminal.press("q")
    terminal.wait_for(lambda seen: "ended with 0" in seen)
    assert is_restored(terminal)


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_signal_gives_the_terminal_back(terminal: Terminal, number: int, code: int) -> None:
    terminal.start()
    terminal.run(app("replay game.json"))
    terminal.wait_for(lambda seen: "event 0/19" in seen)
    terminal.signal(number)
    terminal.wait_for(lambda seen: f"ended with {code}" in seen)
    assert is_restored(terminal)


def test_a_resized_window_is_drawn_anew(terminal: Terminal) -> None:
    terminal.start()
    terminal.run(app("replay game.json"))
    terminal.wait_for(lambda seen: "event 0/19" in seen)
    terminal.tmux("resize-window", "-x", "40", "-y", "10")
    terminal.wait_for(lambda seen: "Too small" in seen)
    terminal.tmux("resize-window", "-x", "120", "-y", "40")
    terminal.wait_for(lambda seen: "Story" in seen and "event 0/19" in seen)
    terminal.press("q")
    terminal.wait_for(lambda seen: "ended with 0" in seen)


def test_no_color_sends_no_colour(terminal: Terminal) -> None:
    terminal.start()
    terminal.run(app("replay game.json", before="NO_COLOR=1"))
    terminal.wait_for(lambda seen: "event 0/19" in seen)
    terminal.press("End")
    terminal.wait_for(lambda seen: "BLUE wins" in seen)
    for sequence in terminal.coloured().split("\x1b[")[1:]:
        codes = sequence.partition("m")[0].split(";")
        assert not {code for code in codes if code[:1] in "349" and len(code) == 2} - {"39", "49"}, codes
        assert not {code for code in codes if code.startswith("10") and len(code) == 3}, codes
    terminal.press("q")
    terminal.wait_for(lambda seen: "ended with 0" in seen)


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_game_that_is_ended_from_outside_leaves_the_command_that_goes_on(
    terminal: Terminal, number: int, code: int
) -> None:
    terminal.start(100, 30)
    terminal.run(app("play --out 'my game.json' --seed 7"))
    terminal.wait_for(lambda seen: "LIVE" in seen)
    terminal.signal(number)
    seen = terminal.wait_for(lambda seen: f"ended with {code}" in seen)
    assert "to resume this game: codenames-tui play --resume 'my game.jsonl'\n" in seen
    assert is_restored(terminal)


def test_a_game_that_is_over_leaves_where_it_was_saved(terminal: Terminal) -> None:
    terminal.start(100, 30)
    terminal.run(app("play --out mine.json --seed 7 --pace 0 --red random --blue random"))
    terminal.wait_for(lambda seen: "GAME OVER" in seen and "saved as mine.json" in seen)
    terminal.press("q")
    seen = terminal.wait_for(lambda seen: "ended with 0" in seen)
    assert "saved as mine.json\n" in seen


def test_an_unknown_theme_is_refused_before_a_game_is_begun(terminal: Terminal) -> None:
    terminal.start(100, 30)
    terminal.run(app("play --out mine.json --theme octarine"))
    seen = terminal.wait_for(lambda seen: "ended with 2" in seen).replace("\n", "")
    assert "unknown theme 'octarine'; available: ansi, colour-blind, dark, high-contrast, light" in seen
    assert not (terminal.folder / "mine.jsonl").exists()


def test_an_encoding_of_little_range_gets_plain_signs(terminal: Terminal) -> None:
    terminal.start()
    terminal.run(app("replay game.json", before="PYTHONIOENCODING=ascii"))
    seen = terminal.wait_for(lambda seen: "event 0/19" in seen)
    assert seen.isascii()
    terminal.press("q")
    terminal.wait_for(lambda seen: "ended with 0" in seen)
