"""`metrics`: how well episodes were played, as JSON, CSV or Markdown."""

import argparse
import contextlib
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Final, Generic, NamedTuple, TypeVar

from pydantic import ValidationError

from codenames_core.files.record import EpisodeRecord
from codenames_core.game.state import Termination
from codenames_core.support.errors import EpisodeFileError, FileInTheWayError, IllegalEvent, InputError, StorageError
from codenames_core.text.plurals import counted
from codenames_core.text.sanitiser import one_line
from codenames_metrics.analysis.aggregate import AggregateMetrics, Aggregation, aggregation_key
from codenames_metrics.game.episode import DEFAULT_WEIGHTS, CoordinationWeights, EpisodeMetrics, compute_episode_metrics
from codenames_metrics.game.episode_files import episode_files, read_record
from codenames_metrics.game.played_turns import Player
from codenames_metrics.report.export import Format, Row, csv_lines, csv_rows
from codenames_metrics.report.tables import episode_table, metrics_markdown
from codenames_metrics.runner.process_map import spread
from codenames_tui.cli import exits
from codenames_tui.library.samples import episode_path

MOST_SHOWN_ONE_BY_ONE: Final = 20
"""More episodes than this are shown in Markdown by their averages only."""
ABORTED: Final = "aborted"

T = TypeVar("T")


def metrics(options: argparse.Namespace) -> int:
    """Print the metrics of the episodes that the options name."""
    if options.tidy and options.baseline:
        raise InputError("--tidy and --baseline are two different tables; give one of them")
    if options.baseline:
        return _with_baseline(options)
    return _tidy(options) if options.tidy else _measures(options)


def _measures(options: argparse.Namespace) -> int:
    weights = _weights(options.weights)
    players = [Player(kind) for kind in options.exclude if kind != ABORTED]

    measure = partial(compute_episode_metrics, weights=weights, exclude=players, discussion=options.discussion)
    format = _format(options, "markdown", "json", "csv")
    episodes = Reader(options.paths, measure, aborted=ABORTED not in options.exclude)
    _write(_text(_warned(episodes), Format(format), only_aggregates=options.aggregate), options.out)
    return episodes.conclude()


def _warned(episodes: Iterable[EpisodeMetrics]) -> Iterator[EpisodeMetrics]:
    for metrics in episodes:
        if not metrics.outcome_follows:
            _say(f"warning: episode {one_line(metrics.episode_id)}: its events do not lead to the recorded outcome")
        yield metrics


def _tidy(options: argparse.Namespace) -> int:
    players = frozenset(Player(kind) for kind in options.exclude if kind != ABORTED)
    rows = partial(_rows_of_others, players, not options.no_vectors)
    format = _format(options, "csv", "json", "parquet")
    episodes = Reader(options.paths, rows, aborted=ABORTED not in options.exclude)
    every_row = chain.from_iterable(episodes)
    if format == "parquet":
        _write_parquet(every_row, options.out)
    elif format == "json":
        _write((json.dumps(row) + "\n" for row in every_row), options.out)
    else:
        _write(csv_lines(every_row), options.out)
    return episodes.conclude()


def _rows_of_others(players: frozenset[Player], vectors: bool, record: EpisodeRecord) -> list[Row]:
    from codenames_metrics.game.tidy import tidy_rows

    return [row for row in tidy_rows(record, vectors=vectors) if row["player"] not in players]


def _write_parquet(rows: Iterable[Row], out: str | None) -> None:
    from codenames_metrics.report.parquet import write_parquet

    if out is None:
        raise InputError("Parquet is no text: say with --out where to write it")
    path = _new_file(out)
    with _removed_on_failure(path):
        write_parquet(rows, path)
    _say(f"saved as {one_line(out)}")


def _with_baseline(options: argparse.Namespace) -> int:
    from codenames_metrics.analysis.baseline import baseline_game, compare_with_baseline, comparison_row
    from codenames_metrics.report.baseline_table import baseline_table

    measure = partial(baseline_game, vectors=not options.no_vectors)
    format = _format(options, "markdown", "json", "csv")
    run, baseline = (
        Reader(names, measure, aborted=ABORTED not in options.exclude) for names in (options.paths, [options.baseline])
    )
    report = compare_with_baseline(run, baseline)
    rows = [comparison_row(one) for one in report.comparisons]
    match format:
        case "json":
            counts = {"pairings": report.pairings, "unpaired": report.unpaired}
            text = json.dumps(counts | {"clue_changes": report.clue_changes._asdict(), "comparisons": rows}, indent=1)
            _write([text + "\n"], options.out)
        case "csv":
            _write(csv_lines(rows), options.out)
        case _:
            _write([baseline_table(report)], options.out)
    return max(run.conclude(), baseline.conclude())


def _format(options: argparse.Namespace, *possible: str) -> str:
    """The format that is asked for, or the first that is possible."""
    if options.format is None:
        return possible[0]
    if options.format not in possible:
        raise InputError(f"--format {options.format} does not go with this; possible are {', '.join(possible)}")
    return str(options.format)


class _Read(NamedTuple, Generic[T]):
    """What was found in a file."""

    episode_id: str
    measured: T


class _LeftOut(NamedTuple):
    """A game that was aborted or is unfinished."""


def _look(measure: Callable[[EpisodeRecord], T], aborted: bool, path: Path) -> _Read[T] | _LeftOut | str:
    """Return what is measured of a file, or why it cannot be read."""
    try:
        record = read_record(path)
        if not aborted and is_aborted(record):
            return _LeftOut()
        return _Read(record.episode_id, measure(record))
    except EpisodeFileError as error:
        return str(error)
    except IllegalEvent as error:
        return f"{one_line(str(path))}: {error}"


class Reader(Generic[T]):
    """Measures episodes, many of them on all cores; says which files cannot be read, and counts them."""

    def __init__(self, names: Iterable[str], measure: Callable[[EpisodeRecord], T], *, aborted: bool = True) -> None:
        self._names = names
        self._measure = measure
        self._aborted = aborted
        self.read = self.skipped = self.left_out = 0
        self._ids: Counter[str] = Counter()

    def __iter__(self) -> Iterator[T]:
        """Yield what is measured of each episode that can be read."""
        for found in spread(partial(_look, self._measure, self._aborted), self._paths()):
            match found:
                case _Read(episode_id, measured):
                    self.read += 1
                    self._ids[episode_id] += 1
                    yield measured
                case _LeftOut():
                    self.left_out += 1
                case str():
                    self._skip(found)

    def _paths(self) -> Iterator[Path]:
        seen: set[Path] = set()
        for name in self._names:
            try:
                found = [path for path in episode_files(str(episode_path(name))) if path not in seen]
            except InputError as error:
                self._skip(str(error))
                continue
            seen.update(found)
            yield from found

    def _skip(self, why: str) -> None:
        self.skipped += 1
        _say(f"skipped: {why}")

    def conclude(self) -> int:
        """Say what was read and return the exit code."""
        left_out = f", {self.left_out} aborted or unfinished left out" if self.left_out else ""
        _say(f"read {counted(self.read, 'episode')}, skipped {counted(self.skipped, 'file')}{left_out}")
        if again := self.read - len(self._ids):
            _say(f"warning: {counted(again, 'episode')} with the id of another one; is a game counted twice?")
        if not self.read:
            return exits.WRONG_INPUT
        return exits.SOME_SKIPPED if self.skipped else exits.DONE


def is_aborted(record: EpisodeRecord) -> bool:
    """Return whether a game was stopped or left before its end."""
    return record.outcome is None or record.outcome.termination is Termination.ABORTED


def _text(episodes: Iterable[EpisodeMetrics], format: Format, *, only_aggregates: bool) -> Iterator[str]:
    """The pieces of the output. Episodes pass one by one: only averages are kept."""
    groups: defaultdict[tuple[str, str, str], Aggregation] = defaultdict(Aggregation)

    def aggregated() -> Iterator[EpisodeMetrics]:
        for episode in episodes:
            groups[aggregation_key(episode)].add(episode)
            yield episode

    def results() -> list[AggregateMetrics]:
        return [groups[group].result() for group in sorted(groups)]

    match format:
        case Format.JSON:
            yield from _json(aggregated(), results, only_aggregates=only_aggregates)
        case Format.CSV if only_aggregates:
            for _ in aggregated():
                pass
            yield from csv_lines(row for aggregate in results() for row in csv_rows(aggregate))
        case Format.CSV:  # has a row for each episode and no averages
            yield from csv_lines(row for episode in episodes for row in csv_rows(episode))
        case Format.MARKDOWN:
            yield from _markdown(aggregated(), results, only_aggregates=only_aggregates)


def _json(
    episodes: Iterator[EpisodeMetrics], results: Callable[[], list[AggregateMetrics]], *, only_aggregates: bool
) -> Iterator[str]:
    yield '{"episodes": ['
    separator = "\n"
    for episode in episodes:
        if not only_aggregates:
            yield separator + episode.model_dump_json()
            separator = ",\n"
    yield '],\n"aggregates": [\n' + ",\n".join(one.model_dump_json() for one in results()) + "]}\n"


def _markdown(
    episodes: Iterator[EpisodeMetrics], results: Callable[[], list[AggregateMetrics]], *, only_aggregates: bool
) -> Iterator[str]:
    shown: list[EpisodeMetrics] = []
    count = 0
    for episode in episodes:
        count += 1
        if count <= MOST_SHOWN_ONE_BY_ONE:
            shown.append(episode)
    if count:
        yield metrics_markdown(results())
    if shown and count <= MOST_SHOWN_ONE_BY_ONE and not only_aggregates:
        yield "\n" + episode_table(shown)


def _write(pieces: Iterable[str], out: str | None) -> None:
    """Write to standard output, or to a new file that is whole or not there."""
    if out is None:
        for piece in pieces:
            sys.stdout.write(piece)
        return
    path = _new_file(out)
    with _removed_on_failure(path):
        try:
            with path.open("w", encoding="utf-8", newline="") as file:
                file.writelines(pieces)
        except OSError as error:
            raise _not_written(out, error) from error
    _say(f"saved as {one_line(out)}")


def _new_file(out: str) -> Path:
    """Make an empty file where there is none."""
    path = Path(out)
    try:
        path.open("x").close()
    except FileExistsError as error:
        raise FileInTheWayError(f"{one_line(out)} exists already; choose another name") from error
    except OSError as error:
        raise _not_written(out, error) from error
    return path


def _not_written(out: str, error: OSError) -> StorageError:
    return StorageError(f"{one_line(out)} could not be written: {error.strerror or error}")


@contextlib.contextmanager
def _removed_on_failure(path: Path) -> Iterator[None]:
    try:
        yield
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def _weights(given: str | None) -> CoordinationWeights:
    if given is None:
        return DEFAULT_WEIGHTS
    names = list(CoordinationWeights.model_fields)
    try:
        numbers = [float(number) for number in given.split(",")]
        return CoordinationWeights(**dict(zip(names, numbers, strict=True)))
    except (ValidationError, ValueError) as error:
        wanted = ", ".join(name.replace("_", " ") for name in names)
        message = f"--weights is {one_line(given, 60)!r}; four numbers of 0 or more are needed, for {wanted}"
        raise InputError(message) from error


def _say(line: str) -> None:
    print(line, file=sys.stderr)
