"""`metrics`: how well episodes were played, as tables for people or rows for programs."""

import argparse
import json
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Final, NamedTuple

from pydantic import ValidationError

from codenames_core.files.record import EpisodeRecord
from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line
from codenames_metrics.game.episode import DEFAULT_WEIGHTS, CoordinationWeights, EpisodeMetrics, compute_episode_metrics
from codenames_metrics.game.played_turns import Player
from codenames_metrics.tables.export import Format, Row, csv_lines, csv_rows, csv_text
from codenames_tui.cli.commands.episodes.episode_reader import GAMES, EpisodeReader
from codenames_tui.cli.commands.episodes.metrics_text import metrics_text
from codenames_tui.cli.commands.episodes.output_file import make_new_file, removed_on_failure, write_pieces
from codenames_tui.cli.streams import print_note
from codenames_tui.ui.file_forms import form_of

_END_OF: Final = {"markdown": "md"}
"""How the name of a file ends, where that is not the name of its format."""


def metrics(options: argparse.Namespace) -> int:
    """Print the metrics of the episodes that the options name."""
    if options.tidy and options.baseline:
        raise InputError("--tidy and --baseline are two different tables; give one of them")
    if options.baseline:
        return _print_comparison(options)
    return _print_tidy_rows(options) if options.tidy else _print_metrics(options)


def _print_metrics(options: argparse.Namespace) -> int:
    weights = _weights(options.weights)
    players = [Player(kind) for kind in options.exclude if kind not in GAMES]
    measure = partial(
        compute_episode_metrics,
        weights=weights,
        exclude=players,
        discussion=options.discussion,
        literal_listener=options.literal_listener,
    )
    format = _format(options, "markdown", "json", "csv")
    if format == "csv" and not options.aggregate:
        tables = EpisodeReader(options.paths, partial(_csv_table, measure), unwanted=options.exclude)
        write_pieces(_one_table(tables), options.out)
        return tables.print_totals()
    episodes = EpisodeReader(options.paths, measure, unwanted=options.exclude)
    write_pieces(metrics_text(_with_warnings(episodes), Format(format), only_aggregates=options.aggregate), options.out)
    return episodes.print_totals()


class _CsvTable(NamedTuple):
    """The metrics of one episode as they are written: that is less to hand from one process to another."""

    warning: str
    text: str
    """With the names of the columns."""


def _csv_table(measure: Callable[[EpisodeRecord], EpisodeMetrics], record: EpisodeRecord) -> _CsvTable:
    metrics = measure(record)
    return _CsvTable(_warning(metrics), csv_text(csv_rows(metrics)))


def _one_table(tables: Iterable[_CsvTable]) -> Iterator[str]:
    """Yield the rows of all tables under the names of their columns, which are the same."""
    for number, table in enumerate(tables):
        if table.warning:
            print_note(table.warning)
        yield table.text if number == 0 else table.text.partition("\n")[2]


def _with_warnings(episodes: Iterable[EpisodeMetrics]) -> Iterator[EpisodeMetrics]:
    for metrics in episodes:
        if warning := _warning(metrics):
            print_note(warning)
        yield metrics


def _warning(metrics: EpisodeMetrics) -> str:
    if metrics.outcome_follows:
        return ""
    return f"warning: episode {one_line(metrics.episode_id)}: its events do not lead to the recorded outcome"


def _print_tidy_rows(options: argparse.Namespace) -> int:
    players = frozenset(Player(kind) for kind in options.exclude if kind not in GAMES)
    rows = partial(_rows_of_others, players, not options.no_vectors)
    format = _format(options, "csv", "json", "parquet")
    episodes = EpisodeReader(options.paths, rows, unwanted=options.exclude)
    every_row = chain.from_iterable(episodes)
    if format == "parquet":
        _write_parquet(every_row, options.out)
    elif format == "json":
        write_pieces((json.dumps(row) + "\n" for row in every_row), options.out)
    else:
        write_pieces(csv_lines(_without_lists(every_row)), options.out)
    return episodes.print_totals()


def _rows_of_others(players: frozenset[Player], vectors: bool, record: EpisodeRecord) -> list[Row]:
    from codenames_metrics.game.tidy import tidy_rows

    return [row for row in tidy_rows(record, vectors=vectors) if row["player"] not in players]


def _without_lists(rows: Iterable[Row]) -> Iterator[Row]:
    from codenames_metrics.game.tidy import without_lists

    yield from map(without_lists, rows)


def _write_parquet(rows: Iterable[Row], out: str | None) -> None:
    from codenames_metrics.tables.parquet import write_parquet

    if out is None:
        raise InputError("Parquet is not text: name a file with --out")

    path = make_new_file(out)
    with removed_on_failure(path):
        write_parquet(rows, path)
    print_note(f"saved as {one_line(out)}")


def _print_comparison(options: argparse.Namespace) -> int:
    from codenames_metrics.analysis.baseline import baseline_game, compare_with_baseline, comparison_row
    from codenames_metrics.tables.baseline_table import baseline_table

    measure = partial(baseline_game, vectors=not options.no_vectors)
    format = _format(options, "markdown", "json", "csv")
    run, baseline = (
        EpisodeReader(names, measure, unwanted=options.exclude) for names in (options.paths, [options.baseline])
    )
    report = compare_with_baseline(run, baseline)
    rows = [comparison_row(comparison) for comparison in report.comparisons]
    match format:
        case "json":
            counts = {"pairings": report.pairings, "unpaired": report.unpaired}
            text = json.dumps(counts | {"clue_changes": report.clue_changes._asdict(), "comparisons": rows}, indent=1)
            write_pieces([text + "\n"], options.out)
        case "csv":
            write_pieces(csv_lines(rows), options.out)
        case _:
            write_pieces([baseline_table(report)], options.out)
    return max(run.print_totals(), baseline.print_totals())


def _format(options: argparse.Namespace, *possible: str) -> str:
    """Return the format that `--format` names, or the end of the file's name; else the first of the possible ones."""
    if options.format not in (None, *possible):
        raise InputError(f"--format {options.format} does not go with this; choose from {', '.join(possible)}")
    ends = {_END_OF.get(name, name): name for name in possible}
    end = None if options.out is None else form_of(Path(options.out), ends)
    by_end = None if end is None else ends[end]
    if None not in (options.format, by_end) and options.format != by_end:
        raise InputError(
            f"--format {options.format} does not go with --out {one_line(options.out)}, which ends in .{end}"
        )
    return options.format or by_end or possible[0]


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
