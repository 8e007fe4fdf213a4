"""The games that more than one benchmark reads."""

import asyncio
from pathlib import Path
from typing import Final

from codenames_agents.catalogue import build_team
from codenames_core.files.record import EpisodeRecord
from codenames_core.game.config import GameConfig
from codenames_core.play.episode import run_episode

STYLES: Final = ("vector:balanced", "vector:bold", "vector:novice")


def played(red: str, blue: str, seed: int, *, red_seed: int = 1, blue_seed: int = 2) -> EpisodeRecord:
    """Return the game of two line-ups on the board of `seed`."""
    teams = build_team(red, seed=red_seed), build_team(blue, seed=blue_seed)
    return asyncio.run(run_episode(GameConfig(seed=seed), *teams))


def vector_game(folder: Path) -> tuple[EpisodeRecord, Path]:
    """Play and save one game of offline agents, always the same."""
    record = played("vector", "vector", 7)
    return record, record.save(folder / "game.json")


def write_games(folder: Path, games: int) -> list[Path]:
    """Play and save games between teams of three styles."""
    paths = []
    for seed in range(games):
        red, blue = (STYLES[(seed + side) % len(STYLES)] for side in range(2))
        record = played(red, blue, seed, red_seed=seed, blue_seed=seed)
        paths.append(record.save(folder / f"{seed:03}.json"))
    return paths
