"""Following a file that another process appends to."""

import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codenames_core.files import tail as tail_module
from codenames_core.files.tail import FileTail
from codenames_core.support.errors import EpisodeFileError

BOTH = pytest.mark.parametrize("strict", [False, True])


@BOTH
def test_a_torn_last_line_waits_for_its_end(tmp_path: Path, strict: bool) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"one\ntw")
    tail = FileTail(path, strict=strict)
    assert list(tail.lines()) == [b"one"]
    with path.open("ab", buffering=0) as end:
        end.write(b"o\nthree")
        assert list(tail.lines()) == [b"two"]
        assert list(tail.lines()) == []
        end.write(b"\n")
        assert list(tail.lines()) == [b"three"]
    assert tail.line_number == 3
    tail.close()


@BOTH
def test_what_takes_the_place_of_a_torn_line_is_read_whole_even_if_it_is_longer(tmp_path: Path, strict: bool) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"one\nhalf of")
    tail = FileTail(path, strict=strict)
    assert list(tail.lines()) == [b"one"]
    path.write_bytes(b"one\nanother line\n")
    assert list(tail.lines()) == [b"another line"]
    tail.close()


def test_a_file_that_is_not_there_yet_has_no_lines_yet(tmp_path: Path) -> None:
    path = tmp_path / "later.jsonl"
    tail = FileTail(path)
    assert (list(tail.lines()), tail.is_gone()) == ([], True)
    path.write_bytes(b"one\n")
    assert (list(tail.lines()), tail.is_gone()) == ([b"one"], False)


def test_a_file_that_was_cut_off_or_replaced_is_read_from_its_beginning(tmp_path: Path) -> None:
    path, other = tmp_path / "game.jsonl", tmp_path / "other.jsonl"
    path.write_bytes(b"one\ntwo\n")
    tail = FileTail(path)
    assert list(tail.lines()) == [b"one", b"two"]
    path.write_bytes(b"x\n")
    assert [(tail.line_number, line) for line in tail.lines()] == [(1, b"x")]
    other.write_bytes(b"a line that is longer than all before\n")
    other.replace(path)
    assert tail.is_gone()
    assert [(tail.line_number, line) for line in tail.lines()] == [(1, b"a line that is longer than all before")]
    assert not tail.is_gone()


def test_a_file_that_is_followed_strictly_must_be_there_and_must_not_be_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with pytest.raises(EpisodeFileError, match=r"game\.jsonl: No such file"):
        FileTail(path, strict=True)
    path.write_bytes(b"one\n")
    tail = FileTail(path, strict=True)
    assert list(tail.lines()) == [b"one"]
    path.write_bytes(b"o")
    with pytest.raises(EpisodeFileError, match="shorter"):
        list(tail.lines())
    tail.close()


def test_the_last_lines_of_a_file_that_is_followed_strictly_can_be_read_after_it_was_deleted(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"one\n")
    tail = FileTail(path, strict=True)
    with path.open("ab") as end:
        end.write(b"two\n")
    path.unlink()
    assert tail.is_gone()
    assert list(tail.lines()) == [b"one", b"two"]
    tail.close()


@BOTH
def test_no_more_is_read_than_the_limit(tmp_path: Path, strict: bool) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"one\n" + b"x" * 20)
    tail = FileTail(path, strict=strict, limit=20)
    if strict:
        with pytest.raises(EpisodeFileError, match="more than 20 bytes, which is the limit"):
            list(tail.lines())
    else:
        assert list(tail.lines()) == []
    unlimited = FileTail(path, strict=strict, limit=None)
    assert list(unlimited.lines()) == [b"one"]
    tail.close()
    unlimited.close()


@BOTH
def test_reading_can_stop_at_any_line_and_goes_on_there(tmp_path: Path, strict: bool) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"one\ntwo\nthree\n")
    tail = FileTail(path, strict=strict)
    assert next(tail.lines()) == b"one"
    assert list(tail.lines()) == [b"two", b"three"]
    tail.close()


def test_no_pipe_is_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert list(FileTail(tmp_path / "pipe").lines()) == []
    with pytest.raises(EpisodeFileError, match="not an ordinary file"):
        FileTail(tmp_path / "pipe", strict=True)


@given(st.lists(st.binary(max_size=12), max_size=12), st.integers(1, 7), st.booleans())
def test_every_line_comes_once_however_the_file_grows(pieces: list[bytes], piece: int, strict: bool) -> None:
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(tail_module, "PIECE", piece)
        path = Path(folder) / "game.jsonl"
        path.touch()
        tail = FileTail(path, strict=strict)
        lines: list[bytes] = []
        for data in pieces:
            with path.open("ab") as end:
                end.write(data)
            lines += tail.lines()
        tail.close()
    assert lines == b"".join(pieces).split(b"\n")[:-1]
    assert tail.line_number == len(lines)
