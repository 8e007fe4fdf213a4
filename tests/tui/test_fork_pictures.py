"""What forks, targets and comparisons look like, and that no text of a file upsets them."""

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion
from tests.tui.forks import PARENT, app_of, fork_screen, game, human, played
from tests.tui.hostile import FEW_HOSTILE, check
from tests.tui.table import B1, EVENTS, SIZES, frame, screen_of, touches, until
from tests.tui.targets import meant

from codenames_core.files.record import EpisodeRecord
from codenames_core.files.schema import Parent, SeatChange
from codenames_core.game.agent import Question
from codenames_core.game.config import AgentConfig, Seat, Team, TeamConfig
from codenames_tui.app.app import CodenamesApp
from codenames_tui.game.forks.comparison_screen import ComparisonScreen
from codenames_tui.game.forks.hindsight import Hindsight
from codenames_tui.game.game_screen import GameScreen
from codenames_tui.game.sessions.recorded import RecordedSession
from codenames_tui.ui.look import Look


def my_fork() -> EpisodeRecord:
    """A person picks two cards where the original's agent picked others, and loses the game."""
    mine = human(B1, Question.GUESSES, 12, ["STAR", "POISON"])
    return game((*EVENTS[:12], touches(Team.BLUE, "STAR"), touches(Team.BLUE, "POISON")), mine, parent=12)


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_the_form_of_a_fork(size: tuple[int, int], tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    app = app_of(played(), 12, tmp_path)
    async with app.run_test(size=size) as pilot:
        await fork_screen(pilot, app)
        await pilot.press("y")
        await until(pilot, lambda: "you" in frame(app))
        assert frame(app) == snapshot


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_targets_beside_what_was_touched(size: tuple[int, int], snapshot: SnapshotAssertion) -> None:
    shown = RecordedSession(meant())
    app = CodenamesApp(GameScreen(shown, position=7))
    async with app.run_test(size=size) as pilot:
        await pilot.press("o")
        await until(pilot, lambda: "◎" in frame(app))
        assert frame(app) == snapshot


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_how_a_fork_and_its_original_went(size: tuple[int, int], snapshot: SnapshotAssertion) -> None:
    shown = RecordedSession(my_fork())
    app = CodenamesApp(GameScreen(shown, position=14))
    async with app.run_test(size=size) as pilot:
        screen_of(app).hindsight = Hindsight(PARENT)
        screen_of(app).redraw()
        await pilot.press(*["pagedown"] * (size[1] < 50))
        await until(pilot, lambda: "original  BLUE" in frame(app))
        assert frame(app) == snapshot(name=f"end {size}")
        await pilot.press("c")
        await until(pilot, lambda: isinstance(app.screen, ComparisonScreen))
        await until(pilot, lambda: "Original: BLUE wins" in frame(app))
        assert frame(app) == snapshot(name=f"comparison {size}")


def hostile(text: str, record: EpisodeRecord) -> EpisodeRecord:
    """The game with `text` for its id, its agents and what its clues were meant for."""
    agent = AgentConfig(spec=f"x{text.replace('?', '')}")
    line_up = TeamConfig.homogeneous(agent, seed=0)
    changes = [SeatChange(seat=Seat.RED_GUESSER_1, at=1, agent=agent)]
    return record.model_copy(
        update={"episode_id": text, "teams": dict.fromkeys(Team, line_up), "seat_changes": changes}
    )


@pytest.mark.parametrize("ascii_only", [False, pytest.param(True, marks=pytest.mark.soak)])
@pytest.mark.parametrize("text", FEW_HOSTILE)
async def test_no_text_of_a_file_acts_on_the_screen(text: str, ascii_only: bool) -> None:
    look = Look(ascii_only=ascii_only)
    parent = hostile(text, PARENT)
    fork = hostile(text, my_fork()).model_copy(update={"parent": Parent(episode_id=text, at=12)})
    app = CodenamesApp(GameScreen(RecordedSession(fork), glyphs=look.glyphs), look)
    async with app.run_test() as pilot:
        screen_of(app).hindsight = Hindsight(parent)
        compared = ("c", "down", "left", "s", "end", "escape")
        for key in ("end", "o", "z", "z", "z", *compared, "f", "up", "left", "t", "down", "s"):
            await pilot.press(key)
            await pilot.pause()
            check(app)
            assert frame(app).isascii() or not ascii_only
    assert app.return_code in (None, 0)
