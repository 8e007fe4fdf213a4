"""The wire form: whatever is written can be read, however it is cut; what is too long is not kept."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codenames_tui.streaming.frames import (
    HEARTBEAT,
    LONGEST_FRAME,
    BrokenStreamError,
    Frame,
    FrameReader,
    frame,
)

WORDS = st.from_regex(r"[a-z]{1,8}", fullmatch=True)
FRAMES = st.lists(
    st.builds(
        Frame,
        WORDS,
        st.text(st.characters(exclude_characters="\r\n", exclude_categories=["Cs"]), min_size=1),
        st.none() | WORDS,
    ),
    max_size=6,
)


@given(FRAMES, st.lists(st.integers(1, 9), min_size=1))
def test_frames_are_read_as_they_were_written_however_they_are_cut(written: list[Frame], cuts: list[int]) -> None:
    data = b"".join(frame(one.event, one.data, one.id) + HEARTBEAT for one in written)
    reader, read, at, turn = FrameReader(), list[Frame](), 0, 0
    while at < len(data):
        step = cuts[turn % len(cuts)]
        read += reader.feed(data[at : at + step])
        at, turn = at + step, turn + 1
    assert read == written


@given(st.lists(st.binary(max_size=80), max_size=8))
def test_any_bytes_give_frames_or_a_complaint(pieces: list[bytes]) -> None:
    reader = FrameReader()
    with contextlib.suppress(BrokenStreamError):
        for piece in pieces:
            assert all(isinstance(one, Frame) for one in reader.feed(piece))


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_every_line_end_of_the_standard_is_known(line_end: str) -> None:
    lines = ["event: end", "data:1", "data: 2", ": a comment", "unknown: field", "id", "", ""]
    assert list(FrameReader().feed(line_end.join([*lines, "data: next"]).encode())) == [Frame("end", "1\n2", "")]


@pytest.mark.parametrize("data", [b"x" * (LONGEST_FRAME + 1), b"data: 12345678\n" * (LONGEST_FRAME // 10)])
def test_a_frame_without_an_end_is_given_up(data: bytes) -> None:
    with pytest.raises(BrokenStreamError, match="400,000 bytes"):
        list(FrameReader().feed(data))
