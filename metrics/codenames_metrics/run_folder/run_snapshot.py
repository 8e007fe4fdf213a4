"""`progress.json`: what a run is doing right now, for other processes; it exists for as long as the run works.

The file is small, replaced as a whole about once a second, and worth nothing once its run is gone: before reading it,
ask whether the run is alive.
"""

import contextlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pydantic import TypeAdapter, ValidationError

from codenames_core.files.untrusted_files import read_bytes
from codenames_core.support.errors import InputError
from codenames_metrics.run_folder.progress import Progress

NAME: Final = "progress.json"
LARGEST_FILE: Final = 10_000_000


@dataclass(frozen=True, slots=True)
class RunningNow:
    """A game that is being played."""

    index: int
    """Its place in the plan, from 0."""
    attempt: int
    """From 1, in this session."""
    says: str = ""
    """What it waits for, such as `retry 3/5 in 12 s (429)`."""


@dataclass(frozen=True, slots=True)
class RunSnapshot:
    """One moment of a run."""

    progress: Progress
    budget_usd: float | None = None
    """What the whole run may cost."""
    games: tuple[RunningNow, ...] = ()
    """Those that are being played, in the order in which they began."""


_FORM: Final = TypeAdapter(RunSnapshot)


def write_snapshot(folder: Path, snapshot: RunSnapshot) -> None:
    """Write a snapshot into a run folder; ignore a disk that refuses, since the run can do without."""
    temporary = folder / f".{NAME}"
    with contextlib.suppress(OSError):
        temporary.write_bytes(_FORM.dump_json(snapshot))
        os.replace(temporary, folder / NAME)


def remove_snapshot(folder: Path) -> None:
    """Delete the snapshot, if there is one."""
    for name in (NAME, f".{NAME}"):
        with contextlib.suppress(OSError):
            (folder / name).unlink()


def read_snapshot(folder: Path) -> RunSnapshot | None:
    """Return the snapshot in a run folder; None where there is none, or none that can be read."""
    try:
        return _FORM.validate_json(read_bytes(folder / NAME, LARGEST_FILE))
    except (InputError, ValidationError, RecursionError):
        return None
