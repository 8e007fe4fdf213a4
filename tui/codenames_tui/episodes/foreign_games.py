"""What is said where somebody opens a file of another program: which it looks like, and how to import it."""

from pathlib import Path

from codenames_core.files.record import Reading, read_episode
from codenames_core.support.errors import EpisodeFileError
from codenames_core.text.sanitiser import one_line


def read_or_hint(path: Path) -> Reading:
    """Read an episode or a journal.

    Raises:
        EpisodeFileError: it is none; of what looks like another program's file, the message says how to import it.
    """
    try:
        return read_episode(path)
    except EpisodeFileError as error:
        raise with_hint(error, path) from error


def with_hint(error: EpisodeFileError, path: Path) -> EpisodeFileError:
    """Return the complaint, or how to import what looks like a file or a folder of another program."""
    from codenames_core.foreign.formats import import_hint

    hint = import_hint(path)
    return EpisodeFileError(f"{one_line(str(path))}: {hint}") if hint else error
