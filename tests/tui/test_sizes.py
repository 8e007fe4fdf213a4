"""Any size of the terminal, at any time."""

import random

import pytest
from tests.tui.table import EVENTS, frame, live, play_events, replayed, screen_of

from codenames_tui.ui.look import Look


@pytest.mark.parametrize(
    "size", [(1, 1), (2, 1), (1, 5), (3, 10), (5, 20), (20, 5), (80, 1), (1, 24), (69, 30), (300, 100)]
)
async def test_a_screen_of_any_size_opens(size: tuple[int, int]) -> None:
    app = replayed(at=9)
    async with app.run_test(size=size) as pilot:
        await pilot.press("right", "s")
        assert len(frame(app).splitlines()) <= size[1]


async def test_a_screen_that_is_too_small_says_what_it_needs() -> None:
    app = replayed(at=9)
    async with app.run_test(size=(50, 12)) as pilot:
        await pilot.pause()
        assert frame(app).startswith("Too small: 70x20 needed, 50x12 here.")
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert "Story" in frame(app)


async def test_resizing_while_a_game_goes_on_changes_nothing_but_the_picture() -> None:
    dice = random.Random(5)
    app = live()
    async with app.run_test(size=(80, 24)) as pilot:
        await play_events(app, pilot, 5)
        before = frame(app)
        for number in range(16):
            await pilot.resize_terminal(dice.randint(1, 200), dice.randint(1, 60))
            if number % 4 == 0:
                await pilot.press(dice.choice(["left", "right", "s", "s", "z", "t", "escape", "?", "escape"]))
        await pilot.press("escape", "escape")
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert "Discussion" in before
        assert frame(app)


async def test_n_steps_forward_and_n_back_show_the_same_frame() -> None:
    app = replayed(at=4)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("end", *["left"] * (len(EVENTS) - 4))  # so that all marks are told
        frames = [frame(app)]
        for _ in EVENTS[4:]:
            await pilot.press("right")
            frames.append(frame(app))
        for expected in reversed(frames[:-1]):
            await pilot.press("left")
            assert frame(app) == expected


async def test_no_sequence_of_keys_leads_beyond_the_game() -> None:
    dice = random.Random(11)
    keys = ["left", "right", "[", "]", "g", "G", "0", "5", "9", ".", "s", "z", "pageup", "down", "+", "-", "tab"]
    app = replayed(look=Look(theme="light"))
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(3):
            await pilot.press(*dice.choices(keys, k=10))
            screen = screen_of(app)
            assert 0 <= screen.position <= len(screen.session.timeline)
            await pilot.press("end", "right")
            assert screen.position == len(screen.session.timeline)
