"""Rules that every screen keeps, read from the source: literal text, keys that terminals can send, no POSIX at start.

`CHECKS` says where each thing that has gone wrong in other programs for terminals is tested here.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from tests.tui.table import frame, replayed

from codenames_tui.app.keymap import known_bindings

TESTS: Final = Path(__file__).parents[1]
SOURCES: Final = sorted((TESTS.parent / "tui" / "codenames_tui").rglob("*.py"))
POSIX_ONLY: Final = {"fcntl", "grp", "pty", "pwd", "resource", "termios", "tty"}
SINKS: Final = {"Static", "Label", "Button", "Checkbox", "notify", "update"}
"""Calls that take text, and read markup in it where it is a bare string."""
LITERAL: Final = {"Content", "styled", "assemble"}
CHECKS: Final = {
    "markup in texts is shown": ("tui/test_hostile_text.py", "test_known_tricks_do_nothing"),
    "an error with JSON in it becomes a note": ("tui/test_terminal_rules.py", "test_an_error_of_a_provider"),
    "no markup is built from texts": ("tui/test_terminal_rules.py", "test_text_reaches_widgets_as_literal_content"),
    "random texts in every panel": ("tui/test_hostile_text.py", "test_whatever_is_said_can_be_shown"),
    "random traces in the inspector": ("tui/test_inspector.py", "test_whatever_a_trace_says_can_be_inspected"),
    "random texts on the stage": ("tui/test_presenting.py", "test_whatever_is_said_fits_the_stage"),
    "hostile names and settings": ("tui/test_pages.py", "test_"),
    "no sequence of a model reaches the terminal": ("tui/test_bytes.py", "test_nothing_that_a_model_wrote_acts"),
    "wide signs leave columns where they are": ("tui/test_hostile_text.py", "test_wide_and_right_to_left_words"),
    "sizes from 1x1 up": ("tui/test_sizes.py", "test_a_screen_of_any_size_opens"),
    "resizing while somebody speaks": ("tui/test_streaming.py", "test_resizing_while_somebody_speaks"),
    "80x24 shows every word": ("tui/test_game_screen.py", "test_all_words_are_shown_in_full"),
    "signals give the terminal back": ("tui/test_tmux.py", "test_a_signal_gives_the_terminal_back"),
    "a terminal that has gone": ("tui/test_bytes.py", "test_the_app_goes_when_its_terminal_has_gone"),
    "a crash has a code of its own": ("tui/test_crash.py", "test_a_bug_in_the_app_ends_it_with_code_1"),
    "quitting with an open question": ("tui/test_watching.py", "test_a_question_without_an_answer_does_not_hold_up"),
    "a crash says one line": ("tui/test_crash.py", "test_the_person_sees_one_line"),
    "an agent that fails": ("tui/test_crash.py", "test_an_agent_that_raises_costs_its_turn"),
    "nothing happens, nothing is sent": ("tui/test_bytes.py", "test_a_screen_on_which_nothing_happens"),
    "NO_COLOR": ("tui/test_tmux.py", "test_no_color_sends_no_colour"),
    "contrast": ("tui/test_themes.py", "test_"),
    "no COLORTERM": ("tui/test_bytes.py", "test_without_colorterm_no_true_colour_is_sent"),
    "plain characters": ("tui/test_bytes.py", "test_ascii_sends_nothing_else"),
    "ctrl+c twice quits": ("tui/test_game_screen.py", "test_ctrl_c_twice_leaves_at_once"),
    "keys that terminals cannot send": ("tui/test_terminal_rules.py", "test_no_key_is_one_that_terminals_lack"),
    "key maps are checked": ("tui/test_keymap.py", "test_"),
    "a replay stays on its last frame": ("tui/test_game_screen.py", "test_a_replay_stays_on_its_last_frame"),
    "no POSIX module at start": ("tui/test_terminal_rules.py", "test_no_module_needs_posix_at_its_import"),
}


@pytest.mark.parametrize("what", CHECKS)
def test_every_check_is_there(what: str) -> None:
    file, name = CHECKS[what]
    assert f"def {name}" in (TESTS / file).read_text(encoding="utf-8")


def calls(source: Path) -> Iterator[ast.Call]:
    return (node for node in ast.walk(ast.parse(source.read_text("utf-8"))) if isinstance(node, ast.Call))


def name_of(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def test_text_reaches_widgets_as_literal_content() -> None:
    """A string with something in it that is no constant is markup to Textual, and `escape` does not help."""
    for source, call in ((path, call) for path in SOURCES for call in calls(path)):
        name, is_literal = name_of(call), any(one.arg == "markup" for one in call.keywords)
        assert name not in {"from_markup", "escape_markup", "from_ansi"}, (source, ast.unparse(call))
        if name in SINKS and call.args and not is_literal:
            first = call.args[0]
            bare = isinstance(first, ast.JoinedStr) or (isinstance(first, ast.BinOp) and isinstance(first.op, ast.Add))
            assert not bare, (source, ast.unparse(call))
            if name == "Static":
                assert isinstance(first, ast.Call), (source, ast.unparse(call))
                assert name_of(first) in LITERAL, (source, ast.unparse(call))


def test_no_module_needs_posix_at_its_import() -> None:
    for source in SOURCES:
        for node in ast.parse(source.read_text("utf-8")).body:
            names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not POSIX_ONLY & {name.partition(".")[0] for name in names}, source


def test_no_key_is_one_that_terminals_lack() -> None:
    """Most terminals send neither shift nor ctrl with enter, and no ctrl with shift and a letter."""
    for binding in known_bindings():
        for key in binding.keys:
            assert key not in {"shift+enter", "ctrl+enter"}, binding
            assert not key.startswith("ctrl+shift+"), binding


async def test_an_error_of_a_provider_with_json_in_it_becomes_a_note() -> None:
    app = replayed()
    async with app.run_test(notifications=True, size=(120, 40)) as pilot:
        app.complain('{"a":["b=c"]} [foo="x [/] [0]')
        await pilot.pause()
        await pilot.pause()
        assert '{"a":["b=c"]}' in frame(app)
    assert app.return_code in (None, 0)
