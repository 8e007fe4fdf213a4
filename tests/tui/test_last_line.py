"""What is left on the terminal when the app has gone, and what is said on the screen about where a game is kept."""

from pathlib import Path

import pytest
from tests.tui.table import JOURNAL, frame, is_on, live, play_events, runner_of, screen_of, until

from codenames_core.files.record import EpisodeRecord
from codenames_core.support.errors import StorageError
from codenames_tui.app.app import LARGEST, CodenamesApp
from codenames_tui.cli.terminal import takes_all_signs
from codenames_tui.game.game_screen import GameScreen
from codenames_tui.game.panels.status import Status, status_line
from codenames_tui.game.sessions.live import LiveSession
from codenames_tui.game.sessions.remote import RemoteSession
from codenames_tui.game.sessions.session import Watching
from codenames_tui.ui.lines.lines import UNICODE, path_lines, plain
from codenames_tui.ui.screens.dialogs import ConfirmLeaving

DEEP = Path("/home/somebody/.local/share/codenames-tui/episodes/20261128-071126-7aeb7455.jsonl")


def game_of(app: CodenamesApp) -> LiveSession:
    game = screen_of(app).session
    assert isinstance(game, LiveSession)
    return game


async def test_a_game_that_was_left_says_how_to_go_on() -> None:
    app = live()
    async with app.run_test() as pilot:
        await play_events(app, pilot, 2)
        await pilot.press("q", "y")
    assert app.what_was_kept == f"to resume this game: codenames-tui play --resume {JOURNAL}"


async def test_a_game_that_is_over_says_where_it_was_saved() -> None:
    app = live(on_end=lambda record: Path("my games", f"{record.episode_id}.json"))
    async with app.run_test() as pilot:
        game = game_of(app)
        await pilot.press("space")
        await until(pilot, lambda: game.standing.over)
        await pilot.press("q")
    assert app.what_was_kept == "saved as 'my games/a-game.json'"


async def test_a_game_that_could_not_be_saved_says_why_and_how_to_go_on() -> None:
    def refuse(record: EpisodeRecord) -> Path:
        raise StorageError(f"{record.episode_id}: disk full")

    app = live(on_end=refuse)
    async with app.run_test() as pilot:
        game = game_of(app)
        await pilot.press("space")
        await until(pilot, lambda: game.standing.over)
        await pilot.press("q")
    why, how = app.what_was_kept.splitlines()
    assert why == "Not saved: a-game: disk full"
    assert how.endswith(f"--resume {JOURNAL}")


def test_a_game_without_a_journal_promises_nothing() -> None:
    assert GameScreen(LiveSession(runner_of())).what_was_kept == ""


async def test_the_whole_path_is_seen_before_leaving() -> None:
    app = live()
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(ConfirmLeaving(DEEP, UNICODE))
        await pilot.pause()
        assert is_on(app, ConfirmLeaving)
        lines = [line.strip("│ ") for line in frame(app).splitlines()]
    where = lines.index("codenames-tui play --resume")
    assert lines[where + 1 : where + 3] == [f"{DEEP.parent}/", DEEP.name]


@pytest.mark.parametrize("width", range(1, 90))
def test_a_path_is_broken_but_never_cut(width: int) -> None:
    lines = path_lines(str(DEEP), width)
    assert "".join(lines) == str(DEEP)
    assert all(len(line) <= max(width, 2) for line in lines)


@pytest.mark.parametrize(
    ("width", "said"), [(140, f"saved as {DEEP}"), (90, f"saved as {DEEP.name}"), (60, "saved"), (20, "")]
)
def test_the_status_line_never_cuts_the_path_in_the_middle(width: int, said: str) -> None:
    status = Status(Watching.LIVE, False, 2.0, True, 19, 19, 3, 3, saved=str(DEEP))
    line = plain([status_line(status, width, UNICODE)])
    assert len(line) <= width
    assert line.removeprefix(" GAME OVER ").partition("  event ")[0].partition(" 19/")[0].strip() == said


async def test_the_palette_offers_each_command_once() -> None:
    app = live()
    async with app.run_test() as pilot:
        await pilot.pause()
        titles = [command.title for command in app.get_system_commands(app.screen)]
    assert "Speed up" in titles
    assert len(titles) == len(set(titles))


async def test_a_terminal_of_any_size_is_drawn_in_time() -> None:
    app = live()
    async with app.run_test(size=(100_000, 100_000)) as pilot:
        await pilot.pause()
        assert app.size == LARGEST
        assert isinstance(app.screen, GameScreen)
        assert app.screen.size == LARGEST
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert tuple(app.size) == (80, 24)


@pytest.mark.parametrize(
    ("encoding", "takes"), [("utf-8", True), ("ascii", False), ("latin-1", False), (None, False), ("x", False)]
)
def test_an_encoding_without_our_signs_gets_plain_ones(encoding: str | None, takes: bool) -> None:
    assert takes_all_signs(encoding) is takes


@pytest.mark.parametrize(
    "said",
    [
        LiveSession.why_withheld,
        RemoteSession.why_withheld,
        "Seats can be taken in a game that is being played.",
        "The parent is shown once this game is over.",
        "A recorded game has no rematch.",
    ],
)
@pytest.mark.parametrize("watching", list(Watching))
def test_what_is_said_to_a_key_is_read_in_full_at_eighty_columns(said: str, watching: Watching) -> None:
    """The position is said in short for as long."""
    status = Status(watching, True, 0.25, False, 100, 250, 12, 25, message=said)
    line = plain([status_line(status, 80, UNICODE)])
    assert said in line
    assert "100/250" in line
