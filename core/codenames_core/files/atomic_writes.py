"""Writing whole files: what is read later is either the old content or all of the new one, also after a power cut."""

import contextlib
import os
import secrets
from pathlib import Path
from typing import Final

from codenames_core.files.untrusted_files import refusal
from codenames_core.support.errors import FileInTheWayError, StorageError
from codenames_core.text.sanitiser import one_line

_NEW_FILE: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


def refuse_existing(path: Path) -> None:
    """Do nothing where nothing lies yet.

    Raises:
        FileInTheWayError: something is there already, be it a link that leads nowhere.
        StorageError: no file can have this name.
    """
    try:
        path.lstat()  # `exists` of newer Pythons keeps to itself that a name is impossible
    except FileNotFoundError:
        return
    except (OSError, ValueError) as error:
        raise _refused(path, error) from error
    raise FileInTheWayError(f"{one_line(str(path))} already exists; choose another name")


def write_new(path: Path, data: bytes, *, sync: bool = True) -> None:
    """Write a new file, whole or not at all.

    Args:
        path: of the file.
        data: all of it.
        sync: whether it outlasts a power cut; without it thousands of files that can be made again are written soon.

    Raises:
        FileInTheWayError: something is there already.
        StorageError: the disk refused.
    """
    refuse_existing(path)
    write_atomically(path, data, sync=sync)


def write_atomically(path: Path, data: bytes, *, sync: bool = True, private: bool = False) -> None:
    """Write `data` to `path` by way of a temporary file beside it.

    Args:
        path: of the file.
        data: all of it.
        sync: whether it outlasts a power cut.
        private: whether nobody but the user may read it, whatever the umask says.

    Raises:
        StorageError: the disk refused; nothing was changed at `path`.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_name(f".{path.name[:40]}.{secrets.token_hex(6)}")
        try:
            create_file(temporary, data, sync=sync, private=private)
            os.replace(temporary, path)
        except BaseException:
            with contextlib.suppress(OSError, ValueError):
                os.unlink(temporary)
            raise
        if sync:
            _sync_folder(path.parent)
    except (OSError, ValueError) as error:
        raise _refused(path, error) from error


def create_file(path: Path | str, data: bytes, *, sync: bool = False, private: bool = False) -> None:
    """Write a file that does not exist yet; one that could not be written to its end is left behind.

    Args:
        path: of the file.
        data: all of it.
        sync: whether to return only when the disk has the content; the name is another matter.
        private: whether nobody but the user may read it.

    Raises:
        FileExistsError: something is there already.
        OSError: the system refuses.
        ValueError: no file can have this name.
    """
    descriptor = os.open(path, _NEW_FILE, 0o600 if private else 0o666)  # else the user's umask decides who may read it
    try:
        while data:
            data = data[os.write(descriptor, data) :]  # the system may take it in parts
        if sync:
            os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _refused(path: Path, error: OSError | ValueError) -> StorageError:
    return StorageError(f"{one_line(str(path))} could not be written: {refusal(error)}")


def _sync_folder(folder: Path) -> None:
    """Have a new name in `folder` outlast a power cut, where the system can do that for a folder."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
