"""Whether very large episodes stay usable: one of 10,000 events, and one of 50 MB.

    python benchmarks/large_replays.py

CPU time of the app without a terminal: opening the file, a step, a jump, the keys of turns and marks; and memory.
Refusing a file beyond the limit is measured too.
"""

import asyncio
import json
import resource
import tempfile
import time
from pathlib import Path

from codenames_core.board import deal
from codenames_core.config import GameConfig, Seat, Team
from codenames_core.errors import EpisodeFileError
from codenames_core.events import Clue, DiscussionMessage, Event, Pass, PassReason
from codenames_core.record import EpisodeRecord
from codenames_tui.app import CodenamesApp
from codenames_tui.opening import replay_screen
from codenames_tui.preferences import Preferences, Settings
from codenames_tui.samples import sample_path
from codenames_tui.views.lines import UNICODE

EVENTS = 10_000
MEGABYTES = 50
TOO_LARGE = 200_000_000
ROUNDS = 10
KEYS = ("right", "left", "9", "1", "G", "g", "]", "[", "m", "M", "space", "space", "s")


def long_game(path: Path) -> Path:
    """Write a game in which nobody ever guesses."""
    config = GameConfig(seed=1, max_rounds=4, max_turns=EVENTS)
    events: list[Event] = []
    team = Team.RED
    while len(events) < EVENTS:
        seats = [Seat(f"{team}_guesser_1"), Seat(f"{team}_guesser_2")] * 4
        said = [DiscussionMessage(seat=seat, text="I am not sure at all. " * 5, consensus=False) for seat in seats]
        events += [Clue(f"zork{len(events)}", 1, team=team), *said, Pass(team=team, reason=PassReason.STOPPED)]
        team = team.other
    record = EpisodeRecord.load(sample_path("comeback"))
    update = {"config": config, "board": deal(config), "public_transcript": events[:EVENTS], "traces": []}
    return record.model_copy(update={**update, "outcome": None, "winner": None}).save(path)


def fat_game(path: Path, bytes_: int) -> Path:
    """Write a game whose traces are that long."""
    tree = json.loads(sample_path("comeback").read_text("utf-8"))
    tree["traces"][0]["clue_trace"]["reasoning"] = "word " * (bytes_ // 5)
    path.write_text(json.dumps(tree), "utf-8")
    return path


async def watch(path: Path) -> None:
    """Print what it costs to open the game and to move in it."""
    began = time.process_time()
    app = CodenamesApp(replay_screen(path, UNICODE), settings=Settings(path.parent / "none.toml", Preferences()))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        print(f"    opened in {time.process_time() - began:.2f} s of CPU")
        taken = dict.fromkeys(KEYS, 0.0)
        for _ in range(ROUNDS):
            for key in KEYS:
                before = time.process_time()
                await pilot.press(key)
                await pilot.pause()
                taken[key] = max(taken[key], time.process_time() - before)
    print("    slowest of each key, ms of CPU: " + ", ".join(f"{key} {took * 1000:.0f}" for key, took in taken.items()))
    print(f"    memory at most {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000:.0f} MB")


def main() -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as name:
        print(f"{EVENTS:,} events")
        asyncio.run(watch(long_game(Path(name, "long.json"))))
        print(f"{MEGABYTES} MB")
        asyncio.run(watch(fat_game(Path(name, "fat.json"), MEGABYTES * 1_000_000)))
        path = fat_game(Path(name, "refused.json"), TOO_LARGE)
        began = time.process_time()
        try:
            replay_screen(path, UNICODE)
        except EpisodeFileError as error:
            print(f"{str(error).rpartition('/')[2]}: after {time.process_time() - began:.3f} s")


if __name__ == "__main__":
    main()
