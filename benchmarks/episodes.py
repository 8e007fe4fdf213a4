"""How many whole episodes of scripted agents fit into a second of CPU time.

    python benchmarks/episodes.py [--games N]

An episode goes through `run_episode`: six agents, their views, the referee, discussion, traces and the record; no
journal and no file. The scripts are written before the clock runs. Target: at least 1,500 episodes per second on one
core. For comparison the events of the same episodes are applied by the fold alone.
"""

import argparse
import asyncio
import random
import time
from collections.abc import Sequence
from typing import Final

from codenames_agents.scripted import ScriptedCluer, ScriptedGuesser, ScriptedTurn
from codenames_core.agent import TeamAgents
from codenames_core.board import Board, deal
from codenames_core.config import GameConfig, Team
from codenames_core.episode import run_episode
from codenames_core.record import EpisodeRecord
from codenames_core.state import fold

TARGET: Final = 1_500
TEAM_SIZE_OF_A_CLUE: Final = 3
TALK: Final = (("I think it is the first one.", True), ("So do I, and the second.\nCONSENSUS: YES", True))


def script(board: Board, team: Team, dice: random.Random) -> TeamAgents:
    """Return a team that finds its words in threes, and now and then touches a neutral one."""
    own = [word for word in board.words if word in board.words_of(team)]
    neutral = [word for word, card in board.key.items() if card.team is None and card != "assassin"]
    turns: list[ScriptedTurn] = []
    while own:
        found, own = own[:TEAM_SIZE_OF_A_CLUE], own[TEAM_SIZE_OF_A_CLUE:]
        if neutral and dice.random() < 0.3:
            own = found[-1:] + own
            found[-1] = neutral.pop(0 if team is Team.RED else -1)
        turns.append(ScriptedTurn(clue=(f"zork{chr(97 + len(turns))}", 3), discussion=TALK, guesses=tuple(found)))
    turns += [ScriptedTurn(clue=("zork", 0), discussion=TALK)] * 25
    return TeamAgents(ScriptedCluer(turns), ScriptedGuesser(turns), ScriptedGuesser(turns))


async def episodes(games: Sequence[tuple[GameConfig, TeamAgents, TeamAgents]]) -> None:
    """Play the games one after another and let go of their records, as a benchmark does that has saved them."""
    for config, red, blue in games:
        await run_episode(config, red, blue)


async def kept(games: Sequence[tuple[GameConfig, TeamAgents, TeamAgents]]) -> list[EpisodeRecord]:
    """Play the games and keep their records."""
    return [await run_episode(config, red, blue) for config, red, blue in games]


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description="Whole episodes of scripted agents per second of CPU time.")
    parser.add_argument("--games", type=int, default=1_000, help="how many to play in each of three rounds (1,000)")
    dice = random.Random(1)
    games = []
    for seed in range(parser.parse_args().games):
        board = deal(GameConfig(seed=seed))
        games.append((GameConfig(seed=seed), script(board, Team.RED, dice), script(board, Team.BLUE, dice)))
    asyncio.run(episodes(games[:100]))  # warm up
    rounds = []
    for _ in range(3):
        began = time.process_time()
        asyncio.run(episodes(games))
        rounds.append(len(games) / (time.process_time() - began))
    records = asyncio.run(kept(games[:200]))
    began = time.process_time()
    for record in records:
        fold(record.initial_state(), record.public_transcript)
    folded = len(records) / (time.process_time() - began)
    events = sum(len(record.public_transcript) for record in records) / len(records)
    answers = sum(len(record.decisions()) for record in records) / len(records)
    print(f"episodes of scripted agents {max(rounds):8,.0f} per CPU second, best of 3   (target {TARGET:,})")
    print(f"  rounds                    {', '.join(f'{figure:,.0f}' for figure in rounds)}")
    print(f"  events, answers           {events:8.1f} {answers:8.1f}")
    print(f"their events folded alone   {folded:8,.0f} per CPU second, {folded / max(rounds):.1f} times as many")


if __name__ == "__main__":
    main()
