"""Tips in the first games: each is given once, where it helps, and they can be hidden for good."""

from hypothesis import given
from hypothesis import strategies as st
from tests.tui.people import take
from tests.tui.table import EVENTS, frame, live, record_of, replayed, screen_of, until
from textual.pilot import Pilot

from codenames_core.game.config import Seat
from codenames_tui.app.app import CodenamesApp
from codenames_tui.app.keymap import known_bindings
from codenames_tui.game.sessions.disclosure import EVERYTHING
from codenames_tui.game.sessions.recorded import RecordedSession
from codenames_tui.game.sessions.viewpoint import Viewpoint
from codenames_tui.game.tips.tips import TIPS, tip_at
from codenames_tui.ui.preferences import read_settings, settings_file

SESSION = RecordedSession(record_of())
NAMES = [tip.name for tip in TIPS]


def view_at(position: int) -> Viewpoint:
    return Viewpoint(SESSION, position, EVERYTHING)


def test_every_tip_is_about_a_key_that_there_is() -> None:
    assert {tip.binding for tip in TIPS} <= {binding.id for binding in known_bindings()}
    assert len(set(NAMES)) == len(NAMES)


@given(st.integers(0, len(EVENTS)), st.sets(st.sampled_from(NAMES)))
def test_no_tip_is_given_twice_or_where_it_does_not_help(position: int, seen: set[str]) -> None:
    tip = tip_at(view_at(position), seen, lambda _: True)
    assert tip is None or (tip.name not in seen and tip.fits(view_at(position)))
    assert tip_at(view_at(position), seen, lambda _: False) is None


def test_a_whole_game_has_a_place_for_each_tip_but_that_of_a_game_that_runs() -> None:
    fitting = {tip.name for position in range(len(EVENTS) + 1) for tip in TIPS if tip.fits(view_at(position))}
    assert fitting == {*NAMES} - {"pause"}


def with_tips(app: CodenamesApp) -> CodenamesApp:
    app.gives_tips = True
    app.give_tips(app.get_default_screen())
    return app


async def moved_to(app: CodenamesApp, pilot: Pilot[int], position: int) -> None:
    screen_of(app).look_at(position)
    await pilot.pause()


async def test_a_tip_stands_where_nothing_else_is_said_and_each_turn_has_another() -> None:
    app = with_tips(replayed(at=1))
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: "Tip: i shows what an agent saw and thought (D hides tips)" in frame(app))
        await moved_to(app, pilot, 3)
        assert "Tip: i shows" in frame(app)
        await moved_to(app, pilot, 9)
        assert "Tip: ? lists all keys, and explains the symbols" in frame(app)
        await moved_to(app, pilot, 16)
        assert "Tip: o shows" in frame(app)
    assert read_settings(settings_file()).preferences.tips_seen == ("inspect", "symbols")


async def test_tips_that_were_hidden_never_come_back() -> None:
    app = with_tips(replayed(at=1))
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: "Tip:" in frame(app))
        await pilot.press("D")
        await until(pilot, lambda: "Tip:" not in frame(app))
    again = with_tips(replayed(at=9))
    async with again.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        assert "Tip:" not in frame(again)
        assert "game.hide_tips" not in {active.binding.id for active in again.screen.active_bindings.values()}


async def test_a_tip_fits_into_a_small_window_and_whoever_plays_is_given_none() -> None:
    app = with_tips(live())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f6", "f6")
        await until(pilot, lambda: "i shows what an agent" in frame(app))
        await take(pilot, app, Seat.BLUE_CLUER)
        await pilot.pause()
        assert "i shows what an agent" not in frame(app)


async def test_the_tests_of_other_screens_are_given_no_tips() -> None:
    app = replayed(at=1)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        assert "Tip:" not in frame(app)
