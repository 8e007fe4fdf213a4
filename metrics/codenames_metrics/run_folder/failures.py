"""`failures.csv`: every attempt at a game that ended without a result, and whether the game was given up."""

from pathlib import Path
from typing import Final, NamedTuple

from codenames_core.game.config import Seat
from codenames_metrics.run_folder.line_file import LineFile, csv_line, read_rows

NAME: Final = "failures.csv"


class FailureRow(NamedTuple):
    """One attempt."""

    episode: str
    """The number of the game, as in its file's name."""
    attempt: int
    """From 1, in this sitting."""
    kind: str
    reason: str
    seat: Seat | None
    model: str
    """At the seat; empty if no seat is to blame."""
    then: str
    """`again`, `skipped` or `held back`."""


class FailureLog:
    """Keeps `failures.csv` in a folder of results."""

    def __init__(self, folder: Path) -> None:
        self._file = LineFile(folder / NAME, csv_line(FailureRow._fields))

    def add(self, row: FailureRow) -> None:
        """Write down an attempt."""
        self._file.append(csv_line(row))

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()


def last_failures(folder: Path) -> dict[str, tuple[str, str, str]]:
    """Return for each game that ever failed its last kind, reason, and what was done then."""
    return {
        row["episode"]: (row["kind"], row["reason"], row["then"])
        for row in read_rows(folder / NAME)
        if None not in row.values() and "then" in row
    }
