"""`metrics/measured.jsonl`: the metrics of each finished game, one line per game, written when it ends.

It is only a cache, so that episodes need not be read again: where a line is missing, torn or by another version, the
metrics are computed from the episode, and deleting the file loses nothing.
"""

import hashlib
import os
from array import array
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final, NamedTuple, TypeVar

from pydantic import ValidationError

from codenames_agents.catalogue import team_as_recorded
from codenames_core.files.record import EpisodeRecord
from codenames_core.files.schema import SCHEMA_VERSION
from codenames_core.files.untrusted_files import open_ordinary
from codenames_core.game.config import TEAMS
from codenames_core.support.errors import EpisodeFileError
from codenames_core.text.sanitiser import one_line
from codenames_metrics.experiment.jobs import Job
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.game.episode import EpisodeMetrics, measure_game, with_words_read
from codenames_metrics.game.episode_files import EPISODES, read_record
from codenames_metrics.run_folder.column_file import ColumnReader, ColumnWriter
from codenames_metrics.run_folder.line_file import LineFile
from codenames_metrics.run_folder.metrics_columns import DamagedColumns, PlacedMetrics, as_tuples

if TYPE_CHECKING:
    from hashlib import _Hash

Made = TypeVar("Made")
METRICS: Final = "metrics"
NAME: Final = "measured.jsonl"
COLUMNS: Final = "measured.columns"
VERSION: Final = f"{SCHEMA_VERSION}.4"
"""Changes when a metric is computed in another way."""


class MeasuredGame(NamedTuple):
    """A finished game and its metrics."""

    job: Job
    metrics: EpisodeMetrics


def metrics_line(game: str, metrics: bytes) -> bytes:
    """Return the line of the game of this name; `metrics` is JSON without line breaks."""
    return b'{"game":"%s","version":"%s","metrics":%s}\n' % (game.encode(), VERSION.encode(), metrics)


def place_of_line(line: bytes, plan: Plan) -> int | None:
    """Return the place in the plan of the game that a line is of, however damaged its rest; None if it is of none."""
    start = b'{"game":"'
    name = line[len(start) : line.find(b'"', len(start))] if line.startswith(start) else b""
    return plan.index_named(name.decode("ascii", "replace"))


def from_last_lines(
    lines: Iterable[bytes], plan: Plan, make: Callable[[bytes, int], Made | None]
) -> dict[int, Made | None]:
    """Return what is made of the last line of each game and its place; None where that line cannot be used.

    A line before it does not count even then: who wrote another one knew better.
    """
    made: dict[int, Made | None] = {}
    for line in lines:
        if (place := place_of_line(line, plan)) is not None:
            made[place] = make(line, place)
    return made


def open_metrics_cache(folder: Path) -> LineFile:
    """Open the cache in a run folder to add lines."""
    return LineFile(folder / METRICS / NAME)


def measured_games(folder: Path, plan: Plan) -> Iterator[MeasuredGame]:
    """Yield every finished game in a run folder, in the order of the plan.

    Raises:
        EpisodeFileError: an episode cannot be read, or is another game than the plan has at its place.
    """
    yield from _games(folder, plan, _Lines(folder, plan), iter(()), None, in_tuples=False)


def numbers_of_games(folder: Path, plan: Plan, *, keep: bool = False) -> Iterator[MeasuredGame]:
    """Yield the same, but let metrics be tuples that only read like the models where that is quicker.

    Args:
        folder: of the run.
        plan: of the run.
        keep: whether to leave the metrics behind as columns, where they are not up to date.

    Raises:
        EpisodeFileError: as above.
    """
    if any(plan.config.is_held_against_pictures(cell.arm) for cell in plan.cells):
        yield from measured_games(folder, plan)
        return
    last = -1
    with suppress(DamagedColumns):
        columns = ColumnReader(folder / METRICS / COLUMNS, folder / METRICS / NAME, VERSION, plan.digest)
        lines = _Lines(folder, plan, columns.size, columns.digest)
        writer = ColumnWriter() if keep and lines.size > columns.size else None
        for game in _games(folder, plan, lines, iter(columns), writer):
            yield game
            last = game.job.index
        return
    games = _games(folder, plan, _Lines(folder, plan), iter(()), ColumnWriter() if keep else None)
    yield from (game for game in games if game.job.index > last)


def from_columns(folder: Path, plan: Plan, make: Callable[[PlacedMetrics], Made]) -> list[Made] | None:
    """Return what is made of each game in the columns of a run folder; None where they do not hold all of its lines."""
    lines = folder / METRICS / NAME
    with suppress(DamagedColumns, OSError):
        columns = ColumnReader(folder / METRICS / COLUMNS, lines, VERSION, plan.digest)
        if columns.size == lines.stat().st_size:
            return [make(game) for game in columns]
    return None


def _games(
    folder: Path,
    plan: Plan,
    lines: "_Lines",
    columns: Iterator[PlacedMetrics],
    writer: ColumnWriter | None,
    *,
    in_tuples: bool = True,
) -> Iterator[MeasuredGame]:
    """Yield every finished game: from its line, else from the columns, else from its episode."""
    with closing(lines):
        finished = finished_games(folder, plan)
        places, is_finished = finished, frozenset(finished)
        if writer is not None:  # columns hold what any line says, since an episode that is gone may come back
            places = sorted(is_finished.union(lines.places()))
        said = _said(map(plan.__getitem__, places), lines, columns, writer, in_tuples=in_tuples)
        for job, metrics in said:
            if job.index not in is_finished:
                continue
            if metrics is None:
                metrics = measure_game(_record_of(job, folder, plan))
            if plan.config.is_held_against_pictures(job.cell.arm):
                metrics = with_words_read(metrics, _record_of(job, folder, plan))
            yield MeasuredGame(job, metrics)
        if writer is not None and lines.size:
            writer.write(folder / METRICS / COLUMNS, VERSION, plan.digest, lines.digest, lines.size)


def _said(
    jobs: Iterable[Job],
    lines: "_Lines",
    columns: Iterator[PlacedMetrics],
    writer: ColumnWriter | None,
    *,
    in_tuples: bool,
) -> Iterator[tuple[Job, EpisodeMetrics | None]]:
    """Yield for each job what its line says, else what the columns do; `writer` gets all of it, and other columns."""
    known = next(columns, None)
    for job in jobs:
        while known is not None and known.place < job.index:
            if writer is not None:
                writer.add(known)
            known = next(columns, None)
        metrics = lines.metrics_of(job)
        if metrics is not None and in_tuples:
            metrics = as_tuples(metrics)
        if known is not None and known.place == job.index:
            if not lines.has(job.index):
                metrics = known.metrics
            known = next(columns, None)
        if metrics is not None and writer is not None:
            writer.add(PlacedMetrics(job.index, metrics))
        yield job, metrics
    while writer is not None and known is not None:
        writer.add(known)
        known = next(columns, None)


def _record_of(job: Job, folder: Path, plan: Plan) -> EpisodeRecord:
    """Return the record of a job of a plan in a run folder.

    Raises:
        EpisodeFileError: it cannot be read, or is of another game; the message says what to do.
    """
    path = folder / EPISODES / plan.record_name(job.index)
    try:
        record = read_record(path)
    except EpisodeFileError as error:
        raise EpisodeFileError(f"{error}; delete the file to have the next run play this game again") from error
    if not _is_record_of(job, record):
        raise EpisodeFileError(f"{one_line(str(path))}: not the game that the experiment has here")
    return record


def _is_record_of(job: Job, record: EpisodeRecord) -> bool:
    """Whether mode, board and players are the job's; prompts are not compared, since they change with versions."""
    if (record.config.mode, record.config.seed) != (job.cell.mode, job.seed):
        return False
    teams = {team: team_as_recorded(job.teams[team]) for team in TEAMS}
    return all(
        (record.teams[team].label, record.teams[team].seed) == (teams[team].label, teams[team].seed) for team in TEAMS
    )


def finished_games(folder: Path, plan: Plan) -> list[int]:
    """Return the places in the plan of the games that have a record, in order."""
    try:
        with os.scandir(folder / EPISODES) as entries:
            names = [entry.name for entry in entries]
    except FileNotFoundError:
        return []
    indices = {plan.index_of(name) for name in names if name.endswith(".json")}
    return sorted(index for index in indices if index is not None)


def finished_names(folder: Path, plan: Plan) -> frozenset[str]:
    """Return the names of the games that have a record."""
    return frozenset(plan.name(index) for index in finished_games(folder, plan))


class _Lines:
    """The lines of the cache from some place on.

    Args:
        folder: of the run.
        plan: of the run.
        begins: how many bytes to pass over.
        digest: the hash of these.
    """

    def __init__(self, folder: Path, plan: Plan, begins: int = 0, digest: "_Hash | None" = None) -> None:
        self._plan = plan
        self._offsets = array("q", [-1]) * len(plan)
        """Where in the file the last line of each game begins; -1 if it has none."""
        self.size, self.digest = begins, digest or hashlib.sha256()
        """How many bytes there are up to the end of the last whole line, and their hash."""
        self._file: BinaryIO | None = None
        with suppress(FileNotFoundError):
            self._file = open_ordinary(folder / METRICS / NAME)
            self._file.seek(begins)
            self._find_games(self._file)

    def _find_games(self, lines: BinaryIO) -> None:
        for line in lines:
            if not line.endswith(b"\n"):
                return
            if (index := place_of_line(line, self._plan)) is not None:
                self._offsets[index] = self.size
            self.size += len(line)
            self.digest.update(line)

    def places(self) -> Iterator[int]:
        """Yield the places of the games of which there are lines."""
        return (index for index, offset in enumerate(self._offsets) if offset >= 0)

    def has(self, index: int) -> bool:
        """Whether a line is of this game, even a damaged one: what was known of the game before does not hold then."""
        return self._offsets[index] >= 0

    def metrics_of(self, job: Job) -> EpisodeMetrics | None:
        """Return the metrics in the last line of a game; None if it has none that is as it should be."""
        if self._file is None or not self.has(job.index):
            return None
        self._file.seek(self._offsets[job.index])
        return _parse_line(self._file.readline(), self._plan.name(job.index), job)

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()


def _parse_line(line: bytes, game: str, job: Job) -> EpisodeMetrics | None:
    """Return the metrics in a line; None if they are damaged, by another version or of another game."""
    start = metrics_line(game, b"")[: -len(b"}\n")]
    if not line.startswith(start) or not line.endswith(b"}\n"):
        return None
    try:
        metrics = EpisodeMetrics.model_validate_json(line[len(start) : -len(b"}\n")])
    except ValidationError:
        return None
    return metrics if metrics.episode_id == job.episode_id else None
