"""What a terminal sends is read, however it is cut; what cannot be read is left out, and ends nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tui.table import replayed
from tests.tui.terminal_bytes import PIECES
from textual import events
from textual.message import Message

from codenames_tui.app.terminal_input import TerminalInput
from codenames_tui.ui.crash import log_file

PARAMETERS = st.lists(st.sampled_from(["0", "1", "3", "27", "48", "99999999999", ":", ";", "<", "?", "$"]), max_size=9)
SEQUENCES = st.builds(
    lambda parameters, end: f"\x1b[{''.join(parameters)}{end}".encode(), PARAMETERS, st.sampled_from("uAMmtRS~y$I ")
)
SENT = st.lists(st.sampled_from(PIECES) | SEQUENCES | st.binary(max_size=4), max_size=12).map(b"".join)


def read(*pieces: bytes) -> list[Message]:
    """What is read of pieces that come one after the other, and nothing after them."""
    reader = TerminalInput()
    come = [message for piece in pieces for message in reader.feed(piece)]
    return [*come, *reader.flush()]


def said(*pieces: bytes) -> list[str]:
    """Keys by their names, pastes as they are, the rest by its kind."""
    return [
        one.key
        if isinstance(one, events.Key)
        else repr(one.text)
        if isinstance(one, events.Paste)
        else type(one).__name__
        for one in read(*pieces)
    ]


@pytest.mark.parametrize(
    ("sent", "keys"),
    [
        (b"\xe9a", ["replacement_character", "a"]),
        (b"\xe1b", ["replacement_character", "b"]),
        (b"\xf0\x9f\x8ea", ["replacement_character", "a"]),
        (b"\x1b[M \xd0\x30a", ["a"]),
        (b"\x1b[97;1:3ua", ["a"]),
        (b"\x1b[27;1:3u", []),
        (b"\x1b[1;1:3A", []),
        (b"\x1b[1;1:1A", ["up"]),
        (b"\x1b[13;1:2u", ["enter"]),
        (b"\x1b[97:65;2u", ["A"]),
        (b"\x1b[97;5u", ["ctrl+a"]),
        (b"\x1b[97;2;65u", ["A"]),
        (b"\x1b[1114112ua", ["a"]),
        (b"\x1b[99999999999ua", ["a"]),
        (b"\x1b[55296ua", ["a"]),
        (b"\x1b[?1;2ca", ["TerminalAnswer", "a"]),
        (b"\x1b[1;\x1b[Aa", ["up", "a"]),
        (b"\x1b]11;rgb:71/71/71\x1b\\a", ["a"]),
        (b"\x1b]11;rgb:71/71/71\x07a", ["a"]),
        (b"\x1b", ["escape"]),
        (b"\x1b\x1b[A", ["escape", "up"]),
        (b"\x1ba", ["alt+a"]),
        (b"\x1b[", ["left_square_bracket"]),
        (b"\x1b[[A", ["f1"]),
        (b"\x1b[24$a", ["f24", "a"]),
        (b"\x1b[48;24;80;0;0t\x1b[<0;5;5M", ["Resize", "MouseDown"]),
        (b"\x1b[48;0;0;0;0t\x1b[<0;5;5M", ["MouseDown"]),
    ],
)
def test_a_sequence_is_a_key_or_nothing(sent: bytes, keys: list[str]) -> None:
    assert said(sent) == keys


@pytest.mark.parametrize(
    "text",
    ["q y q y", "a\x1bqy\x1b\x1bq", "one\x1b[31mtwo\x1b[0m three", "\x1b[200~", "first\rsecond", "\x1b]0;T\x07q", "é"],
)
def test_a_paste_is_text_and_no_key(text: str) -> None:
    assert said(b"a\x1b[200~" + text.encode() + b"\x1b[201~b") == ["a", repr(text), "b"]


def test_ctrl_c_alone_ends_a_paste_whose_end_never_came() -> None:
    assert said(b"\x1b[200~abc", b"\x03") == ["'abc'", "ctrl+c"]


def test_a_click_lands_where_it_was_made_after_a_size_without_pixels() -> None:
    *_, click = read(b"\x1b[48;24;80;480;800t", b"\x1b[48;24;80;0;0t", b"\x1b[<0;5;7M")
    assert isinstance(click, events.MouseDown)
    assert (click.x, click.y) == (4, 6)


@given(SENT, st.lists(st.integers(1, 8), max_size=40))
def test_where_the_bytes_are_cut_makes_no_difference(sent: bytes, lengths: list[int]) -> None:
    sent, pieces = sent.replace(b"\x03", b""), []
    rest = sent
    for length in lengths:
        pieces.append(rest[:length])
        rest = rest[length:]
    assert list(map(repr, read(*pieces, rest))) == list(map(repr, read(sent)))


async def test_an_error_while_reading_ends_the_app_with_code_1_and_is_in_the_log() -> None:
    app = replayed()
    error = RuntimeError("unread")

    async def run() -> None:
        async with app.run_test() as pilot:
            app.call_later(app.fail, error)
            await pilot.pause()
            await pilot.pause()

    with pytest.raises(RuntimeError, match="unread"):
        await run()
    assert app.return_code == 1
    assert "Traceback" in log_file().read_text()


async def test_what_textual_can_only_draw_ends_the_app_with_code_1() -> None:
    app = replayed()

    async def run() -> None:
        async with app.run_test() as pilot:
            app.panic("the driver died")
            await pilot.pause()
            await pilot.pause()

    with pytest.raises(RuntimeError, match="the driver died"):
        await run()
    assert app.return_code == 1
