"""Finished games onto the disk, so that a power cut cannot take them back; those that end together go together.

A disk takes some 5 ms to have a file for good, and hardly longer for a hundred. So what ends while it is at work is
gathered, and forced out at once. What was forced out gets its name, and the names are forced out with the files that
came meanwhile. A game counts as finished when the disk has both, and not before.
"""

import asyncio
import contextlib
import ctypes
import os
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, Generic, NamedTuple, TypeVar

from codenames_core.files.untrusted_files import refusal
from codenames_core.support.errors import StorageError
from codenames_core.text.sanitiser import one_line

MANY: Final = 8
"""From so many files on it is quicker to force out the whole file system than one file after the other."""
SECONDS_OF_A_ROUND: Final = 0.005
"""A disk that is quicker than this is left alone for the rest of it, while games come and others wait for it."""
_NEW: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


G = TypeVar("G")
"""What a record is of, to whoever has it kept."""


class _Record(NamedTuple, Generic[G]):
    """A record on its way to the disk."""

    game: G
    beside: str
    """The file that it is in, until it is there for good."""
    path: str
    """What that file is called then."""
    turn: asyncio.Future[None]
    """Ends when it is there."""


# D-084: one fsync after the other takes 5 ms each; a batch is forced at once.
class GroupCommit(Generic[G]):
    """Keeps records in a folder.

    Args:
        folder: of the episodes; nobody else writes there.
        kept: is given the games whose records are there for good, all that are so at one moment.
    """

    def __init__(self, folder: Path, kept: Callable[[Sequence[G]], object]) -> None:
        self._folder = str(folder)
        self._kept = kept
        self._gathered: list[_Record[G]] = []
        """They wait for the disk."""
        self._at_work: asyncio.Task[None] | None = None

    async def keep(self, name: str, record: bytes, game: G) -> None:
        """Return when a record is there for good, and `kept` was given its game.

        Whoever is cancelled waits for that all the same: nothing is written any more once this is over.

        Raises:
            StorageError: the disk refused, here or at the end; there is no file of that name.
        """
        beside, path = os.path.join(self._folder, f".{name}.new"), os.path.join(self._folder, name)
        try:
            write_new(beside, record)
        except OSError as error:
            _unlink(beside)
            raise _refusal(path, error) from error
        turn = asyncio.get_running_loop().create_future()
        self._gathered.append(_Record(game, beside, path, turn))
        if self._at_work is None:
            self._at_work = asyncio.create_task(self._keep_gathered())
        try:
            await turn
        except asyncio.CancelledError:
            if self._at_work is not None:
                await asyncio.wait({self._at_work})
            raise

    async def _keep_gathered(self) -> None:
        """Force out what came, and with it the names of what was forced out before, until nothing is left."""
        named: list[_Record[G]] = []
        forced: list[_Record[G]] = []
        clock, began = asyncio.get_running_loop().time, 0.0
        try:
            while self._gathered or forced:
                if self._gathered and forced:  # they come one after the other: more of them together cost less
                    await asyncio.sleep(began + SECONDS_OF_A_ROUND - clock())
                began = clock()
                named, forced, self._gathered = forced, self._gathered, []
                for one in named:
                    rename_into_place(one.beside, one.path)
                await asyncio.to_thread(fsync_all, [one.beside for one in forced], self._folder if named else None)
                if named:
                    self._kept([one.game for one in named])
                for one in named:
                    _end(one.turn)
        except BaseException as error:
            left, self._gathered = [*named, *forced, *self._gathered], []
            for one in left:
                _give_up(one, error)
        finally:
            self._at_work = None


def _end(turn: "asyncio.Future[None]") -> None:
    if not turn.done():
        turn.set_result(None)


def _give_up(record: _Record[Any], error: BaseException) -> None:
    if record.turn.cancelled() or not record.turn.done():
        _unlink(record.beside)
    if not record.turn.done():
        record.turn.set_exception(_refusal(record.path, error) if isinstance(error, OSError) else error)


def _refusal(path: str, error: OSError) -> StorageError:
    return StorageError(f"{one_line(path)} could not be written: {refusal(error)}")


def write_new(path: str, data: bytes) -> None:
    """Write a file that does not exist yet."""
    file = os.open(path, _NEW, 0o644)
    try:
        while data:
            data = data[os.write(file, data) :]
    finally:
        os.close(file)


def rename_into_place(beside: str, path: str) -> None:
    """Give a file that was written beside `path` that name."""
    os.replace(beside, path)


def fsync_all(paths: Sequence[str], names_in: str | None) -> None:
    """Return when the disk has these files, which are in one folder, and the names in that folder if it is given."""
    if len(paths) >= MANY and (sync := _sync_file_system()) is not None:
        _with_file(paths[0], sync)
        return
    for path in paths:
        _with_file(path, os.fsync)
    if names_in is not None:
        with contextlib.suppress(OSError):  # not every system can do that for a folder
            _with_file(names_in, os.fsync, os.O_RDONLY)


def _with_file(path: str, work: Callable[[int], object], flags: int = os.O_RDWR) -> None:
    file = os.open(path, flags)
    try:
        work(file)
    finally:
        os.close(file)


@cache
def _sync_file_system() -> Callable[[int], object] | None:
    """Return what forces out all of a file system, by any of its files; Linux has that, and Python no name for it."""
    try:
        syncfs = ctypes.CDLL(None, use_errno=True).syncfs
    except (OSError, AttributeError, TypeError):
        return None

    def sync(file: int) -> None:
        if syncfs(file):
            number = ctypes.get_errno()
            raise OSError(number, os.strerror(number))

    return sync


def _unlink(path: str) -> None:
    with contextlib.suppress(OSError):
        os.unlink(path)
