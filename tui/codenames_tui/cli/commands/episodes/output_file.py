"""Long output that is written piece by piece, to standard output or to a new file."""

import contextlib
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from codenames_core.support.errors import FileInTheWayError, StorageError
from codenames_core.text.sanitiser import one_line
from codenames_tui.cli.streams import print_note


def write_pieces(pieces: Iterable[str], out: str | None) -> None:
    """Write to standard output, or to a new file that is whole or not there."""
    if out is None:
        for piece in pieces:
            sys.stdout.write(piece)
        return
    path = make_new_file(out)
    with removed_on_failure(path):
        try:
            with path.open("w", encoding="utf-8", newline="") as file:
                file.writelines(pieces)
        except OSError as error:
            raise _not_written(out, error) from error
    print_note(f"saved as {one_line(out)}")


def make_new_file(out: str, otherwise: str = "choose another name") -> Path:
    """Make an empty file and return its path; `otherwise` says what to do where one is there.

    Raises:
        FileInTheWayError: something is there already.
        StorageError: the system refused.
    """
    path = Path(out)
    try:
        path.open("x").close()
    except FileExistsError as error:
        raise FileInTheWayError(f"{one_line(out)} already exists; {otherwise}") from error
    except OSError as error:
        raise _not_written(out, error) from error
    return path


def _not_written(out: str, error: OSError) -> StorageError:
    return StorageError(f"{one_line(out)} could not be written: {error.strerror or error}")


@contextlib.contextmanager
def removed_on_failure(path: Path) -> Iterator[None]:
    """Remove the file at `path` if the block fails."""
    try:
        yield
    except BaseException:
        path.unlink(missing_ok=True)
        raise
