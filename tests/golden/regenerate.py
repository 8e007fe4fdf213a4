"""Writes the golden files of this folder anew: read the difference before you commit it.

    python -m tests.golden.regenerate

`board-SEED.json` pins what is dealt from a seed, for ever: a change here breaks every published result. `episode.json`
is one whole game of scripted agents as its record is saved.
"""

import asyncio
import json
from pathlib import Path

from tests.games import golden_episode

from codenames_core.board import deal
from codenames_core.config import GameConfig

FOLDER = Path(__file__).parent
SEEDS = (0, 7, 2**63 - 1)


def golden_files() -> dict[str, str]:
    """The content of each golden file as the code of today makes it."""
    return {f"board-{seed}.json": _board(seed) for seed in SEEDS} | {"episode.json": _episode()}


def _board(seed: int) -> str:
    return json.dumps({"seed": seed, "key": dict(deal(GameConfig(seed=seed)).key)}, indent=1) + "\n"


def _episode() -> str:
    return asyncio.run(golden_episode()).to_json()


if __name__ == "__main__":
    for name, content in golden_files().items():
        (FOLDER / name).write_text(content, "utf-8")
