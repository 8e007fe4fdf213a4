"""Files from the outside: read with a bound on their size, as text where they are text, with complaints that say why.

What is wrong inside of them is said by `first_problem`.

Only ordinary files are read: a pipe would wait for ever, a device may have no end.
"""

import stat
from pathlib import Path
from typing import TYPE_CHECKING

from codenames_core.errors import InputError
from codenames_core.text import one_line

if TYPE_CHECKING:
    from pydantic import ValidationError


def read_bytes(path: Path | str, most: int, complaint: type[InputError] = InputError) -> bytes:
    """Return what an ordinary file of at most `most` bytes holds.

    Raises:
        InputError: of the class `complaint`; the message names the file.
    """
    path = Path(path)
    where = one_line(str(path))
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            kind = "a directory" if stat.S_ISDIR(found.st_mode) else "not an ordinary file"
            raise complaint(f"{where}: {kind}")
        if found.st_size > most:
            raise complaint(f"{where}: {found.st_size:,} bytes, and {most:,} is the most")
        return path.read_bytes()
    except OSError as error:
        raise complaint(f"{where}: {error.strerror or error}") from error
    except ValueError as error:  # a name with a NUL
        raise complaint(f"{where}: {error}") from error


def decode(data: bytes, where: str, complaint: type[InputError] = InputError) -> str:
    """Return the text of a UTF-8 file, with or without a byte order mark; `where` names it in complaints.

    Raises:
        InputError: of the class `complaint`; the message names the line.
    """
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise complaint(f"{where}: this is UTF-16 text; save it as UTF-8")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise complaint(f"{where}: line {line}: not UTF-8 text (byte {error.start}); save it as UTF-8") from error


def first_problem(error: "ValidationError") -> str:
    """Return where in the data the first thing is wrong, and what, in one line."""
    first = error.errors()[0]
    place = ".".join(str(step) for step in first["loc"] if not str(step).startswith("function-"))
    return f"{one_line(place, 100)}: {one_line(first['msg'], 200)}"
