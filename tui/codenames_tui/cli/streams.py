"""Standard output and standard error as a command finds them: open, closed, full, or in a limited encoding.

Data that cannot be printed is a failure. Narration that cannot be printed is lost, and the command goes on.
"""

import contextlib
import errno
import io
import os
import sys
from collections.abc import Iterator
from typing import Any, TextIO, cast

from codenames_core.support.errors import StorageError


class OutputError(StorageError):
    """Standard output did not take what was printed."""


def print_note(line: str) -> None:
    """Print a line on standard error, where it mixes with no data."""
    print(line, file=sys.stderr, flush=True)


@contextlib.contextmanager
def guarded() -> Iterator[None]:
    """Replace both streams, so that a broken one causes no traceback and a closed one is not taken by another file."""
    _occupy_closed_descriptors()
    out, err = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = cast(TextIO, Output(out)), cast(TextIO, Narration(err))
    try:
        yield
    finally:
        sys.stderr.flush()  # or Python would try again at its end, and change the exit code
        sys.stdout, sys.stderr = out, err


def _occupy_closed_descriptors() -> None:
    """Keep a file that is opened later from becoming standard output: a journal must hold no narration."""
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free, which is this one


class _Guarded:
    """A stream of text that writes what its encoding lacks as escapes; it may be closed."""

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = stream
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def isatty(self) -> bool:
        """Return whether it is a terminal."""
        return self._stream is not None and self._stream.isatty()

    def _give_up(self) -> None:
        """Lead the stream nowhere, or the interpreter would try to write the rest at its end and complain."""
        if self._stream is None:
            return
        with contextlib.suppress(OSError, ValueError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self._stream.fileno())
            os.close(nowhere)


class Output(_Guarded):
    """Standard output.

    Raises:
        BrokenPipeError: the reader has closed its end.
        OutputError: it is closed, or the disk or device behind it is full or broken.
    """

    def __init__(self, stream: TextIO | None) -> None:
        super().__init__(stream)
        self._failure: OutputError | None = None

    def write(self, text: str) -> int:
        """Write `text`."""
        with self._complaining():
            if self._stream is None:
                raise OSError(errno.EBADF, "it is closed")
            return self._stream.write(text)

    def flush(self) -> None:
        """Hand everything to the system; raise the last failure again, since argparse ignores those of `write`."""
        with self._complaining():
            if self._stream is not None:
                self._stream.flush()
        if self._failure:
            raise self._failure

    @contextlib.contextmanager
    def _complaining(self) -> Iterator[None]:
        try:
            yield
        except BrokenPipeError:
            self._give_up()
            raise
        except OSError as error:
            self._give_up()
            self._failure = OutputError(f"standard output could not be written: {error.strerror or error}")
            raise self._failure from error


class Narration(_Guarded):
    """Standard error, whose loss is no failure."""

    def write(self, text: str) -> int:
        """Write `text`, if that can be done."""
        if self._stream is not None:
            try:
                return self._stream.write(text)
            except OSError:
                self._give_up()
        return len(text)

    def flush(self) -> None:
        """Hand everything to the system, if that can be done."""
        if self._stream is not None:
            try:
                self._stream.flush()
            except OSError:
                self._give_up()
