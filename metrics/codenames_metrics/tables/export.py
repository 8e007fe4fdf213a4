"""Metrics as text: JSON that can be read back, CSV with a row for each episode and team, Markdown tables.

The weights of the coordination score, and whose turns were left out, stand in every format.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from functools import lru_cache
from operator import attrgetter
from typing import Any, Final, TypeAlias

from pydantic import TypeAdapter

from codenames_core.game.config import TEAMS, Team
from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line
from codenames_metrics.analysis.aggregate import TOTALLED, AggregateMetrics
from codenames_metrics.game.discussion import DiscussionMetrics
from codenames_metrics.game.episode import CoordinationWeights, EpisodeMetrics, TeamMetrics
from codenames_metrics.game.surveillance.flags import FlagKind
from codenames_metrics.tables.metrics_tables import metrics_markdown

Metrics: TypeAlias = EpisodeMetrics | AggregateMetrics
Row: TypeAlias = dict[str, Any]


class Format(StrEnum):
    """How metrics are written."""

    JSON = "json"
    CSV = "csv"
    MARKDOWN = "markdown"


def export_metrics(metrics: Metrics | Sequence[Metrics], format: Format | str = Format.JSON) -> str:
    """Return metrics as text.

    Args:
        metrics: of an episode or an aggregate, or several of one kind.
        format: `json` (`read_metrics` reads it back), `csv` (a row for each episode and team, or for each aggregate)
            or `markdown`.

    Raises:
        InputError: there is no such format, or episodes and aggregates are mixed.
    """
    try:
        chosen = Format(format)
    except ValueError:
        known = ", ".join(Format)
        raise InputError(f"unknown format {one_line(str(format), 40)!r}; available: {known}") from None
    several = [metrics] if isinstance(metrics, EpisodeMetrics | AggregateMetrics) else list(metrics)
    if len({type(entry) for entry in several}) > 1:
        raise InputError("metrics of episodes and aggregates do not fit into one table; export each by itself")
    match chosen:
        case Format.JSON:
            return _json(metrics)
        case Format.CSV:
            return csv_text(row for entry in several for row in csv_rows(entry))
        case Format.MARKDOWN:
            return metrics_markdown(several)


def _json(metrics: Metrics | Sequence[Metrics]) -> str:
    if isinstance(metrics, EpisodeMetrics | AggregateMetrics):
        return metrics.model_dump_json(indent=1) + "\n"
    return "[" + ",\n".join(entry.model_dump_json(indent=1) for entry in metrics) + "]\n"


_READERS: Final[TypeAdapter[Any]] = TypeAdapter(
    EpisodeMetrics | AggregateMetrics | list[EpisodeMetrics] | list[AggregateMetrics]
)


def read_metrics(text: str | bytes) -> Metrics | list[EpisodeMetrics] | list[AggregateMetrics]:
    """Return the metrics that `export_metrics` wrote as JSON."""
    metrics: Metrics | list[EpisodeMetrics] | list[AggregateMetrics] = _READERS.validate_json(text)
    return metrics


def csv_rows(metrics: Metrics) -> list[Row]:
    """Return the rows of a table: one for each team of an episode, or one for an aggregate."""
    if isinstance(metrics, EpisodeMetrics):
        return [_episode_row(metrics, team) for team in TEAMS]
    return [_aggregate_row(metrics)]


def csv_text(rows: Iterable[Row]) -> str:
    """Return rows that have the same columns as CSV, the columns' names first."""
    return "".join(csv_lines(rows))


def csv_lines(rows: Iterable[Row]) -> Iterator[str]:
    """Yield the lines of a CSV file; empty cells are unknown values."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for index, row in enumerate(rows):
        if index == 0:
            out.write(_heading_line(tuple(row)))
        writer.writerow([value if type(value) in _AS_IT_IS else _csv_cell(value) for value in row.values()])
        yield out.getvalue()
        out.seek(0)
        out.truncate()


@lru_cache(maxsize=8)
def _heading_line(names: tuple[str, ...]) -> str:
    """Return the first line of a table; tables of single episodes, of which many are written, all have the same one."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow(names)
    return out.getvalue()


_AS_IT_IS: Final = (int, float, type(None))
"""What a writer of CSV writes as it should be: numbers in full, nothing as an empty cell."""


def _csv_cell(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return one_line(str(value))


def _episode_row(episode: EpisodeMetrics, team: Team) -> Row:
    metrics = episode.of(team)
    config = episode.config
    return {
        "episode_id": episode.episode_id,
        "board": episode.board,
        "seed": config.seed,
        "mode": config.mode,
        "surveillance": config.surveillance,
        "blind": config.blind,
        "team": team,
        "lineup": metrics.lineup,
        "opponent_lineup": episode.of(team.other).lineup,
        "starts": config.starting_team is team,
        "won": None if episode.winner is None else episode.winner is team,
        "winner": episode.winner,
        "termination": episode.termination,
        "outcome_follows": episode.outcome_follows,
        "forked_at": episode.forked_at,
        "game_turns": episode.turns,
        "turns_to_win": episode.turns_to_win,
        **_team_fields(metrics),
        **_method_columns(episode.coordination_weights, episode.excluded),
    }


def _team_fields(metrics: TeamMetrics) -> Row:
    row = dict(zip(_OF_A_TEAM, _values_of_a_team(metrics), strict=True)) | _NO_FLAGS | _NO_DISCUSSION
    for flag in metrics.adaptation_flags:
        row[f"flags_{flag.kind}"] += 1
    if talk := metrics.discussion_value:
        row |= {name: getattr(talk, name) for name in _NO_DISCUSSION}
    return row


_APART: Final = ("team", "lineup", "adaptation_flags", "turn_summaries", "discussion_value", "reading")
_OF_A_TEAM: Final = tuple(name for name in TeamMetrics.model_fields if name not in _APART)
_values_of_a_team: Final = attrgetter(*_OF_A_TEAM)
_NO_FLAGS: Final[Row] = {f"flags_{kind}": 0 for kind in FlagKind}
_NO_DISCUSSION: Final[Row] = dict.fromkeys(DiscussionMetrics.model_fields)


def _method_columns(weights: CoordinationWeights, excluded: Iterable[str]) -> Row:
    """How the numbers of a row were made."""
    return {
        **{f"weight_{name}": weight for name, weight in weights},
        "excluded_players": " ".join(excluded),
    }


def _aggregate_row(aggregate: AggregateMetrics) -> Row:
    config = aggregate.config
    row: Row = {"mode": config.mode, "surveillance": config.surveillance, "blind": config.blind, "seed": config.seed}
    apart = {"config", "red", "blue", "coordination_weights", "excluded"}
    for name in AggregateMetrics.model_fields:
        if name in apart:
            continue
        value = getattr(aggregate, name)
        if name.endswith("_interval"):
            row[f"{name}_low"], row[f"{name}_high"] = value or (None, None)
        else:
            row[name] = value
    for side in (aggregate.red, aggregate.blue):
        row |= {f"{side.team}_episodes": side.episodes, f"{side.team}_wins": side.wins}
        row[f"{side.team}_assassin_hits"] = side.assassin_hits
        for name, summary in side.averages.items():
            row |= {f"{side.team}_{name}_{part}": value for part, value in summary}
        row |= {f"{side.team}_total_{name}": side.totals.get(name, 0) for name in _TOTALS}
    return row | _method_columns(aggregate.coordination_weights, aggregate.excluded)


_TOTALS: Final = (*TOTALLED, *(f"flags_{kind}" for kind in FlagKind))
