"""How many games of pure rules fit into a second of CPU time.

A game: deal the board of a seed; in each turn ask the referee about a clue and give it, then touch random hidden words
until the turn ends or the clue's number of them is used up; to the end of the game. Everything goes through the public
functions.
"""

import random
from collections.abc import Iterator
from typing import Final

from benchmarks.figures import Better, Figure
from benchmarks.measuring import per_second
from codenames_core.game.board import deal
from codenames_core.game.config import ClueRules, GameConfig
from codenames_core.game.events import Clue, Pass, PassReason
from codenames_core.game.rules import process_guess
from codenames_core.game.state import GameState, apply, initialize_game
from codenames_core.referee.legality import why_illegal

AIM: Final = 7_000
CLUES: Final = tuple(
    f"{head}{tail}" for head in ("bri", "clo", "dru", "fla", "gne") for tail in ("mp", "lk", "sh", "nt")
)


def play(seed: int, dice: random.Random, rules: ClueRules = ClueRules.OFFICIAL) -> GameState:
    """Play the game of a seed with random guesses and return its last state."""
    state = initialize_game(GameConfig(seed=seed, clue_rules=rules))
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


def figures(quick: bool) -> Iterator[Figure]:
    """Play with each referee, and deal alone."""
    games = 500 if quick else 5_000
    for rules in ClueRules:
        dice = random.Random(1)

        def all_games(rules: ClueRules = rules, dice: random.Random = dice) -> None:
            for seed in range(games):
                play(seed, dice, rules)

        all_games()
        rate = per_second(all_games, games)
        yield Figure(f"games of rules alone, {rules} referee", rate, "/s of CPU", AIM, Better.MORE, "random guesses")
    dice = random.Random(1)
    events = sum(len(play(seed, dice).public_transcript) for seed in range(200)) / 200
    yield Figure("events in such a game", events, "")
    dealt = per_second(lambda: [deal(GameConfig(seed=seed)) for seed in range(games)], games)
    yield Figure("deals alone", dealt, "/s of CPU", None, Better.MORE)
