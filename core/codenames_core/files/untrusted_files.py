"""Files from the outside: read with a bound on their size, as text where they are text, with complaints that say why.

`refusal` says what the system refuses; `codenames_core.support.validation_messages` says what is wrong inside a file.

Only ordinary files are read: reading a pipe may wait for ever, and a device may have no end.
"""

import errno
import os
import stat
import zlib
from pathlib import Path
from typing import BinaryIO, Final

from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line


def read_bytes(path: Path | str, limit: int, complaint: type[InputError] = InputError) -> bytes:
    """Return what an ordinary file of at most `limit` bytes holds.

    Raises:
        InputError: of the class `complaint`; the message names the file.
    """
    path = Path(path)
    where = one_line(str(path))
    try:
        with open_ordinary(path) as file:
            size = os.fstat(file.fileno()).st_size
            if size > limit:
                raise complaint(f"{where}: {size:,} bytes; the limit is {limit:,}")
            data = file.read(size + 1) or b""  # `read(limit)` would allocate the whole limit
            if len(data) > size:  # it has grown since, or reports size 0, as files in /proc do
                data += file.read(limit + 1 - len(data)) or b""
    except InputError:
        raise
    except (OSError, ValueError) as error:
        raise complaint(f"{where}: {refusal(error)}") from error
    if len(data) > limit:
        raise complaint(f"{where}: more than {limit:,} bytes, which is the limit")
    return data


def refuse_shared(path: Path | str) -> None:
    """Do nothing where only the user may read a file with secrets.

    Raises:
        InputError: others may read it.
    """
    if os.name == "posix" and Path(path).stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise InputError(f"{one_line(str(path))}: others may read it; chmod 600 keeps its secrets to yourself")


def open_ordinary(path: Path) -> BinaryIO:
    """Open an ordinary file to read it; never wait, as opening a pipe does.

    Raises:
        OSError: the system refuses, or it is no ordinary file.
        ValueError: no file can have this name.
    """
    if not stat.S_ISREG(path.stat().st_mode):  # before opening, which has effects on some devices
        raise _no_ordinary_file(path)
    file = open(path, "rb", opener=_without_waiting)  # noqa: SIM115  the caller closes it
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise _no_ordinary_file(path)
    return file


def _without_waiting(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _no_ordinary_file(path: Path) -> OSError:
    return OSError(errno.EINVAL, "a directory" if path.is_dir() else "not an ordinary file", str(path))


def refusal(error: OSError | ValueError) -> str:
    """Return why the system refused to read or write, in words."""
    if not isinstance(error, OSError):
        return _NO_NAME
    return _REFUSALS.get(error.errno or 0) or error.strerror or str(error)


_NO_NAME: Final = "no file can have this name"
"""Python raises ValueError, not OSError, for a name with a NUL or a lone surrogate."""
_REFUSALS: Final = {
    errno.EFBIG: "the file would become larger than a limit allows: that of the process (ulimit -f) or of the disk",
    errno.EDQUOT: "no space left within the quota of this user",
}


def is_gzip(data: bytes) -> bool:
    """Return whether a file begins as gzip files do, which no text does."""
    return data[:2] == b"\x1f\x8b"


def unpacked(data: bytes, limit: int, where: str, complaint: type[InputError] = InputError) -> bytes:
    """Return what a gzip file holds, and any other data as it is; `where` names the file in complaints.

    No more than `limit` bytes are ever unpacked, however much a hostile file would become.

    Raises:
        InputError: of the class `complaint`: it holds more, is damaged, or ends too early.
    """
    if not is_gzip(data):
        return data
    parts: list[bytes] = []
    room = limit
    while data.strip(b"\0"):  # a file may be of several parts, and padded
        member = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
        try:
            part = member.decompress(data, room + 1)
        except zlib.error as error:
            raise complaint(f"{where}: a damaged gzip file ({one_line(str(error), 80)})") from error
        if len(part) > room:
            raise complaint(f"{where}: this gzip file unpacks to more than {limit:,} bytes, which is the limit")
        if not member.eof:
            raise complaint(f"{where}: this gzip file is cut off")
        parts.append(part)
        room -= len(part)
        data = member.unused_data
    return b"".join(parts)


def file_lines(text: str) -> list[str]:
    r"""Return the lines of a file, which end with a line feed.

    `str.splitlines` ends them at a dozen other signs as well, which may stand inside of JSON texts.

    >>> file_lines('{"said": "one\u2028line"}\r\n{}\n')
    ['{"said": "one\u2028line"}', '{}']
    """
    lines = text.split("\n")
    return [line.removesuffix("\r") for line in (lines if lines[-1] else lines[:-1])]


def decode(data: bytes, where: str, complaint: type[InputError] = InputError) -> str:
    """Return the text of a UTF-8 file, with or without a byte order mark; `where` names it in complaints.

    Raises:
        InputError: of the class `complaint`; the message names the line.
    """
    if is_gzip(data):
        raise complaint(f"{where}: this is a gzip file; unpack it first")
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise complaint(f"{where}: this is UTF-16 text; save it as UTF-8")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise complaint(f"{where}: line {line}: not UTF-8 text (byte {error.start}); save it as UTF-8") from error
