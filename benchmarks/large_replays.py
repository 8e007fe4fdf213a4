"""Whether very large episodes stay usable: one of 10,000 events, and one of 50 MB.

CPU time of the app without a terminal: opening the file, a step, a jump, the keys of turns and marks; and memory.
An export as an asciicast, which draws every position, and refusing a file beyond the limit are measured too.
"""

import asyncio
import json
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from benchmarks.figures import Figure
from benchmarks.measuring import most_memory_mb
from codenames_core.files.record import EpisodeRecord
from codenames_core.game.board import deal
from codenames_core.game.config import GameConfig, Seat, Team
from codenames_core.game.events import Clue, DiscussionMessage, Event, Pass, PassReason
from codenames_core.support.errors import EpisodeFileError
from codenames_tui.app.app import CodenamesApp
from codenames_tui.app.screen_factory import replay_screen
from codenames_tui.exports.cast import to_cast
from codenames_tui.library.samples import sample_path
from codenames_tui.ui.lines.lines import UNICODE
from codenames_tui.ui.preferences import Preferences, Settings

EVENTS: Final = 10_000
MEGABYTES: Final = 50
TOO_LARGE: Final = 200_000_000
KEYS: Final = ("right", "left", "9", "1", "G", "g", "]", "[", "m", "M", "space", "space", "s")


def long_game(path: Path) -> Path:
    """Write a game without a single guess."""
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


class Seen(NamedTuple):
    """What it cost, in seconds of CPU."""

    opened: float
    taken: dict[str, float]
    """The slowest press of each key."""


async def watch(path: Path, rounds: int) -> Seen:
    """Open a game, and move in it."""
    began = time.process_time()
    app = CodenamesApp(replay_screen(path, UNICODE), settings=Settings(path.parent / "none.toml", Preferences()))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        opened = time.process_time() - began
        taken = dict.fromkeys(KEYS, 0.0)
        for _ in range(rounds):
            for key in KEYS:
                before = time.process_time()
                await pilot.press(key)
                await pilot.pause()
                taken[key] = max(taken[key], time.process_time() - before)
    return Seen(opened, taken)


def figures(quick: bool) -> Iterator[Figure]:
    """Watch both, and try one that is too large."""
    with tempfile.TemporaryDirectory() as name:
        games = {
            f"{EVENTS:,} events": long_game(Path(name, "long.json")),
            f"{MEGABYTES} MB": fat_game(Path(name, "fat.json"), MEGABYTES * 1_000_000),
        }
        for what, path in games.items():
            seen = asyncio.run(watch(path, 2 if quick else 10))
            yield Figure(f"{what}: opened", seen.opened, "s of CPU")
            for name_, keys in (("a step", ("right", "left")), ("a jump", ("9", "1", "G", "g"))):
                slowest = max(seen.taken[key] for key in keys)
                yield Figure(f"{what}: {name_}, the slowest", slowest * 1000, "ms of CPU")
            yield Figure(f"{what}: memory at most so far", most_memory_mb(), "MB")
        yield from _recorded(games[f"{EVENTS:,} events"])
        refused = fat_game(Path(name, "refused.json"), TOO_LARGE)
        began = time.process_time()
        try:
            replay_screen(refused, UNICODE)
        except EpisodeFileError:
            yield Figure(f"{TOO_LARGE // 1_000_000} MB: refused unread", time.process_time() - began, "s of CPU", 0.1)


def _recorded(path: Path) -> Iterator[Figure]:
    """Export a game as an asciicast."""
    record = EpisodeRecord.load(path)
    began = time.process_time()
    size = sum(len(line) for line in to_cast(record, 1.0))
    yield Figure(f"{EVENTS:,} events: exported as a cast", time.process_time() - began, "s of CPU")
    yield Figure(f"{EVENTS:,} events: the cast", size / 1e6, "MB")
