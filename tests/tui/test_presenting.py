"""Presenter mode: large type, nothing private, and the place is kept."""

import unicodedata
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.examples import examples
from tests.tui.hostile import FORBIDDEN, HOSTILE, INVISIBLE
from tests.tui.table import (
    BOARD,
    CONFIG,
    EVENTS,
    SIZES,
    frame,
    live,
    play_events,
    replayed,
    screen_of,
    until,
)
from tests.tui.targets import meant
from tests.tui.traced import CLUE_TRACE, MESSAGE_TRACE, recorded
from textual.timer import Timer

from codenames_core.game.config import Seat, Team
from codenames_core.game.events import Clue, DiscussionMessage
from codenames_core.game.replay import Replay
from codenames_core.game.state import initialize_game
from codenames_tui.app.app import CodenamesApp
from codenames_tui.game.game_screen import NOTHING_PRIVATE, GameScreen
from codenames_tui.game.inspector.inspector_pane import InspectorPane
from codenames_tui.game.panels.score import score_of
from codenames_tui.game.panels.turn import Moment
from codenames_tui.game.seats.answer_panel import AnswerPanel
from codenames_tui.game.sessions.recorded import RecordedSession
from codenames_tui.game.stage.stage import Stage
from codenames_tui.game.stage.stage_lines import Scene, stage_lines
from codenames_tui.game.timeline_screen import TimelineScreen
from codenames_tui.ui.lines.large import large
from codenames_tui.ui.lines.lines import ASCII, UNICODE, Glyphs, plain, width_of
from codenames_tui.ui.look import Look


@pytest.fixture(autouse=True)
def no_event_comes_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Presenter mode plays; on a busy machine an event would come between two keys."""
    begin = TimelineScreen.set_interval

    def begin_paused(screen: TimelineScreen, seconds: float, what: Any, **options: Any) -> Timer:
        return begin(screen, seconds, what, **{**options, "pause": True})

    monkeypatch.setattr(TimelineScreen, "set_interval", begin_paused)


async def test_presenter_mode_hides_what_is_private_and_writes_large() -> None:
    app = recorded(CLUE_TRACE, MESSAGE_TRACE)
    async with app.run_test() as pilot:
        await pilot.pause()
        assert "$0.0123" in frame(app)
        await pilot.press("P")
        await pilot.pause()
        shown = frame(app)
        assert "$" not in shown
        assert "Story" not in shown
        assert "█" in shown
        assert "○ ○ 0 of 2, 3 guesses left" in shown
        assert "P leaves presenter mode" in shown
        await pilot.press("P")
        await pilot.pause()
        assert "Story" in frame(app)
        assert not screen_of(app).query(Stage)


async def test_presenter_mode_shows_no_inspector() -> None:
    app = recorded(CLUE_TRACE, MESSAGE_TRACE)
    async with app.run_test() as pilot:
        await pilot.press("i", "P", "i")
        await pilot.pause()
        assert not screen_of(app).query(InspectorPane)
        assert NOTHING_PRIVATE in frame(app)


@pytest.mark.parametrize("at", [3, len(EVENTS)], ids=["middle", "end"])
async def test_presenter_mode_keeps_the_place_and_space_plays(at: int) -> None:
    app = replayed(at=at)
    async with app.run_test() as pilot:
        await pilot.press("P")
        assert (screen_of(app).position, screen_of(app).session.playback.running) == (at, False)
        await pilot.press("P")
        assert screen_of(app).position == at
        await pilot.press("P", "space")
        assert screen_of(app).session.playback.running
        await pilot.press("P")
        assert screen_of(app).session.playback.running


async def test_a_live_game_stays_as_it_was_when_it_is_presented() -> None:
    app = live()
    async with app.run_test() as pilot:
        await play_events(app, pilot, 2)
        await pilot.press("P")
        assert not screen_of(app).session.playback.running
        await pilot.press("space")
        await until(pilot, lambda: screen_of(app).session.standing.over)
        assert "BLUE wins: RED hit the assassin." in frame(app)


async def test_the_asides_of_agents_are_not_presented() -> None:
    app = replayed(at=2)
    async with app.run_test() as pilot:
        await pilot.press("P")
        await until(pilot, lambda: screen_of(app).position == 2 and "SHIP first, I think." in frame(app))
        assert not screen_of(app).session.playback.running
        assert "RANKED" not in frame(app)


async def test_a_person_who_is_asked_can_answer_in_presenter_mode() -> None:
    app = live()
    async with app.run_test() as pilot:
        seats = screen_of(app).session.seats
        assert seats is not None
        seats.take(Seat.RED_CLUER)
        screen_of(app).action_present()  # the letter would wait for the field
        await until(pilot, lambda: bool(screen_of(app).query(AnswerPanel)))
        await pilot.pause()
        assert screen_of(app).query_one(AnswerPanel).region.height > 3
        assert not screen_of(app).query_one(Stage).display


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_large_letters_are_told_apart(glyphs: Glyphs) -> None:
    signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    for doubled in (False, True):
        drawn = [large(sign, 20, glyphs, doubled=doubled) for sign in signs]
        assert None not in drawn
        alike = {tuple(one or ()) for one in drawn}
        assert len(alike) == len(signs)


@pytest.mark.parametrize("text", ["水", "שלום", "", "x" * 100])
def test_what_cannot_be_written_large_is_not(text: str) -> None:
    assert large(text, 50, UNICODE) is None


@settings(max_examples=examples(25), deadline=None)
@given(
    st.one_of(st.sampled_from(HOSTILE), st.text(max_size=40)),
    st.one_of(st.sampled_from(HOSTILE), st.text(max_size=200)),
    st.integers(1, 210),
    st.integers(1, 40),
    st.sampled_from([UNICODE, ASCII]),
)
def test_whatever_is_said_fits_the_stage(word: str, text: str, width: int, height: int, glyphs: Glyphs) -> None:
    events = (Clue(word, 2, team=Team.RED), DiscussionMessage(seat=Seat.RED_GUESSER_1, text=text, consensus=False))
    replay = Replay(initialize_game(CONFIG, BOARD), events)
    scene = Scene(Moment(replay.state, replay.last_event), score_of(replay, len(replay), dict.fromkeys(Team, "x")))
    lines = stage_lines(scene, width, height, glyphs)
    assert len(lines) <= height
    assert {width_of(line) for line in lines} <= {width}
    shown = plain(lines).replace("\n", "")
    assert not {unicodedata.category(sign) for sign in shown} & FORBIDDEN
    assert not set(shown) & INVISIBLE
    assert shown.isascii() or not glyphs.ascii_only


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("at", [10, len(EVENTS)], ids=["middle", "end"])
async def test_presenter_mode_at_every_size(size: tuple[int, int], at: int, snapshot: Any) -> None:
    app = replayed(at=at)
    async with app.run_test(size=size) as pilot:
        await pilot.press("P")
        await pilot.pause()
        assert frame(app) == snapshot


async def test_presenter_mode_in_plain_characters(snapshot: Any) -> None:
    app = replayed(at=10, look=Look(ascii_only=True))
    async with app.run_test() as pilot:
        await pilot.press("P")
        await pilot.pause()
        assert frame(app).isascii()
        assert frame(app) == snapshot


async def test_targets_are_not_presented_and_come_back_afterwards() -> None:
    game = RecordedSession(meant())
    app = CodenamesApp(GameScreen(game, position=7))
    async with app.run_test() as pilot:
        await pilot.press("o")
        await until(pilot, lambda: "◎" in frame(app))
        await pilot.press("P", "o")
        await pilot.pause()
        assert "◎" not in frame(app)
        assert NOTHING_PRIVATE in frame(app)
        await pilot.press("P")
        await until(pilot, lambda: "◎" in frame(app))


async def test_escape_leaves_presenter_mode_before_it_leaves_the_game() -> None:
    app = recorded(CLUE_TRACE)
    async with app.run_test() as pilot:
        await pilot.press("P")
        await until(pilot, lambda: bool(app.screen.query(Stage)))
        await pilot.press("escape")
        await until(pilot, lambda: not app.screen.query(Stage))
        assert isinstance(app.screen, GameScreen)
