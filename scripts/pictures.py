"""Draws the pictures of the documentation: real screens of a game and a benchmark between offline agents.

python -m scripts.pictures             all of them
python -m scripts.pictures moving      the one that moves, alone
"""

import asyncio
import re
import sys
import tempfile
from pathlib import Path
from typing import Final

from codenames_agents.catalogue import build_team
from codenames_core.files.record import EpisodeRecord
from codenames_core.game.config import GameConfig
from codenames_core.play.episode import EpisodeRunner, new_header
from codenames_metrics import ExperimentConfig, run_benchmark
from codenames_tui.app.app import CodenamesApp
from codenames_tui.benchmark.results_screen import BenchResultsScreen
from codenames_tui.exports.moving.animated_svg import to_animated_svg
from codenames_tui.game.game_screen import GameScreen
from codenames_tui.game.sessions.live import LiveSession
from codenames_tui.game.sessions.recorded import RecordedSession
from codenames_tui.library.samples import sample_path

IMAGES: Final = Path(__file__).parents[1] / "docs" / "images"
SIZE: Final = (120, 36)
SEED: Final = 7
LIVE_AT, REPLAY_AT = 33, 28
"""Events after which the game is drawn: in the middle of a discussion, and after a guess."""
CLUE_OF_TURN: Final = 3
MODELS: Final = ["vector:bold", "vector:balanced", "vector:cautious", "vector:novice"]
BOARDS: Final = 30
MOVING, MOVING_PACE = "comeback", 1.4


def runner() -> EpisodeRunner:
    """Return a game that is about to begin."""
    red, blue = build_team("vector:bold", seed=1), build_team("vector:cautious", seed=2)
    header = new_header(GameConfig(seed=SEED), red.config, blue.config, episode_id="picture")
    return EpisodeRunner(header, red, blue)


async def draw_live(path: Path) -> EpisodeRecord:
    """Draw a live game half-way, and return the record of the whole."""
    record = await runner().run()
    playing = runner()
    playing.pause()
    game = LiveSession(playing, clock=lambda: 0.0)
    app = CodenamesApp(GameScreen(game))
    async with app.run_test(size=SIZE) as pilot:
        while len(game.timeline) < LIVE_AT:
            playing.step()
            await pilot.pause()
        save(app, path)
    return record


async def draw_replay(record: EpisodeRecord, path: Path) -> None:
    """Draw a replay with the key shown."""
    game = RecordedSession(record)
    app = CodenamesApp(GameScreen(game, position=REPLAY_AT))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("s")
        await pilot.pause()
        save(app, path)


async def draw_inspector(record: EpisodeRecord, path: Path) -> None:
    """Draw the inside of a decision: the clue of a turn, and what it was meant for."""
    game = RecordedSession(record)
    position = game.timeline.start_of_turn(CLUE_OF_TURN) + 1
    app = CodenamesApp(GameScreen(game, position=position))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("s", "o", "i")
        await pilot.pause()
        save(app, path)


async def draw_results(path: Path) -> None:
    """Play a benchmark and draw its leaderboard."""
    with tempfile.TemporaryDirectory() as folder:
        config = ExperimentConfig(name="offline", models=MODELS, seeds=list(range(BOARDS)))
        await run_benchmark(config, folder)
        screen = BenchResultsScreen(Path(folder) / config.name)
        app = CodenamesApp(screen)
        async with app.run_test(size=(SIZE[0], 20)) as pilot:
            while screen.results is None:
                await pilot.pause()
            await pilot.pause()
            save(app, path)


def save(app: CodenamesApp, path: Path) -> None:
    """Write the screen, without the random name that would make every drawing differ."""
    path.parent.mkdir(parents=True, exist_ok=True)
    picture = re.sub(r"terminal-\d+", "terminal", app.export_screenshot(title="codenames-tui"))
    path.write_text(picture, encoding="utf-8")


def draw_moving(path: Path) -> None:
    """Have a sample play itself, as `export --animated` does."""
    record = EpisodeRecord.load(sample_path(MOVING))
    path.write_text(to_animated_svg(record, MOVING_PACE), encoding="utf-8")


async def main(*only: str) -> None:
    """Draw them all, or the moving one alone."""
    draw_moving(IMAGES / "moving.svg")
    if only == ("moving",):
        return
    record = await draw_live(IMAGES / "game.svg")
    await draw_replay(record, IMAGES / "replay.svg")
    await draw_inspector(record, IMAGES / "inspector.svg")
    await draw_results(IMAGES / "results.svg")


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
