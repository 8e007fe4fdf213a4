"""Files that grow by whole lines, and survive being cut off in the middle of one."""

import contextlib
import csv
import io
import os
from collections.abc import Iterator, Sequence
from operator import itemgetter
from pathlib import Path
from typing import Any, Final

from codenames_core.files.untrusted_files import open_ordinary, refusal
from codenames_core.support.errors import StorageError
from codenames_core.text.sanitiser import one_line

_OPENED: Final = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0)
"""Links are not followed: the file that one leads to would be cut to whole lines."""


class LineFile:
    """Appends whole lines, unbuffered; a torn last line is cut off when the file is opened.

    Raises:
        StorageError: the disk refused.
    """

    def __init__(self, path: Path, first: bytes = b"") -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = os.open(path, _OPENED, 0o644)
            self.size = _whole_size(self._file)
            os.ftruncate(self._file, self.size)
        except (OSError, ValueError) as error:
            raise self._refusal(error) from error
        if first and not self.size:
            self.append(first)

    def append(self, line: bytes) -> int:
        """Write a line, or several, and return where it begins."""
        begins = self.size
        try:
            left = line
            while left:
                left = left[os.write(self._file, left) :]
        except OSError as error:
            with contextlib.suppress(OSError):
                os.ftruncate(self._file, begins)
            raise self._refusal(error) from error
        self.size += len(line)
        return begins

    def close(self) -> None:
        """Close the file."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def _refusal(self, error: OSError | ValueError) -> StorageError:
        return StorageError(f"{one_line(str(self.path))} could not be written: {refusal(error)}")


def _whole_size(file: int) -> int:
    """Return the size of the file up to the end of its last whole line."""
    end = os.fstat(file).st_size
    while end:
        begins = max(0, end - 65_536)
        newline = os.pread(file, end - begins, begins).rfind(b"\n")
        if newline >= 0:
            return begins + newline + 1
        end = begins
    return 0


def csv_line(values: Sequence[Any]) -> bytes:
    """Return a line of CSV; None becomes an empty cell, and line breaks within texts are removed."""
    out = io.StringIO()
    cells = ["" if value is None else one_line(value) if isinstance(value, str) else value for value in values]
    csv.writer(out, lineterminator="\n").writerow(cells)
    return out.getvalue().encode()


def read_rows(path: Path) -> Iterator[dict[str, str]]:
    """Yield the rows of a CSV file that was written line by line, each by column; damaged lines are left out."""
    lines = _whole_lines(path)
    names = _cells(next(lines, ""))
    for line in lines:
        if len(cells := _cells(line)) == len(names):
            yield dict(zip(names, cells, strict=True))


def read_cells(path: Path, columns: Sequence[str]) -> Iterator[tuple[str, ...] | None]:
    """Yield the same rows, quicker, with only the cells of some columns; None for a damaged line."""
    lines = _whole_lines(path)
    names = _cells(next(lines, ""))
    if not set(columns) <= set(names):
        yield from (None for _ in lines)
        return
    pick, count = itemgetter(*map(names.index, columns)), len(names)
    for line in lines:
        cells = _cells(line)
        yield pick(cells) if len(cells) == count else None


def _cells(line: str) -> list[str]:
    """Return the cells of a line; an empty list where it is not CSV."""
    try:
        return next(csv.reader((line,)), [])
    except csv.Error:
        return []


def _whole_lines(path: Path) -> Iterator[str]:
    try:
        file = open_ordinary(path)
    except FileNotFoundError:
        return
    with file:
        yield from (line.decode("utf-8", "replace") for line in file if line.endswith(b"\n"))
