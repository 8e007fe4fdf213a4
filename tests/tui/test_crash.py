"""Bugs of ours leave one line on the terminal and the rest in a file; trouble of the world is a message."""

import sys
from pathlib import Path

import pytest
from tests.tui.table import BLUE_SCRIPT, frame, live, replayed, runner_of, screen_of, team_of, until

from codenames_agents.providers.redaction import remember_secret
from codenames_core.files.record import EpisodeRecord
from codenames_core.game.agent import AnyCluerView, ClueAnswer, TeamAgents
from codenames_core.support.errors import StorageError
from codenames_tui.app.app import CodenamesApp
from codenames_tui.ui.crash import LARGEST_LOG, crash_line, log_file, write_crash

SECRET = "sk-do-not-print"  # noqa: S105


def fail(secret: str) -> None:
    assert secret
    raise RuntimeError("a bug\x1b[31m")


def caught() -> RuntimeError:
    try:
        fail(SECRET)
    except RuntimeError as error:
        return error
    raise AssertionError


def test_the_log_has_the_traceback_but_no_values() -> None:
    path = write_crash(caught())
    assert path == log_file()
    written = path.read_text()
    assert "in fail" in written
    assert SECRET not in written


def test_the_log_holds_no_key_and_fills_no_disk() -> None:
    remember_secret(SECRET)
    for _ in range(30):
        path = write_crash(RuntimeError(f"{SECRET} {'x' * 100_000}"))
    assert path is not None
    assert SECRET not in path.read_text()
    assert path.stat().st_size < 2 * LARGEST_LOG


def test_the_person_sees_one_line() -> None:
    line = crash_line(caught(), Path("crash.log"))
    assert line.isprintable()
    assert "RuntimeError: a bug" in line
    assert "crash.log" in line
    assert SECRET not in line


async def test_a_crash_can_be_reported_where_no_file_can_be_opened_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "codenames_tui.ui.crash")
    app = replayed()
    async with app.run_test() as pilot:
        await pilot.pause()
        assert "codenames_tui.ui.crash" in sys.modules


async def break_down(app: CodenamesApp) -> None:
    async with app.run_test() as pilot:
        app.call_later(fail, SECRET)
        await pilot.pause()
        await pilot.pause()


async def test_a_bug_in_the_app_ends_it_with_code_1_and_no_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    app = replayed()
    with pytest.raises(RuntimeError, match="a bug"):
        await break_down(app)
    assert app.return_code == 1
    assert "RuntimeError: a bug" in app.last_words
    assert log_file().exists()
    printed = capsys.readouterr()
    assert SECRET not in printed.err + printed.out
    assert "Traceback" not in printed.err + printed.out


async def test_a_record_that_cannot_be_saved_is_said_on_the_screen() -> None:
    def refuse(record: EpisodeRecord) -> Path:
        raise StorageError(f"{record.episode_id}: disk full")

    app = live(on_end=refuse)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("space")
        await until(pilot, lambda: screen_of(app).session.standing.over)
        assert "Not saved: a-game: disk full" in frame(app)


class Buggy:
    """A cluer that breaks in a way no agent may."""

    async def generate_clue(self, view: AnyCluerView) -> ClueAnswer:
        raise ValueError(f"[red]bad[/red] {view.turn_number}")


async def test_an_agent_that_raises_costs_its_turn_and_not_the_game() -> None:
    blue = team_of(BLUE_SCRIPT)
    red = TeamAgents(Buggy(), blue.guesser_1, blue.guesser_2)  # type: ignore[arg-type]
    app = live(runner_of(red, blue))
    async with app.run_test(size=(120, 40)) as pilot:
        screen = screen_of(app)
        for _ in range(5):
            await pilot.press(".")
        await until(pilot, lambda: len(screen.session.timeline) > 0)
        await pilot.press("z", "z")  # the transcript
        assert "RED forfeits the turn" in frame(app)
