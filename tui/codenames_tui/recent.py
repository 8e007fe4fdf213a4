"""The latest games of a folder, finished and interrupted, each in a line."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from codenames_core.folders import JOURNAL_SUFFIX, RECORD_SUFFIX
from codenames_core.text import one_line

if TYPE_CHECKING:
    from codenames_core.record import EpisodeRecord
    from codenames_core.state import Outcome

LARGEST_LISTED: Final = 16_000_000
"""Bytes of a file above which it is named without being read."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A game in a folder, as far as its file can be read."""

    path: Path
    when: str
    """Day and time of its beginning where this machine is; of its file where it says none."""
    who: str = ""
    turn: int = 0
    """The turn that it ended with, or is in."""
    result: str = ""
    """How it ended; empty for a game that did not."""
    problem: str = ""
    """Why it cannot be read."""

    @property
    def can_go_on(self) -> bool:
        """Whether it is the journal of a game that was interrupted, or is played just now."""
        return self.path.suffix == JOURNAL_SUFFIX and not self.problem


def latest_files(folder: Path) -> list[Path]:
    """Return the episodes and journals of `folder`, those that were written last first; none where there is none."""
    try:
        episodes = [path for path in folder.iterdir() if _may_be_a_game(path)]
        found = sorted((-path.stat().st_mtime, path.name, path) for path in episodes)
    except OSError:
        return []
    return [path for _, _, path in found]


def _may_be_a_game(path: Path) -> bool:
    return path.suffix in (RECORD_SUFFIX, JOURNAL_SUFFIX) and not path.name.startswith(".") and path.is_file()


def latest_games(folder: Path, most: int, stopped: Callable[[], bool] = lambda: False) -> list[Listed]:
    """Return the latest games of `folder`, at most so many; fewer where `stopped` says so between two files."""
    return list(_listed(latest_files(folder)[:most], stopped))


def _listed(paths: list[Path], stopped: Callable[[], bool]) -> Iterator[Listed]:
    for path in paths:
        if stopped():
            return
        yield listed(path)


def listed(path: Path) -> Listed:
    """Return what one file says of its game."""
    from codenames_core.errors import CodenamesError
    from codenames_core.reading import read_episode
    from codenames_core.replay import Replay

    try:
        status = path.stat()
        written = _local(datetime.fromtimestamp(status.st_mtime, UTC))
        if status.st_size > LARGEST_LISTED:
            return Listed(path, written, result=f"{status.st_size // 1_000_000} MB, not read for this list")
        record = read_episode(path).record
    except (CodenamesError, OSError) as error:
        reason = str(error).removeprefix(f"{one_line(str(path))}: ")
        return Listed(path, "", problem=one_line(reason, 200))
    last = Replay(record.initial_state(), record.public_transcript).last_state
    outcome = record.outcome or last.outcome
    return Listed(path, _created(record) or written, _who(record), last.turn.number, _result(outcome))


def _created(record: "EpisodeRecord") -> str:
    try:
        return _local(datetime.fromisoformat(str(record.metadata.get("created", ""))))
    except (ValueError, OverflowError, OSError):
        return ""


def _local(moment: datetime) -> str:
    return moment.astimezone().strftime("%Y-%m-%d %H:%M")


def _who(record: "EpisodeRecord") -> str:
    from codenames_core.config import TEAMS

    return " - ".join(one_line(record.teams[team].label) if team in record.teams else "?" for team in TEAMS)


def _result(outcome: "Outcome | None") -> str:
    if outcome is None:
        return ""
    how = outcome.termination.value.replace("_", " ")
    return f"{outcome.winner} won: {how}" if outcome.winner else f"nobody won: {how}"
