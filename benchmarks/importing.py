"""How long it takes to import thousands of games of another program, and how much memory.

The games are those that come with the app, written down as `lines` again and again under other names.
"""

import json
import tempfile
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any, Final

from benchmarks.figures import Better, Figure
from benchmarks.measuring import app
from codenames_core.files.record import EpisodeRecord
from codenames_core.game.events import Clue, Event, Guess, Pass
from codenames_tui.library.samples import SAMPLES, sample_path

GAMES: Final = 3_000
AIM_SECONDS: Final = 60.0
MEMORY_AIM_MB: Final = 80.0


def as_line(record: EpisodeRecord, name: str) -> dict[str, Any]:
    """Return a game as `docs/import.md` has it."""
    events = [entry for event in record.public_transcript if (entry := _entry(event))]
    board = [{"word": word, "role": str(card)} for word, card in record.board.key.items()]
    return {"id": name, "starting_team": str(record.config.starting_team), "board": board, "events": events}


def _entry(event: Event) -> dict[str, Any] | None:
    match event:
        case Clue():
            return {"t": "clue", "team": str(event.team), "clue": event.word, "number": event.number}
        case Guess():
            return {"t": "guess", "team": str(event.team), "word": event.word, "role": str(event.card)}
        case Pass():
            return {"t": "pass", "team": str(event.team)}
        case _:
            return None


def figures(quick: bool) -> Iterator[Figure]:
    """Import them into a new folder, and once more into the same."""
    count = GAMES // 10 if quick else GAMES
    records = [EpisodeRecord.load(sample_path(name)) for name in SAMPLES]
    with tempfile.TemporaryDirectory() as name:
        source, folder = Path(name) / "games.jsonl", Path(name) / "imported"
        with source.open("w") as file:
            for number, record in zip(range(count), cycle(records), strict=False):
                file.write(json.dumps(as_line(record, f"game {number}")) + "\n")
        command = ("import", "lines", str(source), "-o", str(folder))
        first, again = app(*command), app(*command)
        about = f"{len(list(folder.iterdir())):,} games"
    yield Figure("games imported", first.wall, "s", AIM_SECONDS * count / GAMES, Better.LESS, about)
    yield Figure("its CPU", first.cpu, "s of CPU", about=about)
    yield Figure("its memory", first.memory, "MB", MEMORY_AIM_MB, Better.LESS, about)
    yield Figure("the same games again", again.wall, "s", about=about)
