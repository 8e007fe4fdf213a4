"""`compare`: two games on one board, side by side from where they part."""

import argparse
import json
import shutil
import sys
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any, Final

from codenames_core.config import Team
from codenames_core.events import EVENT
from codenames_core.reading import read_episode
from codenames_core.record import EpisodeRecord
from codenames_core.text import one_line
from codenames_metrics.episode import EpisodeMetrics, TeamMetrics
from codenames_metrics.side_by_side import Comparison, Relation, compare
from codenames_metrics.tables import number
from codenames_tui import exits
from codenames_tui.exports.telling import Story, story_of
from codenames_tui.samples import episode_path
from codenames_tui.views.lines import Span, cut, fit, plain, wrap

WIDEST: Final = 160
_GAP: Final = " | "
_HANG: Final = 2
_RELATIONS: Final = {
    Relation.SECOND_IS_FORK: "the right one was forked from the left one",
    Relation.FIRST_IS_FORK: "the left one was forked from the right one",
    Relation.FORKS_OF_ONE: "both were forked from one game",
    Relation.ONE_BOARD: "two games on one board",
}
_MEASURES: Final = (
    ("turns", "turns"),
    ("words found", "words_cleared"),
    ("clue number", "avg_clue_number"),
    ("clue efficiency", "clue_efficiency"),
    ("guess accuracy", "guess_accuracy"),
    ("consensus rate", "consensus_rate"),
    ("coordination", "coordination_score"),
    ("theory of mind", "theory_of_mind_score"),
)


def compare_games(options: argparse.Namespace) -> int:
    """Print the games at `options.first` and `options.second` side by side."""
    first, second = (_read(name) for name in (options.first, options.second))
    comparison = compare(first, second)
    if options.json:
        print(json.dumps(_tree(comparison, first, second)))
        return exits.DONE
    width = min(shutil.get_terminal_size().columns, WIDEST)
    print("\n".join(drawn(comparison, story_of(first), story_of(second), (options.first, options.second), width)))
    return exits.DONE


def _read(name: str) -> EpisodeRecord:
    path = episode_path(name)
    reading = read_episode(path)
    for note in reading.notes:
        print(f"{one_line(str(path))}: {note}", file=sys.stderr)
    return reading.record


def _tree(comparison: Comparison, first: EpisodeRecord, second: EpisodeRecord) -> dict[str, Any]:
    games = ((first, comparison.first), (second, comparison.second))
    return {
        "relation": comparison.relation,
        "branching_point": comparison.branching_point,
        "first_difference": comparison.first_difference,
        "different_settings": comparison.rules,
        "first": _game(*games[0]),
        "second": _game(*games[1]),
        "turns": [
            {
                "turn": pair.number,
                "first": [EVENT.dump_python(event, mode="json") for event in pair.first],
                "second": [EVENT.dump_python(event, mode="json") for event in pair.second],
            }
            for pair in comparison.turns
        ],
    }


def _game(record: EpisodeRecord, metrics: EpisodeMetrics) -> dict[str, Any]:
    outcome = record.outcome
    return {
        "episode_id": record.episode_id,
        "red": record.teams[Team.RED].label,
        "blue": record.teams[Team.BLUE].label,
        "winner": record.winner,
        "termination": outcome.termination if outcome else None,
        "events": len(record.public_transcript),
        "metrics": metrics.model_dump(mode="json"),
    }


def drawn(comparison: Comparison, first: Story, second: Story, names: tuple[str, str], width: int) -> Iterator[str]:
    """Yield the lines of a comparison: two columns, together at most `width` cells wide.

    Args:
        comparison: what is drawn.
        first: the game of the left column as it is told.
        second: the same of the right column.
        names: what stands above them.
        width: of a line; at least 40 are used.
    """
    column = max((width - len(_GAP)) // 2, 18)
    yield f"{_RELATIONS[comparison.relation]}; alike up to event {comparison.branching_point}{_difference(comparison)}"
    if comparison.rules:
        yield f"they differ in {', '.join(comparison.rules)}"
    yield ""
    yield from _columns([one_line(names[0])], [one_line(names[1])], column)
    for pair in comparison.turns:
        yield ""
        yield f"turn {pair.number}"
        sides = (_told(first, pair.first_at, len(pair.first)), _told(second, pair.second_at, len(pair.second)))
        yield from _columns(*sides, column)
    yield ""
    yield from _columns([first.verdict], [second.verdict], column)
    yield ""
    yield from _measures(comparison)


def _difference(comparison: Comparison) -> str:
    if comparison.first_difference is None:
        return " and to the end"
    later = comparison.first_difference - comparison.branching_point
    return f" (and, as it happens, for {later} more)" if later else ""


def _told(story: Story, at: int, count: int) -> list[str]:
    """Return what happened, a line each; of messages what was said first, and whether they agree."""
    lines = []
    for told in story.told[at : at + count]:
        first, *others = told.lines or ("",)
        lines.append(f"{first} {others[-1]}" if told.kind == "message" and others else first)
    return lines


def _columns(left: Sequence[str], right: Sequence[str], width: int) -> Iterator[str]:
    """Yield two lists of sentences beside each other, each sentence wrapped."""
    pairs = zip_longest(left, right, fillvalue="")
    for one, other in pairs:
        cells = (wrap((Span(text),), width, _HANG) for text in (one, other))
        for here, there in zip_longest(*cells, fillvalue=()):
            yield plain([(*fit(here, width), Span(_GAP), *there)])


def _measures(comparison: Comparison) -> Iterator[str]:
    names = ["red left", "red right", "blue left", "blue right"]
    yield " " * 18 + "".join(f"{name:>12}" for name in names)
    sides = [game.of(team) for team in Team for game in (comparison.first, comparison.second)]
    for label, field in _MEASURES:
        yield f"{cut(label, 18):<18}" + "".join(f"{_shown(side, field):>12}" for side in sides)


def _shown(side: TeamMetrics, field: str) -> str:
    value: int | float | None = getattr(side, field)
    return str(value) if isinstance(value, int) else number(value)
