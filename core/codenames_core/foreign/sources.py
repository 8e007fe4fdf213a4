"""Reads files from untrusted hands piece by piece: a line, a row or a tree at a time, so that memory stays flat.

What is wrong with a file as a whole is an `InputError`; what is wrong with a part of it is a `Refusal`, and the rest is
read on.
"""

import csv
import gzip
import io
import itertools
import os
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Final, TextIO

from codenames_core.files.strict_json import read_json
from codenames_core.files.untrusted_files import decode, is_gzip, open_ordinary, read_bytes, refusal, unpacked
from codenames_core.foreign.game import Refusal
from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line

LONGEST_LINE: Final = 16_000_000
"""Bytes of a line, characters of a row of a table; a game takes some thousands."""
LARGEST_TREE: Final = 160_000_000
"""Bytes of a file that is one JSON value and has to be read at once."""
LONGEST_CELL: Final = 1_000_000
"""Characters of a cell of a table."""
BEGINNING: Final = 64_000
"""Bytes by which a file is recognised."""
_UTF16: Final = (b"\xff\xfe", b"\xfe\xff")
_BOM: Final = b"\xef\xbb\xbf"


def lines_of(path: Path) -> Iterator[tuple[int, str | Refusal]]:
    """Yield the number and the text of every line that is not blank; the file may be packed.

    Raises:
        InputError: the file cannot be read, is in UTF-16, or has a line without an end.
    """
    where = one_line(path.name)
    with opened(path) as file:
        number = 0
        while True:
            number += 1
            try:
                line = file.readline(LONGEST_LINE + 1)
            except (OSError, EOFError, zlib.error) as error:
                yield number, Refusal(f"{where}, line {number}", f"cannot be read on: {_why(error)}")
                return
            if not line:
                return
            if len(line) > LONGEST_LINE:
                raise InputError(f"{where}: line {number} has more than {LONGEST_LINE:,} bytes, and that is the most")
            if number == 1:
                if line[:2] in _UTF16:
                    raise InputError(f"{where}: this is UTF-16 text; save it as UTF-8")
                line = line.removeprefix(_BOM)
            if line.strip():
                yield number, _text(line, where, number)


def _text(line: bytes, where: str, number: int) -> str | Refusal:
    try:
        return line.decode().rstrip("\r\n")
    except UnicodeDecodeError as error:
        return Refusal(
            f"{where}, line {number}", "not UTF-8 text; save the file as UTF-8", detail=f"byte {error.start}"
        )


def _why(error: OSError | EOFError | zlib.error) -> str:
    if isinstance(error, EOFError):
        return "the gzip file is cut off"
    return refusal(error) if isinstance(error, OSError) and error.errno else one_line(str(error), 80)


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """Open an ordinary file, unpacking it where it is packed.

    Raises:
        InputError: the system refuses.
    """
    try:
        file = open_ordinary(path)
    except (OSError, ValueError) as error:
        raise InputError(f"{one_line(str(path))}: {refusal(error)}") from error
    with file:
        packed = is_gzip(file.read(2))
        file.seek(0)
        if not packed:
            yield file
            return
        with gzip.open(file, "rb") as inner:
            yield inner  # type: ignore[misc]


def json_lines(path: Path) -> Iterator[tuple[str, Any | Refusal]]:
    """Yield the place and the value of every line; raises as `lines_of`."""
    where = one_line(path.name)
    for number, line in lines_of(path):
        place = f"{where}, line {number}"
        yield place, line if isinstance(line, Refusal) else json_of(line, place)


def json_of(text: str, place: str) -> Any | Refusal:
    """Return the value of a JSON text, or why it has none."""
    try:
        return read_json(text, place)
    except InputError as error:
        return Refusal(place, str(error).removeprefix(f"{place}: "))


def json_file(path: Path) -> Any:
    """Return the value of a file that is one JSON value, packed or not.

    Raises:
        InputError: it is none, or too large.
    """
    where = one_line(path.name)
    data = unpacked(read_bytes(path, LARGEST_TREE), LARGEST_TREE, where)
    return read_json(decode(data, where), where)


def rows_of(path: Path) -> Iterator[tuple[str, Mapping[str, str] | Refusal]]:
    """Yield the place and the cells of every row of a CSV file with a line of names.

    Raises:
        InputError: the file cannot be read, or has no line of names.
    """
    where = one_line(path.name)
    csv.field_size_limit(max(csv.field_size_limit(), LONGEST_CELL))  # of the process: it is only ever raised
    with opened(path) as file:
        if file.read(2) in _UTF16:
            raise InputError(f"{where}: this is UTF-16 text; save it as UTF-8")
        file.seek(0)
        text = io.TextIOWrapper(file, encoding="utf-8-sig", newline="", errors="strict")
        lines = _BoundedLines(text)
        rows = csv.DictReader(lines, strict=True)
        for number in itertools.count(1):
            place = f"{where}, row {number}"
            lines.left = LONGEST_LINE
            try:
                row = next(rows)
            except StopIteration:
                return
            except (csv.Error, UnicodeDecodeError, OSError, EOFError, zlib.error) as error:
                yield place, Refusal(place, f"the table cannot be read on: {one_line(str(error), 80)}")
                return
            yield place, {name: cell for name, cell in row.items() if isinstance(name, str) and isinstance(cell, str)}


class _BoundedLines(Iterator[str]):
    """The lines of a table: a row may be of many, and takes no more than `left` characters."""

    def __init__(self, text: TextIO) -> None:
        self.left = LONGEST_LINE
        self._text = text

    def __next__(self) -> str:
        line = self._text.readline(self.left + 1)
        self.left -= len(line)
        if self.left < 0:
            raise csv.Error(f"a row has more than {LONGEST_LINE:,} characters, and that is the most")
        if not line:
            raise StopIteration
        return line


def beginning_of(path: Path) -> str:
    """Return what a file begins with, as far as it is text; empty where it cannot be read."""
    try:
        with opened(path) as file:
            return file.read(BEGINNING).decode("utf-8", errors="replace").removeprefix("\ufeff")
    except (InputError, OSError, EOFError, zlib.error):
        return ""


def files_below(path: Path) -> Iterator[Path]:
    """Yield the ordinary files in a folder and in those below, in order; links to folders are not followed.

    Raises:
        InputError: there is no such folder.
    """
    for folder, folders, names in os.walk(path, onerror=None):
        folders.sort()
        yield from (Path(folder) / name for name in sorted(names) if not name.startswith("."))
