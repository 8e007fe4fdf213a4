"""How strong and how reproducible the offline vector agents are.

    python -m benchmarks.vector_strength              everything, some ten minutes on one core
    python -m benchmarks.vector_strength solo         only this; there are solo, ladder and logs

- solo: each style alone against a team that passes.
- ladder: every pair of styles on the same boards from both sides; each should beat the next.
- logs: a hash of 40 games with all that was said and thought, under other thread counts and instruction sets of the
  linear algebra library and of numpy; there should be one.
"""

import argparse
import hashlib
import itertools
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from statistics import fmean
from typing import NamedTuple

from benchmarks.figures import Better, Figure
from benchmarks.games import played
from codenames_core.files.record import EpisodeRecord
from codenames_core.game.config import Team
from codenames_core.game.events import Clue, Guess, GuessKind

LADDER = (
    "vector:sharp",
    "vector:bold",
    "vector:balanced",
    "vector:cautious",
    "vector:noisy",
    "vector:novice",
    "random",
)
OTHER_MACHINES = (
    {"OPENBLAS_NUM_THREADS": "1"},
    {"OPENBLAS_NUM_THREADS": "2"},
    {"OPENBLAS_CORETYPE": "Nehalem"},
    {"OPENBLAS_CORETYPE": "Haswell"},
    {"OPENBLAS_CORETYPE": "SkylakeX"},
    {"NPY_DISABLE_CPU_FEATURES": "AVX512F AVX512CD AVX512_SKX AVX512_CLX AVX512_CNL AVX512_ICL"},
    {"NPY_DISABLE_CPU_FEATURES": "AVX2 FMA3"},
)
"""Settings under which the games must be the same. Features that a processor lacks are skipped with a warning."""


def play(red: str, blue: str, seed: int) -> EpisodeRecord:
    """Return the game of two line-ups on the board of `seed`; red has nine words and begins."""
    return played(red, blue, seed, red_seed=2 * seed, blue_seed=2 * seed + 1)


class Solo(NamedTuple):
    """What became of the games of one style against a team that passes."""

    win: float
    turns_to_win: float
    clue_number: float
    found_per_turn: float
    wrong: float
    """Share of the guesses that were not own words."""
    messages: float
    """Per turn."""


def solo(spec: str, games: int) -> Solo:
    """Play one style alone."""
    records = [play(spec, "ghost:pass", seed) for seed in range(games)]
    turns = [clues(record, Team.RED) for record in records]
    won = [record.outcome is not None and record.outcome.winner is Team.RED for record in records]
    events = [event for record in records for event in record.public_transcript]
    guesses = [event for event in events if isinstance(event, Guess)]
    right = sum(guess.result is GuessKind.CORRECT for guess in guesses)
    numbers = [clue.number for of_game in turns for clue in of_game if isinstance(clue.number, int)]
    return Solo(
        win=fmean(won),
        turns_to_win=fmean([len(of_game) for of_game, winner in zip(turns, won, strict=True) if winner] or [0]),
        clue_number=fmean(numbers),
        found_per_turn=right / len(numbers),
        wrong=1 - right / len(guesses),
        messages=sum(event.type == "message" for event in events) / len(numbers),
    )


def clues(record: EpisodeRecord, team: Team) -> list[Clue]:
    """Return the clues of a team, one a turn."""
    return [event for event in record.public_transcript if isinstance(event, Clue) and event.team is team]


def report_solo(games: int) -> None:
    """Print what each style does alone."""
    print(f"\nSolo, {games} boards")
    print("style             win    turns  number  found/turn  wrong  messages/turn")
    for spec in LADDER:
        s = solo(spec, games)
        print(
            f"{spec:<16}{s.win:>6.1%}{s.turns_to_win:>8.2f}{s.clue_number:>8.2f}{s.found_per_turn:>12.2f}"
            f"{s.wrong:>7.1%}{s.messages:>15.2f}"
        )


def wins(spec: str, other: str, boards: Sequence[int]) -> float:
    """Return the share of games that `spec` wins against `other`, each board from both sides; a draw counts half."""
    points = []
    for seed in boards:
        for red, blue, mine in ((spec, other, Team.RED), (other, spec, Team.BLUE)):
            outcome = play(red, blue, seed).outcome
            winner = outcome.winner if outcome is not None else None
            points.append(0.5 if winner is None else float(winner is mine))
    return fmean(points)


def report_ladder(games: int) -> None:
    """Print the round robin."""
    boards = range(10_000, 10_000 + games)
    error = sqrt(0.25 / (2 * games))
    print(f"\nLadder, row's wins in %, {games} boards from both sides (standard error {error:.1%})")
    share: dict[tuple[str, str], float] = {}
    for one, other in itertools.combinations(LADDER, 2):
        share[one, other] = wins(one, other, boards)
        share[other, one] = 1 - share[one, other]
    names = [spec.removeprefix("vector:") for spec in LADDER]
    print(" " * 10 + "".join(f"{name:>10}" for name in names))
    for spec, name in zip(LADDER, names, strict=True):
        row = (f"{share[spec, other]:>10.0%}" if spec != other else f"{'-':>10}" for other in LADDER)
        print(f"{name:<10}" + "".join(row))
    neighbours = [share[one, other] for one, other in itertools.pairwise(LADDER)]
    print(f"each beats the next: {all(value > 0.5 for value in neighbours)}")


def hash_of_games(games: int = 40) -> str:
    """Return one hash of all that happened, was said and was thought in some games."""
    digest = hashlib.sha256()
    for seed in range(games):
        red, blue = LADDER[seed % 6], LADDER[(seed + 2) % 6]
        record = play(red, blue, 70_000 + seed)
        for event in record.public_transcript:
            digest.update(event.model_dump_json().encode())
        for trace in (trace for turn in record.traces for trace in turn.decisions()):
            digest.update(f"{trace.reasoning}{trace.raw}{trace.confidence}{trace.intended_targets}".encode())
    return digest.hexdigest()


def hashes(games: int) -> dict[str, str]:
    """Return the hash of the same games under each setting of the machine, empty where this processor lacks it."""
    found = {}
    for setting in ({}, *OTHER_MACHINES):
        command = (sys.executable, "-W", "ignore", "-m", "benchmarks.vector_strength", "--hash", str(games))
        run = subprocess.run(command, env={**os.environ, **setting}, capture_output=True, text=True, check=False)
        name = " ".join(f"{key}={value}" for key, value in setting.items()) or "as it is"
        found[name] = run.stdout.strip()
    return found


def report_logs(games: int) -> None:
    """Print the hash of the same games under other settings of the machine."""
    print(f"\nLogs, hash of {games} games")
    for name, digest in hashes(games).items():
        print(f"{digest[:16] or 'not on this CPU':<16}  {name}")


def figures(quick: bool) -> Iterator[Figure]:
    """Return what each style does alone, how neighbours of the ladder meet, and whether the games are one."""
    games = 50 if quick else 500
    for spec in LADDER:
        alone = solo(spec, games)
        aims = (95, 7) if spec == "vector:balanced" else (None, None)
        about = f"{games} boards against a team that passes"
        yield Figure(f"{spec}: wins", alone.win * 100, "%", aims[0], Better.MORE, about)
        yield Figure(f"{spec}: turns to win", alone.turns_to_win, "", aims[1])
        yield Figure(f"{spec}: number of a clue", alone.clue_number, "")
        yield Figure(f"{spec}: wrong guesses", alone.wrong * 100, "%")
    boards = range(10_000, 10_000 + games // 5)
    for one, other in itertools.pairwise(LADDER):
        about = f"{len(boards)} boards from both sides"
        yield Figure(f"{one} beats {other}", wins(one, other, boards) * 100, "%", 50, Better.MORE, about)
    found = {digest for digest in hashes(40).values() if digest}
    yield Figure("different logs of 40 games", len(found), "", 1, about="under other instruction sets and threads")


REPORTS: dict[str, tuple[Callable[[int], None], int]] = {
    "solo": (report_solo, 500),
    "ladder": (report_ladder, 100),
    "logs": (report_logs, 40),
}


def main() -> None:
    """Run the reports that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("reports", nargs="*", metavar="REPORT", help=f"any of {', '.join(REPORTS)}; all by default")
    parser.add_argument("--games", type=int, help="games of each report, instead of its own number")
    parser.add_argument("--hash", type=int, metavar="N", help="only print the hash of N games")
    asked = parser.parse_args()
    if unknown := set(asked.reports) - set(REPORTS):
        parser.error(f"no report {', '.join(sorted(unknown))}; there are {', '.join(REPORTS)}")
    if asked.hash:
        print(hash_of_games(asked.hash))
        return
    for name in asked.reports or REPORTS:
        report, games = REPORTS[name]
        report(asked.games or games)


if __name__ == "__main__":
    main()
