"""`compare`: two games on one board, side by side from where they part."""

import argparse
import json
import shutil
import sys
from typing import Any, Final

from codenames_core.files.record import EpisodeRecord, read_episode
from codenames_core.game.config import Team
from codenames_core.game.events import EVENT
from codenames_core.text.sanitiser import one_line
from codenames_metrics.game.episode import EpisodeMetrics
from codenames_metrics.game.side_by_side import GameComparison, compare
from codenames_tui.cli import exits
from codenames_tui.game.forks.comparison_lines import comparison_lines
from codenames_tui.library.samples import episode_path
from codenames_tui.ui.lines.lines import plain
from codenames_tui.ui.prose.narration import narrate

WIDEST: Final = 160


def compare_games(options: argparse.Namespace) -> int:
    """Print the games at `options.first` and `options.second` side by side."""
    first, second = (_read(name) for name in (options.first, options.second))
    comparison = compare(first, second)
    if options.json:
        print(json.dumps(_tree(comparison, first, second)))
        return exits.DONE
    width = min(shutil.get_terminal_size().columns, WIDEST)
    names = (options.first, options.second)
    print(plain(comparison_lines(comparison, narrate(first), narrate(second), names, width)))
    return exits.DONE


def _read(name: str) -> EpisodeRecord:
    path = episode_path(name)
    reading = read_episode(path)
    for note in reading.notes:
        print(f"{one_line(str(path))}: {note}", file=sys.stderr)
    return reading.record


def _tree(comparison: GameComparison, first: EpisodeRecord, second: EpisodeRecord) -> dict[str, Any]:
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
    outcome, labels = record.outcome, record.labels_in_turn
    return {
        "episode_id": record.episode_id,
        "red": labels[Team.RED],
        "blue": labels[Team.BLUE],
        "winner": record.winner,
        "termination": outcome.termination if outcome else None,
        "events": len(record.public_transcript),
        "metrics": metrics.model_dump(mode="json"),
    }
