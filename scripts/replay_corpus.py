"""Replay recorded games of other programs through the rules and compare every consequence.

    python scripts/replay_corpus.py GAMES.jsonl[.gz] [--show N]

A line holds one game in the form `lines` of `docs/import.md`. Each is told to the rules as `codenames-tui import` does
it: the rules never see what the other program said about a move, and afterwards the two are compared. Nothing is
written, and games without an end count as well.

The last line is `agree N of M` over the games that claim to follow the rules strictly (`strict_replayable`).
Exit code 0 if all of these agree, 5 if not, 2 for a file that cannot be read.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from codenames_core.files.record import EpisodeRecord
from codenames_core.foreign.following import follow
from codenames_core.foreign.game import Refusal
from codenames_core.foreign.readers.lines import game_of
from codenames_core.foreign.sources import json_lines
from codenames_core.support.errors import InputError

Game = dict[str, Any]


class Verdict(NamedTuple):
    """What came of replaying one game."""

    strict: bool
    difference: str
    """Where the rules and the log part; empty where they agree."""


def replay(game: Game) -> Verdict:
    """Tell a game to the rules and note where they see it otherwise than its log."""
    outcome = as_record(game)
    difference = outcome.sentence if isinstance(outcome, Refusal) else ""
    return Verdict(game.get("strict_replayable") is not False, difference)


def as_record(game: Game) -> EpisodeRecord | Refusal:
    """Return the episode that a game is, whether or not it claims to follow the rules."""
    read = game_of({**game, "strict_replayable": True}, "game")
    return read if isinstance(read, Refusal) else follow(read, "lines", unfinished=True)


def read_games(path: Path) -> Iterator[Game]:
    """Yield the games of a file, one a line, plain or gzipped.

    Raises:
        InputError: the file cannot be read, or a line is no object.
    """
    for place, game in json_lines(path):
        if not isinstance(game, dict):
            raise InputError(game.sentence if isinstance(game, Refusal) else f"{place}: an object is needed")
        yield game


def main(arguments: list[str] | None = None) -> int:
    """Replay a corpus, print what differs, and return the exit code."""
    parser = argparse.ArgumentParser(description="Replay recorded games through the rules; see the head of this file.")
    parser.add_argument("file", type=Path, help="games, one a line: .jsonl or .jsonl.gz")
    parser.add_argument("--show", type=int, default=20, metavar="N", help="how many differences to print (20)")
    options = parser.parse_args(arguments)
    try:
        verdicts = [replay(game) for game in read_games(options.file)]
    except InputError as error:
        print(f"{options.file}: {error}", file=sys.stderr)
        return 2
    strict = [verdict for verdict in verdicts if verdict.strict]
    different = [verdict.difference for verdict in strict if verdict.difference]
    print(*different[: options.show], sep="\n", end="\n" if different else "")
    if len(different) > options.show:
        print(f"… and {len(different) - options.show} more")
    loose = [verdict for verdict in verdicts if not verdict.strict]
    print(f"games that are not strict: {sum(not verdict.difference for verdict in loose)} of {len(loose)} agree")
    print(f"agree {len(strict) - len(different)} of {len(strict)}")
    return 5 if different else 0


if __name__ == "__main__":
    sys.exit(main())
