"""How many games of pure rules fit into a second of CPU time.

    python benchmarks/rules.py [--games N]

A game: deal the board of a seed; in each turn ask the referee about a clue and give it, then touch random hidden words
until the turn ends or the clue's number of them is used up; to the end of the game. Everything goes through the public
functions. Target: at least 7,000 games per second on one core.
"""

import argparse
import random
import time
from collections.abc import Callable
from typing import Final

from codenames_core.board import Board, deal
from codenames_core.config import GameConfig
from codenames_core.events import Clue, Pass, PassReason
from codenames_core.legality import why_illegal
from codenames_core.rules import process_guess
from codenames_core.state import GameState, apply, initialize_game

TARGET: Final = 7_000
CLUES: Final = tuple(
    f"{head}{tail}" for head in ("bri", "clo", "dru", "fla", "gne") for tail in ("mp", "lk", "sh", "nt")
)


def play(seed: int, dice: random.Random) -> GameState:
    """Play the game of a seed with random guesses and return its last state."""
    state = initialize_game(GameConfig(seed=seed))
    hidden = list(state.board.words)
    dice.shuffle(hidden)
    while state.outcome is None:
        team, turn = state.current_turn, state.turn.number
        clue = Clue(dice.choice(CLUES), dice.randint(1, 3), team=team)
        if reason := why_illegal(clue, state):
            raise ValueError(reason)
        state = apply(state, clue)
        for _ in range(int(clue.number)):
            state, result = process_guess(hidden.pop(), state)
            if not result.turn_continues:
                break
        if state.outcome is None and state.turn.number == turn:
            state = apply(state, Pass(team=team, reason=PassReason.STOPPED))
    return state


def per_second(work: Callable[[int], object], times: int) -> float:
    """Return how often `work` can be done in a second of CPU time."""
    began = time.process_time()
    for number in range(times):
        work(number)
    return times / (time.process_time() - began)


def dealt(seed: int) -> Board:
    """Deal the board of a seed."""
    return deal(GameConfig(seed=seed))


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description="Games of pure rules per second of CPU time.")
    parser.add_argument("--games", type=int, default=5_000, help="how many to play in each of three rounds (5,000)")
    games = parser.parse_args().games
    dice = random.Random(1)
    per_second(lambda seed: play(seed, dice), 200)  # warm up
    rounds = [per_second(lambda seed: play(seed, dice), games) for _ in range(3)]
    events = sum(len(play(seed, dice).public_transcript) for seed in range(200)) / 200
    print(f"games with random guesses   {max(rounds):8,.0f} per CPU second, best of 3   (target {TARGET:,})")
    print(f"  rounds                    {', '.join(f'{figure:,.0f}' for figure in rounds)}")
    print(f"  events in a game          {events:8.1f}")
    print(f"deals alone                 {per_second(dealt, games):8,.0f} per CPU second")


if __name__ == "__main__":
    main()
