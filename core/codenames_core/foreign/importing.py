"""Writes foreign games into a folder as episodes, and counts what became of them.

The name of a file comes from the id of its game, which is a hash of all that the source says of it. So what was written
before is found again and left alone: an import can be repeated, or continued after it was stopped.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Final

from codenames_core.files.atomic_writes import write_new
from codenames_core.files.record import EpisodeRecord, read_episode
from codenames_core.files.untrusted_files import read_bytes
from codenames_core.foreign.following import follow
from codenames_core.foreign.game import ForeignGame, Refusal
from codenames_core.support.errors import FileInTheWayError, InputError
from codenames_core.support.folders import LARGEST_FILE, RECORD_SUFFIX
from codenames_core.text.sanitiser import one_line

_OF_ID: Final = 16
"""Characters of the id in a file's name: two games of a million share them with a chance of one in forty million."""
MOST_EXAMPLES: Final = 20
MOST_REASONS: Final = 100
"""Different reasons that are counted apart: a file of a gigabyte may have another one in each line."""
_REASONS_SAID: Final = 10
_LONGEST_REASON: Final = 200
OTHER_REASONS: Final = "other reasons"


@dataclass
class ImportTally:
    """What became of games so far."""

    new: int = 0
    there: int = 0
    """Those that were in the folder before."""
    refused: Counter[str] = field(default_factory=Counter)
    """How many were skipped, by the reason."""
    examples: list[Refusal] = field(default_factory=list)
    """The first games that were skipped."""

    @property
    def imported(self) -> int:
        """How many are in the folder now."""
        return self.new + self.there

    @property
    def skipped(self) -> int:
        """How many are not."""
        return self.refused.total()

    @property
    def seen(self) -> int:
        """How many were read."""
        return self.imported + self.skipped

    def refuse(self, refusal: Refusal) -> None:
        """Count a game that is not imported."""
        reason = one_line(refusal.reason, _LONGEST_REASON)
        is_one_more = reason not in self.refused and len(self.refused) >= MOST_REASONS
        self.refused[OTHER_REASONS if is_one_more else reason] += 1
        if len(self.examples) < MOST_EXAMPLES:
            self.examples.append(refusal)

    def sentence(self, what: str = "") -> str:
        """Return the whole in one line: `2 of 3 imported; 1 skipped: unfinished: it has no end (1)`."""
        before = f" ({self.there:,} of them before)" if self.there else ""
        head = f"{self.imported:,} of {self.imported + self.skipped:,}{what} imported{before}"
        if not self.skipped:
            return head
        counts = self.refused.most_common()
        reasons = [f"{reason} ({count:,})" for reason, count in counts[:_REASONS_SAID]]
        if rest := sum(count for _, count in counts[_REASONS_SAID:]):
            reasons.append(f"{OTHER_REASONS} ({rest:,})")
        return f"{head}; {self.skipped:,} skipped: {'; '.join(reasons)}"


def import_games_into(
    games: Iterable[ForeignGame | Refusal],
    format: str,
    folder: Path | None,
    *,
    unfinished: bool = False,
) -> Iterator[ImportTally]:
    """Write games into a folder, and yield the counts after each.

    Args:
        games: as a reader yields them, one at a time.
        format: the name of their format.
        folder: where episodes are written; None to write none.
        unfinished: whether games without an end are wanted as well.

    Raises:
        InputError: a file cannot be read.
        StorageError: the disk refused.
    """
    tally = ImportTally()
    for game in games:
        outcome = game if isinstance(game, Refusal) else follow(game, format, unfinished=unfinished)
        if isinstance(outcome, Refusal):
            tally.refuse(outcome)
        elif folder is None:
            tally.new += 1
        else:
            _write(outcome, folder, tally)
        yield tally


def _write(record: EpisodeRecord, folder: Path, tally: ImportTally) -> None:
    """Write a game that is not there yet; nothing is overwritten."""
    path, data = folder / file_name(record), record.to_json().encode()
    try:
        write_new(path, data, sync=False)
        tally.new += 1
    except FileInTheWayError:
        if _is_there(path, record.episode_id, data):
            tally.there += 1
        else:
            tally.refuse(Refusal(path.name, "something else has the name of its file; nothing was overwritten"))


def _is_there(path: Path, episode_id: str, data: bytes) -> bool:
    """Whether the file holds the game: as it would be written now, or as another version wrote it."""
    try:
        return read_bytes(path, LARGEST_FILE) == data or read_episode(path).record.episode_id == episode_id
    except InputError:
        return False


def file_name(record: EpisodeRecord) -> str:
    """Return the name of a game's file: when it was played, if that is known, and the beginning of its id."""
    try:
        moment = datetime.fromisoformat(str(record.metadata["created"])).strftime("%Y%m%d-%H%M%S")
    except (KeyError, ValueError):
        moment = "game"
    return f"{moment}-{record.episode_id[:_OF_ID]}{RECORD_SUFFIX}"


def skipped_lines(tally: ImportTally) -> list[str]:
    """Return a line for each of the first games that were skipped, and how many more there are."""
    lines = [f"skipped: {refusal.sentence}" for refusal in tally.examples]
    more = tally.skipped - len(lines)
    return [*lines, f"skipped: {more:,} more"] if more else lines
