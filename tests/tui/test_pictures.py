"""What the screens look like, as text: read the differences as you would read code."""

import pytest
from syrupy.assertion import SnapshotAssertion
from tests.tui.table import EVENTS, SIZES, frame, is_on, live, play_events, replayed, runner_of, until

from codenames_core.game.config import GameConfig
from codenames_tui.game.seats.dialogs import ChooseSeat
from codenames_tui.ui.look import Look

NO_COLOUR = Look.from_environment({"NO_COLOR": "1"})
PLAIN = Look(ascii_only=True)


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_a_live_game_in_the_middle(size: tuple[int, int], snapshot: SnapshotAssertion) -> None:
    app = live()
    async with app.run_test(size=size) as pilot:
        await play_events(app, pilot, 5)
        assert frame(app) == snapshot


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_a_replay_in_the_middle(size: tuple[int, int], snapshot: SnapshotAssertion) -> None:
    app = replayed(at=11)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert frame(app) == snapshot


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_the_end_of_a_game(size: tuple[int, int], snapshot: SnapshotAssertion) -> None:
    app = replayed(at=len(EVENTS))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert frame(app) == snapshot


@pytest.mark.parametrize("size", SIZES[:2], ids=str)
async def test_a_person_in_the_seat_of_a_blind_cluer(size: tuple[int, int], snapshot: SnapshotAssertion) -> None:
    app = live(runner_of(config=GameConfig(blind=True)))
    async with app.run_test(size=size) as pilot:
        await pilot.press("f2")
        await until(pilot, lambda: is_on(app, ChooseSeat))
        await pilot.press("home", "enter")
        await until(pilot, lambda: "RED CLUER" in frame(app))
        assert frame(app) == snapshot


async def test_the_five_states_of_a_card_without_colour(snapshot: SnapshotAssertion) -> None:
    app = replayed(at=len(EVENTS), look=NO_COLOUR)
    async with app.run_test() as pilot:
        await pilot.pause()
        assert frame(app) == snapshot


async def test_only_ascii(snapshot: SnapshotAssertion) -> None:
    app = replayed(at=len(EVENTS), look=PLAIN)
    async with app.run_test() as pilot:
        await pilot.pause()
        seen = frame(app)
        await pilot.press("question_mark")
        await pilot.pause()
        assert frame(app).isascii()
        await pilot.press("escape", ":", *"jump")
        await until(pilot, lambda: "Jump to a turn" in frame(app))
        assert frame(app).isascii()
    assert seen.isascii()
    assert seen == snapshot


async def test_without_colour_no_cell_is_coloured_and_what_is_face_up_is_reversed() -> None:
    app = replayed(at=len(EVENTS), look=NO_COLOUR)
    async with app.run_test() as pilot:
        await pilot.pause()
        reversed_text = ""
        for strip in app.screen._compositor.render_strips():
            for filtered in strip.apply_filter(app._filters[-1], app.screen.background_colors[1]):
                style = filtered.style
                assert style is None or style.color is None or style.color.is_default
                assert style is None or style.bgcolor is None or style.bgcolor.is_default
                if style and style.reverse:
                    reversed_text += filtered.text
    assert "SHIP" in reversed_text
    assert "PIANO" not in reversed_text


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_a_finished_turn_on_the_stage(size: tuple[int, int], snapshot: SnapshotAssertion) -> None:
    app = replayed(at=14)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert frame(app) == snapshot


@pytest.mark.parametrize("look", [Look(theme="light"), NO_COLOUR, PLAIN], ids=["light", "no colour", "ascii"])
async def test_the_spymasters_view(look: Look, snapshot: SnapshotAssertion) -> None:
    app = replayed(at=14, look=look)
    async with app.run_test() as pilot:
        await pilot.press("s")
        await pilot.pause()
        assert frame(app) == snapshot
