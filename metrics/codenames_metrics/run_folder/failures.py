"""`failures.csv`: every attempt at a game that ended without a result, and what happened to the game then."""

from enum import StrEnum
from pathlib import Path
from typing import Final, NamedTuple

from codenames_core.game.config import Seat
from codenames_metrics.run_folder.line_file import LineFile, csv_line, read_rows

NAME: Final = "failures.csv"


class NextStep(StrEnum):
    """What happens to a game after a failed attempt."""

    AGAIN = "again"
    """It is played again later."""
    SKIPPED = "skipped"
    """That was its last attempt."""
    HELD_BACK = "held back"
    """It waits for a later session, since a model in it cannot be asked any more."""


class FailureRow(NamedTuple):
    """One failed attempt."""

    episode: str
    """The number of the game, as in its file's name."""
    attempt: int
    """From 1, in this session."""
    kind: str
    reason: str
    seat: Seat | None
    model: str
    """At the seat; empty if the failure has no seat."""
    then: NextStep


class FailureLog:
    """Appends to `failures.csv` in a run folder."""

    def __init__(self, folder: Path) -> None:
        self._file = LineFile(folder / NAME, csv_line(FailureRow._fields))

    def add(self, row: FailureRow) -> None:
        """Write down an attempt."""
        self._file.append(csv_line(row))

    def close(self) -> None:
        """Close the file."""
        self._file.close()


class LastFailure(NamedTuple):
    """The last failed attempt at a game, as it was written down."""

    kind: str
    reason: str
    model: str
    then: str


def last_failures(folder: Path) -> dict[str, LastFailure]:
    """Return each game's last failure, by the game's number."""
    return {
        row["episode"]: LastFailure(row["kind"], row["reason"], row["model"], row["then"])
        for row in read_rows(folder / NAME)
        if None not in row.values() and "then" in row
    }
