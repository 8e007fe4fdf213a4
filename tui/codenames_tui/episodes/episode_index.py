"""What every list of games shows of each: a row per file, kept from one time to the next.

A file is read again only if its size or its time of change differs.
"""

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from stat import S_ISREG
from typing import Final, NamedTuple

from codenames_core.files.record import EpisodeRecord
from codenames_core.files.untrusted_files import refusal
from codenames_core.game.config import GameMode, Team
from codenames_core.game.state import Termination
from codenames_core.game.timeline import Timeline
from codenames_core.game.usage import total_cost
from codenames_core.support.errors import EpisodeFileError
from codenames_core.support.folders import JOURNAL_SUFFIX, RECORD_SUFFIX, game_suffix
from codenames_core.text.sanitiser import one_line
from codenames_core.watch.highlights import best_clue
from codenames_core.watch.turn_log import turn_log
from codenames_metrics.game.episode_files import episode_paths, read_record
from codenames_tui.ui.crash import our_error
from codenames_tui.ui.data import SAMPLE_GAMES, sample_name, title_of_sample
from codenames_tui.ui.wording import clue_of

_LONGEST_LABEL: Final = 200


class EpisodeRow(NamedTuple):
    """One file. Texts are clean, each on one line."""

    file: str
    """The path as it was given."""
    episode_id: str = ""
    winner: Team | None = None
    termination: Termination | None = None
    """None for an unfinished game, and for a broken file."""
    turns: int = 0
    """Turns that have begun."""
    events: int = 0
    mode: GameMode | None = None
    blind: bool = False
    """Whether cluers played without the key."""
    red: str = ""
    """The agents of the red team, in one phrase."""
    blue: str = ""
    cost_usd: float | None = None
    """None where the price of an answer is unknown, or no model played."""
    created: str = ""
    """When the game began, as its record says: ISO 8601, or empty."""
    parent: str = ""
    """The id of the game from which it was forked."""
    best_clue: str = ""
    """The clue by which most words were found, as `SEA 2`; empty where none was."""
    broken: str = ""
    """Why the file cannot be read, or which event does not follow; empty for a file that is as it should be."""
    imported: str = ""
    """The format of another program from which the game was imported; empty for a game of this one."""
    variant: str = ""
    """What was played otherwise than here."""

    @property
    def is_unfinished(self) -> bool:
        """Whether the game can be read and has no outcome."""
        return self.termination is None and bool(self.episode_id or self.events) and not self.broken

    @property
    def can_go_on(self) -> bool:
        """Whether it is the journal of a game that was interrupted, or is played just now."""
        return self.file.endswith(JOURNAL_SUFFIX) and not self.broken

    @property
    def rules(self) -> str:
        """The mode in words, whether the game was blind, and its variant; empty for a broken file."""
        mode = (self.mode or "").replace("_", " ")
        mode = f"blind {mode}" if self.blind else mode
        return f"{mode}, {self.variant}" if self.variant else mode

    @property
    def title(self) -> str:
        """What tells the game apart: a sample's name, else its result and its best clue; empty for a broken file."""
        if self.broken:
            return ""
        if sample := sample_name(self.episode_id):
            return title_of_sample(sample)
        result = f"{self.winner.value.upper()} wins" if self.winner else "draw" if self.termination else "unfinished"
        return f"{result}, {self.best_clue}" if self.best_clue else result

    @property
    def story(self) -> str:
        """What a sample shows; empty for every other game."""
        return SAMPLE_GAMES[sample].story if (sample := sample_name(self.episode_id)) else ""

    @property
    def result(self) -> str:
        """How it ended, in a few words; empty for a game that did not."""
        if self.termination is None:
            return ""
        how = self.termination.value.replace("_", " ")
        return f"{self.winner} won: {how}" if self.winner else f"nobody won: {how}"


class Stamp(NamedTuple):
    """What a file has to keep for its row to count."""

    size: int
    """Bytes."""
    changed: int
    """When it was written, or its permissions were changed, whatever came later, in nanoseconds since 1970."""


class Kept(NamedTuple):
    """A row and the file that it was made from."""

    stamp: Stamp
    row: EpisodeRow

    @property
    def when(self) -> datetime | None:
        """When the game began, where this machine is; when its file was written, where it says nothing of that.

        None of an imported game whose source does not say: its file was written at another time than it was played.
        """
        try:
            return datetime.fromisoformat(self.row.created).astimezone()
        except (ValueError, OverflowError, OSError):
            if self.row.imported:
                return None
        with contextlib.suppress(ValueError, OverflowError, OSError):
            return datetime.fromtimestamp(self.stamp.changed / 1e9, UTC).astimezone() if self.stamp.size >= 0 else None
        return None


Cache = Mapping[str, Kept]
"""Rows by the absolute path of their file."""


def moment(when: datetime | None) -> str:
    """Return day and time as lists show them.

    >>> moment(datetime(2026, 11, 28, 7, 10))
    '2026-11-28 07:10'
    """
    return when.isoformat(" ")[: len("2026-11-28 07:10")] if when else ""


class Index(NamedTuple):
    """The rows of some files, in the order of the files."""

    rows: tuple[EpisodeRow, ...]
    cache: Cache
    """Also of other folders."""
    read: int
    """How many files had to be read."""


def files_of(names: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the episodes of files, folders and benchmarks, each once, and what is wrong with the other names."""
    files: dict[str, None] = {}
    problems = []
    for name in names:
        try:
            files.update(dict.fromkeys(episode_paths(name)))
        except EpisodeFileError as error:
            problems.append(str(error))
        except OSError as error:
            problems.append(f"{one_line(name)}: {refusal(error)}")
    return tuple(files), tuple(problems)


def index_of(paths: Iterable[Path | str], cache: Cache) -> Index:
    """Return the rows of `paths`; only files that are new or have changed are read.

    Files of the same folders that are gone are forgotten.
    """
    kept = [*entries(paths, cache)]
    now = {path: entry for path, entry, _ in kept}
    return Index(tuple(entry.row for entry in now.values()), renewed(cache, now), sum(new for _, _, new in kept))


def renewed(cache: Cache, now: Cache) -> Cache:
    """Return `cache` with what whole folders hold now: files of the same folders that are gone are forgotten."""
    folders = {os.path.dirname(path) for path in now}
    return {path: entry for path, entry in cache.items() if os.path.dirname(path) not in folders} | dict(now)


def latest_files(folder: Path) -> list[Path]:
    """Return the episodes and journals of `folder`, those that were written last first; none where there is none."""
    try:
        files = [*folder.iterdir()]
    except OSError:
        return []
    by_age = sorted((-written, path.name, path) for path in files if (written := _written_as_a_game(path)) is not None)
    return [path for _, _, path in by_age]


def _written_as_a_game(path: Path) -> float | None:
    """Return when a file was written that may be a game; None for another, and for one that is gone meanwhile."""
    if game_suffix(path) not in (RECORD_SUFFIX, JOURNAL_SUFFIX) or path.name.startswith("."):
        return None
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime if S_ISREG(status.st_mode) else None


def latest_games(
    folder: Path, limit: int, cache: Cache, stopped: Callable[[], bool] = lambda: False
) -> dict[str, Kept]:
    """Return the latest games of `folder`, at most so many, by path; fewer where `stopped` says so between two files.

    `cache` may be what was returned before: for a few files that is quicker than the rows of thousands from the disk.
    """
    games: dict[str, Kept] = {}
    for path, entry, _ in entries(latest_files(folder)[:limit], cache):
        games[path] = entry
        if stopped():
            break
    return games


def entries(paths: Iterable[Path | str], cache: Cache) -> Iterator[tuple[str, Kept, bool]]:
    """Yield for each file its absolute path, its row, and whether it was read; one by one, for a list that fills."""
    for key, file in _absolute(paths):
        stamp, known = stamp_of(file), cache.get(key)
        if known is not None and known.stamp == stamp:
            yield key, _called(known, file), False
        else:
            yield key, Kept(stamp, row_of(Path(file))), True


def known_entries(paths: Iterable[Path | str], cache: Cache) -> Iterator[tuple[str, Kept]]:
    """Yield for each file that was read before its absolute path and its row; whether it has changed is not asked."""
    for key, file in _absolute(paths):
        if (known := cache.get(key)) is not None:
            yield key, _called(known, file)


def _absolute(paths: Iterable[Path | str]) -> Iterator[tuple[str, str]]:
    """Yield for each file its absolute path, which is its key in the cache, and how it was called."""
    here = ""  # is asked for where it is needed: the folder that an app was started in may be gone
    for path in paths:
        file = str(path)
        if os.path.isabs(file):
            yield file, file
        else:
            here = here or os.path.join(Path().absolute(), "")
            yield here + file, file


def _called(known: Kept, file: str) -> Kept:
    return known if known.row.file == file else known._replace(row=known.row._replace(file=file))


def stamp_of(path: Path | str) -> Stamp:
    """Return the stamp of a file; that of one that cannot be looked at equals no other file's."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return Stamp(-1, -1)
    return Stamp(status.st_size, max(status.st_mtime_ns, status.st_ctime_ns))


def row_of(path: Path) -> EpisodeRow:
    """Return the row of one file, whatever is in it: an error of ours is written to the log, and said in its row."""
    try:
        return row_of_record(read_record(path), str(path))
    except EpisodeFileError as error:
        from codenames_core.foreign.formats import import_hint

        hint = import_hint(path)
        return EpisodeRow(str(path), broken=one_line(hint, _LONGEST_LABEL) or _without_path(str(error), path))
    except Exception as error:  # of one file among thousands, which the others shall not suffer from
        return EpisodeRow(str(path), broken=one_line(our_error(error), _LONGEST_LABEL))


def _without_path(complaint: str, path: Path) -> str:
    return one_line(complaint.removeprefix(f"{one_line(str(path))}: "), _LONGEST_LABEL)


def row_of_record(record: EpisodeRecord, file: str) -> EpisodeRow:
    """Return the row of a record that lies in `file`."""
    timeline = Timeline(record.initial_state(), record.public_transcript)
    note = next((f"event {index}: {note}" for index, note in sorted(timeline.notes.items())), "")
    labels = record.labels_in_turn
    red, blue = (one_line(labels[team], _LONGEST_LABEL) for team in (Team.RED, Team.BLUE))
    created = record.metadata.get("created")
    best = best_clue(turn_log(timeline))
    return EpisodeRow(
        file=file,
        episode_id=one_line(record.episode_id, _LONGEST_LABEL),
        winner=record.winner,
        termination=record.outcome.termination if record.outcome else None,
        turns=len(timeline.turn_starts),
        events=len(timeline),
        mode=record.config.mode,
        blind=record.config.blind,
        red=red,
        blue=blue,
        cost_usd=total_cost(record.decisions()),
        created=one_line(created, 40) if isinstance(created, str) else "",
        parent=one_line(record.parent.episode_id, _LONGEST_LABEL) if record.parent else "",
        best_clue=one_line(clue_of(best.turn.clue), _LONGEST_LABEL) if best and best.turn.clue else "",
        broken=one_line(note, _LONGEST_LABEL),
        imported=one_line(str(record.imported.get("format") or ""), 40) if record.imported else "",
        variant=record.config.variant or "",
    )
