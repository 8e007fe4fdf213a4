"""Writes the golden files of this folder anew: read the difference before you commit it.

    python -m tests.golden.regenerate

`board-SEED.json` pins what is dealt from a seed, for ever: a change here breaks every published result. `episode.json`
is one whole game of scripted agents as its record is saved. `blind-QUESTION.txt` is what a model is sent in a game
whose cluers play blind. `picture-NAME.svg` is a picture of a report. `filled-prompts-VERSION.txt` is what a version of
the filler puts into prompts; it is written once, for labels of prompt sets rest on it.
"""

import asyncio
import json
from pathlib import Path
from typing import Any

from tests.bench.pictured import small_gallery
from tests.games import clue, golden_episode, position, touch
from tests.golden.filled_prompts import every_place_filled

from codenames_agents.models.prompts import (
    FILLER,
    Message,
    clue_messages,
    guesses_messages,
    load_prompts,
    message_messages,
)
from codenames_core.game.board import deal
from codenames_core.game.config import GameConfig, Seat, Team
from codenames_core.game.events import DiscussionMessage
from codenames_core.game.visibility import visible_state
from codenames_metrics.report.pictures.svg import svg_text

FOLDER = Path(__file__).parent
SEEDS = (0, 7, 2**63 - 1)


def golden_files() -> dict[str, str]:
    """The content of each golden file as the code of today makes it."""
    boards = {f"board-{seed}.json": _board(seed) for seed in SEEDS}
    prompts = {f"blind-{name}.txt": text for name, text in _blind_prompts().items()}
    pictures = {f"picture-{picture.name}.svg": svg_text(picture) for picture in small_gallery().pictures}
    return boards | {"episode.json": _episode()} | prompts | pictures


def _board(seed: int) -> str:
    return json.dumps({"seed": seed, "key": dict(deal(GameConfig(seed=seed)).key)}, indent=1) + "\n"


def _episode() -> str:
    return asyncio.run(golden_episode()).to_json()


def _blind_prompts() -> dict[str, str]:
    """What is asked of blue in its first turn, after red has touched a word of its own and one that is neutral."""
    before = (clue(Team.RED), touch(Team.RED, "ANCHOR"), touch(Team.RED, "CANDLE"))
    said = DiscussionMessage(seat=Seat.BLUE_GUESSER_1, text="Let us touch TEMPLE alone.", consensus=True)
    asking, prompts = position(*before, config=GameConfig(blind=True)), load_prompts()
    asked = position(*before, clue(Team.BLUE, "king", 1), said, config=GameConfig(blind=True))
    cluer: Any = visible_state(asking, Seat.BLUE_CLUER)
    guesser: Any = visible_state(asked, Seat.BLUE_GUESSER_2)
    return {
        "clue": _conversation(clue_messages(prompts, cluer)),
        "message": _conversation(message_messages(prompts, guesser, (said,))),
        "guesses": _conversation(guesses_messages(prompts, guesser, (said,))),
    }


def _conversation(messages: list[Message]) -> str:
    return "\n\n".join(f"[{message['role']}]\n{message['content']}" for message in messages) + "\n"


if __name__ == "__main__":
    for name, content in golden_files().items():
        (FOLDER / name).write_text(content, "utf-8")
    filled = FOLDER / f"filled-prompts-{FILLER}.txt"
    if not filled.exists():
        filled.write_text(every_place_filled(), "utf-8")
