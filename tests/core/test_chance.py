"""The law of chance: who guesses at random in a solo game wins, loses and stumbles as often as combinatorics say.

A team that touches random words plays until its nine are found (it wins), the assassin is touched, or the other
team's eight are all found. Neutral words only take time, so all that counts is the order of the other 18 cards.
"""

import asyncio
import random
from collections import Counter
from fractions import Fraction
from math import sqrt

import pytest

from codenames_agents.catalogue import build_team
from codenames_agents.seats.ghost import GhostTeam
from codenames_core.game.config import GameConfig, GameMode, Team
from codenames_core.game.events import Clue, Pass, PassReason
from codenames_core.game.rules import process_guess
from codenames_core.game.state import GameState, Termination, apply, initialize_game
from codenames_core.play.episode import run_episode

CHANCES = {
    Termination.ALL_WORDS: Fraction(6, 85),
    Termination.ASSASSIN: Fraction(38, 45),
    Termination.OPPONENT_COMPLETED: Fraction(13, 153),
}
EPISODES = 400


def chance(ending: Termination, red: int = 9, blue: int = 8) -> Fraction:
    """The chance of an ending where so many words are still hidden, and the assassin: a draw from an urn."""
    if red == 0 or blue == 0:
        found = Termination.OPPONENT_COMPLETED if red else Termination.ALL_WORDS
        return Fraction(ending is found)
    own = Fraction(red, red + blue + 1) * chance(ending, red - 1, blue)
    theirs = Fraction(blue, red + blue + 1) * chance(ending, red, blue - 1)
    return own + theirs + Fraction(ending is Termination.ASSASSIN, red + blue + 1)


@pytest.mark.parametrize("ending", CHANCES)
def test_the_chances_are_those_of_an_urn(ending: Termination) -> None:
    assert chance(ending) == CHANCES[ending]


def assert_as_chance_has_it(endings: Counter[Termination], games: int) -> None:
    """Within four standard deviations of the binomial: a right engine fails once in 15,000 seeds, and ours is fixed."""
    assert endings.total() == games
    for ending, share in CHANCES.items():
        spread = sqrt(games * share * (1 - share))
        assert endings[ending] == pytest.approx(float(games * share), abs=4 * spread), ending


def ending_at_random(seed: int, dice: random.Random) -> Termination:
    """How a solo game ends whose guessers touch random words, through the public functions of the rules."""
    state: GameState = initialize_game(GameConfig(seed=seed, max_turns=100))
    hidden = list(state.board.words)
    dice.shuffle(hidden)
    while state.outcome is None:
        if state.current_turn is Team.BLUE:
            state = apply(state, Pass(team=Team.BLUE, reason=PassReason.GHOST))
        elif state.current_clue is None:
            state = apply(state, Clue("chance", 0, team=Team.RED))
        else:
            state, _ = process_guess(hidden.pop(), state)
    return state.outcome.termination


@pytest.mark.parametrize("games", [8_000, pytest.param(40_000, marks=pytest.mark.soak)])
def test_random_guesses_straight_through_the_rules_end_as_chance_has_it(games: int) -> None:
    dice = random.Random(20_240_229)
    endings = Counter(ending_at_random(seed, dice) for seed in range(games))
    assert_as_chance_has_it(endings, games)


def test_random_agents_against_a_pass_ghost_end_as_chance_has_it() -> None:
    async def endings() -> Counter[Termination]:
        counted: Counter[Termination] = Counter()
        for seed in range(EPISODES):
            config = GameConfig(seed=seed, mode=GameMode.SINGLE_GUESSER)
            record = await run_episode(config, build_team("random", seed=seed), GhostTeam("pass"))
            assert record.outcome is not None
            counted[record.outcome.termination] += 1
        return counted

    assert_as_chance_has_it(asyncio.run(endings()), EPISODES)
