"""A cluer that learns whom to imitate: UCB1 (Auer et al., 2002) over styles of offline agents.

python docs/examples/imitate.py 200
"""

import argparse
import asyncio
import math

from codenames_agents import build_agent
from codenames_agents.environment import raw_env
from codenames_core import Role

STYLES = ("novice", "noisy", "cautious", "bold")
OTHERS = {"red_guesser_1": "vector:balanced", "red_guesser_2": "vector:balanced", "blue": "vector:balanced"}


def learn(games: int) -> list[tuple[str, float]]:
    """Play so many games as the red cluer; return the style of each, and what it was worth."""
    table = raw_env(players=OTHERS, actions="text")
    worth: dict[str, list[float]] = {style: [] for style in STYLES}
    curve = []
    for seed in range(games):
        style = max(STYLES, key=lambda style: upper_bound(worth[style], seed + 1))
        cluer = build_agent(f"vector:{style}", Role.CLUER, seed)
        table.reset(seed=seed)
        while not (table.terminations["red_cluer"] or table.truncations["red_cluer"]):
            clue, _ = asyncio.run(cluer.generate_clue(table.view()))
            table.step(f"CLUE: {clue.word}\nNUMBER: {clue.number}")
        worth[style].append(table.rewards["red_cluer"])
        curve.append((style, worth[style][-1]))
    table.close()
    return curve


def upper_bound(rewards: list[float], games: int) -> float:
    """Return how good a style may be at best, by its rewards from -1 to 1 and how often it was tried."""
    if not rewards:
        return math.inf
    return sum(rewards) / len(rewards) + 2 * math.sqrt(2 * math.log(games) / len(rewards))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Learn which style of clues wins most.")
    parser.add_argument("games", type=int, nargs="?", default=200, help="how many games to play (default: %(default)s)")
    played = learn(parser.parse_args().games)
    for start in range(0, len(played), 20):
        part = played[start : start + 20]
        won = sum(reward > 0 for _, reward in part) / len(part)
        used = "  ".join(f"{style} {sum(one == style for one, _ in part):2}" for style in STYLES)
        print(f"games {start + 1:3} to {start + len(part):3}: {'#' * round(20 * won):20} {won:4.0%} won  {used}")
