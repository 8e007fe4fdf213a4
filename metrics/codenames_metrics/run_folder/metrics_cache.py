"""`metrics/measured.jsonl`: the metrics of each finished game, one line per game, written when it ends.

It is only a cache, so that episodes need not be read again: where a line is missing, torn or by another version, the
metrics are computed from the episode, and deleting the file loses nothing.
"""

import os
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

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
from codenames_metrics.run_folder.line_file import LineFile

METRICS: Final = "metrics"
NAME: Final = "measured.jsonl"
VERSION: Final = f"{SCHEMA_VERSION}.4"
"""Changes when a metric is computed in another way."""


class MeasuredGame(NamedTuple):
    """A finished game and its metrics."""

    job: Job
    metrics: EpisodeMetrics


def metrics_line(game: str, metrics: bytes) -> bytes:
    """Return the line of the game of this name; `metrics` is JSON without line breaks."""
    return b'{"game":"%s","version":"%s","metrics":%s}\n' % (game.encode(), VERSION.encode(), metrics)


def open_metrics_cache(folder: Path) -> LineFile:
    """Open the cache in a run folder to add lines."""
    return LineFile(folder / METRICS / NAME)


def measured_games(folder: Path, plan: Plan) -> Iterator[MeasuredGame]:
    """Yield every finished game in a run folder, in the order of the plan.

    Raises:
        EpisodeFileError: an episode cannot be read, or is another game than the plan has at its place.
    """
    offsets = _line_offsets(folder, plan)
    try:
        lines = open_ordinary(folder / METRICS / NAME)
    except FileNotFoundError:
        lines = None
    try:
        for index in finished_games(folder, plan):
            job, metrics = plan[index], None
            if lines is not None and offsets[index] >= 0:
                lines.seek(offsets[index])
                metrics = _parse_line(lines.readline(), plan.name(index), job)
            path = folder / EPISODES / plan.record_name(index)
            if metrics is None:
                metrics = measure_game(_record_of(job, path))
            if plan.config.is_held_against_pictures(job.cell.arm):
                metrics = with_words_read(metrics, _record_of(job, path))
            yield MeasuredGame(job, metrics)
    finally:
        if lines is not None:
            lines.close()


def _record_of(job: Job, path: Path) -> EpisodeRecord:
    """Return the record of a job.

    Raises:
        EpisodeFileError: it cannot be read, or is of another game; the message says what to do.
    """
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


def _line_offsets(folder: Path, plan: Plan) -> "array[int]":
    """Return the offset in the file at which the last line of each game begins; -1 if it has none."""
    offsets = array("q", [-1]) * len(plan)
    try:
        file = open_ordinary(folder / METRICS / NAME)
    except FileNotFoundError:
        return offsets
    start = b'{"game":"'
    with file:
        begins = 0
        for line in file:
            name = line[len(start) : line.find(b'"', len(start))] if line.startswith(start) else b""
            index = plan.index_named(name.decode("ascii", "replace")) if line.endswith(b"\n") else None
            if index is not None:
                offsets[index] = begins
            begins += len(line)
    return offsets


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
