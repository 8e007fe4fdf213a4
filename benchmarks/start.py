"""What it takes to start: help, version, a first question to a model, the first picture of home and of a replay.

As of an app that was installed, or has been started before: the bytecode of its modules is there, also where whoever
measures keeps Python from writing any.
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from benchmarks.figures import Figure
from benchmarks.games import vector_game
from benchmarks.measuring import whole_process
from benchmarks.server import serving
from benchmarks.terminal import APP, Cost, Terminal

ON_HOME: Final = b"Watch a game"
PICTURE: Final = "s of CPU"
ASK_ONCE: Final = """
import asyncio, sys
from codenames_agents.providers.model_io import ModelRequest
from codenames_agents.providers.provider import Provider
async def ask():
    provider = Provider()
    await provider.ask(ModelRequest("openai/fake", ({"role": "user", "content": "hi"},), api_base=sys.argv[1]))
    await provider.close()
asyncio.run(ask())
"""


def first_picture(arguments: tuple[str, ...], shows: bytes) -> tuple[float, float, Cost]:
    """Return the seconds of CPU and by the clock until a text is painted, and what the start came to in all."""
    from time import perf_counter

    began = perf_counter()
    terminal = Terminal([*APP, *arguments])
    terminal.read_until(shows)
    painted, clock = terminal.cost(), perf_counter() - began
    terminal.settle(1.5)
    whole = terminal.cost()
    terminal.leave()
    return painted.cpu, clock, whole


def figures(quick: bool) -> Iterator[Figure]:
    """Start again and again; the best of all rounds counts."""
    rounds = 3 if quick else 9
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PYTHONPYCACHEPREFIX"] = f"{folder}/bytecode"
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        for option in ("--help", "--version"):
            spent = [whole_process([sys.executable, *APP, option]) for _ in range(rounds)]
            yield Figure(option, min(one.cpu for one in spent), PICTURE, 0.12)
        bare = min(whole_process([sys.executable, "-c", "import textual.app"]).cpu for _ in range(rounds))
        yield Figure("Textual imported, nothing else", bare, PICTURE)
        with serving(seconds=0.0) as url:
            asked = min(whole_process([sys.executable, "-c", ASK_ONCE, url]).cpu for _ in range(rounds))
        yield Figure("one question to a server that speaks OpenAI's language, all of its process", asked, PICTURE, 0.8)
        record, path = vector_game(Path(folder))
        word = record.board.words[12].upper().encode()
        for name, arguments, shows in (("home", (), ON_HOME), ("replay", ("replay", str(path)), word)):
            starts = [first_picture(arguments, shows) for _ in range(rounds)]
            yield Figure(f"{name}, process start to first picture", min(s[0] for s in starts), PICTURE, 0.45)
            yield Figure(f"{name}, by the clock", min(s[1] for s in starts), "s")
            yield Figure(f"{name}, sent", min(s[2].written for s in starts) / 1000, "KB", 60)
