"""What a run is doing right now, and how it tells other processes: `progress.json`, there for as long as it works.

The file is small, replaced as a whole about once in a second, and worth nothing once its run is gone: whoever reads it
asks first whether the run is alive.
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
    """From 1, in this sitting."""
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


def write_snapshot(folder: Path, moment: RunSnapshot) -> None:
    """Leave word in a folder of results; a disk that refuses is none of the run's business here."""
    beside = folder / f".{NAME}"
    with contextlib.suppress(OSError):
        beside.write_bytes(_FORM.dump_json(moment))
        os.replace(beside, folder / NAME)


def remove_snapshot(folder: Path) -> None:
    """Take it back."""
    for name in (NAME, f".{NAME}"):
        with contextlib.suppress(OSError):
            (folder / name).unlink()


def read_snapshot(folder: Path) -> RunSnapshot | None:
    """Return what a run has left word of; None where there is nothing, or nothing that can be understood."""
    try:
        return _FORM.validate_json(read_bytes(folder / NAME, LARGEST_FILE))
    except (InputError, ValidationError, RecursionError):
        return None
