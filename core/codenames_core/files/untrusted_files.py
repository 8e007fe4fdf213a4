"""Files from the outside: read with a bound on their size, as text where they are text, with complaints that say why.

What is wrong inside of them is said by `first_problem`, what the system refuses by `refusal`.

Only ordinary files are read: a pipe would wait for ever, a device may have no end.
"""

import errno
import os
import re
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line

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
        with open_ordinary(path) as file:
            size = os.fstat(file.fileno()).st_size
            if size > most:
                raise complaint(f"{where}: {size:,} bytes, and {most:,} is the most")
            data = file.read(size + 1) or b""  # a call for more makes room for all of it
            if len(data) > size:  # it has grown since, or its size is none, as in /proc
                data += file.read(most + 1 - len(data)) or b""
    except InputError:
        raise
    except (OSError, ValueError) as error:
        raise complaint(f"{where}: {refusal(error)}") from error
    if len(data) > most:
        raise complaint(f"{where}: more than {most:,} bytes, and that is the most")
    return data


def open_ordinary(path: Path) -> BinaryIO:
    """Open a file to read it, where it is an ordinary one; nothing that could be waited for is waited for.

    Raises:
        OSError: the system refuses, or it is no ordinary file.
        ValueError: no file can have this name.
    """
    if not stat.S_ISREG(path.stat().st_mode):  # before it is opened: with some devices, that alone does something
        raise _no_ordinary_file(path)
    file = open(path, "rb", opener=_without_waiting)  # noqa: SIM115  whoever asked closes it
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
"""What Python says only by a ValueError: there is a NUL in it, or half of a character."""
_REFUSALS: Final = {
    errno.EFBIG: "the file would become larger than a limit allows: that of the process (ulimit -f) or of the disk",
    errno.EDQUOT: "no space left within the quota of this user",
}


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


def first_problem(error: "ValidationError", tree: Any = None) -> str:
    """Return where in the data the first thing is wrong, and what, in one line; and how many more there are.

    Args:
        error: what was found.
        tree: the data, where it is at hand; a place is then told apart from the name of an alternative.
    """
    faults = error.errors(include_url=False)
    places = [_place(fault["loc"], tree, missing=fault["type"] == "missing") for fault in faults]
    more = len(set(places)) - 1
    place = one_line(places[0], 100)
    said = _in_plain_words(faults[0])
    return f"{place}{': ' if place else ''}{said}{f' (and {more} more)' if more else ''}"


def without_nulls(data: Any) -> Any:
    """Return an object without the fields that are null: where null is no value of a field, it is read as absent."""
    if not isinstance(data, dict) or None not in data.values():
        return data
    return {name: value for name, value in data.items() if value is not None}


def bounded(sentences: Sequence[str], most: int, what: str) -> list[str]:
    """Return the first `most` of `sentences`, and how many more there are of `what`."""
    more = len(sentences) - most
    return [*sentences[:most], f"and {more:,} more {what}"] if more > 0 else list(sentences)


def _place(steps: Sequence[int | str], tree: Any, *, missing: bool) -> str:
    """Return the path to a value, such as `traces[3].at`."""
    path = ""
    for step in _steps_inside(steps, tree, missing=missing) if tree is not None else steps:
        if isinstance(step, int):
            path += f"[{step}]"
        elif not _ALTERNATIVE.search(step):
            path += f".{step}" if path else step
    return path


def _steps_inside(steps: Sequence[int | str], tree: Any, *, missing: bool) -> Iterator[int | str]:
    """Leave out the steps that lead nowhere in `tree`: they name alternatives, but for the last of what is missing."""
    for number, step in enumerate(steps):
        if step in (tree if isinstance(tree, dict) else range(len(tree) if isinstance(tree, list) else 0)):
            tree = tree[step]
            yield step
        elif missing and number == len(steps) - 1:
            yield step


_ALTERNATIVE: Final = re.compile(r"[\[(]|^(function|lax|json|constrained|tagged)-")
_PLAIN_WORDS: Final = {
    "missing": "is missing",
    "extra_forbidden": "is not known here",
    "recursion_loop": "is nested too deeply",
}
_WANTED: Final = {
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "string": "text",
    "list": "a list",
    "tuple": "a list",
    "dict": "an object",
    "model": "an object",
    "dataclass": "an object",
}


def _in_plain_words(fault: Any) -> str:
    kind, message = fault["type"], fault["msg"]
    if kind in _PLAIN_WORDS:
        return _PLAIN_WORDS[kind]
    if kind in ("value_error", "assertion_error"):
        return one_line(message.partition(", ")[2], 200)
    wanted = _WANTED.get(kind.partition("_")[0]) if kind.endswith(("_type", "_parsing", "_from_float")) else None
    said = f"{wanted} is needed" if wanted else message.replace("Input should", "should").replace("String", "the text")
    return one_line(f"{said}{_shown(fault['input'], kind)}", 200)


def _shown(value: Any, kind: str) -> str:
    """Return the value that is wrong; text only where one of a few words is needed, for it could be a secret."""
    if value is None or isinstance(value, bool):
        return f", not {'null' if value is None else str(value).lower()}"
    if isinstance(value, int | float) or (isinstance(value, str) and kind in ("enum", "literal_error")):
        return f", not {one_line(repr(value), 40)}"
    return ""
