"""Measure recorded games of other programs and count everything again from their logs.

    python -m scripts.measure_corpus GAMES.jsonl[.gz] [--show N]

A line holds one game in the form `lines` of `docs/import.md`. It becomes an episode as `codenames-tui import` makes it,
whose metrics are held against counts that are taken from the log's own entries, without the rules of `codenames_core`:
guesses by what they revealed, clues, their numbers, what was found for them, turns, and the winner.

The last line is `agree N of M` over the finished games that claim to follow the rules strictly (`strict_replayable`).
Exit code 0 if all of these agree, 5 if not, 2 for a file that cannot be read.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scripts.replay_corpus import Game, as_record, read_games

from codenames_core.foreign.game import Refusal
from codenames_core.game.config import TEAMS, Team
from codenames_core.support.errors import InputError
from codenames_metrics.analysis.aggregate import Aggregation, aggregation_key
from codenames_metrics.game.episode import EpisodeMetrics, TeamMetrics, compute_episode_metrics
from codenames_metrics.tables.metrics_tables import aggregate_table


def differences(game: Game, metrics: EpisodeMetrics) -> Iterator[str]:
    """Yield where the metrics of a game say otherwise than its log."""
    winner = game["outcome"]["winner"]
    if winner != metrics.winner:
        yield f"winner: {winner} in the log, {metrics.winner} measured"
    for team in TEAMS:
        wanted, found = counted(game, team), measured(metrics.of(team))
        for name, count in wanted.items():
            if found[name] != count:
                yield f"{team} {name}: {count} in the log, {found[name]} measured"


def measured(metrics: TeamMetrics) -> dict[str, Any]:
    """Return the metrics that a log can be counted for."""
    return {
        "clues": metrics.total_clues,
        "sum of numbers": metrics.clue_words_promised,
        "found for numbers": metrics.clue_words_found,
        "guesses": metrics.total_guesses,
        "correct": metrics.correct_guesses,
        "opponent": metrics.opponent_guesses,
        "neutral": metrics.neutral_guesses,
        "assassin": int(metrics.assassin_hit),
        "accuracy": metrics.guess_accuracy,
    }


def counted(game: Game, team: Team) -> dict[str, Any]:
    """Return the same from the entries of the log alone."""
    cards: Counter[str] = Counter()
    clues: list[tuple[int, int]] = []
    """Number and correct guesses of each clue."""
    for entry in game["events"]:
        if entry["team"] != team:
            continue
        if entry["t"] == "clue":
            number = str(entry["number"])
            clues.append((int(number) if number.isdecimal() else 0, 0))
        elif entry["t"] == "guess":
            cards[entry["role"]] += 1
            clues[-1] = (clues[-1][0], clues[-1][1] + (entry["role"] == team))
    numbered = [(number, found) for number, found in clues if number > 0]
    guesses = cards.total()
    return {
        "clues": len(clues),
        "sum of numbers": sum(number for number, _ in numbered),
        "found for numbers": sum(found for _, found in numbered),
        "guesses": guesses,
        "correct": cards[team],
        "opponent": cards[team.other],
        "neutral": cards["neutral"],
        "assassin": cards["assassin"],
        "accuracy": cards[team] / guesses if guesses else None,
    }


def is_measured(game: Game) -> bool:
    """Return whether a game is finished and claims to follow the rules."""
    return bool(game.get("strict_replayable", True) and game["outcome"].get("finished"))


def main(arguments: list[str] | None = None) -> int:
    """Measure a corpus, print what differs, and return the exit code."""
    parser = argparse.ArgumentParser(description="Measure recorded games and count again; see the head of this file.")
    parser.add_argument("file", type=Path, help="games, one a line: .jsonl or .jsonl.gz")
    parser.add_argument("--show", type=int, default=20, metavar="N", help="how many differences to print (20)")
    options = parser.parse_args(arguments)
    try:
        games = [game for game in read_games(options.file) if is_measured(game)]
    except InputError as error:
        print(f"{options.file}: {error}", file=sys.stderr)
        return 2
    found: list[str] = []
    groups: dict[tuple[str, str, str], Aggregation] = {}
    agreeing = 0
    for game in games:
        record = as_record(game)
        if isinstance(record, Refusal):
            found.append(record.sentence)
            continue
        metrics = compute_episode_metrics(record)
        groups.setdefault(aggregation_key(metrics), Aggregation()).add(metrics)
        different = [f"{game.get('id')}: {what}" for what in differences(game, metrics)]
        agreeing += not different
        found += different
    for aggregation in groups.values():
        print(aggregate_table(aggregation.result()))
    print(*found[: options.show], sep="\n", end="\n" if found else "")
    print(f"agree {agreeing} of {len(games)}")
    return 5 if agreeing < len(games) else 0


if __name__ == "__main__":
    sys.exit(main())
