"""The metrics of many episodes as the text of a file: JSON, CSV or Markdown."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import Final, assert_never

from codenames_metrics.analysis.aggregate import AggregateMetrics, Aggregation, aggregation_key
from codenames_metrics.game.episode import EpisodeMetrics
from codenames_metrics.tables.export import Format, csv_lines, csv_rows
from codenames_metrics.tables.metrics_tables import episode_table, metrics_markdown

MOST_SHOWN_ONE_BY_ONE: Final = 20
"""More episodes than this are shown in Markdown by their averages only."""


def metrics_text(episodes: Iterable[EpisodeMetrics], format: Format, *, only_aggregates: bool) -> Iterator[str]:
    """Yield the pieces of the output; as CSV, averages alone. Episodes pass one by one: only averages are kept."""
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
        case Format.CSV:  # rows of episodes are written where they are measured
            for _ in aggregated():
                pass
            yield from csv_lines(row for aggregate in results() for row in csv_rows(aggregate))
        case Format.MARKDOWN:
            yield from _markdown(aggregated(), results, only_aggregates=only_aggregates)
        case _:
            assert_never(format)


def _json(
    episodes: Iterator[EpisodeMetrics], results: Callable[[], list[AggregateMetrics]], *, only_aggregates: bool
) -> Iterator[str]:
    yield '{"episodes": ['
    separator = "\n"
    for episode in episodes:
        if not only_aggregates:
            yield separator + episode.model_dump_json()
            separator = ",\n"
    yield '],\n"aggregates": [\n' + ",\n".join(aggregate.model_dump_json() for aggregate in results()) + "]}\n"


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
