"""Allows one runner at a time in a run folder.

The operating system holds the lock for as long as the process lives, so that no stale lock is left behind; the content
of the file says which process holds it. Where the system has no such locks, the file itself is the lock, and is stale
when its process is gone.
"""

import contextlib
import json
import os
from pathlib import Path
from typing import Final

from codenames_core.files.untrusted_files import refusal
from codenames_core.support.errors import InputError, StorageError
from codenames_core.text.sanitiser import one_line

NAME: Final = "run.lock"
_OPENED: Final = os.O_RDWR | getattr(os, "O_NOFOLLOW", 0)
"""Links are not followed: the file that one leads to would be emptied."""


class FolderInUse(InputError):
    """Another process runs a benchmark in the folder."""


class FolderLock:
    """Keeps other runners out of a folder until it is released.

    Raises:
        FolderInUse: another process runs a benchmark there; the message names it.
        StorageError: the folder cannot be written.
    """

    _file = -1

    def __init__(self, folder: Path) -> None:
        self.path = folder / NAME
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._file = self._locked()
            os.ftruncate(self._file, 0)
            os.pwrite(self._file, json.dumps({"pid": os.getpid()}).encode() + b"\n", 0)
        except FolderInUse:
            raise
        except (OSError, ValueError) as error:
            self.release()
            raise StorageError(f"{one_line(str(self.path))} could not be written: {refusal(error)}") from error

    def _locked(self) -> int:
        """Return the file, locked.

        Its holder may delete it between opening and locking; then the lock is worthless, and the file is opened again.
        """
        while True:
            file = os.open(self.path, _OPENED | os.O_CREAT, 0o644)
            holder = _read_pid(file)
            if not _try_to_lock(file, holder):
                os.close(file)
                who = f"process {holder}" if holder else "another process"
                folder = one_line(str(self.path.parent))
                raise FolderInUse(f"{folder} is being written by {who}; wait for it, or end it")
            with contextlib.suppress(FileNotFoundError):
                if os.path.samestat(os.fstat(file), os.stat(self.path)):
                    return file
            os.close(file)

    def release(self) -> None:
        """Delete the file, and unlock it."""
        if self._file >= 0:
            with contextlib.suppress(OSError):
                self.path.unlink()
            os.close(self._file)
            self._file = -1


def lock_holder(folder: Path) -> int | None:
    """Return the id of the process that runs a benchmark in `folder`; None if there is none, or it is gone."""
    try:
        file = os.open(folder / NAME, _OPENED)
    except OSError:
        return None
    try:
        holder = _read_pid(file)
        if holder is None or not _is_alive(holder):
            return None  # without trying the lock, which a run may be taking at this moment
        return None if _try_to_lock(file, holder) else holder
    finally:
        os.close(file)


def _read_pid(file: int) -> int | None:
    try:
        pid = json.loads(os.pread(file, 1_000, 0))["pid"]
    except (ValueError, KeyError, TypeError, OSError):
        return None
    return pid if isinstance(pid, int) and 0 < pid < 2**31 else None


def _try_to_lock(file: int, holder: int | None) -> bool:
    """Lock the file for as long as it is open; False if another process has it."""
    try:
        import fcntl
    except ImportError:  # Windows: the file itself is the lock
        return holder is None or holder == os.getpid() or not _is_alive(holder)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
