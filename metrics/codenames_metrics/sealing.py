"""Finished games onto the disk, so that a power cut cannot take them back; those that end together go together.

A disk takes some 5 ms to have a file for good, and hardly longer for a hundred. So what ends while it is at work is
gathered, and forced out at once. A game counts as finished when that is over, and not before.
"""

import asyncio
import contextlib
import ctypes
import os
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from codenames_core.errors import StorageError
from codenames_core.outside import refusal
from codenames_core.text import one_line

MANY: Final = 8
"""From so many files on it is quicker to force out the whole file system than one file after the other."""
_NEW: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


class Sealing:
    """Keeps records in a folder.

    Args:
        folder: of the episodes; nobody else writes there.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = str(folder)
        self._gathered: list[str] = []
        """Names of records that wait for the disk, in files beside those that they will be."""
        self._next: asyncio.Task[None] | None = None
        self._disk = asyncio.Lock()
        """Held by the batch that is being forced out."""

    def keep(self, name: str, record: bytes) -> asyncio.Task[None]:
        """Take a record, and return what ends when it is there for good. It is not to be cancelled: others share it.

        Raises:
            StorageError: the disk refused, here or at the end; there is no file of that name.
        """
        try:
            write_new(self._beside(name), record)
        except OSError as error:
            _unlink(self._beside(name))
            raise self._refusal(name, error) from error
        self._gathered.append(name)
        if self._next is None:
            self._next = asyncio.create_task(self._keep_gathered())
        return self._next

    async def _keep_gathered(self) -> None:
        async with self._disk:
            names, self._gathered, self._next = self._gathered, [], None
            try:
                await asyncio.to_thread(force, [*map(self._beside, names)])
                for name in names:
                    into_place(self._beside(name), os.path.join(self._folder, name))
                await asyncio.to_thread(force_names, self._folder)
            except OSError as error:
                for name in names:
                    _unlink(self._beside(name))
                raise self._refusal(names[0], error) from error

    def _beside(self, name: str) -> str:
        return os.path.join(self._folder, f".{name}.new")

    def _refusal(self, name: str, error: OSError) -> StorageError:
        return StorageError(f"{one_line(os.path.join(self._folder, name))} could not be written: {refusal(error)}")


def write_new(path: str, data: bytes) -> None:
    """Write a file that does not exist yet."""
    file = os.open(path, _NEW, 0o644)
    try:
        while data:
            data = data[os.write(file, data) :]
    finally:
        os.close(file)


def into_place(beside: str, path: str) -> None:
    """Give a file that was written beside `path` that name."""
    os.replace(beside, path)


def force(paths: Sequence[str]) -> None:
    """Return when the disk has these files, which are in one folder."""
    if len(paths) >= MANY and (sync := _sync_file_system()) is not None:
        _with_file(paths[0], sync)
    else:
        for path in paths:
            _with_file(path, os.fsync)


def force_names(folder: str) -> None:
    """Return when the disk has the names in `folder`, where the system can do that for a folder."""
    with contextlib.suppress(OSError):
        _with_file(folder, os.fsync, os.O_RDONLY)


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
