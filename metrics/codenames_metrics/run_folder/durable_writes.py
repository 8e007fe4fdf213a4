"""Writes finished games so that a power cut cannot take them back; those that end together share the cost.

A disk takes some 5 ms to store a file for good, and hardly longer for a hundred. So records that come while the disk is
busy are gathered and forced out together (a group commit). A record that was forced out is renamed to its final name,
and the new names are forced out together with the next records. A game counts as finished once the disk has both.
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

FILES_WORTH_A_FULL_SYNC: Final = 8
"""From so many files on it is quicker to force out the whole file system than one file after the other."""
SECONDS_OF_A_ROUND: Final = 0.005
"""The shortest time between two rounds: with a disk that is quicker, waiting lets more records share a round."""
_NEW: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


G = TypeVar("G")
"""What the caller knows of a game, and gets back when its record is durable."""


class _PendingRecord(NamedTuple, Generic[G]):
    """A record on its way to the disk."""

    game: G
    temporary: str
    """The file that it is in until it is durable."""
    path: str
    """The name that this file gets then."""
    durable: asyncio.Future[None]
    """Done when the disk has both."""


# D-084: one fsync after the other takes 5 ms each; a batch is forced at once.
class GroupCommit(Generic[G]):
    """Keeps records in a folder.

    Args:
        folder: of the episodes; it has no other writer.
        on_durable: is given the games whose records the disk has, all that became durable at one moment.
    """

    def __init__(self, folder: Path, on_durable: Callable[[Sequence[G]], object]) -> None:
        self._folder = str(folder)
        self._on_durable = on_durable
        self._gathered: list[_PendingRecord[G]] = []
        """They wait for the disk."""
        self._committing: asyncio.Task[None] | None = None

    async def keep(self, name: str, record: bytes, game: G) -> None:
        """Return when a record is durable and `on_durable` was given its game.

        A caller that is cancelled waits for that first, so that nothing is written any more once this has ended.

        Raises:
            StorageError: the disk refused, here or at the end; there is no file of that name.
        """
        temporary, path = os.path.join(self._folder, f".{name}.new"), os.path.join(self._folder, name)
        try:
            write_unsynced(temporary, record)
        except OSError as error:
            _unlink(temporary)
            raise _refusal(path, error) from error
        durable = asyncio.get_running_loop().create_future()
        self._gathered.append(_PendingRecord(game, temporary, path, durable))
        if self._committing is None:
            self._committing = asyncio.create_task(self._commit_gathered())
        try:
            await durable
        except asyncio.CancelledError:
            if self._committing is not None:
                await asyncio.wait({self._committing})
            raise

    async def _commit_gathered(self) -> None:
        """Force out the gathered records, and with them the names of those before, until nothing is left."""
        renamed: list[_PendingRecord[G]] = []
        forced: list[_PendingRecord[G]] = []
        clock, began = asyncio.get_running_loop().time, 0.0
        try:
            while self._gathered or forced:
                if self._gathered and forced:  # games end one after the other: larger rounds cost less
                    await asyncio.sleep(began + SECONDS_OF_A_ROUND - clock())
                began = clock()
                renamed, forced, self._gathered = forced, self._gathered, []
                for record in renamed:
                    rename_into_place(record.temporary, record.path)
                temporaries = [record.temporary for record in forced]
                await asyncio.to_thread(fsync_all, temporaries, self._folder if renamed else None)
                if renamed:
                    self._on_durable([record.game for record in renamed])
                for record in renamed:
                    _finish(record)
        except BaseException as error:
            left, self._gathered = [*renamed, *forced, *self._gathered], []
            for record in left:
                _give_up(record, error)
        finally:
            self._committing = None


def _finish(record: _PendingRecord[Any]) -> None:
    if not record.durable.done():
        record.durable.set_result(None)


def _give_up(record: _PendingRecord[Any], error: BaseException) -> None:
    if record.durable.cancelled() or not record.durable.done():
        _unlink(record.temporary)
    if not record.durable.done():
        record.durable.set_exception(_refusal(record.path, error) if isinstance(error, OSError) else error)


def _refusal(path: str, error: OSError) -> StorageError:
    return StorageError(f"{one_line(path)} could not be written: {refusal(error)}")


def write_unsynced(path: str, data: bytes) -> None:
    """Write a file that does not exist yet, and leave it to `fsync_all` to force it out."""
    file = os.open(path, _NEW, 0o644)
    try:
        while data:
            data = data[os.write(file, data) :]
    finally:
        os.close(file)


def rename_into_place(temporary: str, path: str) -> None:
    """Give a file its final name."""
    os.replace(temporary, path)


def fsync_all(paths: Sequence[str], folder: str | None) -> None:
    """Return when the disk has these files, and, if their folder is given, also the names in it."""
    if len(paths) >= FILES_WORTH_A_FULL_SYNC and (sync := _sync_file_system()) is not None:
        _with_file(paths[0], sync)
        return
    for path in paths:
        _with_file(path, os.fsync)
    if folder is not None:
        with contextlib.suppress(OSError):  # not every system can do that for a folder
            _with_file(folder, os.fsync, os.O_RDONLY)


def _with_file(path: str, work: Callable[[int], object], flags: int = os.O_RDWR) -> None:
    file = os.open(path, flags)
    try:
        work(file)
    finally:
        os.close(file)


@cache
def _sync_file_system() -> Callable[[int], object] | None:
    """Return a function that forces out a whole file system, given any file of it; None where there is none.

    That is Linux's `syncfs`, for which Python's `os` has no function.
    """
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
