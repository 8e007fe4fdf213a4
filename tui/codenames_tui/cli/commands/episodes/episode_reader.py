"""Reads many episodes and computes something of each; says which files cannot be read, and counts them."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Final, Generic, NamedTuple, TypeVar, assert_never

from codenames_core.files.record import EpisodeRecord
from codenames_core.game.state import Termination
from codenames_core.support.errors import EpisodeFileError, IllegalEvent, InputError
from codenames_core.text.plurals import counted
from codenames_core.text.sanitiser import one_line
from codenames_metrics.game.episode_files import episode_files, read_record
from codenames_metrics.game.played_turns import played_turns
from codenames_metrics.runner.process_map import map_in_processes
from codenames_tui.cli import exits
from codenames_tui.cli.streams import print_note
from codenames_tui.library.samples import episode_path

ABORTED: Final = "aborted"
"""Games without an end."""
FORFEITED: Final = "forfeited"
"""Games in which a side forfeited a turn."""
GAMES: Final = (ABORTED, FORFEITED)
"""Kinds of games that can be left out."""

T = TypeVar("T")


class _Computed(NamedTuple, Generic[T]):
    """An episode that was read."""

    episode_id: str
    value: T


class _LeftOut(NamedTuple):
    """A game that is not wanted."""

    why: str


class _Unreadable(NamedTuple):
    """A file that is no episode."""

    reason: str


def _read_and_compute(
    compute: Callable[[EpisodeRecord], T], unwanted: Collection[str], path: Path
) -> _Computed[T] | _LeftOut | _Unreadable:
    try:
        record = read_record(path)
        if ABORTED in unwanted and is_aborted(record):
            return _LeftOut("aborted or unfinished")
        if FORFEITED in unwanted and has_forfeit(record):
            return _LeftOut("with a forfeited turn")
        return _Computed(record.episode_id, compute(record))
    except EpisodeFileError as error:
        return _Unreadable(str(error))
    except IllegalEvent as error:
        return _Unreadable(f"{one_line(str(path))}: {error}")


class EpisodeReader(Generic[T]):
    """Reads episodes, many of them on all cores.

    Args:
        names: of files, folders and samples, or patterns of names.
        compute: what is wanted of each episode; called in other processes, too.
        unwanted: those of `GAMES` that are left out.
    """

    def __init__(
        self,
        names: Iterable[str],
        compute: Callable[[EpisodeRecord], T],
        *,
        unwanted: Collection[str] = (),
    ) -> None:
        self._names = names
        self._compute = compute
        self._unwanted = frozenset(unwanted)
        self.read = self.skipped = 0
        self.left_out: Counter[str] = Counter()
        """Games that were not wanted, by what they are."""
        self._ids: Counter[str] = Counter()

    def __iter__(self) -> Iterator[T]:
        """Yield what is computed of each episode that can be read."""
        read = partial(_read_and_compute, self._compute, self._unwanted)
        for result in map_in_processes(read, self._paths()):
            match result:
                case _Computed(episode_id, value):
                    self.read += 1
                    self._ids[episode_id] += 1
                    yield value
                case _LeftOut(why):
                    self.left_out[why] += 1
                case _Unreadable(reason):
                    self._skip(reason)
                case _:
                    assert_never(result)

    def _paths(self) -> Iterator[Path]:
        seen: set[Path] = set()
        for name in self._names:
            try:
                paths = [path for path in episode_files(str(episode_path(name))) if path not in seen]
            except InputError as error:
                self._skip(str(error))
                continue
            seen.update(paths)
            yield from paths

    def _skip(self, reason: str) -> None:
        self.skipped += 1
        print_note(f"skipped: {reason}")

    def print_totals(self) -> int:
        """Print how many were read, skipped and left out, and return the exit code."""
        left_out = "".join(f", {count:,} {why} left out" for why, count in sorted(self.left_out.items()))
        print_note(f"read {counted(self.read, 'episode')}, skipped {counted(self.skipped, 'file')}{left_out}")
        if repeated := self.read - len(self._ids):
            print_note(f"warning: {counted(repeated, 'episode')} with the id of another one; is a game counted twice?")
        if not self.read:
            return exits.WRONG_INPUT
        return exits.SOME_SKIPPED if self.skipped else exits.DONE


def has_forfeit(record: EpisodeRecord) -> bool:
    """Return whether a side forfeited a turn: a seat gave no usable answer, or paid for an illegal clue."""
    return any(turn.is_forfeited for turn in played_turns(record))


def is_aborted(record: EpisodeRecord) -> bool:
    """Return whether a game was stopped or left before its end."""
    return record.outcome is None or record.outcome.termination is Termination.ABORTED
