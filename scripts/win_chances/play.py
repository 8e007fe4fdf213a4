"""Plays the games that the table of win chances is fitted to, and writes one compact line for each.

    python -m scripts.win_chances.play OUT --games 26000 [--first-seed 500000]

Both teams are vector agents; each draws one of the shipped styles, and either team begins in half of the games. Of 20
games, 16 are played by the standard rules, three without the assassin, and one with a single guesser. A line holds

    SEED MODE STARTING_TEAM RED_STYLE BLUE_STYLE WINNER TERMINATION POSITION…

where a position, one for each change of what it shows, is `RED_LEFT,BLUE_LEFT,MOVES,NUMBER,FOUND`: words left, whose
turn it is (r or b), the number of the current clue (`-` before it) and the right guesses of this turn. The last
position is the one after the game. The file is appended to, so that a run which was stopped goes on where it was.
"""

import argparse
import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

from codenames_agents.offline.styles import STYLES
from codenames_core.files.record import EpisodeRecord
from codenames_core.game.config import AgentConfig, GameConfig, GameMode, Team, TeamConfig
from codenames_core.game.events import GuessKind
from codenames_core.game.state import GameState, apply_unchecked
from codenames_core.play.episode import run_episode

MODES: Final = (GameMode.STANDARD,) * 16 + (GameMode.NO_ASSASSIN,) * 3 + (GameMode.SINGLE_GUESSER,)


def main(arguments: list[str] | None = None) -> int:
    """Play the games that are missing from the file."""
    parser = argparse.ArgumentParser(description="Games for the table of win chances; see the head of this file.")
    parser.add_argument("out", type=Path)
    parser.add_argument("--games", type=int, default=26_000)
    parser.add_argument("--first-seed", type=int, default=500_000)
    options = parser.parse_args(arguments)
    begun = sum(1 for _ in options.out.open()) if options.out.exists() else 0
    with options.out.open("a", encoding="utf-8", buffering=1) as file:
        for seed in range(options.first_seed + begun, options.first_seed + options.games):
            file.write(asyncio.run(_line_of_game(seed)) + "\n")
    return 0


async def _line_of_game(seed: int) -> str:
    draw = Random(seed)
    mode = MODES[seed % len(MODES)]
    starting = draw.choice([Team.RED, Team.BLUE])
    styles = [draw.choice(sorted(STYLES)) for _ in Team]
    teams = [
        TeamConfig.homogeneous(AgentConfig(spec=f"vector:{style}"), seed=draw.randrange(2**31)) for style in styles
    ]
    record = await run_episode(GameConfig(seed=seed, mode=mode, starting_team=starting), *teams)
    outcome = record.outcome
    if outcome is None:
        raise AssertionError(f"the game of seed {seed} did not end")
    head = (seed, mode, starting, *styles, outcome.winner or "nobody", outcome.termination)
    return " ".join((*map(str, head), *_positions(record)))


def _positions(record: EpisodeRecord) -> Iterator[str]:
    state = record.initial_state()
    last = ""
    for event in (None, *record.public_transcript):
        state = state if event is None else apply_unchecked(state, event)
        if (position := _position(state)) != last:
            yield position
        last = position


def _position(state: GameState) -> str:
    red, blue = (state.words_left(team) for team in (Team.RED, Team.BLUE))
    clue = state.turn.clue
    found = sum(guess.result is GuessKind.CORRECT for guess in state.turn.guesses)
    return f"{red},{blue},{state.turn.team[0]},{clue.number if clue else '-'},{found}"


if __name__ == "__main__":
    raise SystemExit(main())
